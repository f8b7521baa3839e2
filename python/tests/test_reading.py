"""Readings: throw by throw, by chance, and what they tell; the program is the independent source."""

import copy
import datetime
import random
import signal
import time
from dataclasses import fields, replace

import pytest

import enochian
from enochian.results import Note, Outcome
from program import ROOT, as_result

QUESTION = ROOT / "questions" / "brother.toml"

# The throws and moves that open the reading in journals/, as examples/reading.rs plays them.
SCRIPT = "6 Pa7a6, 5 Rh5h4, 6 Ph2h3, 4 Qa2c4, 2 Nc8a7, 5 Rh4d4, 1 Kh1h2, 1 Ka1a2"
JOURNAL = ROOT / "journals" / "2026-11-21-is-my-brother-happy-in-his-present-situation.md"


def brother(**keys):
    return enochian.Question("Is my brother happy?", category="brother", **keys)


def played(seed=11, **keys):
    reading = enochian.Reading(brother(), seed=seed, **keys)
    reading.play()
    return reading


def without(record, *keys):
    return {key: value for key, value in record.items() if key not in keys}


def test_a_script_of_throws_and_moves_is_the_published_reading():
    reading = enochian.Reading(enochian.Question.read(QUESTION))
    published = enochian.Reading.read(JOURNAL).turns
    for index, turn in enumerate(SCRIPT.split(", ")):
        throw, move = turn.split()
        thrown = reading.throw(int(throw))
        assert (thrown.turn, thrown.army) == (index + 1, reading.turn)
        assert move in thrown.moves
        assert thrown.moves == [str(move) for move in reading.legal_moves]
        gloss = reading.push(move)
        assert replace(gloss, gloss=None) == published[index] == reading.turns[-1]
        assert gloss.gloss.force == gloss.force
    assert reading.to_dict()["die"] == "by hand"
    assert (reading.ply(), reading.turn, reading.is_over(), reading.end) == (8, "Air", False, None)


@pytest.mark.parametrize("seed", [0, 7, 11])
def test_a_seed_gives_the_reading_of_the_program(program, seed):
    record = program("read", QUESTION, "--auto", "--seed", seed, "--json", "--journals", ".")
    reading = enochian.Reading(QUESTION, seed=seed)
    assert reading.play() == f"the answer is {record['answer']['ptah']}"
    assert reading.concluded is None
    reading.conclude()
    assert without(reading.to_dict(), "begun") == without(record, "begun")
    assert reading.answer == as_result("Answer", record["answer"])
    assert reading.ply() == len(record["turns"])
    assert str(reading.to_dict()["position"]) == record["position"]


@pytest.mark.parametrize("policy", [None, "greedy", "querent=purpose"])
def test_a_number_gives_that_reading_of_a_simulation(program, tmp_path, policy):
    options = ["--policy", policy] if policy else []
    program("simulate", QUESTION, "--seed", 3, "--save", 4, "--journals", tmp_path, *options)
    simulated = enochian.Reading.read(next(tmp_path.glob("*.md")))
    reading = enochian.Reading(QUESTION, seed=3, number=4)
    reading.play(policy)
    reading.conclude()
    assert without(reading.to_dict(), "begun") == without(simulated.to_dict(), "begun")
    assert [(note.turn, note.text) for note in reading.notes] == [(1, "Reading 4 of a simulation with seed 3.")]


def test_the_limit_is_that_of_the_program(program):
    record = program("read", QUESTION, "--auto", "--seed", 7, "--limit", 40, "--json", "--journals", ".")
    reading = enochian.Reading(QUESTION, seed=7)
    assert reading.play(limit=40) is None
    assert (reading.ply(), reading.is_over()) == (40, False)
    reading.conclude()
    assert reading.concluded == "at the limit of 40 turns"
    assert without(reading.to_dict(), "begun") == without(record, "begun")


