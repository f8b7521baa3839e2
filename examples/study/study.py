#!/usr/bin/env python3
"""Plays the study, draws its figures and writes its text: `python3 examples/study/study.py`.

Every number of `study.md` comes from the run. It needs `pip install pandas statsmodels` and the program, which is
`target/release/enochian`, or what --enochian names. --check compares the new text and figures with those that are there.
"""

import argparse
import hashlib
import itertools
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import pandas
import statsmodels.api as sm
import statsmodels.formula.api as smf
from scipy.stats import norm
from statsmodels.stats.meta_analysis import combine_effects, effectsize_2proportions

HERE = pathlib.Path(__file__).resolve().parent
QUESTIONS = HERE.parent.parent / "questions"
QUESTION = str(QUESTIONS / "brother.toml")
SEED = "20261122"
FIGURES = ["ptah.svg", "lengths.svg", "landings.svg"]
LIMITS = [100, 200, 300, 500, 1000]
FACTORS = ["ptah", "board", "array", "dice", "ruleset", "procedure"]
# What each row of the table of policies has in `policy`.
POLICIES = {"chance": "random", "querent": "querent=purpose", "others": "others=purpose", "both": "purpose"}
PLAYERS = ["random", "greedy", "purpose"]
READINGS, PLAYED_OUT, BY_FACTOR, BY_POLICY, BY_QUESTION, BY_PAIR, WRITTEN = 1_000_000, 100_000, 50_000, 50_000, 2000, 2000, 20_000


def percent(share, places=1):
    return f"{100 * share:.{places}f} %"


def interval(value, low, high, places=1):
    """A value with its interval."""
    # Adding 0 makes -0.0 a 0.0.
    value, low, high = (f"{round(number, places) + 0:+.{places}f}" for number in [value, low, high])
    return f"{value} ({low} to {high})"


