"""Simulations: the same readings as the program's, in every form."""

import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
from program import QUESTION, as_result, needs_arrow

import enochian

# A busy machine may be so many times as slow.
SLOWER = 10


def counted(summary):
    """A summary without the time it took."""
    return replace(summary, seconds=0)


@needs_arrow
@pytest.mark.parametrize("level", ["summary", "lists", "events"])
def test_tables_are_those_of_the_program(program, level):
    arguments = ["--readings", "500..4000", "--seed", 3, "--out", "-", "--format", "arrow", "--level", level]
    expected = pyarrow.ipc.open_stream(program("simulate", QUESTION, *arguments, raw=True)).read_all()
    readings = enochian.simulate(QUESTION, range(500, 4000), seed=3, level=level)
    found = pyarrow.table(readings)
    assert found.equals(expected, check_metadata=True)
    batches = pyarrow.Table.from_batches([pyarrow.record_batch(batch) for batch in readings])
    assert batches.equals(expected)


def test_every_library_takes_the_table():
    readings = enochian.simulate("brother", 2000)
    yes = readings.summary().answers["ptah"]["yes"]
    assert 900 < yes < 1300
    assert (pandas.DataFrame.from_arrow(readings)["ptah"] == "says yes").sum() == yes
    assert (polars.DataFrame(readings)["ptah"] == "says yes").sum() == yes
    assert duckdb.sql("select count(*) from readings where ptah = 'says yes'").fetchall() == [(yes,)]
    assert pyarrow.schema(readings).names == pyarrow.table(readings).column_names


SETTINGS = [
    ({}, []),
    ({"policy": "querent=purpose others=greedy"}, ["--policy", "querent=purpose", "--policy", "others=greedy"]),
    ({"policy": {"air": {"rook": 5, "risk": -1}}}, ["--policy", "air=weights(rook:5,risk:-1)"]),
    ({"procedure": "kings"}, ["--procedure", "kings"]),
    ({"procedure": "game", "limit": 100}, ["--procedure", "game", "--limit", 100]),
    ({"play_out": True}, ["--play-out"]),
]


@pytest.mark.parametrize("keywords, options", SETTINGS)
def test_summaries_are_those_of_the_program(program, keywords, options):
    expected = program("simulate", QUESTION, "--readings", 500, "--seed", 2, *options, "--json")
    assert counted(enochian.simulate(QUESTION, 500, seed=2, **keywords).summary()) == counted(as_result("Summary", expected))


def test_weights_play_like_the_policies_that_they_spell_out():
    purpose = {"king": 200, "queen": 30, "rook": 50, "bishop": 30, "knight": 30, "pawn": 10, "on_ptah": 200, "king_distance": -30}
    purpose |= {"ptah_attackers": -20, "in_check": -150, "ptah_blocked": -40, "king_taken": -1000}
    answers = [enochian.simulate("brother", 400, policy=policy).summary().answers for policy in ("purpose", purpose, None)]
    assert answers[0] == answers[1] != answers[2]


def test_functions_are_policies():
    seen = []

    def chance(board, moves):
        seen.append((str(board.turn), len(moves)))
        assert set(moves) <= set(board.legal_moves)

    by_function, by_chance = (enochian.simulate("brother", 60, policy=policy).summary() for policy in (chance, None))
    for key in ("answers", "lengths", "landings"):
        assert getattr(by_function, key) == getattr(by_chance, key)
    assert {army for army, _ in seen} == {"Air", "Water", "Fire", "Earth"} and min(count for _, count in seen) >= 1
    assert by_function.policies["Air"].startswith("python:")
    last = enochian.simulate("brother", 60, policy={"querent": lambda board, moves: moves[-1]}).summary()
    assert last.answers != by_chance.answers
    assert last.policies["Fire"].startswith("python:") and last.policies["Water"] == "random"


class Lost(Exception):
    pass


def lose(board, moves):
    raise Lost("no move today")


