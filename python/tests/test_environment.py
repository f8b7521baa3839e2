"""The environment for learning agents: PettingZoo's own tests, and whole readings that the program plays again."""

import itertools
import json
import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test

import enochian
from enochian.environment import ReadingEnv, env, raw_env
from program import needs_program, program

ARMIES = ["Air", "Water", "Fire", "Earth"]
KINDS = ["king", "queen", "rook", "bishop", "knight"]
KINDS += [f"pawn of {officer}" for officer in KINDS[1:]]

# Names of agents and spaces that PettingZoo only recommends; its own games of the board have such spaces.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")


def play(reading: ReadingEnv, seed: int) -> dict[str, float]:
    """Plays a reading with random actions, and returns the sum of each agent's rewards."""
    chance = np.random.default_rng(seed)
    rewards = dict.fromkeys(ARMIES, 0.0)
    reading.reset(seed=seed)
    for agent in reading.agent_iter(max_iter=10_000):
        observation, reward, terminated, truncated, _ = reading.last()
        rewards[agent] += reward
        over = terminated or truncated
        reading.step(None if over else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    assert reading.agents == []
    return rewards


@pytest.mark.parametrize("make", [env, raw_env])
def test_pettingzoo_accepts_the_environment(make) -> None:
    api_test(make("brother"), num_cycles=1000)
    seed_test(lambda: make("brother"), num_cycles=300)


def test_pettingzoo_accepts_what_is_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(env)
    assert "to move, turn" in capsys.readouterr().out


@needs_program
@pytest.mark.parametrize("seed, keys", list(enumerate([
    {"category": "brother"},
    {"category": "brother", "ruleset": "zalewski", "dice": "y-manuscript"},
    {"category": "brother", "board": "Fire", "angle": "Water", "procedure": "ptah-attained"},
    {"category": "brother", "board": "Earth", "angle": "Fire", "procedure": "kings", "direction": "widdershins"},
    {"category": "brother", "board": "Air", "angle": "Earth", "procedure": "ptah-conclude"},
])))
def test_the_program_gives_the_same_answer_to_the_same_turns(seed: int, keys: dict[str, str], tmp_path: Path) -> None:
    question = enochian.Question("Is my brother happy?", **keys)
    reading = ReadingEnv(question)
    rewards = play(reading, seed)
    # Everything is written out, so that the program asks for nothing but the turns.
    names = ["querent", "board", "angle", "force", "array", "direction", "ruleset", "procedure", "dice"]
    settings = {name: getattr(question, name) for name in names}
    file = tmp_path / "question.toml"
    file.write_text(question.replace(die="by hand", players=["Ann"], **settings).to_toml())
    turns = "".join(f"{throw} {move}\n" if move else f"{throw}\n\n" for _, throw, move in reading.turns)
    record = json.loads(program("read", str(file), "--journals", str(tmp_path), "--json", given=turns))
    played = [(turn["army"], turn["throw"], turn["move"]) for turn in record["turns"]]
    assert played == [(army, throw, str(move)) for army, throw, move in reading.turns]
    assert record["final"] == reading.board.fen()
    criterion = "kings" if keys.get("procedure") == "kings" else "ptah"
    answer = record["answer"][criterion]
    gain = {"yes": 1, "no": -1, "undecided": 0}[answer]
    side = ["Air", "Fire"] if question.army in ["Air", "Fire"] else ["Water", "Earth"]
    assert rewards == {army: gain if army in side else -gain for army in ARMIES}


def test_an_agent_has_the_actions_of_the_moves_that_the_throw_calls() -> None:
    reading = ReadingEnv("brother")
    for seed in range(3):
        chance = np.random.default_rng(seed)
        reading.reset(seed=seed)
        for agent in reading.agent_iter():
            observation, _, terminated, truncated, info = reading.last()
            if terminated or truncated:
                assert not observation["action_mask"].any()
                reading.step(None)
                continue
            board = reading.board
            actions = np.flatnonzero(observation["action_mask"])
            moves = [reading.move_of(action) for action in actions]
            assert agent == board.turn and not board.is_frozen(agent)
            assert len(moves) == len(set(moves)) > 0
            assert sorted(map(str, moves)) == sorted(map(str, board.moves_for(info["throw"])))
            for action, move in zip(actions, moves, strict=True):
                choice, squares = divmod(int(action), 64 * 64)
                names = ["abcdefgh"[square % 8] + str(square // 8 + 1) for square in divmod(squares, 64)]
                assert names == [move.from_square, move.to_square]
                assert (choice == 0) == (move.role == "king")
                assert move.promotion == [None, None, "queen", "rook", "bishop", "knight"][choice]
            for other in ARMIES:
                assert other == agent or not reading.observe(other)["action_mask"].any()
            reading.step(chance.choice(actions))


def expected_planes(reading: ReadingEnv, throw: int | None) -> np.ndarray:
    """The planes by the documentation of the module, from the text of the position."""
    board, planes = reading.board, np.zeros((65, 8, 8), np.int8)
    _, turn, command, _, lost, _ = board.fen().split()
    for square, pieces in board.piece_map().items():
        for piece in pieces:
            kind, army = piece.rsplit(" of ", 1)
            planes[ARMIES.index(army) * 9 + KINDS.index(kind), int(square[1]) - 1, "abcdefgh".index(square[0])] = 1
    for index in range(4):
        planes[36 + index] = command[index] == "x"
        planes[40 + index] = command[index] in "awfe"
        planes[44 + index] = lost[index] != "0"
        planes[48 + index] = turn[0] == "awfe"[index]
        planes[60 + index] = reading.question.army == ARMIES[index]
    if throw is not None:
        planes[51 + throw] = 1
    ptah = reading.question.ptah
    planes[58, int(ptah[1]) - 1, "abcdefgh".index(ptah[0])] = 1
    planes[64] = turn.endswith("<")
    return planes


def test_the_planes_are_as_documented() -> None:
    question = enochian.Question("?", category="brother", direction="widdershins")
    seen = np.zeros(65, bool)
    for reading, seed in itertools.product([ReadingEnv("brother"), ReadingEnv(question)], range(8)):
        chance = np.random.default_rng(seed)
        reading.reset(seed=seed)
        for agent in reading.agent_iter():
            observation, _, terminated, truncated, info = reading.last()
            planes = observation["observation"]
            assert reading.observation_space(agent).contains(observation)
            seen |= planes.any((1, 2))
            expected = expected_planes(reading, info.get("throw"))
            # The round depends on earlier turns; the king at least stands on the Ptah.
            if planes[59].any():
                expected[59] = reading.board.king(reading.question.army) == reading.question.ptah
            assert (planes == expected).all()
            over = terminated or truncated
            reading.step(None if over else chance.choice(np.flatnonzero(observation["action_mask"])))
    assert seen[list(range(40)) + list(range(44, 61)) + [64]].all(), "each was seen at least once"


def test_a_limit_truncates_without_a_reward() -> None:
    # With the lowest, a reading can end before any agent has a move.
    for limit, seed in itertools.product([1, 2, 12], range(10)):
        reading = ReadingEnv("brother", limit=limit)
        rewards = play(reading, seed)
        assert len(reading.turns) == limit and set(rewards.values()) == {0.0}


def test_the_seed_decides_the_throws() -> None:
    one, other, different = ReadingEnv("brother"), ReadingEnv("brother"), ReadingEnv("brother")
    play(one, 5), play(other, 5), play(different, 6)
    assert one.turns == other.turns != different.turns


def test_an_action_that_is_not_allowed() -> None:
    reading = ReadingEnv("brother")
    reading.reset(seed=1)
    before = reading.board
    for action in [0, -1, 24576, 2**62]:
        with pytest.raises(enochian.IllegalMoveError, match="action_mask"):
            reading.step(action)
    with pytest.raises(enochian.Error, match="is to move"):
        reading.step(None)
    assert reading.board == before
    wrapped = env("brother")
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.last()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(0)
    assert wrapped.terminations[agent] and wrapped.rewards[agent] == -1


@pytest.mark.parametrize("keywords", [{"limit": 0}, {"render_mode": "rgb_array"}, {"question": "weathr"}])
def test_wrong_arguments(keywords: dict[str, object]) -> None:
    with pytest.raises(enochian.Error):
        ReadingEnv(**keywords)


def test_an_environment_can_be_sent_to_another_process() -> None:
    reading = ReadingEnv(enochian.Question("?", category="brother", ruleset="zalewski"), limit=50)
    again = pickle.loads(pickle.dumps(reading))
    assert (again.question, again.limit) == (reading.question, 50)
    assert play(again, 2) == play(reading, 2) and again.turns == reading.turns
