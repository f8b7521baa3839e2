#!/usr/bin/env python3
"""Plays the study, draws its figures and writes its text: `python3 examples/study/study.py`.

Every number of `study.md` comes from the run, by `text.md`. It needs Python alone and the program, which is
`target/release/enochian`, or what --enochian names. --check compares the new text and figures with those that are there.
"""

import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
QUESTION = str(HERE.parent.parent / "questions" / "brother.toml")
SEED = "20261122"
FIGURES = ["ptah.svg", "lengths.svg", "landings.svg"]
LIMITS = [100, 200, 300, 500, 1000]
SCANS = {"ptah": 200_000, "board": 200_000, "array": 200_000, "table": 200_000, "ruleset": 200_000, "procedure": 200_000}
POLICIES = {"chance": [], "querent": ["--policy=querent=purpose"], "others": ["--policy=others=purpose"], "both": ["--policy=purpose"]}
READINGS, BY_POLICY = 1_000_000, 100_000


def percent(share, places=1):
    return f"{100 * share:.{places}f} %"


def points(difference):
    """A difference in percentage points, with its interval."""
    # Adding 0 makes -0.0 a 0.0.
    value, low, high = (f"{round(100 * difference[key], 1) + 0:+.1f}" for key in ["difference", "low", "high"])
    return f"{value} ({low} to {high})"


