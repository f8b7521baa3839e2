"""The program `enochian`, with which the package is compared."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from enochian import results

ROOT = Path(__file__).resolve().parents[2]
QUESTION = ROOT / "questions" / "brother.toml"


def find() -> Path:
    """The program that the variable ENOCHIAN names, or the one that was built last beside the package."""
    built = [ROOT / "target" / profile / "enochian" for profile in ("release", "debug")]
    built = sorted((path for path in built if path.exists()), key=lambda path: path.stat().st_mtime)
    return Path(os.environ.get("ENOCHIAN", built[-1] if built else "not built"))


PROGRAM = find()
# In CI it is there.
assert PROGRAM.exists() or os.environ.get("ENOCHIAN_PYTHON") != "must", f"there is no program {PROGRAM}; cargo build makes it"
needs_program = pytest.mark.skipif(not PROGRAM.exists(), reason="the program is not built")


def writes_arrow() -> bool:
    """Whether the program was built with the feature `parquet`, which writes Arrow too."""
    command = [PROGRAM, "simulate", QUESTION, "--readings", "1", "--format", "arrow", "--out", "-"]
    return PROGRAM.exists() and subprocess.run(command, capture_output=True).returncode == 0


WRITES_ARROW = writes_arrow()
# In .ci/long it does.
assert WRITES_ARROW or os.environ.get("ENOCHIAN_ARROW") != "must", "build the program with --features parquet"
needs_arrow = pytest.mark.skipif(not WRITES_ARROW, reason="the program was built without the feature parquet")


def program(*arguments: str, given: str | None = None) -> str:
    """What the program prints."""
    # Its own settings, whatever those of the person who runs the tests.
    environment = {"HOME": os.devnull, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    run = subprocess.run([PROGRAM, *arguments], input=given, capture_output=True, text=True, env=environment)
    assert run.returncode == 0, run.stderr
    return run.stdout


def as_result(kind: str, printed: Any) -> Any:
    """What the program has printed, as the class of `enochian.results` that the package makes of it."""
    return results._read(kind, json.dumps(printed))