@pytest.mark.parametrize("use", [lambda readings: readings.summary(), list, pyarrow.table])
def test_errors_of_functions_end_the_run(use):
    with pytest.raises((Lost, pyarrow.ArrowInvalid), match="no move today"):
        use(enochian.simulate("brother", 10_000_000, policy=lose))
    with pytest.raises((enochian.Error, pyarrow.ArrowInvalid), match="not among the moves"):
        use(enochian.simulate("brother", 10_000_000, policy=lambda board, moves: "Ka1a1"))


WRONG = [
    ({"policy": "clever"}, "there is no policy"),
    ({"policy": {"rok": 1}}, 'Did you mean "rook"'),
    ({"policy": {"quernet": "greedy"}}, 'Did you mean "querent"'),
    ({"policy": 3}, "policy: expected a name"),
    ({"policy": {"rook": 10**6}}, "from -100000 to 100000"),
    ({"level": "all"}, "summary, lists, events"),
    ({"procedure": "none"}, "procedure"),
    ({"readings": 0}, "readings: 0"),
    ({"readings": range(0, 10, 2)}, "step 1"),
    ({"readings": range(5, 5)}, "at least one"),
    ({"seed": 2**63}, "too large for a table"),
]


@pytest.mark.parametrize("keywords, message", WRONG)
def test_wrong_arguments_are_named(keywords, message):
    with pytest.raises(enochian.Error, match=message):
        enochian.simulate("brother", **keywords)


def test_progress_is_shown_where_it_is_asked_for(capsys):
    seen = []
    enochian.simulate("brother", 3000, progress=lambda done, of: seen.append((done, of))).summary()
    assert seen[-1] == (3000, 3000) and all(done <= 3000 for done, _ in seen)
    pyarrow.table(enochian.simulate("brother", 3000, progress=True))
    enochian.simulate("brother", 3000).summary()
    assert capsys.readouterr().err.count("3,000 of 3,000 readings\n") == 1
    with pytest.raises(ZeroDivisionError):
        enochian.simulate("brother", 3000, progress=lambda done, of: 1 / 0).summary()


def test_other_threads_run_meanwhile():
    counted, over = 0, threading.Event()

    def simulate():
        enochian.simulate("brother", 200_000, threads=1).summary()
        over.set()

    threading.Thread(target=simulate).start()
    while not over.is_set():
        counted += 1
        time.sleep(0.001)
    assert counted > 50


# What is stopped, with how long it may take: a library of others raises an error of its own first.
USES = {
    "readings.summary()": 0.2,
    "list(readings)": 0.2,
    "readings.write(folder)": 0.2,
    "enochian.compare(readings, other)": 0.2,
    "enochian.simulate(['brother', 'love'], 10**10, over={'policy': None}, progress=progress)": 0.2,
    "enochian.until(readings, 0.0001)": 0.2,
    "enochian.simulate('brother', 10**9, policy='level-3', progress=progress).summary()": 0.2,
    "started(); [enochian.Reading('brother', seed=seed).play('level-4') for seed in range(10**6)]": 0.2,
    "started(); reading.throw(); reading.odds(readings=10**9)": 0.2,
    "started(); enochian.Board().perft(9)": 0.2,
    "enochian.simulate('brother', 200_000, policy='greedy').write(folder); started(); enochian.verify(folder, replay='all')": 0.2,
    "pyarrow.table(readings)": 1,
    "polars.DataFrame(readings)": 1,
}


