"""Analyses: the same figures as the program's, as tables."""

import json

import polars
import pytest
from program import QUESTION, needs_program, program

import enochian



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
    with pytest.raises(enochian.Error, match="nowhere"):
        enochian.recurring("nowhere")


@needs_program
def test_what_is_known_to_a_width_is_the_programs():
    printed = json.loads(program("simulate", str(QUESTION), "--until", "2", "--json"))
    found = enochian.until(enochian.simulate(QUESTION, 100_000_000), points=2)
    known = found.data
    assert known.pop("seconds") > 0 and printed.pop("seconds") > 0 and known == printed
    assert found.rows == [{"readings": printed["readings"], **printed["until"]}]


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
