"""Readings as environments for agents that learn, of PettingZoo and of Gymnasium.

It needs the extra ``environment``: ``pip install enochian[environment]``. Both are faces of :class:`enochian.ReadingBatch`, which
needs NumPy alone, and is the fastest where many readings are played.

:class:`ReadingEnv` has four agents, ``"Air"``, ``"Water"``, ``"Fire"`` and ``"Earth"``, who play the reading of a question, each the turns
of its army. :class:`ReadingVectorEnv` has many readings and one agent, who plays the armies of one side against a policy. The
environment throws the die. It also plays the turns in which the pieces that the throw calls have no move, so an agent that is to
move has at least one action. A frozen army has no turns. Prisoners are not exchanged, and no army withdraws.

>>> from enochian.environment import env
>>> reading = env("brother")
>>> reading.reset(seed=7)
>>> for agent in reading.agent_iter():
...     observation, reward, terminated, truncated, info = reading.last()
...     over = terminated or truncated
...     reading.step(None if over else reading.action_space(agent).sample(observation["action_mask"]))

An agent sees everything from its own side: the board is turned until its throne is h1 and its pawns move up, and armies are in the
order: its own, the next clockwise, its partner, the other. So what it learns for one army serves for all.

Actions
    ``Discrete(1880)``: the pairs of squares that a king or an officer can join, 1,792, in the order of the first square and
    then of the second (a1, b1 to h8, as the agent sees them); after these ``1792 + 4 * (2 * origin + target) + officer`` for a pawn
    that chooses what it becomes at the far edge, by the files of the two squares, 0 to 7, and the officer, 0 to 3 for
    queen, rook, bishop and knight. A throw calls one kind of piece, so no two moves of a turn have the same number.

    In a game (``procedure="game"``) any piece may move, and a king can share its throne with an officer that could go the same way, so the
    420 steps of kings have numbers of their own, from 1880, in the same order: ``Discrete(2300)``. Like the program's own players,
    agents neither exchange prisoners nor withdraw (RULES 6.2, 6.3).

Observations
    A dict with ``action_mask``, 1 for each action that the agent can take now and 0 for others (all are 0 for the agents that are
    not to move), and ``observation``, an array of 65 planes of 8 ranks (from rank 1) of 8 files (from a), of 0 and 1. Those that are
    not sets of squares are 0 or 1 everywhere.

    ======  ========================================================================================
    planes  what is 1
    ======  ========================================================================================
    0–35    the pieces of each army: king, queen, rook, bishop, knight, and the pawns of queen, rook, bishop and knight
    36–39   the armies that are frozen
    40–43   the armies whose thrones are seized by their partners' kings, which command them
    44–47   the armies that have lost a pawn (pawns at the far edge wait for that)
    48–51   the army to move
    52–57   the throw, 1 to 6
    58      the square of the Ptah
    59      whether the querent's king is holding the Ptah: the round that gives a Yes is running
    60–63   the querent's army
    64      whether play is widdershins
    ======  ========================================================================================

    In a game 52 to 63 are 0.

Rewards
    When the reading ends: 1 to both agents of the side that the answer favours (Yes the querent's and its partner, No the other
    two) and -1 to those of the other side. An undecided reading gives 0 to all. The answer is that of the question's procedure. In a
    game the side that wins has 1 and the other -1, and a draw gives 0.

End
    All agents end together: terminated when the reading is over, truncated after ``limit`` turns, with rewards of 0. Turns without
    a move are counted.

With this module imported, ``gymnasium.make("enochian/Reading-v0")`` makes a :class:`SideEnv`: a reading with one agent, who plays one side
against a policy.

``infos`` of a :class:`ReadingEnv` gives the ``throw`` of the turn, and at the end the ``answer``: ``yes``, ``no`` or ``undecided``. In a
game there is no throw, and the answer is ``yes`` if the querent's side has won.
"""

from __future__ import annotations

import copy
import os
import secrets
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from . import Board, Error, Move, Question, ReadingBatch, ReadingState

__all__ = ["ReadingEnv", "ReadingVectorEnv", "SideEnv", "env", "raw_env"]

if "enochian/Reading-v0" not in gymnasium.registry:
    gymnasium.register("enochian/Reading-v0", f"{__name__}:SideEnv", vector_entry_point=f"{__name__}:ReadingVectorEnv")

RENDER_MODES = ["ansi", "human"]
ARMIES = ["Air", "Water", "Fire", "Earth"]


def _spaces(batch: ReadingBatch) -> tuple[spaces.Dict, spaces.Discrete]:
    """What an agent sees and what it can do."""
    actions = batch.masks.shape[1]
    seen = spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (ReadingBatch.PLANES, 8, 8), np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
    return seen, spaces.Discrete(actions)


def _batch_of_a_side(question: Any, size: int, **keywords: Any) -> ReadingBatch:
    """A batch in which the agents play the armies of one side."""
    batch = ReadingBatch(question, size, seed=secrets.randbits(63), **keywords)
    played: set[str] = set(batch.agents)
    if not any(played <= side for side in ({"Air", "Fire"}, {"Water", "Earth"})):
        raise Error('agents: they play armies of both sides; name one side, as in agents="querent"')
    return batch


