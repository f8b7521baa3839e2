#!/usr/bin/env python3
"""Plays a simulation with Dask: python3 with_dask.py questions/brother.toml OUT --readings 10000000

Each task plays a range of the readings into a folder of its own, and verifies it; with --level counts it keeps the summary alone. If its
process is killed, Dask gives the range to another, which plays what is missing. Without --cluster the processes run on this machine.
"""

import argparse
import json
import os
import pathlib
from dataclasses import asdict

import dask
import enochian
from dask.distributed import Client, LocalCluster, as_completed


def play(question, seed, first, last, out, level, part):
    with open(out / "tasks.log", "a", encoding="utf-8") as log:
        log.write(f"process {os.getpid()} plays {first} to {last}\n")
    simulation = enochian.simulate(question, range(first, last), seed=seed, threads=1, level=level.replace("counts", "summary"))
    path = out / f"{first:020}"
    if level != "counts":
        summary = simulation.write(path, part=part, resume=True)
        enochian.verify(path)
    elif (kept := path.with_suffix(".json")).exists():
        summary = enochian.merge([json.loads(kept.read_text(encoding="utf-8"))])
        provenance = {**asdict(simulation.provenance), "done": [(first, last)]}
        if any(getattr(summary, name) != value for name, value in provenance.items()):
            raise enochian.Error(f"{kept} has other readings than these; name another folder")
    else:
        summary = simulation.summary()
        path.with_suffix(f".{os.getpid()}").write_text(json.dumps(asdict(summary)), encoding="utf-8")
        path.with_suffix(f".{os.getpid()}").rename(kept)
    return summary


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("question", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path, help="a folder that all processes can reach")
    parser.add_argument("--readings", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tasks", type=int, default=10)
    parser.add_argument("--level", default="summary", choices=["counts", "summary", "lists", "events"], help="what is kept")
    parser.add_argument("--part", type=int, default=10_000, help="the readings in each file")
    parser.add_argument("--workers", type=int, default=2, help="processes on this machine")
    parser.add_argument("--cluster", help="the address of a scheduler, instead of processes on this machine")
    options = parser.parse_args()
    options.out.mkdir(exist_ok=True)
    ends = [options.readings * task // options.tasks for task in range(options.tasks + 1)]
    question = enochian.Question.read(options.question)
    # A range may lose its process several times.
    dask.config.set({"distributed.scheduler.allowed-failures": 10})
    cluster = options.cluster or LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        kept = (options.out.resolve(), options.level, options.part)
        arguments = [(question, options.seed, first, last, *kept) for first, last in zip(ends, ends[1:])]
        tasks = [client.submit(play, *each, pure=False) for each in arguments]
        summary = enochian.merge([task.result() for task in as_completed(tasks)])
    (options.out / "summary.json").write_text(json.dumps(asdict(summary), indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