class Study:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *arguments):
        command = [self.program, "simulate", *map(str, arguments)]
        print("  " + " ".join(["enochian", *command[1:]]), file=sys.stderr)
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def json(self, *arguments):
        return json.loads(self.run(*arguments, "--json"))

    def save(self, name, *arguments):
        """Plays, and keeps the summary for a comparison."""
        path = self.folder / f"{name}.json"
        path.write_text(self.run(*arguments, "--json"), encoding="utf-8")
        return path, json.loads(path.read_text(encoding="utf-8"))

    def figures(self):
        """All numbers of the text, by name."""
        found = {"readings": f"{READINGS:,}", "by_policy": f"{BY_POLICY:,}", "seed": SEED}
        found |= self.chance() | self.policies() | self.design()
        for over, readings in SCANS.items():
            found |= self.scan(over, readings)
        return found

    def chance(self):
        plot = ["--plot", self.folder / "lengths.svg"]
        alone = self.json(QUESTION, "--readings", READINGS, "--seed", SEED, *plot)
        out = self.json(QUESTION, "--readings", READINGS, "--seed", SEED, "--play-out")
        self.run(QUESTION, "--by", "answer", "--readings", 100_000, "--seed", SEED, "--plot", self.folder / "landings.svg")
        share = lambda summary, by, verdict: summary["answers"][by][verdict] / READINGS
        found = {f"{by}_{verdict}": percent(share(out, by, verdict), 2) for by in ["ptah", "kings"] for verdict in ["yes", "no", "undecided"]}
        found["kings_so_far"] = percent(share(alone, "kings", "yes"), 2)
        found["half"] = f"{100 * 1.96 * (0.25 / READINGS) ** 0.5:.1f}"
        lengths = sorted((int(turns), count) for turns, count in alone["lengths"].items())
        for name, part in [("short", 0.05), ("quarter", 0.25), ("median", 0.5), ("three_quarters", 0.75), ("long", 0.95)]:
            seen = 0
            for turns, count in lengths:
                seen += count
                if seen >= part * READINGS:
                    found[name] = str(turns)
                    break
        longer = lambda limit: sum(count for turns, count in lengths if turns > limit) / READINGS
        rows = [f"| {limit:,} | {percent(longer(limit), 2)} |" for limit in LIMITS]
        rows.append(f"| 2,000 | {percent(alone['endings']['limit'] / READINGS, 2)} |")
        found["limits"] = "\n".join(["| turns | not ended |", "|---|---|", *rows])
        found["drawn"] = percent(sum(count for name, count in alone["endings"].items() if name.startswith("drawn")) / READINGS, 2)
        manner = alone["manners"]["yes"]
        found["unopposed"] = percent(manner["unopposed"] / sum(manner.values()))
        found["no_moves"] = percent(alone["no_moves"] / alone["turns"])
        return found

    def policies(self):
        """Simulations of other readings each, so that they are independent."""
        found, saved = {}, {}
        for place, (name, policy) in enumerate(POLICIES.items()):
            span = ["--readings", f"{place * BY_POLICY}..{(place + 1) * BY_POLICY}"]
            saved[name], summary = self.save(name, QUESTION, "--seed", SEED, *span, *policy)
            found[f"{name}_yes"] = percent(summary["answers"]["ptah"]["yes"] / BY_POLICY)
            lengths = sorted((int(turns), count) for turns, count in summary["lengths"].items())
            found[f"{name}_turns"] = f"{sum(turns * count for turns, count in lengths) / BY_POLICY:.0f}"
        for name in ["querent", "others", "both"]:
            yes = self.json("compare", saved[name], saved["chance"])["differences"][0]
            found[f"{name}_more"] = points(yes)
        return found

    def scan(self, over, readings):
        plot = ["--plot", self.folder / "ptah.svg"] if over == "ptah" else []
        versions = self.json("scan", "--over", over, QUESTION, "--readings", readings, "--seed", SEED, *plot)
        yes = lambda version: version["summary"]["answers"]["ptah"]["yes"] / readings
        others = [version for version in versions if not version["reference"]]
        differ = [version for version in others if version["differences"][0]["p_corrected"] < 0.05]
        least, most = min(versions, key=yes), max(versions, key=yes)
        greatest = max(others, key=lambda version: abs(version["differences"][0]["difference"]))
        correlations = sorted(version["differences"][0]["correlation"] for version in others)
        rows = [f"| {version['name']} | {percent(yes(version))} | {'' if version['reference'] else points(version['differences'][0])} |" for version in versions]
        return {
            f"{over}_readings": f"{readings:,}",
            f"{over}_versions": str(len(versions)),
            f"{over}_least": f"{percent(yes(least))} ({least['name']})",
            f"{over}_most": f"{percent(yes(most))} ({most['name']})",
            f"{over}_differ": f"{len(differ)} of {len(others)}",
            f"{over}_greatest": f"{points(greatest['differences'][0])} ({greatest['name']})",
            f"{over}_correlation": f"{correlations[0]:.2f} to {correlations[-1]:.2f}" if len(correlations) > 1 else f"{correlations[0]:.2f}",
            f"{over}_table": "\n".join(["| | yes | difference |", "|---|---|---|", *rows]),
        }

    def design(self):
        folder = self.folder / "design"
        print(self.run("plan", HERE / "design.toml", "--out", folder), file=sys.stderr)
        self.run("design", folder)
        self.run("verify", folder)
        with open(folder / "cells.csv", encoding="utf-8", newline="") as file:
            cells = list(csv.DictReader(file))

        def shares(**levels):
            chosen = [cell for cell in cells if all(cell[factor] == level for factor, level in levels.items())]
            total = lambda column: sum(int(cell[column]) for cell in chosen)
            each = [int(cell["ptah_yes"]) / int(cell["readings"]) for cell in chosen]
            return total("ptah_yes") / total("readings"), min(each), max(each)

        found = {"cells": str(len(cells)), "cell_readings": f"{int(cells[0]['readings']):,}"}
        rows = []
        for policy in dict.fromkeys(cell["policy"] for cell in cells):
            mean, least, most = shares(policy=policy)
            rows.append(f"| {policy} | {percent(mean)} | {percent(least)} | {percent(most)} |")
        found["design_policies"] = "\n".join(["| policy | yes, all cells | least | most |", "|---|---|---|---|", *rows])
        rows = []
        for factor in ["board", "angle", "dice", "ruleset"]:
            for level in dict.fromkeys(cell[factor] for cell in cells):
                mean, *_ = shares(policy="random", **{factor: level})
                rows.append(f"| {factor} | {level} | {percent(mean)} |")
        found["design_levels"] = "\n".join(["| factor | level | yes, by chance |", "|---|---|---|", *rows])
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--enochian", default=str(HERE.parent.parent / "target" / "release" / "enochian"))
    parser.add_argument("--check", action="store_true", help="compare with what is there, and write nothing")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        figures = Study(options.enochian, folder).figures()
        text = (HERE / "text.md").read_text(encoding="utf-8").format_map(figures)
        made = {"study.md": text} | {name: (folder / name).read_text(encoding="utf-8") for name in FIGURES}
    differ = [name for name, text in made.items() if not (HERE / name).is_file() or (HERE / name).read_text(encoding="utf-8") != text]
    if options.check:
        print("the same, to the digit" if not differ else f"different: {', '.join(differ)}")
        return bool(differ)
    for name in differ:
        (HERE / name).write_text(made[name], encoding="utf-8")
    print(f"written: {', '.join(differ) or 'nothing new'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
