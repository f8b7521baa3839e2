"""The examples in Python of the READMEs, and the notebooks."""

import os
import re
import shutil

import pytest
import enochian
from program import ROOT

# The notebooks, and the least number of cells that show something.
NOTEBOOKS = {"python": 9, "journals": 4}


@pytest.mark.parametrize("path", ["README.md", "python/README.md"])
def test_the_examples_of_the_readmes_run(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # What stands beside README.md, and what its first lines have made before.
    shutil.copytree(ROOT / "questions", "questions")
    enochian.simulate("questions/brother.toml", 1000).write("brother", format="csv")
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / path).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})


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