def points(row):
    """A difference in percentage points, with its interval."""
    return interval(*(100 * row[key] for key in ["difference", "difference_low", "difference_high"]))


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
        return json.loads(self.run(*arguments, "--seed", SEED, "--json"))

    def figures(self):
        """All numbers of the text, by name."""
        found = {"readings": f"{READINGS:,}", "by_policy": f"{BY_POLICY:,}", "seed": SEED}
        found |= self.beforehand() | self.chance() | self.policies() | self.questions() | self.interaction() | self.ratings()
        for factor in FACTORS:
            found |= self.factor(factor)
        return found

    def beforehand(self):
        table = self.folder / "table"
        self.run(QUESTION, "--readings", WRITTEN, "--seed", SEED, "--format", "csv", "--out", table)
        same = "All of them were played again, and are the same." in self.run("verify", table, "--replay", "all")
        # As many intervals as the grid of the Ptah has, each of the others with its share and its turns.
        apart = norm.ppf(1 - 0.025 / 28) + norm.ppf(0.8)
        script = hashlib.sha256(pathlib.Path(__file__).read_bytes()).hexdigest()
        least = f"{100 * apart * (2 * 0.25 / BY_FACTOR) ** 0.5:.1f}"
        sizes = {"written": f"{WRITTEN:,}", "by_factor": f"{BY_FACTOR:,}"}
        return {"script": script, "verified": "all" if same else "not all", "least": least, **sizes}

    def chance(self):
        plot = ["--plot", self.folder / "lengths.svg"]
        alone = self.json(QUESTION, "--readings", READINGS, *plot)
        out = self.json(QUESTION, "--readings", PLAYED_OUT, "--play-out")
        self.run(QUESTION, "--by", "answer", "--readings", 100_000, "--seed", SEED, "--plot", self.folder / "landings.svg")
        share = lambda summary, by, verdict: percent(summary["answers"][by][verdict] / sum(summary["answers"][by].values()), 2)
        played = {"ptah": alone, "kings": out}
        found = {f"{by}_{verdict}": share(played[by], by, verdict) for by in played for verdict in ["yes", "no", "undecided"]}
        found |= {"kings_so_far": share(alone, "kings", "yes"), "played_out": f"{PLAYED_OUT:,}"}
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
        rows = self.json(QUESTION, "--over", over, "--own-chance", "--readings", BY_POLICY)["rows"]
        found = {}
        for name, row in zip(POLICIES, rows, strict=True):
            found |= {f"{name}_yes": percent(row["share"]), f"{name}_turns": f"{row['turns']:.0f}"}
            if row["compared_with"]:
                found[f"{name}_more"] = points(row)
        return found

    def factor(self, factor):
        plot = ["--plot", self.folder / "ptah.svg"] if factor == "ptah" else []
        rows = self.json(QUESTION, "--over", factor, "--readings", BY_FACTOR, *plot)["rows"]
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
        files = sorted(path for path in QUESTIONS.glob("*.toml") if path.stem != "catalog")
        grid = self.json(*files, "--over", "policy=" + ",".join(POLICIES.values()), "--readings", BY_QUESTION)
        more = {mean["policy"]: points(mean) for mean in grid["means"]}
        table = []
        for policy in POLICIES.values():
            shares = [row["share"] for row in grid["rows"] if row["policy"] == policy]
            cells = [policy, percent(sum(shares) / len(shares)), percent(min(shares)), percent(max(shares)), more.get(policy, "")]
            table.append(f"| {' | '.join(cells)} |")
        head = ["| policy | yes, all questions | least | most | more than chance |", "|---|---|---|---|---|"]
        rows = self.json(*files, "--over", "policy=random,querent=purpose", "--own-chance", "--readings", BY_QUESTION)["rows"]
        rows = pandas.DataFrame(rows).set_index("question")
        chance, purpose = (rows[rows["policy"] == policy] for policy in ["random", "querent=purpose"])
        counts = [cells[key] for cells in [purpose, chance] for key in ["yes", "readings"]]
        pooled = combine_effects(*effectsize_2proportions(*counts, statistic="diff")).summary_frame()
        return {
            "questions": str(len(files)),
            "by_question": f"{BY_QUESTION:,}",
            "question_policies": "\n".join([*head, *table]),
            "pooled": interval(*(100 * pooled.loc["random effect", ["eff", "ci_low", "ci_upp"]])),
        }

    def interaction(self):
        """Purpose on two squares of the Ptah: independent samples, so that a model of all counts is right."""
        over = ["--over", "ptah=a5,b8", "--over", "policy=random,querent=purpose", "--own-chance"]
        cells = pandas.DataFrame(self.json(QUESTION, *over, "--readings", BY_POLICY)["rows"])
        share, variance = cells["share"], cells["share"] * (1 - cells["share"]) / cells["readings"]
        twice, margin = share[3] - share[2] - (share[1] - share[0]), 1.96 * variance.sum() ** 0.5
        cells["other"] = cells["readings"] - cells["yes"]
        answers = cells.melt(["ptah", "policy"], ["yes", "other"], "answer", "count")
        answers["is_yes"] = (answers["answer"] == "yes").astype(int)
        design = "is_yes ~ ptah * C(policy, Treatment('random'))"
        fit = smf.glm(design, answers, family=sm.families.Binomial(), freq_weights=answers["count"]).fit()
        return {
            "b8_chance": percent(share[2]),
            "b8_querent": percent(share[3]),
            "interaction_points": interval(100 * twice, 100 * (twice - margin), 100 * (twice + margin)),
            "interaction_odds": interval(fit.params.iloc[-1], *fit.conf_int().iloc[-1], places=2),
        }

    def ratings(self):
        """Each policy against each, by Bradley and Terry."""
        pairs = pandas.DataFrame(itertools.product(PLAYERS, PLAYERS), columns=["querent", "others"])
        levels = ",".join("querent=" + pairs["querent"] + " others=" + pairs["others"])
        rows = self.json(QUESTION, "--over", "policy=" + levels, "--own-chance", "--readings", BY_PAIR)["rows"]
        sides = pandas.get_dummies(pairs["querent"], dtype=float) - pandas.get_dummies(pairs["others"], dtype=float)
        results = [(row["yes"], row["readings"] - row["yes"]) for row in rows]
        fit = sm.GLM(results, sm.add_constant(sides[PLAYERS[1:]]), family=sm.families.Binomial()).fit()
        elo, spread = fit.params * 400 / math.log(10), fit.bse * 400 / math.log(10)
        table = [f"| {player} | {elo[player]:+.0f} | {1.96 * spread[player]:.0f} |" for player in PLAYERS[1:]]
        return {
            "by_pair": f"{BY_PAIR:,}",
            "ratings": "\n".join(["| policy | above chance | ± |", "|---|---|---|", *table]),
            "side": f"{elo['const']:+.0f}",
            "deviance": f"{fit.deviance:.0f}",
            "freedom": f"{fit.df_resid:.0f}",
        }


