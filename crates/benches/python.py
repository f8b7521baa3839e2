#!/usr/bin/env python3
"""Compares simulations in Python with the same by the program: python3 crates/benches/python.py

Both are whole processes with their start, in turn, eleven times each. Prints the medians and their ratio. It needs the release build
of the program, and the package, installed for the Python that runs it.
"""

import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUESTION = str(ROOT / "questions" / "brother.toml")
READINGS, RUNS = 1_000_000, 11
PROGRAM = [ROOT / "target" / "release" / "enochian", "simulate", QUESTION, "--seed", "1", "--readings", READINGS]
TABLE = ["--out", "-", "--format", "arrow"]
SIMULATION = f"import enochian; simulation = enochian.simulate({QUESTION!r}, {READINGS}, seed=1"


def seconds(command):
    begun = time.perf_counter()
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


for name, options, script in [
    ("counts", ["--json"], f"{SIMULATION}); simulation.summary()"),
    ("a row for each reading", TABLE, f"{SIMULATION}); print(sum(map(len, simulation)))"),
    ("a row for each turn", [*TABLE, "--level", "events"], f"{SIMULATION}, level='events'); print(sum(map(len, simulation)))"),
]:
    runs = [(seconds([*PROGRAM, *options]), seconds([sys.executable, "-c", script])) for _ in range(RUNS)]
    program, package = (statistics.median(times) for times in zip(*runs))
    print(f"{name}: program {program:.2f} s, package {package:.2f} s, ratio {package / program:.3f}", flush=True)