def test_playing_on_in_parts_is_the_same_reading():
    reading = enochian.Reading(brother(), seed=7)
    for limit in [1, 5, 100, 2000]:
        reading.play(limit=limit)
    assert reading.turns == played(7).turns


def test_the_throws_do_not_depend_on_the_moves():
    chosen = random.Random(1)
    throws = []
    for _ in range(2):
        reading = enochian.Reading(brother(), seed=7)
        for _ in range(20):
            reading.throw()
            reading.push(chosen.choice(reading.legal_moves))
        throws.append([turn.throw for turn in reading.turns])
    # The seed gives these in docs and in the tests of the library.
    assert throws[0] == throws[1]
    assert throws[0][:16] == [1, 2, 5, 3, 6, 3, 5, 2, 6, 1, 1, 2, 5, 1, 3, 1]


def test_without_a_seed_readings_differ():
    assert len({tuple(turn.throw for turn in played(None).turns[:20]) for _ in range(3)}) > 1


def test_taking_back_keeps_the_throw_but_not_the_next():
    reading = enochian.Reading(brother(), seed=7)
    first = reading.throw()
    start = reading.to_dict()["position"]
    reading.push(reading.legal_moves[0])
    reading.throw()
    assert str(reading.pop()) == first.moves[0]
    assert (reading.ply(), reading.thrown, reading.to_dict()["position"]) == (0, first.throw, start)
    reading.push(first.moves[1])
    # The second number of the seed was used up, so that nobody can throw until it pleases.
    assert reading.throw().throw == 5
    with pytest.raises(enochian.IllegalMoveError):
        enochian.Reading(brother()).pop()


def test_what_is_not_possible_now_is_refused_and_changes_nothing():
    reading = enochian.Reading(brother())
    with pytest.raises(enochian.IllegalMoveError, match="throw"):
        reading.push("Nc8d6")
    reading.throw(2)
    for refused in [lambda: reading.throw(2), lambda: reading.push("Pa7a6"), lambda: reading.push("--"), reading.withdraw,
                    lambda: reading.exchange("exchange w h1 a1"), lambda: reading.throw()]:
        before = reading.to_dict()
        with pytest.raises(enochian.IllegalMoveError):
            refused()
        assert reading.to_dict() == before
    for wrong in ["", "nonsense", "Nc9d6", "\0", "N" * 10_000]:
        with pytest.raises(enochian.InvalidMoveError):
            reading.push(wrong)
    for wrong in [None, 3, b"Nc8d6"]:
        with pytest.raises(TypeError):
            reading.push(wrong)
    with pytest.raises(ValueError):
        reading.push("\ud800")
    with pytest.raises(enochian.Error, match="exchange"):
        reading.exchange("nonsense")


@pytest.mark.parametrize("number", [0, 7, -1, 256, 10**30])
def test_a_throw_is_one_to_six(number):
    with pytest.raises(enochian.Error, match="1 to 6"):
        enochian.Reading(brother()).throw(number)


@pytest.mark.parametrize("number", ["six", 2.5, b"1"])
def test_a_throw_is_a_number(number):
    with pytest.raises(TypeError):
        enochian.Reading(brother()).throw(number)


def test_one_thrower_throws_all():
    for reading in [enochian.Reading(brother(), seed=7), enochian.Reading(brother(die="by the program"))]:
        with pytest.raises(enochian.IllegalMoveError, match="the program throws"):
            reading.throw(3)
    by_hand = enochian.Reading(brother(die="by hand"))
    with pytest.raises(enochian.IllegalMoveError, match="by hand"):
        by_hand.throw()
    by_hand.throw(6)
    assert by_hand.to_dict()["die"] == "by hand"
    reading = enochian.Reading(brother())
    reading.throw()
    assert reading.to_dict()["die"] == "by the program"


