"""The first table of the study as docs/PYTHON.md makes it, and the notebook."""

import os
import re

import pytest
from program import ROOT

# The notebooks, and the least number of cells that show something.
NOTEBOOKS = {"python": 9, "journals": 4}


def test_ten_lines_repeat_the_first_table_of_the_study(monkeypatch, capsys):
    manual = (ROOT / "docs" / "PYTHON.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", manual, re.DOTALL)[1]
    assert len(code.splitlines()) <= 10
    monkeypatch.chdir(ROOT)
    exec(code, {})
    study = (ROOT / "examples" / "study" / "study.md").read_text(encoding="utf-8")
    rows = study[study.index("| turns | not ended |") :].split("\n\n")[0].splitlines()[2:]
    expected = [[cell.strip(" ,%").replace(",", "") for cell in row.strip("|").split("|")] for row in rows]
    assert len(expected) == 6
    printed = re.findall(r"^(\d+) +([\d.]+)%$", capsys.readouterr().out, re.MULTILINE)
    assert [list(row) for row in printed] == expected


def texts(notebook):
    """What the cells show as text; pictures have none that would say more."""
    shown = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            shown.append(output.get("text") or output.get("data", {}).get("text/plain"))
    return shown


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_notebook_shows_what_it_showed(name):
    nbclient, nbformat, _ = map(pytest.importorskip, ["nbclient", "nbformat", "duckdb"])
    path = ROOT / "examples" / f"{name}.ipynb"
    before = nbformat.read(path, as_version=4)
    notebook = nbformat.from_dict(before.copy())
    ran = nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    if os.environ.get("UPDATE_NOTEBOOK"):
        for cell in ran.cells:
            cell.metadata = {}
        nbformat.write(ran, path)
        pytest.skip("the notebook was written")
    assert len(texts(ran)) >= NOTEBOOKS[name]
    assert texts(ran) == texts(before)
    kinds = {kind for cell in ran.cells for output in cell.get("outputs", []) for kind in output.get("data", {})}
    assert {"text/html", "text/plain"} <= kinds and (name != "python" or "image/svg+xml" in kinds)
