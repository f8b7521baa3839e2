"""Analyses: the same figures as the program's, as tables."""

import json
import pickle
from statistics import NormalDist

import numpy
import polars
import pytest
from program import QUESTION, needs_program, program

import enochian



@needs_program
def test_comparisons_are_the_programs(tmp_path):
    love = tmp_path / "love.toml"
    love.write_text('question = "Does she love me?"\ncategory = "love"\n')
    for own, there in [([], range(500)), (["--own-chance"], range(500, 1000))]:
        printed = json.loads(program("simulate", str(QUESTION), str(love), "--readings", "500", "--json", *own))
        found = enochian.compare(enochian.simulate(QUESTION, 500), enochian.simulate(love, there))
        without = lambda rows: [{key: row[key] for key in row if key not in ("cell", "question", "compared_with")} for row in rows]
        assert without(found.rows) == without(printed["rows"])
        assert found.data["shared_chance"] is (not own)


OVER = [
    ({"policy": ["random", "querent=purpose"]}, ["--over", "policy=random,querent=purpose"]),
    ({"dice": None, "direction": "widdershins"}, ["--over", "dice", "--over", "direction=widdershins"]),
]


@needs_program
@pytest.mark.parametrize("factors, options", OVER)
@pytest.mark.parametrize("own_chance", [False, True])
def test_grids_are_the_programs(factors, options, own_chance, tmp_path):
    love = tmp_path / "love.toml"
    love.write_text('question = "Does she love me?"\ncategory = "love"\n')
    options = [*options, "--own-chance"] if own_chance else options
    printed = json.loads(program("simulate", str(QUESTION), str(love), "--readings", "300", "--seed", "5", "--json", *options))
    grid = enochian.simulate([QUESTION, str(love)], 300, seed=5, over=factors, own_chance=own_chance)
    assert len(grid) == len(printed["rows"]) and polars.DataFrame(grid)["share"].to_list() == [row["share"] for row in grid.rows]
    for summary in [*grid.data["summaries"], *printed["summaries"]]:
        summary.pop("seconds")
    assert grid.data == printed and pickle.loads(pickle.dumps(grid)) == grid


def test_a_cell_of_a_grid_is_its_simulation_and_functions_play_it():
    def first(board, moves):
        return moves[0]

    grid = enochian.simulate(["brother", "love"], 40, policy={"others": first}, over={"ruleset": ["chessvariants", "zalewski"]})
    alone = enochian.simulate(enochian.Question("?", category="love", ruleset="zalewski"), 40, policy={"others": first}).summary()
    assert grid.data["summaries"][3]["answers"] == alone.answers
    html = grid._repr_html_()
    assert html.count("<tr>") == 1 + 4 + 1 and "mean of 2, zalewski" in html and "Bonferroni" in html

    def lose(board, moves):
        raise ZeroDivisionError

    by_chance, lost = enochian.simulate("brother", 10**9), enochian.simulate("love", 10**9, policy=lose)
    with pytest.raises(ZeroDivisionError):
        enochian.compare(by_chance, lost)


def test_what_cannot_be_played_is_left_out_with_a_warning():
    with pytest.warns(UserWarning, match="left out"):
        grid = enochian.simulate("brother", 10, position=enochian.Board("brother"), over={"direction": None})
    assert [row["direction"] for row in grid.rows] == ["deosil"]


def test_the_version_is_that_of_the_package(tmp_path):
    assert enochian.__version__ == enochian.simulate("brother", 1).provenance.program.split()[-1]


def test_a_paired_interval_is_that_of_the_rows():
    simulations = [enochian.simulate("brother", 3000, limit=300), enochian.simulate("love", 3000, limit=300)]
    row = enochian.compare(*simulations).rows[1]
    here, there = (polars.DataFrame(simulation).select(yes=polars.col("ptah") == "says yes", turns=polars.col("length")).to_numpy().astype(float) for simulation in simulations)
    z, differences = NormalDist().inv_cdf(1 - 0.05 / 2 / 2), there - here
    yes = numpy.append(differences[:, 0], [1, -1])
    half = z * yes.std() / len(yes) ** 0.5
    assert [row["difference_low"], row["difference_high"]] == pytest.approx([yes.mean() - half, yes.mean() + half], abs=1e-9)
    half = z * differences[:, 1].std(ddof=1) / len(differences) ** 0.5
    assert [row["turns_low"], row["turns_high"]] == pytest.approx([differences[:, 1].mean() - half, differences[:, 1].mean() + half], abs=1e-9)


def test_an_analysis_is_a_table_and_shows_itself():
    found = enochian.compare(enochian.simulate("brother", 200), enochian.simulate("brother", range(200, 400)))
    table = polars.DataFrame(found)
    assert (len(table), table.columns) == (len(found), [*found.rows[1]]) and pickle.loads(pickle.dumps(found)) == found
    assert table["share"].to_list() == [row["share"] for row in found.rows]
    assert table["only_here"].null_count() == len(found), "samples have none"
    html = found._repr_html_()
    assert html.count("<tr>") == len(found) + 1 and len(html) < 60_000


def test_what_cannot_be_compared_is_refused():
    simulation = enochian.simulate("brother", 100)
    assert enochian.compare(simulation, simulation).rows[1]["same"] is True
    with pytest.raises(enochian.Error, match="some readings of the seed 1; .*range.100, 200."):
        enochian.compare(simulation, enochian.simulate("brother", range(50, 150)))
    with pytest.raises(TypeError):
        enochian.compare(simulation, simulation.summary())
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
