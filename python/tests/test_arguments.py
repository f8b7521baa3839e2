"""Wrong arguments: each is an error that names the argument."""

import datetime

import numpy
import pytest

import enochian

READING = enochian.Reading("brother", seed=11)
READING.play()
BOARD = enochian.Board("brother")
SIMULATION = enochian.simulate("brother", 10)
BATCH = enochian.ReadingBatch("brother", 2)
DATA = enochian.Correspondences()


def simulate(**keywords):
    return lambda: enochian.simulate("brother", **keywords)


def over(factors):
    return simulate(readings=10, over=factors)


# The argument that the error names, and the call.
WRONG = [
    ("question", lambda: enochian.simulate(5)),
    ("question", lambda: enochian.simulate(["brother", 5])),
    ("question", lambda: enochian.simulate(["brother", "brother"])),
    ("question", lambda: enochian.simulate([])),
    ("question", lambda: enochian.Reading(b"brother")),
    ("category", lambda: enochian.simulate("weathr")),
    ("category", lambda: enochian.Question("Is he happy?", category=1.5)),
    ("readings", simulate(readings=0)),
    ("readings", simulate(readings=-1)),
    ("readings", simulate(readings=1.5)),
    ("readings", simulate(readings="many")),
    ("readings", simulate(readings=range(0, 10, 2))),
    ("readings", simulate(readings=range(5, 5))),
    ("readings", simulate(readings=range(-5, 5))),
    ("seed", simulate(seed=-1)),
    ("seed", simulate(seed=2**64)),
    ("seed", simulate(seed=2**63)),
    ("seed", simulate(seed=1.5)),
    ("limit", simulate(limit=0)),
    ("limit", simulate(limit=65536)),
    ("limit", simulate(limit="long")),
    ("threads", simulate(threads=0)),
    ("threads", simulate(threads=-1)),
    ("threads", simulate(threads=2.0)),
    ("policy", simulate(policy="clever")),
    ("policy", simulate(policy=3)),
    ("policy", simulate(policy={"rook": 1.5})),
    ("policy", simulate(policy={"rok": 1})),
    ("policy", simulate(policy={"rook": 10**9})),
    ("policy", simulate(policy={"quernet": "greedy"})),
    ("policy", simulate(policy={5: "greedy"})),
    ("level", simulate(level="all")),
    ("level", simulate(level=1)),
    ("level", simulate(readings=10, level="events", over={"dice": None})),
    ("procedure", simulate(procedure="none")),
    ("procedure", simulate(procedure="ptah", over={"procedure": None})),
    ("play_out", simulate(play_out="yes")),
    ("progress", simulate(progress="x")),
    ("position", simulate(position="x")),
    ("position", simulate(position=5)),
    ("own_chance", simulate(own_chance=True)),
    ("over", over(["policy"])),
    ("over", over({"weather": None})),
    ("over", over({"policy": []})),
    ("over", over({"policy": ["random", "clever"]})),
    ("over", over({"policy": [{"rook": 1}]})),
    ("over", over({"ptah": ["a1"]})),
    ("over", over({"dice": ["regardie", "regardie"]})),
    ("over", over({5: None})),
    ("policy", simulate(policy="greedy", over={"policy": ["random", "purpose"]})),
    ("one", lambda: enochian.compare("brother", SIMULATION)),
    ("other", lambda: enochian.compare(SIMULATION, SIMULATION.summary())),
    ("other", lambda: enochian.compare(SIMULATION, enochian.simulate("brother", range(5, 15)))),
    ("threads", lambda: enochian.compare(SIMULATION, SIMULATION, threads=0)),
    ("points", lambda: enochian.until(SIMULATION, 0)),
    ("points", lambda: enochian.until(SIMULATION, "half")),
    ("simulation", lambda: enochian.until(enochian.simulate("brother", range(5, 9)), 1)),
    ("summaries", lambda: enochian.merge([])),
    ("summaries", lambda: enochian.merge([{}])),
    ("folder", lambda: enochian.statistics("nowhere")),
    ("folder", lambda: enochian.recurring(5)),
    ("folder", lambda: enochian.journals("nowhere")),
    ("folder", lambda: enochian.turns("nowhere")),
    ("folder", lambda: READING.save(5)),
    ("part", lambda: SIMULATION.write("x", part=0)),
    ("format", lambda: SIMULATION.write("x", format="json")),
    ("compression", lambda: SIMULATION.write("x", compression="zip")),
    ("replay", lambda: enochian.verify("x", replay="some")),
    ("threads", lambda: enochian.resume("x", threads=0)),
    ("number", lambda: enochian.reading_seed(1, -1)),
    ("number", lambda: enochian.Reading("brother", number=3)),
    ("number", lambda: enochian.Reading("brother").throw(7)),
    ("seed", lambda: enochian.Reading("brother", seed=2**63)),
    ("players", lambda: enochian.Reading("brother", players=5)),
    ("players", lambda: enochian.Reading("brother", players={"Wind": "Anna"})),
    ("begun", lambda: enochian.Reading("brother", begun="today")),
    ("policy", lambda: enochian.Reading("brother").play("clever")),
    ("policy", lambda: enochian.Reading("brother").play(5)),
    ("limit", lambda: enochian.Reading("brother").play(limit=-1)),
    ("turn", lambda: READING.note("Here.", turn=-1)),
    ("turn", lambda: READING.odds(99)),
    ("turn", lambda: READING.export("html", turn=1)),
    ("format", lambda: READING.export("pdf")),
    ("form", lambda: READING.explain("long")),
    ("width", lambda: READING.explain("cast", width=1)),
    ("piece", lambda: READING.follow("wizard")),
    ("text", lambda: READING.note("")),
    ("tags", lambda: READING.tag("two words, or more")),
    ("tags", lambda: READING.tag(5)),
    ("proved", lambda: READING.record_outcome("perhaps", "Who knows?")),
    ("on", lambda: READING.record_outcome("true", "He is.", on="soon")),
    ("on", lambda: READING.record_outcome("true", "He is.", on=5)),
    ("on", lambda: READING.record_outcome("true", on="12-3-1")),
    ("on", lambda: READING.record_outcome("true", on="1990-03-01")),
    ("on", lambda: READING.record_outcome("true", on="2990-03-01")),
    ("agreed", lambda: enochian.Reading("brother").conclude(agreed=True)),
    ("seed", lambda: enochian.Game("three").copy(seed=1)),
    ("kind", lambda: enochian.Game("thre")),
    ("seats", lambda: enochian.Game("three", seats=["North", "East"])),
    ("seats", lambda: enochian.Game("other")),
    ("options", lambda: enochian.Game("three", options={"card": "on"})),
    ("start", lambda: enochian.Game("three", start="x")),
    ("players", lambda: enochian.Game("three", players=["Anna"])),
    ("title", lambda: enochian.Game("three", title="")),
    ("seat", lambda: enochian.Game("three").resign("Green")),
    ("fen", lambda: enochian.Board(fen="x")),
    ("board", lambda: enochian.Board(board="Wind")),
    ("array", lambda: enochian.Board(array="Wind")),
    ("first", lambda: enochian.Board(first="Wind")),
    ("direction", lambda: enochian.Board(direction="left")),
    ("mode", lambda: enochian.Board(mode="war")),
    ("ruleset", lambda: enochian.Board(ruleset="none")),
    ("dice", lambda: enochian.Board(mode="reading", dice="none")),
    ("throw", lambda: BOARD.moves_for(0)),
    ("depth", lambda: BOARD.perft(33)),
    ("depth", lambda: BOARD.perft(-1)),
    ("army", lambda: BOARD.king("Wind")),
    ("square", lambda: BOARD.piece_at("i9")),
    ("square", lambda: DATA.square("Air", "i9")),
    ("board", lambda: DATA.square("Wind", "a1")),
    ("querent", lambda: DATA.piece("aK", querent="Wind")),
    ("about", lambda: DATA.square("Air", "a1", piece="aN", about="weather")),
    ("layers", lambda: DATA.square("Air", "a1", layers=["weather"])),
    ("size", lambda: enochian.ReadingBatch("brother", 0)),
    ("agents", lambda: enochian.ReadingBatch("brother", 1, agents="quernet")),
    ("agents", lambda: enochian.ReadingBatch("brother", 1, agents=5)),
    ("seed", lambda: BATCH.reset(-1)),
    ("actions", lambda: BATCH.step([1])),
    ("actions", lambda: BATCH.step(numpy.zeros(2))),
    ("action", lambda: BATCH.step([-1, -1])),
    ("row", lambda: BATCH.state(2)),
    ("state", lambda: BATCH.restore(0, enochian.ReadingBatch("love", 1).state(0))),
]


@pytest.mark.parametrize("argument, call", WRONG, ids=[f"{number}-{argument}" for number, (argument, _) in enumerate(WRONG)])
def test_an_error_names_the_argument(argument, call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises((enochian.Error, TypeError, IndexError)) as caught:
        call()
    message = str(caught.value)
    # Where the type is wrong, the name stands in a note, from Python 3.11 on.
    notes = getattr(caught.value, "__notes__", []) if isinstance(caught.value, TypeError) else []
    assert argument in message or f"while processing '{argument}'" in notes, message


def test_whole_numbers_of_other_libraries_are_taken():
    assert enochian.simulate("brother", numpy.int64(10), seed=numpy.uint64(3)).summary().readings == 10
    assert enochian.Reading("brother", seed=numpy.int32(11), begun=datetime.datetime(2026, 11, 29)).throw().throw == 6
