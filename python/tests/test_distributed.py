"""The examples of distributed simulations, really run, with a worker process killed in the middle."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict

import pytest
from program import QUESTION, ROOT

import enochian

READINGS, TASKS = 600_000, 10


def printed(simulation):
    """A summary as JSON has it, without the time it took."""
    summary = json.loads(json.dumps(asdict(simulation.summary())))
    return {key: value for key, value in summary.items() if key != "seconds"}


@pytest.mark.parametrize("engine, module", [("dask", "distributed"), ("ray", "ray"), ("spark", "pyspark")])
def test_a_killed_worker_changes_no_count(engine, module, tmp_path, program):
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    out = tmp_path / "out"
    script = ROOT / "examples" / "distributed" / f"with_{engine}.py"
    command = [sys.executable, script, QUESTION, out, "--readings", READINGS, "--seed", 7, "--tasks", TASKS]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    running = subprocess.Popen([str(word) for word in command], env=environment)

    log = out / "tasks.log"
    tasks = lambda: [line.split() for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []
    # The third task, when it has written a part and is not at its end.
    while len(tasks()) < 3 or not list((out / f"{int(tasks()[2][3]):020}").glob("*.parquet")):
        assert running.poll() is None, "it ended before a worker could be killed"
        time.sleep(0.005)
    _, killed, _, first, _, last = tasks()[2]
    os.kill(int(killed), signal.SIGKILL)
    print(f"killed process {killed}, which played {first} to {last}")
    # The range was not finished when its process was killed.
    folder = out / f"{int(first):020}"
    assert len(list(folder.glob("*.parquet"))) < (int(last) - int(first)) / 10_000

    assert running.wait(timeout=600) == 0
    again = [pid for _, pid, _, begin, _, end in tasks() if (begin, end) == (first, last)]
    assert again[0] == killed and len(again) > 1 and killed not in again[1:], again
    print(f"played again by process {again[-1]}")

    folders = sorted(path for path in out.iterdir() if path.is_dir())
    for folder in folders:
        program("simulate", "verify", folder)
    alone = printed(enochian.simulate(QUESTION, READINGS, seed=7))
    found = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    merged = program("simulate", "summary", *folders, "--json")
    for key in alone:
        assert found[key] == alone[key] == merged[key], key


def test_counts_alone_are_kept_and_not_played_again(tmp_path):
    pytest.importorskip("distributed")
    script, out = ROOT / "examples" / "distributed" / "with_dask.py", tmp_path / "out"

    def run(seed):
        options = ["--readings", 6000, "--tasks", 3, "--level", "counts", "--seed", seed]
        return subprocess.run([str(word) for word in [sys.executable, script, QUESTION, out, *options]], capture_output=True, text=True)

    assert run(7).returncode == 0
    alone, found = printed(enochian.simulate(QUESTION, 6000, seed=7)), json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert {key: found[key] for key in alone} == alone
    kept = {path: path.stat().st_mtime_ns for path in out.glob("0*.json")}
    assert len(kept) == 3 and run(7).returncode == 0
    assert {path: path.stat().st_mtime_ns for path in out.glob("0*.json")} == kept
    refused = run(8)
    assert refused.returncode != 0 and "has other readings than these" in refused.stderr