@pytest.mark.parametrize("use", USES)
def test_ctrl_c_stops_it(use, tmp_path):
    script = f"""
import enochian, polars, pyarrow, sys, threading, time
folder = {str(tmp_path / "run")!r}
def progress(done, of):
    # A line at once: "print" can be stopped before its end.
    sys.stdout.write("playing\\n")
    sys.stdout.flush()
def started():
    threading.Timer(0.5, progress, [0, 0]).start()
readings = enochian.simulate("brother", 10**12, progress=progress)
other, reading = enochian.simulate("love", 10**12), enochian.Reading("brother", seed=1)
try:
    try:
        {use}
    except Exception:
        # Another library raises an error of its own, and the interpreter stops soon after it.
        for _ in range(600):
            time.sleep(0.1)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "playing\n"
    time.sleep(0.1)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    while (line := process.stdout.readline()) == "playing\n":
        pass
    assert line == "stopped\n"
    # Other tests may run beside it.
    assert time.monotonic() - begun < SLOWER * USES[use]
    assert process.wait(60) == 0
    if "write" in use:
        folder = tmp_path / "run"
        assert enochian.verify(folder).readings >= 0
        with pytest.raises(enochian.Error, match="not an empty folder"):
            enochian.simulate("brother", 10**12).write(folder)


def test_what_was_killed_is_resumed(tmp_path):
    folder = tmp_path / "run"
    script = f"import enochian; enochian.simulate('brother', 400_000, threads=1).write({str(folder)!r}, part=1000)"
    process = subprocess.Popen([sys.executable, "-c", script])
    while len(list(folder.glob("*.parquet"))) < 5:
        assert process.poll() is None
        time.sleep(0.005)
    process.kill()
    process.wait()
    left = len(list(folder.glob("*.parquet")))
    assert left < 400
    summary = enochian.simulate("brother", 400_000).write(folder, resume=True)
    assert counted(summary) == counted(enochian.simulate("brother", 400_000).summary())
    assert counted(enochian.verify(folder)) == counted(summary) == counted(enochian.resume(folder))
    assert pyarrow.parquet.read_table(folder).num_rows == 400_000


def test_counts_have_a_sign_so_that_differences_do_not_wrap():
    readings = enochian.simulate("brother", 200)
    assert {str(field.type) for field in pyarrow.schema(readings)} == {"int32", "int64", "dictionary<values=string, indices=uint8, ordered=0>"}
    for lengths in [pandas.DataFrame.from_arrow(readings)["length"], polars.DataFrame(readings)["length"]]:
        assert -200 < (lengths - 200).min() < 0


@pytest.mark.parametrize("count", [1, 3, 500])
def test_the_answers_in_csv_are_text_for_every_reader(tmp_path, count):
    # The first three have no open answer, so they would be booleans if they were called yes and no.
    enochian.simulate("brother", count).write(tmp_path / "run", format="csv")
    (part,) = (tmp_path / "run").glob("*.csv")
    assert duckdb.sql(f"select distinct typeof(ptah), typeof(kings) from read_csv('{part}')").fetchall() == [("VARCHAR", "VARCHAR")]
    of_polars, of_pandas = polars.read_csv(part), pandas.read_csv(part)
    for column in ["ptah", "kings"]:
        assert of_polars[column].dtype == polars.String and set(of_polars[column]) <= {"says yes", "says no", "undecided"}
        assert pandas.api.types.is_string_dtype(of_pandas[column])


def test_errors_say_the_way_out(tmp_path):
    with pytest.raises(enochian.Error) as caught:
        enochian.resume(tmp_path)
    assert caught.value.help == "name a folder created with --out"
    assert enochian.FileError.help is None


def test_damage_and_other_readings_are_found(tmp_path):
    folder = tmp_path / "run"
    readings = enochian.simulate("brother", 3000)
    readings.write(folder, part=1000)
    part = sorted(folder.glob("*.parquet"))[1]
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)
    with pytest.raises(enochian.Error, match=part.name):
        enochian.verify(folder)
    readings.write(folder, resume=True)
    assert enochian.verify(folder, replay="all").readings == 3000
    manifest = folder / "_manifest.json"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace('"seed": 1,', '"seed": 2,'), encoding="utf-8")
    with pytest.raises(enochian.Error, match="changed since it was written"):
        enochian.verify(folder)
    manifest.write_text(text, encoding="utf-8")
    for other in (enochian.simulate("brother", 3001), enochian.simulate("love", 3000), enochian.simulate("brother", 3000, level="lists")):
        with pytest.raises(enochian.Error, match="other readings"):
            other.write(folder, resume=True)


def test_parts_are_merged_and_overlaps_are_refused():
    a, b, whole = (enochian.simulate("brother", numbers).summary() for numbers in (range(1000), range(1000, 3000), range(3000)))
    assert counted(enochian.merge([b, a])) == counted(whole)
    for wrong in ([a, a], [a, enochian.simulate("love", range(1000, 2000)).summary()], [], [{}], [replace(a, readings=5)]):
        with pytest.raises(enochian.Error):
            enochian.merge(wrong)
