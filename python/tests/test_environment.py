"""The environment for learning agents: PettingZoo's own tests, and whole readings that the program plays again."""

import itertools
import json
import pickle
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test

import enochian
from enochian.environment import ReadingEnv, ReadingVectorEnv, env, raw_env
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
    for procedure in [None, "game"]:
        api_test(make("brother", procedure=procedure), num_cycles=1000)
        seed_test(lambda: make("brother", procedure=procedure), num_cycles=300)


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
    played = [(turn["actor"], turn["throw"], turn["move"]) for turn in record["turns"]]
    assert played == [(army, throw, str(move)) for army, throw, move in reading.turns]
    assert record["position"] == reading.board.fen()
    criterion = "kings" if keys.get("procedure") == "kings" else "ptah"
    answer = record["answer"][criterion]
    gain = {"yes": 1, "no": -1, "undecided": 0}[answer]
    side = ["Air", "Fire"] if question.army in ["Air", "Fire"] else ["Water", "Earth"]
    assert rewards == {army: gain if army in side else -gain for army in ARMIES}


@pytest.mark.parametrize("procedure", [None, "game"])
def test_an_agent_has_the_actions_of_the_moves_that_are_possible(procedure: str | None) -> None:
    reading = ReadingEnv("brother", procedure=procedure, limit=400)
    sharing = 0
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
            possible = board.legal_moves if procedure else board.moves_for(info["throw"])
            assert sorted(map(str, moves)) == sorted(map(str, possible))
            for action, move in zip(actions, moves, strict=True):
                assert action == expected_action(agent, move, procedure)
            sharing += len(moves) - len({(move.from_square, move.to_square, move.promotion) for move in moves})
            for other in ARMIES:
                assert other == agent or not reading.observe(other)["action_mask"].any()
            reading.step(chance.choice(actions))
    # In a game a king and an officer that share a throne can go to the same squares.
    assert bool(sharing) == (procedure == "game")


def test_a_game_is_one_by_the_rules() -> None:
    ended = 0
    for seed in range(20):
        game = ReadingEnv("brother", procedure="game", limit=1000)
        rewards = play(game, seed)
        question = game.question
        board = enochian.Board(board=question.board, array=question.array, direction=question.direction, ruleset=question.ruleset)
        for army, throw, move in game.turns:
            assert (army, throw) == (board.turn, None) and board.outcome() is None
            board.push(move)
        assert board.fen() == game.board.fen()
        ended += board.outcome() is not None
        won = {"actives": ["Air", "Fire"], "passives": ["Water", "Earth"]}.get(board.outcome(), ARMIES)
        assert rewards == {army: 0 if won == ARMIES else 1 if army in won else -1 for army in ARMIES}
    assert ended > 5


def seen(square: str, army: str) -> int:
    """A square as an army sees it: its throne is h1, and its pawns move up."""
    file, rank = "abcdefgh".index(square[0]), int(square[1]) - 1
    for _ in range([2, 1, 0, 3][ARMIES.index(army)]):
        file, rank = rank, 7 - file
    return 8 * rank + file