def _checked(render_mode: str | None) -> str | None:
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise Error(f"render_mode: there is no {render_mode!r}; expected one of ansi, human")
    return render_mode


def _rendered(state: ReadingState, render_mode: str | None) -> str | None:
    """The board as text, returned or printed."""
    text = f"{state.board}\n{state.turn} to move, turn {state.ply + 1}, throw {state.throw or '–'}"
    if render_mode == "human":
        print(text)
        return None
    return text


def _info(state: ReadingState) -> dict[str, Any]:
    return {"answer": state.answer} if state.is_over else {"throw": state.throw}


class ReadingEnv(AECEnv):  # type: ignore[misc]
    """The reading of a question, or a game; the module describes its spaces and rewards.

    ``question`` is a :class:`enochian.Question`, the path of a question file, or the name of a category. ``limit`` is the greatest
    number of turns. ``procedure`` replaces the question's, or is ``"game"``. With ``render_mode`` ``"ansi"``, ``render`` returns the
    board as text; with ``"human"`` it prints it.

    ``board`` is the position, and ``turns`` the turns so far, each with the army, the throw and the move.
    """

    metadata = {"name": "enochian_reading_v2", "render_modes": RENDER_MODES, "is_parallelizable": False}

    def __init__(
        self,
        question: Question | str | os.PathLike[str] = "brother",
        *,
        limit: int = 2000,
        render_mode: str | None = None,
        procedure: str | None = None,
    ) -> None:
        super().__init__()
        self._batch = ReadingBatch(
            question, 1, limit=limit, seed=secrets.randbits(63), autoreset=False, procedure=procedure
        )
        self.question = self._batch.question
        self.limit = limit
        self.render_mode = _checked(render_mode)
        self.possible_agents = ARMIES[:]
        self.agents: list[str] = []
        made = {agent: _spaces(self._batch) for agent in ARMIES}
        self.observation_spaces = {agent: observation for agent, (observation, _) in made.items()}
        self.action_spaces = {agent: action for agent, (_, action) in made.items()}

    @property
    def board(self) -> Board:
        """The position."""
        return self._batch.state(0).board

    @property
    def turns(self) -> Sequence[tuple[str, int | None, Move]]:
        """The turns so far, each with its army, throw (None in a game) and move."""
        return self._batch.state(0).turns

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of observations, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of actions, the same for all agents."""
        return self.action_spaces[agent]

    def move_of(self, action: int) -> Move:
        """The move that an action is in this turn."""
        return self._batch.state(0).move_of(int(action))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the reading again. With a seed the throws are the same each time; without one they go on as they come."""
        self._batch.reset(seed)
        self.agents = self.possible_agents[:]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self._look()

    def step(self, action: int | None) -> None:
        """Plays the move of the agent to move, and what follows until an agent has a choice again.

        An action that the mask does not allow raises :class:`enochian.IllegalMoveError`.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Error(f"{agent} is to move, so the action is not None")
        self._batch.step([int(action)])
        self._cumulative_rewards[agent] = 0.0
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: Any) -> dict[str, npt.NDArray[np.int8]]:
        """What an agent sees: the planes, and the actions that it can take."""
        mask = self._batch.masks[0]
        mask = mask.copy() if agent == self.agent_selection else np.zeros_like(mask)
        return {"observation": self._batch.state(0).observe(agent), "action_mask": mask}

    def render(self) -> str | None:
        """The board as text, returned or printed."""
        return _rendered(self._batch.state(0), self.render_mode)

    def copy(self, seed: int | None = None) -> ReadingEnv:
        """A copy where the reading stands, which goes on by itself: with the same throws, or with those of a seed of its own."""
        other = copy.deepcopy(self)
        if seed is not None:
            other._batch.restore(0, other._batch.state(0).copy(seed=seed))
        return other

    def close(self) -> None:
        """Nothing is open."""

    def _look(self) -> None:
        """Takes over how the reading stands."""
        state, batch = self._batch.state(0), self._batch
        self.rewards = dict(zip(ARMIES, batch.rewards[0].tolist(), strict=True))
        self.terminations = dict.fromkeys(self.agents, bool(batch.terminations[0]))
        self.truncations = dict.fromkeys(self.agents, bool(batch.truncations[0]))
        self.infos: dict[str, dict[str, Any]] = {agent: _info(state) for agent in self.agents}
        self.agent_selection = state.turn
        if state.is_over:
            self._deads_step_first()


raw_env = ReadingEnv


def env(
    question: Question | str | os.PathLike[str] = "brother",
    *,
    limit: int = 2000,
    render_mode: str | None = None,
    procedure: str | None = None,
) -> AECEnv:
    """The reading of a question, or a game, with the usual wrappers: a wrong order is an error, and an agent that takes an action which
    its mask does not allow ends the reading, with a reward of -1 to itself."""
    reading = ReadingEnv(question, limit=limit, render_mode=render_mode, procedure=procedure)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(reading, illegal_reward=-1))
    )


class SideEnv(gymnasium.Env[Any, Any]):
    """A reading of a question or a game with one agent, as an environment of Gymnasium, ``enochian/Reading-v0``.

    The agent plays the armies of one side, ``agents``, and a ``policy`` the rest, as in :class:`ReadingVectorEnv`. An action that the mask
    does not allow ends the reading with a reward of -1. ``info`` has the ``throw``, and at the end the ``answer``.

    >>> import gymnasium, enochian.environment
    >>> reading = gymnasium.make("enochian/Reading-v0", question="brother", policy="greedy")
    >>> observation, info = reading.reset(seed=7)
    >>> action = reading.action_space.sample(observation["action_mask"])
    >>> observation, reward, terminated, truncated, info = reading.step(action)
    >>> reward, terminated, truncated
    (0.0, False, False)
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        question: Question | str | os.PathLike[str] = "brother",
        *,
        agents: str = "querent",
        policy: Any = None,
        limit: int = 2000,
        procedure: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.batch = _batch_of_a_side(
            question, 1, agents=agents, policy=policy, limit=limit, procedure=procedure, autoreset=False
        )
        self.render_mode = _checked(render_mode)
        self.observation_space, self.action_space = _spaces(self.batch)
        self._army = int(self.batch.armies[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a reading: with a seed one with the throws of that seed, without one the next."""
        super().reset(seed=seed)
        self.batch.reset(seed)
        return self._observation(), _info(self.batch.state(0))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action, and what follows until the agent is to move again."""
        batch = self.batch
        if not self.action_space.contains(action) or not batch.masks[0][action]:
            return self._observation(), -1.0, True, False, _info(batch.state(0))
        batch.step([int(action)])
        ended = bool(batch.terminations[0]), bool(batch.truncations[0])
        result = self._observation(), float(batch.rewards[0, self._army]), *ended, _info(batch.state(0))
        if self.render_mode == "human":
            self.render()
        return result

    def render(self) -> Any:
        """The board as text, returned or printed."""
        return _rendered(self.batch.state(0), self.render_mode)

    def _observation(self) -> dict[str, npt.NDArray[np.int8]]:
        return {"observation": self.batch.observations[0].copy(), "action_mask": self.batch.masks[0].copy()}


class ReadingVectorEnv(VectorEnv[Any, Any, Any]):
    """Many readings of a question or games at once, as a vector environment of Gymnasium; the module describes its spaces.

    The agent plays the armies of one side, ``agents``: ``"querent"``, ``"others"`` or the name of an army. A ``policy`` plays the rest, by
    default chance. The reward is that of the agent's side. A reading that has ended is followed in the same step by the next.

    >>> from enochian.environment import ReadingVectorEnv
    >>> readings = ReadingVectorEnv("brother", 8, policy="greedy")
    >>> observations, infos = readings.reset(seed=7)
    >>> actions = observations["action_mask"].argmax(1)
    >>> observations, rewards, terminations, truncations, infos = readings.step(actions)
    >>> rewards.shape
    (8,)
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        question: Question | str | os.PathLike[str] = "brother",
        num_envs: int = 64,
        *,
        agents: str = "querent",
        policy: Any = None,
        limit: int = 2000,
        procedure: str | None = None,
    ) -> None:
        keywords = {"agents": agents, "policy": policy, "limit": limit, "procedure": procedure}
        self.batch = _batch_of_a_side(question, num_envs, **keywords)
        self._one = _batch_of_a_side(question, 1, **keywords)
        self._army = int(self.batch.armies[0])
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = _spaces(self.batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins all readings: with a seed those with the numbers 0, 1 … of that seed, without one the next. With a list of seeds each
        begins with the reading 0 of its own, and goes on with those of the first."""
        if not isinstance(seed, (list, tuple, np.ndarray)):
            self.batch.reset(seed)
            return self._observations(), {}
        if len(seed) != self.num_envs:
            raise Error(f"seed: there are {len(seed)} for {self.num_envs} readings; give one for each, or one for all")
        self.batch.reset(seed[0])
        for row, own in enumerate(seed):
            if own is not None:
                self._one.reset(own)
                self.batch.restore(row, self._one.state(0))
        return self._observations(), {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays an action in each reading. ``infos`` has ``final_obs`` of the readings that ended, which ``_final_obs`` names."""
        batch = self.batch
        batch.step(actions)
        terminations, truncations = batch.terminations.copy(), batch.truncations.copy()
        ended, infos = terminations | truncations, {}
        if ended.any():
            # At its end nothing is possible.
            final = {"observation": batch.final_observations.copy(), "action_mask": np.zeros_like(batch.masks)}
            infos = {"final_obs": final, "_final_obs": ended}
        return self._observations(), batch.rewards[:, self._army].copy(), terminations, truncations, infos

    def _observations(self) -> dict[str, npt.NDArray[np.int8]]:
        return {"observation": self.batch.observations.copy(), "action_mask": self.batch.masks.copy()}
