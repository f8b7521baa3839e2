"""Analyses: the same figures as the program's, as tables."""

import json

import polars
import pytest
from program import QUESTION, ROOT, needs_program, program

import enochian

LOVE = ROOT / "questions" / "love.toml"


@needs_program
@pytest.mark.parametrize("paired", [False, True])
def test_comparisons_are_the_programs(paired):
    arguments = ["simulate", "compare", QUESTION, LOVE, "--readings", "500", "--json", *["--paired"] * paired]
    printed = json.loads(program(*map(str, arguments)))
    other = range(500) if paired else range(500, 1000)
    found = enochian.compare(enochian.simulate(QUESTION, 500), enochian.simulate(LOVE, other), paired=paired)
    assert found.data["differences"] == printed["differences"]
    assert (found.data["paired"], found.data["same_chance"]) == (paired, printed["same_chance"])
    assert list(found.rows[0]) == list(printed["differences"][0]), "the columns stand in the same order"


def test_an_analysis_is_a_table_and_shows_itself():
    found = enochian.compare(enochian.simulate("brother", 200), enochian.simulate("brother", range(200, 400)).summary())
    table = polars.DataFrame(found)
    assert (len(table), table.columns) == (len(found), list(found.rows[0]))
    assert table["one"].to_list() == [row["one"] for row in found.rows]
    assert table["correlation"].null_count() == len(found), "samples have none"
    html = found._repr_html_()
    assert html.count("<tr>") == len(found) + 1 and len(html) < 60_000


def test_what_cannot_be_compared_is_refused():
    simulation = enochian.simulate("brother", 100)
    assert enochian.compare(simulation, simulation).data["same_chance"] == 100
    with pytest.raises(enochian.Error, match="needs two simulations"):
        enochian.compare(simulation, simulation.summary(), paired=True)
    with pytest.raises(enochian.Error):
        enochian.compare(simulation, {})
    with pytest.raises(enochian.Error, match="no number of readings is enough"):
        enochian.power(0.5, 0.5)
    with pytest.raises(enochian.Error, match="nowhere"):
        enochian.recurring("nowhere")


@needs_program
def test_the_numbers_of_readings_are_the_programs():
    printed = json.loads(program("simulate", "power", "55", "56", "--comparisons", "14", "--correlation", "0.87", "--json"))
    assert enochian.power(0.55, 0.56, comparisons=14) == printed["readings"]
    assert enochian.power(0.55, 0.56, comparisons=14, correlation=0.87) == printed["paired_readings"]


@needs_program
@pytest.mark.parametrize("over, policies", [("ptah", None), ("procedure", None), ("policy", ["random", "purpose"])])
def test_scans_are_the_programs(over, policies):
    arguments = ["simulate", "scan", "--over", over, QUESTION, "--readings", "400", "--seed", "3", "--json"]
    for policy in policies or []:
        arguments += ["--policy", policy]
    printed = json.loads(program(*map(str, arguments)))
    found = enochian.scan(enochian.simulate(QUESTION, 400, seed=3), over, policies=policies)
    data = found.data
    for version in [*printed, *data]:
        del version["summary"]["seconds"]
    assert data == printed
    rows = [(version["name"], version["reference"], *of.values()) for version in printed for of in version["differences"]]
    assert [tuple(row.values()) for row in found.rows] == rows


@needs_program
def test_what_is_known_to_a_width_and_landings_are_the_programs():
    printed = json.loads(program("simulate", str(QUESTION), "--until", "2", "--json"))
    found = enochian.until(enochian.simulate(QUESTION, 100_000_000), points=2)
    known = found.data
    assert known.pop("seconds") > 0 and printed.pop("seconds") > 0 and known == printed
    assert found.rows == [{"readings": printed["readings"], **printed["until"]}]
    for by in ["army", "piece", "phase", "answer"]:
        printed = json.loads(program("simulate", "--by", by, str(QUESTION), "--readings", "300", "--json"))
        found = enochian.heat(enochian.simulate(QUESTION, 300), by=by)
        assert found.data["landings"] == printed["landings"] and found.data["by"] == by
        assert sum(row["landings"] for row in found.rows) == sum(sum(part.values()) for part in printed["landings"].values())
        assert {row["part"] for row in found.rows} == set(printed["landings"])