def test_a_concluded_reading_takes_no_more_turns():
    reading = played()
    reading.conclude()
    assert reading.legal_moves == [] and reading.is_over()
    for refused in [reading.throw, reading.pop, reading.play, reading.conclude]:
        with pytest.raises(enochian.IllegalMoveError, match="concluded|answer"):
            refused()
    reading.note("He is.", turn=3)
    assert reading.notes == [Note(turn=3, text="He is.")]
    with pytest.raises(enochian.Error, match="no turn 99"):
        reading.note("He is.", turn=99)


def test_a_reading_that_was_given_up():
    reading = enochian.Reading(brother(), players={"air": "Ann"}, begun=datetime.datetime(2026, 11, 21, 14, 5))
    reading.throw(2)
    reading.push("Nc8d6")
    reading.conclude()
    assert reading.concluded == "by the players"
    assert reading.begun.startswith("2026-11-21T14:05:00")
    assert reading.is_over() and reading.end is None


def test_the_board_is_that_of_the_reading():
    reading = enochian.Reading(brother())
    assert isinstance(reading.board, enochian.Board)
    assert isinstance(reading.legal_moves, list)
    reading.throw(2)
    assert all(isinstance(move, enochian.Move) for move in reading.legal_moves)


def test_the_question_comes_back():
    question = enochian.Question.read(QUESTION)
    reading = enochian.Reading(question, seed=7)
    assert reading.question == question
    assert 'die = "seed 7"' in reading.question.to_toml()
    assert "\ndie =" not in enochian.Reading(question).question.to_toml()
    reading.play()
    again = enochian.Reading(reading.question)
    again.play()
    assert again.turns == reading.turns


def test_a_quiet_reading_hides_meanings_until_it_is_concluded():
    reading = enochian.Reading(brother(quiet=True), seed=11)
    reading.throw()
    turn = reading.push(reading.legal_moves[0])
    assert turn.gloss is None and turn.force is None
    for hidden in [reading.told, lambda: reading.follow("aK"), reading.statistics, reading.explain]:
        with pytest.raises(enochian.Error, match="quiet"):
            hidden()
    assert "Scorpio" not in reading._repr_html_()
    reading.play()
    reading.conclude()
    assert reading.told() and reading.turns[0].force


def test_what_it_tells_is_what_the_program_prints(program, tmp_path):
    reading = enochian.Reading.read(JOURNAL)
    explained = program("journal", "explain", JOURNAL, "--json")
    told = explained.pop("told")
    # What came up in other readings of the folder, which a reading does not know.
    assert explained.pop("again") == []
    assert reading.told() == (told := as_result("SummaryFacts", told))
    assert reading.statistics() == as_result("Statistics", explained)
    printed = " ".join(program("journal", "explain", JOURNAL).split())
    for paragraph in reading.explain().split("\n\n"):
        assert " ".join(paragraph.split()) in printed
    assert " ".join(reading.explain("short").split()) in " ".join(program("journal", "explain", JOURNAL, "--form", "short").split())
    counted = program("journal", "explain", JOURNAL, "--form", "statistics")
    assert reading.explain("statistics").split() == counted.split()
    assert "\x1b" not in reading.explain("statistics")
    assert reading.explain("cast").splitlines() == program("journal", "explain", JOURNAL, "--form", "cast").splitlines()
    # INTERPRETATION 8.9: of each piece of the cast there is what the cast has, and more.
    for member in told.cast:
        followed = reading.follow(member.piece)
        assert all(getattr(followed, it.name) == getattr(member, it.name) for it in fields(member))
        assert [link.name for link in followed.links] == [link.name for link in told.links if member.piece in link.pieces]
        assert [turn.force for turn in followed.turns if turn.moved] == member.road
    with pytest.raises(enochian.Error, match="summary"):
        reading.explain("sumary")


def test_a_notebook_shows_the_summary_and_the_board():
    page = enochian.Reading(enochian.Question("<Is> he?", category="brother"), seed=11)._repr_html_()
    assert "<strong>&lt;Is&gt; he?</strong>" in page and "<svg" in page
    page = played()._repr_html_()
    assert "The querent asks with Air" in page
    assert len(page) < 120_000 < len(played().export("svg")), "a notebook keeps it with each cell, so its squares have no signs"


