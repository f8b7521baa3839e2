#!/usr/bin/env python3
"""Plays a simulation with Spark: python3 with_spark.py questions/brother.toml OUT --readings 10000000

Each task plays a range of the readings into a folder of its own. If its process is killed, Spark gives the range to another, which
plays what is missing. Without --cluster the processes run on this machine.
"""

import argparse
import json
import os
import pathlib

import enochian
from pyspark.sql import SparkSession


def play(question, seed, first, last, out):
    with open(out / "tasks.log", "a", encoding="utf-8") as log:
        log.write(f"process {os.getpid()} plays {first} to {last}\n")
    simulation = enochian.simulate(question, range(first, last), seed=seed, threads=1)
    return simulation.write(out / f"{first:020}", part=10_000, resume=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("question", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path, help="a folder that all processes can reach")
    parser.add_argument("--readings", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tasks", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2, help="processes on this machine")
    parser.add_argument("--cluster", help="the address of a cluster, instead of processes on this machine")
    options = parser.parse_args()
    options.out.mkdir(exist_ok=True)
    ends = [options.readings * task // options.tasks for task in range(options.tasks + 1)]
    question = enochian.Question.read(options.question)
    # A local cluster of workers with one processor and 1,024 MB each; plain "local" would not play a lost range again.
    cluster = options.cluster or f"local-cluster[{options.workers},1,1024]"
    session = SparkSession.builder.master(cluster).config("spark.task.maxFailures", 10).getOrCreate()
    out, seed = options.out.resolve(), options.seed
    ranges = session.sparkContext.parallelize(list(zip(ends, ends[1:])), options.tasks)
    summary = enochian.merge(ranges.map(lambda numbers: play(question, seed, *numbers, out)).collect())
    session.stop()
    for folder in sorted(options.out.iterdir()):
        if folder.is_dir():
            enochian.verify(folder)
    (options.out / "summary.json").write_text(json.dumps(summary, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
