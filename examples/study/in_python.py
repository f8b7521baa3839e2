#!/usr/bin/env python3
"""The numbers of the study with the package alone: `python3 examples/study/in_python.py` compares them with study.md, to the digit."""

import pathlib
import tempfile

import enochian
import polars

HERE = pathlib.Path(__file__).resolve().parent
BROTHER, SEED, MANY, SOME = str(HERE.parents[1] / "questions" / "brother.toml"), 20261122, 1_000_000, 100_000
percent = lambda share, places=1: f"{100 * share:.{places}f} %"
points = lambda row: "{:+.1f} ({:+.1f} to {:+.1f})".format(*(round(100 * row[key], 1) + 0 for key in ["difference", "low", "high"]))
table = lambda head, rows: "\n".join(f"| {' | '.join(map(str, row))} |" for row in [head, ["---"] * len(head), *rows]).replace(" --- ", "---").replace("|  | yes", "| | yes")

readings = polars.DataFrame(enochian.simulate(BROTHER, MANY, seed=SEED))
out = enochian.simulate(BROTHER, MANY, seed=SEED, play_out=True).summary()["answers"]
found = {"readings": f"{MANY:,}", "by_policy": f"{SOME:,}", "seed": SEED, "half": f"{196 * (0.25 / MANY) ** 0.5:.1f}"}
found |= {f"{by}_{verdict}": percent(count / MANY, 2) for by, counts in out.items() for verdict, count in counts.items()}
found["kings_so_far"] = percent((readings["kings"] == "yes").mean(), 2)
found["drawn"] = percent(readings["ending"].cast(str).str.starts_with("drawn").mean(), 2)
found["unopposed"] = percent((readings.filter(polars.col("ptah") == "yes")["manner"] == "unopposed").mean())
found["no_moves"] = percent(readings["no_moves"].sum() / readings["length"].sum())
for name, part in dict(short=0.05, quarter=0.25, median=0.5, three_quarters=0.75, long=0.95).items():
    found[name] = f"{readings['length'].sort()[int(part * MANY) - 1]}"
rows = [(f"{limit:,}", percent((readings["length"] > limit).mean(), 2)) for limit in [100, 200, 300, 500, 1000]]
found["limits"] = table(["turns", "not ended"], [*rows, ("2,000", percent((readings["ending"] == "limit").mean(), 2))])

policies = {"chance": None, "querent": "querent=purpose", "others": "others=purpose", "both": "purpose"}
played = {}
for place, (name, policy) in enumerate(policies.items()):
    played[name] = enochian.simulate(BROTHER, range(place * SOME, place * SOME + SOME), seed=SEED, policy=policy).summary()
    found[f"{name}_yes"] = percent(played[name]["answers"]["ptah"]["yes"] / SOME)
    found[f"{name}_turns"] = f"{played[name]['turns'] / SOME:.0f}"
    found[f"{name}_more"] = points(enochian.compare(played[name], played["chance"]).rows[0])

for over in ["ptah", "board", "array", "table", "ruleset", "procedure"]:
    rows = [row for row in enochian.scan(enochian.simulate(BROTHER, 2 * SOME, seed=SEED), over).rows if row["of"] == "yes by the Ptah"]
    others, by_yes = [row for row in rows if not row["reference"]], sorted(rows, key=lambda row: row["one"])
    greatest, tight = max(others, key=lambda row: abs(row["difference"])), sorted({f"{row['correlation']:.2f}" for row in others})
    found |= {f"{over}_{which}": f"{percent(row['one'])} ({row['version']})" for which, row in [("least", by_yes[0]), ("most", by_yes[-1])]}
    found |= {f"{over}_readings": f"{2 * SOME:,}", f"{over}_versions": len(rows), f"{over}_greatest": f"{points(greatest)} ({greatest['version']})"}
    found[f"{over}_differ"] = f"{sum(row['p_corrected'] < 0.05 for row in others)} of {len(others)}"
    found[f"{over}_correlation"] = f"{tight[0]} to {tight[-1]}" if len(others) > 1 else tight[0]
    found[f"{over}_table"] = table(["", "yes", "difference"], [(row["version"], percent(row["one"]), "" if row["reference"] else points(row)) for row in rows])

with tempfile.TemporaryDirectory() as folder:
    enochian.design(HERE / "design.toml", pathlib.Path(folder) / "design")
    cells = polars.read_parquet(f"{folder}/design/cells.parquet").with_columns(yes=polars.col("ptah_yes") / polars.col("readings"))
found |= {"cells": len(cells), "cell_readings": f"{cells['readings'][0]:,}"}
shares = lambda by, of: of.group_by(by, maintain_order=True).agg(mean=polars.col("yes").mean(), least=polars.col("yes").min(), most=polars.col("yes").max()).rows()
rows = [(policy, *map(percent, of)) for policy, *of in shares("policy", cells)]
found["design_policies"] = table(["policy", "yes, all cells", "least", "most"], rows)
rows = [(factor, level, percent(mean)) for factor in ["board", "angle", "dice", "ruleset"] for level, mean, *_ in shares(factor, cells.filter(policy="random"))]
found["design_levels"] = table(["factor", "level", "yes, by chance"], rows)
text = (HERE / "text.md").read_text(encoding="utf-8").format_map(found)
print("the same, to the digit" if text == (HERE / "study.md").read_text(encoding="utf-8") else text)
