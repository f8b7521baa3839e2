"""What docs/RESEARCH.md shows is what its commands and scripts print: UPDATE_RESEARCH=1 writes it anew."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from program import PROGRAM, ROOT, needs_program

PAGE = ROOT / "docs" / "RESEARCH.md"
BLOCK = re.compile(r"^```(console|python|text)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)


@needs_program
def test_the_examples_of_research_print_what_it_shows(tmp_path):
    for package in ["dask.distributed", "duckdb", "pandas", "polars", "statsmodels"]:
        pytest.importorskip(package)
    for folder in ["questions", "examples"]:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    search = os.pathsep.join([str(PROGRAM.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PATH": search}

    def run(*command):
        done = subprocess.run(command, cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert done.returncode == 0, f"{command[-1]}\n{done.stderr}"
        return done.stdout

    said = ""

    def made(block):
        nonlocal said
        language, text = block.groups()
        if language == "console":
            for line in text.splitlines():
                said = run("sh", "-c", line.removeprefix("$ "))
        elif language == "python":
            said = run(sys.executable, "-c", text)
        else:
            text, said = said, ""
        return f"```{language}\n{text}```\n"

    page = PAGE.read_text(encoding="utf-8")
    written = BLOCK.sub(made, page)
    assert len(BLOCK.findall(page)) > 20
    if os.environ.get("UPDATE_RESEARCH"):
        PAGE.write_text(written, encoding="utf-8")
    else:
        assert written == page


@needs_program
def test_intervals_agree_with_statsmodels_and_with_the_rows(program, tmp_path):
    numpy, pandas, _ = (pytest.importorskip(package) for package in ["numpy", "pandas", "statsmodels"])
    from scipy.stats import norm
    from statsmodels.stats.proportion import proportion_confint

    question, terms = ROOT / "questions" / "brother.toml", ["--readings", "700", "--seed", "3"]
    grid = program("simulate", question, "--over", "policy=random,purpose", *terms, "--json")
    tables = []
    for row in grid["rows"]:
        low, high = proportion_confint(row["yes"], row["readings"], method="wilson")
        assert abs(row["low"] - low) < 1e-9 and abs(row["high"] - high) < 1e-9
        out = ["--format", "csv", "--out", tmp_path / row["policy"]]
        program("simulate", question, "--policy", row["policy"], *terms, *out)
        (part,) = (tmp_path / row["policy"]).glob("*.csv")
        tables.append(pandas.read_csv(part))

    z, n = norm.ppf((1 + grid["confidence"]) / 2), 700
    first, second = ((table["ptah"] == "says yes").to_numpy() for table in tables)
    here, there = (second & ~first).sum() + 1, (first & ~second).sum() + 1
    middle = (here - there) / (n + 2)
    margin = z * numpy.sqrt(((here + there) / (n + 2) - middle**2) / (n + 2))
    turns = (tables[1]["length"] - tables[0]["length"]).to_numpy()
    of_turns = z * turns.std(ddof=1) / numpy.sqrt(n)
    found = grid["rows"][1]
    expected = {
        "difference": second.mean() - first.mean(),
        "difference_low": middle - margin,
        "difference_high": middle + margin,
        "turns_difference": turns.mean(),
        "turns_low": turns.mean() - of_turns,
        "turns_high": turns.mean() + of_turns,
    }
    for key, value in expected.items():
        assert abs(found[key] - value) < 1e-9, key