@needs_program
def test_a_design_has_the_programs_table_and_its_interactions(tmp_path):
    (tmp_path / "question.toml").write_text('question = "?"\ncategory = "brother"\n')
    file = tmp_path / "design.toml"
    file.write_text('question = "question.toml"\nreadings = 500\n[factors]\npolicy = ["random", "purpose"]\nangle = ["Air", "Earth"]\ndice = ["all"]\n')
    found = enochian.design(file, tmp_path / "here")
    program("simulate", "plan", str(file), "--out", str(tmp_path / "there"))
    page = program("simulate", "design", str(tmp_path / "there"))
    for name in ["cells.csv", "cells/cell-000003.json"]:
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()
    first = found.rows[0]
    assert f"{first['factor']} {first['level']}, {first['other_factor']} {first['other_level']}" in page
    assert f"{100 * first['share']:.2f} %" in page and f"{100 * first['apart']:.2f} %" in page
    # The difference by hand, from the table.
    cells = polars.read_csv(tmp_path / "here" / "cells.csv")
    odds = lambda of: (of["ptah_yes"].sum() + 0.5) / (of["readings"].sum() - of["ptah_yes"].sum() + 0.5)
    one, two = (cells.filter(polars.col(first[factor]) == first[level]) for factor, level in [("factor", "level"), ("other_factor", "other_level")])
    apart = odds(one) * odds(two) / odds(cells)
    assert first["apart"] == pytest.approx(apart / (1 + apart), rel=1e-12)
    both = one.filter(polars.col(first["other_factor"]) == first["other_level"])
    assert first["share"] == both["ptah_yes"].sum() / both["readings"].sum()
    # A design that was played is not played again, and another cannot take its place.
    assert enochian.design(file, tmp_path / "here").data == found.data
    with pytest.raises(enochian.Error):
        enochian.design(tmp_path / "nowhere.toml", tmp_path / "new")


@needs_program
def test_statistics_are_the_programs(tmp_path):
    for seed in [3, 4, 5]:
        reading = enochian.Reading("brother", seed=seed)
        reading.play()
        reading.save(tmp_path)
    printed = json.loads(program("journal", "stats", "--journals", str(tmp_path), "--json"))
    found = enochian.statistics(tmp_path)
    assert found.data == printed and found.rows == printed["landings"]


def test_the_mean_number_of_turns_is_compared():
    one, other = enochian.simulate("brother", 2000, limit=300), enochian.simulate("love", 1500, limit=400, seed=2)
    row = enochian.compare(one, other).rows[-1]
    lengths = [polars.DataFrame(simulation)["length"].clip(0, 300) for simulation in (one, other)]
    means = [length.mean() for length in lengths]
    spread = sum(length.var() / len(length) for length in lengths) ** 0.5
    assert row["of"] == "turns, at most 300" and [row["one"], row["other"]] == pytest.approx(means)
    assert [row["low"], row["high"]] == pytest.approx([means[0] - means[1] + z * 1.959963984540054 * spread for z in (-1, 1)])
    assert 0 <= row["p"] <= 1
    assert enochian.compare(one, enochian.simulate("love", 2000, limit=300), paired=True).rows[-1]["p"] is None


def test_what_cannot_be_analysed_is_refused(tmp_path):
    simulation = enochian.simulate("brother", 100)
    for wrong, message in [
        (lambda: enochian.scan(simulation, "weather"), "expected ptah, board"),
        (lambda: enochian.scan(simulation, "policy", policies=["clever"]), "expected one of random"),
        (lambda: enochian.heat(simulation, by="weather"), "expected army"),
        (lambda: enochian.until(simulation, 0), "more than 0"),
        (lambda: enochian.until(enochian.simulate("brother", range(5, 10)), 1), "first reading"),
        (lambda: enochian.statistics(tmp_path / "nowhere"), "nowhere"),
    ]:
        with pytest.raises(enochian.Error, match=message):
            wrong()


def test_questions_and_simulations_show_themselves_without_playing():
    question = enochian.Question("Is <he> happy?", category="brother")
    assert "<caption>Is &lt;he&gt; happy?</caption>" in question._repr_html_() and "<td>a5</td>" in question._repr_html_()
    shown = enochian.simulate(question, 10**12, seed=7, policy="querent=purpose")._repr_html_()
    assert "1000000000000 readings" in shown and "<td>purpose</td>" in shown and "<td>7</td>" in shown