TEXT = """# What chance alone answers

A study of readings of Enochian chess that the program plays by itself, by one question of the Water board: the querent plays Air, and the
Ptah is on a5 ([brother.toml](../../questions/brother.toml)). `python3 examples/study/study.py` plays all of it again and
writes this text; every number here comes from that run. Intervals are of 95 %.

The study is about the game. It says what the dice and the rules bring about where nobody has a purpose, so that a
reader of journals knows what to compare with. It says nothing about what a reading means to those who ask.

## What was fixed beforehand

The script, with all its comparisons and sizes, has this SHA-256, and the seed is {seed}. Where both are published first, anyone can tell
whether something was changed after the figures were known.

    {script}

Of {written} readings of the first simulation the rows were written as a table, and verified by playing all of them again: {verified} are the
same.

With {by_factor} readings in each cell, independent samples would show a difference of {least} percentage points with 80 % power, after the
correction for the 14 squares of the Ptah; pairs show less.

## The answer

In {readings} readings with every move chosen by chance, the answer by the Ptah is Yes in {ptah_yes}, No in {ptah_no} and undecided
in {ptah_undecided} (each within {half} percentage points). So Yes is the more frequent answer before anyone has thought of a move. Of
these Yes, {unopposed} are unopposed. In {no_moves} of all turns the piece that was thrown cannot move.

By the kings, with {played_out} readings played out, it is Yes in {kings_yes} and No in {kings_no}. At the time when the Ptah has answered,
the kings stand at Yes in only {kings_so_far}: a reading often ends with a Yes by the Ptah before the enemy kings have fallen, and
a No by both at once. That share is no answer by the kings, and is not to be compared with the one that is played out.

## How long a reading is

The median is {median} turns; half of all readings take from {quarter} to {three_quarters}, and nine in ten from {short} to {long}. A
limit leaves readings undecided that have not ended by then:

{limits}

At 2,000 turns the program stops. Another {drawn} of all readings are drawn, and undecided too.

![Answers, turns and landings](lengths.svg)

## Does the place of the Ptah matter?

Yes, more than anything else that a question chooses. The Ptah was put on each of the {ptah_versions} squares of the angle where it may
be, with the same random numbers in {ptah_readings} readings each. The share of Yes goes from {ptah_least} to {ptah_most}. {ptah_differ} squares
differ from a5 (their intervals together hold with 95 %). The nearer the square is to the throne, the more often the king comes
upon it by chance and stays there for a round.

![Yes on each square of the Ptah](ptah.svg)

{ptah_table}

With the same random numbers, the answers of a5 and another square are correlated by {ptah_correlation}, so that fewer readings show
a difference between them. So it is with the two rulesets ({ruleset_correlation}), which differ in rare events. Where the play is another
from the start, the same random numbers hardly help: for arrays the correlation is {array_correlation}, and for dice tables
{dice_correlation}.

## Does purpose beat chance?

The policy `purpose` brings the king to the Ptah and holds it, or prevents that, looking one move ahead. Each line is {by_policy} readings
of their own.

| who plays with purpose | yes | more than chance, in percentage points | turns on average |
|---|---|---|---|
| nobody | {chance_yes} | | {chance_turns} |
| the querent's side | {querent_yes} | {querent_more} | {querent_turns} |
| the others | {others_yes} | {others_more} | {others_turns} |
| both | {both_yes} | {both_more} | {both_turns} |

So the answer depends far more on who plays with which purpose than on anything else here. With {by_question} readings of each of the
{questions} questions of the program by each policy, and the same random numbers, they have

{question_policies}

If these questions stand for others too, the questions themselves are a sample (random effects). From readings of their own, the querent's
purpose is then worth {pooled} percentage points more than chance.

## Is purpose worth the same on every square?

On the Water square of the throne, b8, chance alone brings Yes in {b8_chance}, and the querent's purpose in {b8_querent}. So in
percentage points purpose is worth less there than on a5, by {interaction_points}, since a share ends at 100 %. In the logarithm of
the odds its worth differs by {interaction_odds}.

## How strong are the policies?

Each of three policies played the querent's side against each, {by_pair} readings of each pair. Ratings by Bradley and Terry, in Elo:

{ratings}

The querent's side itself is worth {side}. The pairs do not fit these ratings exactly (a deviance of {deviance} with {freedom} degrees of
freedom): how strong a policy is depends on whom it plays against.

## Boards, arrays, dice and rules

Each was varied alone, with the same random numbers. Differences are from the question as it is.

| varied | greatest difference in Yes | differ from the question |
|---|---|---|
| board | {board_greatest} | {board_differ} |
| array | {array_greatest} | {array_differ} |
| dice table | {dice_greatest} | {dice_differ} |
| ruleset | {ruleset_greatest} | {ruleset_differ} |
| procedure | {procedure_greatest} | {procedure_differ} |

A board matters to the play only by the place of the Ptah and by the array, which boards share in pairs.

## Where pieces land

![Landings by answer](landings.svg)

Pieces land most often in the middle of the board, and seldom in its corners, whatever the answer. The numbers for a question of
one's own come from `enochian simulate --by`.

## What it does not say

The readings have no exchange of prisoners and no withdrawal, which people may choose. Chance gives every move of a thrown piece
the same weight, and people do not. One question stands for all in most of these numbers; the table of all questions shows how far that carries.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--enochian", default=str(HERE.parent.parent / "target" / "release" / "enochian"))
    parser.add_argument("--check", action="store_true", help="compare with what is there, and write nothing")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        figures = Study(options.enochian, folder).figures()
        text = TEXT.format_map(figures)
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