def joined() -> list[tuple[int, int]]:
    """The pairs of squares that a queen's or a knight's move of chess joins, in order."""
    pairs = []
    for one, two in itertools.product(range(64), range(64)):
        files, ranks = abs(one % 8 - two % 8), abs(one // 8 - two // 8)
        if one != two and (0 in (files, ranks) or files == ranks or {files, ranks} == {1, 2}):
            pairs.append((one, two))
    return pairs


PAIRS = {pair: number for number, pair in enumerate(joined())}


STEPS = {
    pair: 1880 + number
    for number, pair in enumerate((one, two) for one, two in joined() if max(abs(one % 8 - two % 8), abs(one // 8 - two // 8)) == 1)
}


def expected_action(army: str, move: enochian.Move, procedure: str | None) -> int:
    """The number of a move by the documentation of the module."""
    origin, target = seen(move.from_square, army), seen(move.to_square, army)
    if move.role == "king" and procedure == "game":
        return STEPS[origin, target]
    if move.promotion is None:
        return PAIRS[origin, target]
    return 1792 + 4 * (2 * (origin % 8) + target % 8) + KINDS[1:].index(move.promotion)


def expected_planes(reading: ReadingEnv, throw: int | None, viewer: str, is_game: bool) -> np.ndarray:
    """The planes by the documentation of the module, from the text of the position."""
    board, planes, first = reading.board, np.zeros((65, 64), np.int8), ARMIES.index(viewer)
    _, turn, command, _, lost, _ = board.fen().split()
    for square, pieces in board.piece_map().items():
        for piece in pieces:
            kind, army = piece.rsplit(" of ", 1)
            planes[(ARMIES.index(army) - first) % 4 * 9 + KINDS.index(kind), seen(square, viewer)] = 1
    for place in range(4):
        index = (first + place) % 4
        planes[36 + place] = command[index] == "x"
        planes[40 + place] = command[index] in "awfe"
        planes[44 + place] = lost[index] != "0"
        planes[48 + place] = turn[0] == "awfe"[index]
        planes[60 + place] = not is_game and reading.question.army == ARMIES[index]
    if throw is not None:
        planes[51 + throw] = 1
    if not is_game:
        planes[58, seen(reading.question.ptah, viewer)] = 1
    planes[64] = turn.endswith("<")
    return planes.reshape(65, 8, 8)


def test_the_planes_are_as_documented() -> None:
    question = enochian.Question("?", category="brother", direction="widdershins")
    covered = np.zeros(65, bool)
    for (is_game, asked), seed in itertools.product([(False, "brother"), (False, question), (True, question)], range(8)):
        reading = ReadingEnv(asked, procedure="game" if is_game else None, limit=300)
        chance = np.random.default_rng(seed)
        reading.reset(seed=seed)
        for agent in reading.agent_iter():
            observation, _, terminated, truncated, info = reading.last()
            planes = observation["observation"]
            assert reading.observation_space(agent).contains(observation)
            covered |= planes.any((1, 2))
            expected = expected_planes(reading, info.get("throw"), agent, is_game)
            # The round depends on earlier turns; the king at least stands on the Ptah.
            if planes[59].any():
                expected[59] = reading.board.king(reading.question.army) == reading.question.ptah
            assert (planes == expected).all()
            over = terminated or truncated
            reading.step(None if over else chance.choice(np.flatnonzero(observation["action_mask"])))
    needed = [*range(40), *range(44, 48), 48, *range(52, 61), 64]
    assert covered[needed].all(), "each was seen at least once"


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
    for action in [0, -1, 1880, 2**62]:
        with pytest.raises(enochian.IllegalMoveError, match="the mask allows"):
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


def test_the_readings_of_a_batch_are_those_of_the_program_each_by_itself() -> None:
    batch, chance = enochian.ReadingBatch("brother", 8, seed=5), np.random.default_rng(1)
    followed = {row: batch.state(row) for row in range(8)}
    ended = 0
    while ended < 20:
        before = [batch.state(row) for row in range(8)]
        for row, state in enumerate(before):
            assert (batch.observations[row] == state.observe()).all()
            legal = batch.legal[row, : batch.counts[row]].tolist()
            assert batch.armies[row] == ARMIES.index(state.turn) and (batch.legal[row, len(legal) :] == -1).all()
            assert [state.move_of(action) for action in legal] == state.legal_moves
            assert np.flatnonzero(batch.masks[row]).tolist() == sorted(legal)
        batch.step(batch.legal[np.arange(8), chance.integers(batch.counts)])
        for row in np.flatnonzero(batch.terminations):
            ended += 1
            assert batch.episodes[row] == before[row].number + 8 and batch.state(row).ply < 20
            # The same reading, thrown and played by hand, with the last move by what it led to.
            reading = enochian.Reading("brother", seed=enochian.reading_seed(5, before[row].number))
            for _, throw, move in before[row].turns:
                assert reading.throw().throw == throw and move in reading.legal_moves
                reading.push(move)
            assert reading.throw().throw == before[row].throw
            assert batch.rewards[row].tolist() in ([1, -1, 1, -1], [-1, 1, -1, 1], [0, 0, 0, 0])
            assert batch.final_observations[row].any()
    assert all(batch.state(row).number % 8 == row for row in followed)


@pytest.mark.parametrize("procedure", [None, "game"])
def test_policies_play_the_armies_that_agents_do_not(procedure: str | None) -> None:
    # If all choose by chance with the same numbers, a reading is that of the simulation.
    keywords = {"procedure": procedure, "limit": 300 if procedure else 2000, "seed": 2}
    batch = enochian.ReadingBatch("brother", 4, agents=["Air"], policy="greedy", autoreset=False, **keywords)
    first = [batch.state(row) for row in range(4)]
    assert batch.agents == ["Air"] and set(batch.armies.tolist()) == {0}
    while batch.counts.any():
        batch.step(batch.legal[:, 0])
        assert set(batch.armies.tolist()) == {0}
    played = [batch.state(row) for row in range(4)]
    assert [state.is_over for state in played] == [True] * 4
    policy = {"others": "greedy", "fire": "greedy", "air": lambda board, moves: moves[0]}
    simulation = enochian.simulate("brother", 4, policy=policy, **keywords)
    ends = [row["kings" if procedure else "ptah"].removeprefix("says ") for row in pytest.importorskip("polars").DataFrame(simulation).iter_rows(named=True)]
    assert ends == [state.answer for state in played]
    # Going on from where it began gives the same.
    for row, state in enumerate(first):
        batch.restore(row, state)
    while batch.counts.any():
        batch.step(batch.legal[:, 0])
    assert [batch.state(row).turns for row in range(4)] == [state.turns for state in played]


@pytest.mark.parametrize("procedure", [None, "game"])
def test_a_batch_and_its_states_can_be_sent_and_restored(procedure: str | None) -> None:
    batch = enochian.ReadingBatch("brother", 5, agents="others", policy="purpose", limit=150, procedure=procedure)
    chance = np.random.default_rng(4)
    for _ in range(60):
        batch.step(batch.legal[np.arange(5), chance.integers(batch.counts)])
    again = pickle.loads(pickle.dumps(batch))
    for name in ["observations", "masks", "legal", "counts", "armies", "episodes"]:
        assert (getattr(again, name) == getattr(batch, name)).all(), name
    for _ in range(60):
        actions = batch.legal[np.arange(5), chance.integers(batch.counts)]
        batch.step(actions), again.step(actions)
        assert (again.observations == batch.observations).all() and (again.rewards == batch.rewards).all()
    for other in [enochian.ReadingBatch("love", 1), enochian.ReadingBatch("brother", 1, procedure=None if procedure else "game")]:
        with pytest.raises(enochian.Error, match="another question"):
            other.restore(0, batch.state(0))
    with pytest.raises(IndexError, match="no row 5"):
        batch.state(5)
    copied = batch.state(-1).copy(seed=1)
    assert copied.turns == batch.state(4).turns and copied.throw == batch.state(4).throw


@pytest.mark.parametrize(
    "keywords, message",
    [
        ({"size": 0}, "size: 0 .* from 1 to 65536"),
        ({"limit": 0}, "limit: 0"),
        ({"limit": 70_000}, "to 65535"),
        ({"procedure": "gaem"}, "unknown procedure .* or game"),
        ({"agents": "quernet"}, "Did you mean"),
        ({"agents": []}, "at least one army"),
        ({"policy": "greedy"}, "a policy has none"),
        ({"agents": "Water", "limit": 1}, "before an agent had a move"),
    ],
)
def test_wrong_batches(keywords: dict[str, object], message: str) -> None:
    with pytest.raises(enochian.Error, match=message):
        enochian.ReadingBatch("brother", **{"size": 2, **keywords})


def test_wrong_actions_change_nothing() -> None:
    batch = enochian.ReadingBatch("brother", 3)
    before = batch.observations.copy()
    right = batch.legal[:, 0]
    for actions, error, message in [
        ([right[0], -1, right[2]], enochian.IllegalMoveError, "the action -1 .* in row 1"),
        (right[:2], enochian.Error, r"the shape \[2\]"),
        (right.astype(float), TypeError, "Cannot cast"),
        ([[1], [2]], enochian.Error, "shape"),
    ]:
        with pytest.raises(error, match=message):
            batch.step(actions)
        assert (batch.observations == before).all()


def test_the_error_of_a_policy_comes_out_and_it_cannot_use_its_own_batch() -> None:
    def itself(board: enochian.Board, moves: list[enochian.Move]) -> None:
        if batches:
            batches[0].reset()

    batches: list[enochian.ReadingBatch] = []
    batches.append(enochian.ReadingBatch("brother", 2, agents="querent", policy=itself))
    with pytest.raises(enochian.Error, match="in the middle of a step"):
        for _ in range(20):
            batches[0].step(batches[0].legal[:, 0])
    with pytest.raises(ZeroDivisionError):
        enochian.ReadingBatch("brother", 64, agents="others", policy=lambda board, moves: 1 // 0)


@pytest.mark.parametrize("procedure", [None, "game"])
def test_gymnasium_takes_the_vector_of_readings(procedure: str | None) -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    def played(seed: int) -> tuple[list[float], list[int]]:
        vector = ReadingVectorEnv("brother", 16, policy="greedy", limit=300 if procedure else 400, procedure=procedure)
        readings = RecordEpisodeStatistics(vector)
        chance, returns, lengths = np.random.default_rng(seed), [], []
        observations, _ = readings.reset(seed=seed)
        for _ in range(300):
            mask = observations["action_mask"]
            assert observations["observation"].shape == (16, 65, 8, 8) and mask.any(1).all()
            assert mask.shape == (16, 2300 if procedure else 1880)
            actions = np.where(mask, chance.random(mask.shape), -1).argmax(1)
            observations, rewards, terminations, truncations, infos = readings.step(actions)
            ended = terminations | truncations
            assert not rewards[~ended].any() and not rewards[truncations].any()
            if ended.any():
                assert (infos["_final_obs"] == ended).all() and readings.observation_space.contains(infos["final_obs"])
                assert infos["final_obs"]["observation"][ended].any() and not infos["final_obs"]["action_mask"].any()
                returns += infos["episode"]["r"][ended].tolist()
                lengths += infos["episode"]["l"][ended].tolist()
        assert readings.observation_space.contains(observations)
        return returns, lengths

    assert played(3) == played(3) != played(4)
    if procedure:
        # A game by chance against `greedy` is lost, or comes to the limit.
        assert set(played(3)[0]) == {-1.0, 0.0}
    else:
        assert set(played(3)[0]) == {-1.0, 1.0} or set(played(3)[0]) == {-1.0, 0.0, 1.0}
    with pytest.raises(enochian.Error, match="both sides"):
        ReadingVectorEnv(agents="all")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("keywords", [{}, {"procedure": "game", "agents": "others", "policy": "greedy", "limit": 50}])
def test_gymnasium_makes_and_accepts_a_reading(keywords: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    made = gymnasium.make("enochian/Reading-v0", **keywords)
    check_env(made.unwrapped)
    observation, info = made.reset(seed=7)
    answers, chance = [], np.random.default_rng(1)
    for seed in range(5):
        over = False
        while not over:
            action = int(chance.choice(observation["action_mask"].nonzero()[0]))
            observation, reward, terminated, truncated, info = made.step(action)
            over = terminated or truncated
            assert reward == 0 or terminated
        answers.append((info["answer"], reward))
        observation, info = made.reset()
    sides = {"yes": -1, "no": 1, "undecided": 0} if keywords else {"yes": 1, "no": -1, "undecided": 0}
    assert all(reward == sides[answer] for answer, reward in answers)
    assert made.step(int((observation["action_mask"] == 0).argmax()))[1:4] == (-1.0, True, False)


def test_each_reading_of_a_vector_has_a_seed_of_its_own() -> None:
    vector = ReadingVectorEnv("brother", 3, policy="greedy")
    seen, _ = vector.reset(seed=[5, 6, 5])
    one, _ = ReadingVectorEnv("brother", 1, policy="greedy").reset(seed=6)
    assert (seen["observation"][1] == one["observation"][0]).all()
    assert (seen["observation"][0] == seen["observation"][2]).all() and not (seen["observation"][0] == one["observation"][0]).all()
    with pytest.raises(enochian.Error, match="seed: there are 2 for 3"):
        vector.reset(seed=[1, 2])
