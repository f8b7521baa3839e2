#!/usr/bin/env python3
"""Plays the study, draws its figures and writes its text: `python3 examples/study/study.py`.

Every number of `study.md` comes from the run, by `text.md`. It needs Python alone and the program, which is
`target/release/enochian`, or what --enochian names. --check compares the new text and figures with those that are there.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
QUESTIONS = HERE.parent.parent / "questions"
QUESTION = str(QUESTIONS / "brother.toml")
SEED = "20261122"
FIGURES = ["ptah.svg", "lengths.svg", "landings.svg"]
LIMITS = [100, 200, 300, 500, 1000]
FACTORS = ["ptah", "board", "array", "dice", "ruleset", "procedure"]
# What each row of the table of policies has in `policy`.
POLICIES = {"chance": "random", "querent": "querent=purpose", "others": "others=purpose", "both": "purpose"}
READINGS, BY_FACTOR, BY_POLICY, BY_QUESTION = 1_000_000, 200_000, 100_000, 2000


def percent(share, places=1):
    return f"{100 * share:.{places}f} %"


def points(row):
    """A difference in percentage points, with its interval."""
    # Adding 0 makes -0.0 a 0.0.
    value, low, high = (f"{round(100 * row[key], 1) + 0:+.1f}" for key in ["difference", "difference_low", "difference_high"])
    return f"{value} ({low} to {high})"


def correlation(row, first):
    """How alike the answers are in pairs of readings."""
    n, x, y = row["readings"], row["yes"], first["yes"]
    both = x - row["only_here"]
    return (n * both - x * y) / (x * (n - x) * y * (n - y)) ** 0.5


class Study:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *arguments):
        command = [self.program, "simulate", *map(str, arguments)]
        print("  " + " ".join(["enochian", *command[1:]]), file=sys.stderr)
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def json(self, *arguments):
        return json.loads(self.run(*arguments, "--json"))

    def grid(self, *arguments):
        """The rows of a grid."""
        return self.json(*arguments, "--seed", SEED)

    def figures(self):
        """All numbers of the text, by name."""
        found = {"readings": f"{READINGS:,}", "by_policy": f"{BY_POLICY:,}", "seed": SEED}
        found |= self.chance() | self.policies() | self.questions()
        for factor in FACTORS:
            found |= self.factor(factor)
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
        over = "policy=" + ",".join(POLICIES.values())
        rows = self.grid(QUESTION, "--over", over, "--own-chance", "--readings", BY_POLICY)["rows"]
        found = {}
        for name, row in zip(POLICIES, rows, strict=True):
            found |= {f"{name}_yes": percent(row["share"]), f"{name}_turns": f"{row['turns']:.0f}"}
            if row["compared_with"]:
                found[f"{name}_more"] = points(row)
        return found

    def factor(self, factor):
        plot = ["--plot", self.folder / "ptah.svg"] if factor == "ptah" else []
        rows = self.grid(QUESTION, "--over", factor, "--readings", BY_FACTOR, *plot)["rows"]
        first, *others = rows
        differ = [row for row in others if row["difference_low"] > 0 or row["difference_high"] < 0]
        least, most = (choose(rows, key=lambda row: row["share"]) for choose in (min, max))
        greatest = max(others, key=lambda row: abs(row["difference"]))
        correlations = sorted({f"{correlation(row, first):.2f}" for row in others})
        table = [f"| {row['cell']} | {percent(row['share'])} | {points(row) if row['compared_with'] else ''} |" for row in rows]
        return {
            f"{factor}_readings": f"{BY_FACTOR:,}",
            f"{factor}_versions": str(len(rows)),
            f"{factor}_least": f"{percent(least['share'])} ({least['cell']})",
            f"{factor}_most": f"{percent(most['share'])} ({most['cell']})",
            f"{factor}_differ": f"{len(differ)} of {len(others)}",
            f"{factor}_greatest": f"{points(greatest)} ({greatest['cell']})",
            f"{factor}_correlation": " to ".join(dict.fromkeys([correlations[0], correlations[-1]])),
            f"{factor}_table": "\n".join(["| | yes | difference |", "|---|---|---|", *table]),
        }

    def questions(self):
        """All questions of the program, by policy."""
        files = sorted(QUESTIONS.glob("*.toml"))
        grid = self.grid(*files, "--over", "policy=" + ",".join(POLICIES.values()), "--readings", BY_QUESTION)
        more = {mean["policy"]: points(mean) for mean in grid["means"]}
        table = []
        for policy in POLICIES.values():
            shares = [row["share"] for row in grid["rows"] if row["policy"] == policy]
            cells = [policy, percent(sum(shares) / len(shares)), percent(min(shares)), percent(max(shares)), more.get(policy, "")]
            table.append(f"| {' | '.join(cells)} |")
        head = ["| policy | yes, all questions | least | most | more than chance |", "|---|---|---|---|---|"]
        questions = {row["question"] for row in grid["rows"]}
        return {"questions": str(len(questions)), "by_question": f"{BY_QUESTION:,}", "question_policies": "\n".join([*head, *table])}


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
