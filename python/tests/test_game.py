"""The games that are not readings; the program is the independent source."""

import copy
import json
import pickle

import pytest

import enochian

FORMATS = ["html", "markdown", "svg", "json"]
# With what the constructor needs or takes besides.
KINDS = [
    ("three", {}),
    ("free", {}),
    ("team", {"options": {"cards": "on"}}),
    ("gods", {}),
    ("faith", {}),
    ("other", {"seats": ["North", "East"]}),
]


def begun(kind, keys):
    return enochian.Game(kind, seed=7, **keys)


@pytest.mark.parametrize("kind, keys", KINDS, ids=[kind for kind, _ in KINDS])
def test_a_game_of_each_kind_is_played_kept_read_and_exported(kind, keys, tmp_path, program):
    game = begun(kind, keys)
    path = game.save(tmp_path)
    for index in range(12):
        act = game.push(game.legal_acts[0] if kind != "other" else f"act {index}")
        assert act == game.acts[-1]
    game.note("So far.")
    game.tag("club")
    assert (game.tags, game.notes[0].text) == (["club"], "So far.")
    last = [act.move for act in game.acts if act.actor != "Chance"][-1]
    before = game.copy()
    assert before == game and before.path is None
    if kind != "gods":
        assert before.pop() == last
        assert before != game and [act.move for act in before.acts] == [act.move for act in game.acts[:-1]]
    if kind == "other":
        game.push("end North has won")
        assert (game.ending, game.is_over(), game.concluded) == ("North has won", True, "at its end")
    else:
        assert game.play(limit=game.turn + 4) == game.ending
    again = enochian.Game.read(path)
    assert again == game and (again.kind, again.path, again.reading) == (kind, path, False)
    for other in [copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), pickle.loads(pickle.dumps(game.copy()))]:
        assert other == game and other.position == game.position
    assert game.to_dict() == json.loads(program("journal", "export", path, "--format", "json"))
    assert enochian.Reading.check(path) == []
    for name in FORMATS:
        if (kind, name) == ("other", "svg"):
            with pytest.raises(enochian.Error, match="no board"):
                game.export(name)
        else:
            assert game.export(name)
    with pytest.raises(enochian.Error, match="sheet"):
        game.export("sheet")
    with pytest.raises(enochian.Error, match="Game.read"):
        enochian.Reading.read(path)
    assert ("<svg" in game._repr_html_()) == (kind != "other")


@pytest.mark.parametrize("kind, keys", KINDS[:-1], ids=[kind for kind, _ in KINDS[:-1]])
def test_a_seed_gives_the_game_of_the_program(kind, keys, program, tmp_path):
    options = "".join(f",{name}={value}" for name, value in keys.get("options", {}).items())
    command = ["game", "--kind", kind + options, "--auto", "--seed", 7, "--limit", 30, "--json", "--journals", "."]
    record = program(*command)
    game = begun(kind, keys)
    game.play(limit=30)
    game.conclude()
    of_program = {**record, "begun": game.begun}
    assert game.to_dict() == of_program


def test_the_program_deals_the_cards_only_with_a_seed():
    game = begun("gods", {})
    assert game.actor == "Chance" and "??" in game.legal_acts[0]
    with pytest.raises(enochian.IllegalMoveError, match="deals"):
        game.push("deal")
    dealt = game.push(game.legal_acts[0])
    assert dealt.actor == "Chance" and "??" in game.to_dict()["position"]
    assert game.position != game.to_dict()["position"]
    game.push(game.legal_acts[0])
    game.pop()
    by_hand = enochian.Game("gods")
    assert by_hand.push("deal").move == "deal"
    with pytest.raises(enochian.Error, match="by hand"):
        by_hand.play()


def test_what_is_wrong_is_refused(tmp_path):
    for wrong, match in [
        (dict(kind="thre"), "Did you mean .three."),
        (dict(kind="three", seats=["North", "East"]), "only a game of the kind other"),
        (dict(kind="three", players=["Anna"]), "1 players for 3 seats"),
        (dict(kind="three", players={"Green": "Anna"}), "Green"),
        (dict(kind="three", options={"card": "on"}), "unknown option"),
        (dict(kind="three", start="x"), "expected"),
        (dict(kind="three", seed=2**63), "too large"),
        (dict(kind="other"), "number of seats is 0"),
    ]:
        with pytest.raises(enochian.Error, match=match):
            enochian.Game(**wrong)
    with pytest.raises(TypeError):
        enochian.Game("three", players=3)
    other = enochian.Game("other", seats=["North", "East"])
    for refused in [other.pop, other.play, lambda: other.resign("North"), lambda: other.push(""), lambda: other.push_irregular("x")]:
        with pytest.raises(enochian.Error):
            refused()
    with pytest.raises(enochian.Error, match="Reading.read"):
        enochian.Game.read(enochian.Reading("brother").save(tmp_path))
    game = enochian.Game("three", players={"White": "Anna"})
    assert [seat.player for seat in game.seats] == ["Anna", "Red", "Black"]
    game.conclude()
    assert (game.concluded, game.legal_acts, game.actor) == ("by the players", [], "Nobody")
    for refused in [game.play, game.pop, lambda: game.push("g6"), lambda: game.resign("w")]:
        with pytest.raises(enochian.IllegalMoveError):
            refused()


def test_a_move_against_the_rules_is_played_as_such():
    # White's king is in check, so that the pawn may not move.
    game = enochian.Game("three", players="Anna", start="#2wK3#/#6#/8/3rR4/8/wP7/7rK/bK7 w - - - - 0")
    with pytest.raises(enochian.IllegalMoveError):
        game.push("Pa3a2")
    assert "check" in game.push_irregular("Pa3a2").irregular
    again = enochian.Game("three", start=game.position)
    assert (again.position, again.actor) == (game.position, "Red")