def test_copies_are_apart():
    reading = played()
    for other in [reading.copy(), copy.copy(reading), copy.deepcopy(reading)]:
        assert other == reading
        other.tag("copied")
        assert reading.tags == [] and other != reading
    assert repr(reading) == "<enochian.Reading 'Is my brother happy?': 32 turns, the answer is yes>"


@pytest.mark.parametrize("keys", [
    {"number": 3}, {"seed": -1}, {"seed": 2**63}, {"seed": 2**64}, {"seed": "7"}, {"players": 3}, {"players": {"Spirit": "Ann"}},
    {"players": {"Air": ""}}, {"players": "a\0b"}, {"players": "x" * 2000}, {"begun": "now"}, {"begun": 7},
    {"begun": datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(seconds=59)))},
], ids=repr)
def test_no_argument_is_too_strange(keys):
    with pytest.raises((ValueError, TypeError, OverflowError)):
        enochian.Reading(brother(), **keys)


def test_texts_are_plain():
    reading = enochian.Reading(brother())
    reading.note(" two\r\nlines,\tand more ")
    assert reading.notes[0].text == "two\nlines, and more"
    for text in ["", "  ", "a\u202eb", "\0", "\x1b[31m", "x" * 100_000]:
        with pytest.raises(enochian.Error):
            reading.note(text)
    with pytest.raises(ValueError):
        reading.note("\ud800")
    for tag in ["", "a, b", "\n\0"]:
        with pytest.raises(enochian.Error):
            reading.tag(tag)
    with pytest.raises(enochian.Error, match="not tagged"):
        reading.untag("love")
    for proved, on in [("maybe", None), ("true", "tomorrow"), ("true", "99999-01-01")]:
        with pytest.raises(enochian.Error):
            reading.record_outcome(proved, "So it was.", on=on, sure=True)
    assert reading.to_dict().keys().isdisjoint({"tags", "outcomes"})


def test_outcomes_have_a_day():
    reading = enochian.Reading(brother())
    for on in [datetime.date(2027, 3, 1), datetime.datetime(2027, 3, 1, 12), "2027-03-01"]:
        reading.record_outcome(True, "So it was.", on=on, sure=True)
    reading.record_outcome("false", "It was not.")
    assert [outcome.on for outcome in reading.outcomes[:3]] == ["2027-03-01"] * 3
    assert reading.outcomes[3] == Outcome(on=str(datetime.date.today()), proved="false", text="It was not.")


def test_unknown_policies_are_named():
    with pytest.raises(enochian.Error, match="greedy"):
        enochian.Reading(brother()).play("greddy")
    with pytest.raises(TypeError):
        enochian.Reading(brother()).play(3)
    with pytest.raises(ValueError):
        enochian.Reading(brother()).play("\ud800")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timer to interrupt it")
def test_it_can_be_interrupted():
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    reading = enochian.Reading(brother(), seed=7)
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            for _ in range(10_000):
                reading = enochian.Reading(brother(), seed=7)
                reading.play("level-3")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    # It can be played on from there.
    assert reading.play(limit=reading.ply() + 1) is None or reading.is_over()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timer to interrupt it")
def test_a_search_is_interrupted_at_once():
    def interrupt(*_):
        raise KeyboardInterrupt

    def agents():
        batch = enochian.ReadingBatch(brother(), 50, agents="querent", policy="level-4")
        batch.step(batch.legal[:, 0])

    plays = [
        lambda: enochian.Reading(brother(), seed=7).play("level-4"),
        lambda: enochian.simulate(brother(), 100, policy="level-4").summary(),
        agents,
    ]
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for play in plays:
            begun = time.monotonic()
            with pytest.raises(KeyboardInterrupt):
                signal.setitimer(signal.ITIMER_REAL, 0.2)
                play()
            assert time.monotonic() - begun < 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
