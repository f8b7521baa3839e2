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
