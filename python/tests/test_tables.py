"""Journals as tables, beside those of a simulation."""

import re
import shutil

import pytest

import enochian
from program import needs_arrow
from test_journal import JOURNAL

duckdb = pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

QUESTION = "brother"


@pytest.fixture
def played(tmp_path):
    """The first eight readings of a simulation as journals."""
    for number in range(8):
        reading = enochian.Reading(enochian.Question(f"Reading {number}?", category=QUESTION), seed=enochian.reading_seed(1, number))
        reading.play()
        reading.save(tmp_path)
    return tmp_path


def test_the_turns_have_the_columns_and_values_of_a_simulation(played):
    mine, chance = enochian.turns(played), enochian.simulate(QUESTION, 8, level="events")
    mine_schema, schema = pyarrow.schema(mine), pyarrow.schema(chance)
    assert [field.name for field in mine_schema] == ["journal", *(field.name for field in schema)]
    assert [field.type for field in mine_schema][1:] == [field.type for field in schema]
    # The journal and its reading have a number in their names.
    mine, chance = pyarrow.table(mine), pyarrow.table(chance)
    assert mine.num_rows == chance.num_rows > 500
    columns = ", ".join(f'"{field.name}"' for field in schema if field.name != "reading")
    of_mine = f"select {columns}, regexp_extract(journal, 'reading-(\\d)', 1)::bigint as reading from mine"
    of_chance = f"select {columns}, reading from chance"
    assert duckdb.sql(f"{of_mine} except {of_chance}").fetchall() == []
    assert duckdb.sql(f"{of_chance} except {of_mine}").fetchall() == []


def test_journals_and_a_simulation_are_joined(played):
    mine, chance = enochian.turns(played), enochian.simulate(QUESTION, 100, level="events")
    joined = duckdb.sql("""
        select piece, avg(mine.capture::int) as mine, any_value(captures) as chance
        from mine join (select piece, avg(capture::int) as captures from chance where not no_move group by piece) using (piece)
        where not mine.no_move group by piece
    """).fetchall()
    assert len(joined) == 6 and all(0 <= mine < 1 and 0 < chance < 1 for _, mine, chance in joined)


def test_landings_and_notes_are_joined_by_journal_and_turn(played):
    path = min(played.glob("*.md"))
    reading = enochian.Reading.read(path)
    turn = next(turn.turn for turn in reading.turns if turn.move != "--")
    reading.note("Here.", turn=turn)
    reading.record_outcome("true", "It was.", on="2027-04-01", sure=True)
    landings, notes = enochian.landings(played), enochian.notes(played)
    rows = duckdb.sql("""select sign, text from landings join notes using (journal, "turn") where kind = 'remark'""").fetchall()
    assert rows == [(reading.turns[turn - 1].force, "Here.")]
    assert duckdb.sql("select moment, proved from notes where kind = 'outcome'").fetchall() == [("2027-04-01", "proved true")]
    assert len(notes) == 2 and repr(notes) == "<enochian.Table of 2 notes>"
    of_one = [turn for turn in reading.turns if turn.force]
    assert duckdb.sql(f"select count(*) from landings where journal = '{path.stem}'").fetchall() == [(len(of_one),)]


@pytest.mark.parametrize("outcomes", [["true"], ["true", "false"], ["partly true", "false"]])
def test_what_proved_true_is_text_for_every_reader(tmp_path, program, outcomes):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    (tmp_path / "journals").mkdir()
    for number, outcome in enumerate(outcomes):
        reading = enochian.Reading(QUESTION, seed=number)
        reading.play()
        reading.save(tmp_path / "journals")
        reading.record_outcome(outcome, "So it was.", on="2027-04-01", sure=True)
    program("journal", "export-all", tmp_path / "mine", "--format", "csv", "--journals", tmp_path / "journals")
    notes = tmp_path / "mine" / "notes.csv"
    assert duckdb.sql(f"select distinct typeof(proved) from read_csv('{notes}')").fetchall() == [("VARCHAR",)]
    assert polars.read_csv(notes)["proved"].dtype == polars.String
    assert pandas.api.types.is_string_dtype(pandas.read_csv(notes)["proved"])
    words = {"true": "proved true", "false": "proved false", "partly true": "partly true"}
    assert set(polars.read_csv(notes)["proved"]) == {words[outcome] for outcome in outcomes}
    assert set(pyarrow.table(enochian.notes(tmp_path / "journals"))["proved"].to_pylist()) == {words[outcome] for outcome in outcomes}


def test_what_cannot_be_read_is_told_and_the_rest_is_there(played):
    shutil.copy(JOURNAL, played)
    text = JOURNAL.read_text(encoding="utf-8")
    damaged, count = re.subn(r"→\*\* Rh5h4", "→** Rh5h9", text, count=1)
    assert count == 1
    (played / JOURNAL.name).write_text(damaged, encoding="utf-8")
    with pytest.warns(UserWarning, match="is-my-brother"):
        mine = enochian.turns(played)
    assert {fault.file for fault in mine.faults} == {str(played / JOURNAL.name)}
    assert mine.faults[0].line == 1 + text[: text.index("→** Rh5h4")].count("\n")
    assert duckdb.sql("select count(distinct journal) from mine").fetchall() == [(8,)]
    with pytest.raises(enochian.Error):
        enochian.turns(played / "missing")


@pytest.mark.parametrize("format", [pytest.param("parquet", marks=needs_arrow), "csv"])
def test_the_files_of_the_program_hold_the_same(played, program, tmp_path_factory, format):
    reading = enochian.Reading.read(min(played.glob("*.md")))
    reading.note('Words, "quoted" and ünïcode.', turn=2)
    reading.note("of the whole")
    folder = tmp_path_factory.mktemp("tables")
    program("journal", "export-all", folder, "--format", format, "--journals", played)
    for name in ["turns", "landings", "notes"]:
        ours = pyarrow.table(getattr(enochian, name)(played))
        file = str(folder / f"{name}.{format}")
        if format == "parquet":
            theirs = parquet.read_table(file)
            for field, found in zip(ours.schema, theirs.schema, strict=True):
                kind = getattr(field.type, "value_type", field.type)
                assert (field.name, kind, field.nullable) == (found.name, found.type, found.nullable)
        flags = [field.name for field in ours.schema if str(field.type) == "bool"]
        if format == "csv" and name == "turns":
            ours = ours.drop_columns(flags)
        reader = f"read_{format}('{file}'{', all_varchar = true' if format == 'csv' else ''})"
        columns = ", ".join(f'"{column}"::varchar' for column in ours.column_names)
        for one, other in [("ours", reader), (reader, "ours")]:
            assert duckdb.sql(f"select {columns} from {one} except all select {columns} from {other}").fetchall() == []
