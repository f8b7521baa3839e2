"""Results are dataclasses, whatever is in them."""

import dataclasses
import itertools
import json
import pickle
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest

import enochian
from enochian import results
from program import ROOT

CLASSES = [value for value in vars(results).values() if dataclasses.is_dataclass(value)]
# These are in the journals of other tests.
ELSEWHERE = {"Branch", "Copy"}


def parts(found):
    """A result, and the results in it."""
    if dataclasses.is_dataclass(found):
        yield found
        for field in dataclasses.fields(found):
            yield from parts(getattr(found, field.name))
    elif isinstance(found, (list, tuple, dict)):
        for part in found.values() if isinstance(found, dict) else found:
            yield from parts(part)


def fits(value, kind):
    """Whether a value has a type."""
    origin, of = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in of)
    if origin is Literal:
        return value in of
    if origin is dict:
        return all(fits(name, of[0]) and fits(one, of[1]) for name, one in value.items())
    if origin in (list, tuple):
        return isinstance(value, origin) and all(fits(one, of[0]) for one in value)
    return isinstance(value, (int, float) if kind is float else kind)


def everything():
    """Readings, games and others in all their kinds: keys that no class has would be errors."""
    procedures = ["ptah", "ptah-conclude", "ptah-attained", "kings"]
    for seed, (category, procedure, quiet) in enumerate(itertools.product(["love", "new job"], procedures, [False, True])):
        question = enochian.Question("?", category=category, procedure=procedure, quiet=quiet)
        reading = enochian.Reading(question, seed=seed)
        yield reading.throw()
        yield reading.push(reading.legal_moves[0])
        yield reading.turns
        reading.play(limit=[3, 2000][seed % 4 > 0])
        reading.conclude()
        reading.note("Here.", turn=1)
        reading.record_outcome("partly", "It was.")
        yield [reading.answer, reading.turns, reading.notes, reading.outcomes, reading.told(), reading.statistics(), reading.odds(1, 20)]
        yield [reading.follow(member.piece) for member in reading.told().cast]
    # One in which an element rules.
    reading = enochian.Reading(enochian.Question("?", category="love"), seed=0)
    reading.play()
    yield reading.told()
    for kind in ["three", "free", "team", "gods", "faith"]:
        game = enochian.Game(kind, seed=1)
        game.play(limit=40)
        yield [game.seats, game.acts]
    yield [enochian.Question.categories(), enochian.journals(ROOT / "journals")]
    data = enochian.Correspondences()
    yield [data.piece("knight of Air"), data.piece("pawn of rook of Air"), data.piece("king of Air")]
    for querent, square in itertools.product(["Air", "Water", None], ["a1", "b3", "f5", "h8"]):
        yield data.square("Air", square, piece="knight of Water", querent=querent, about="both", layers=["letters", "oracle"])
    simulation = enochian.simulate("brother", 20, seed=2**62 + 1)
    yield [simulation.provenance, simulation.summary()]


def test_all_of_them_are_made_and_keep_their_types(tmp_path):
    (tmp_path / "diary.md").write_text("Dear diary,", encoding="utf-8")
    reading = enochian.Reading(enochian.Question("?", category="love", procedure="kings"), seed=0)
    reading.play()
    reading.record_outcome("true", "He is.")
    reading.save(tmp_path)
    more = [reading.told(), enochian.journals(tmp_path), enochian.Record.check(tmp_path / "diary.md")]
    seen = list(parts([*everything(), more]))
    for one in {type(one): one for one in seen}.values():
        assert pickle.loads(pickle.dumps(one)) == one and not hasattr(one, "__dict__")
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, dataclasses.fields(one)[0].name, None)
    hints = {kind: get_type_hints(kind) for kind in CLASSES}
    for one in seen:
        for name, kind in hints[type(one)].items():
            assert fits(getattr(one, name), kind), (type(one), name, getattr(one, name))
    made = {type(one) for one in seen}
    assert {kind.__name__ for kind in CLASSES if kind not in made} == ELSEWHERE


def test_a_summary_is_kept_as_json():
    summary = enochian.simulate("brother", 20, seed=2**62 + 1).summary()
    assert summary.seed == 2**62 + 1
    kept = json.loads(json.dumps(dataclasses.asdict(summary)))
    assert enochian.merge([kept]) == enochian.merge([summary]) == summary
