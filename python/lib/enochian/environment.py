"""A reading as an environment of PettingZoo, for agents that learn.

It needs the extra ``environment``: ``pip install enochian[environment]``.

Four agents, ``"Air"``, ``"Water"``, ``"Fire"`` and ``"Earth"``, play the reading of a question, each the turns of its army. The
environment throws the die, with the seed given to ``reset``. It also plays the turns in which the pieces that the throw calls have
no move, so an agent that is to move has at least one action. A frozen army has no turns. Prisoners are not exchanged, and no army
withdraws.

>>> from enochian.environment import env
>>> reading = env("brother")
>>> reading.reset(seed=7)
>>> for agent in reading.agent_iter():
...     observation, reward, terminated, truncated, info = reading.last()
...     over = terminated or truncated
...     reading.step(None if over else reading.action_space(agent).sample(observation["action_mask"]))

Actions
    ``Discrete(24576)``. The number of a move is ``(choice * 64 + origin) * 64 + target``. Squares are counted from a1 = 0, b1 = 1
    to h8 = 63. The choice is 0 for the king, 1 for another piece, and 2 to 5 for a pawn that becomes a queen, rook, bishop or
    knight where it has the choice. Two pieces can share a throne, of which one is the king, so the choice tells them apart.

Observations
    A dict with ``action_mask``, 1 for each action that the agent can take now and 0 for others (all are 0 for the agents that are
    not to move), and ``observation``, an array of 65 planes of 8 ranks (from rank 1) of 8 files (from a), of 0 and 1. Armies
    are in the order Air, Water, Fire, Earth, and all agents see the same planes. Those that are not sets of squares are
    0 or 1 everywhere.

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

Rewards
    When the reading ends: 1 to both agents of the side that the answer favours (Yes the querent's and its partner, No the other
    two) and -1 to those of the other side. An undecided reading gives 0 to all. The answer is that of the question's procedure.

End
    All agents end together: terminated when the reading is over, truncated after ``limit`` turns, with rewards of 0. Turns without
    a move are counted.

``infos`` gives the ``throw`` of the turn, and at the end the ``answer``: ``yes``, ``no`` or ``undecided``.
"""

from __future__ import annotations

import copy
import os
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from . import Board, Error, Move, Question, _ReadingState

__all__ = ["ReadingEnv", "env", "raw_env"]


RENDER_MODES = ["ansi", "human"]


class ReadingEnv(AECEnv):  # type: ignore[misc]
    """The reading of a question; the module describes its spaces and rewards.

    ``question`` is a :class:`enochian.Question`, the path of a question file, or the name of a category. ``limit`` is the greatest
    number of turns. With ``render_mode`` ``"ansi"``, ``render`` returns the board as text; with ``"human"`` it prints it.

    ``board`` is the position, and ``turns`` the turns so far, each with the army, the throw and the move.
    """

    metadata = {"name": "enochian_reading_v1", "render_modes": RENDER_MODES, "is_parallelizable": False}

    def __init__(
        self,
        question: Question | str | os.PathLike[str] = "brother",
        *,
        limit: int = 2000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if limit < 1:
            raise Error(f"the limit of turns is {limit}; it is at least 1")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise Error(f"there is no render mode {render_mode!r}; there are ansi and human")
        self._state = _ReadingState(question)
        self.question = self._state.question
        self.limit = limit
        self.render_mode = render_mode
        self.possible_agents = ["Air", "Water", "Fire", "Earth"]
        self.agents: list[str] = []
        self.turns: list[tuple[str, int, Move]] = []
        self._throw: int | None = None
        self._chance = seeding.np_random()[0]
        planes = spaces.Box(0, 1, (_ReadingState.PLANES, 8, 8), np.int8)
        mask = spaces.Box(0, 1, (_ReadingState.ACTIONS,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(_ReadingState.ACTIONS) for agent in self.possible_agents}

    @property
    def board(self) -> Board:
        """The position."""
        return self._state.board

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of observations, the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of actions, the same for all agents."""
        return self.action_spaces[agent]

    def move_of(self, action: int) -> Move:
        """The move that an action is in this turn."""
        return self._state.move_of(int(action))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the reading again. With a seed the throws are the same each time; without one they go on as they come."""
        if seed is not None:
            self._chance = seeding.np_random(seed)[0]
        self._state = _ReadingState(self.question)
        self.turns = []
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._next_turn()

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
        self._play(self.move_of(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._next_turn()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, npt.NDArray[np.int8]]:
        """What an agent sees: the planes, and the actions that it can take."""
        planes = np.frombuffer(self._state.planes(), np.int8).reshape(-1, 8, 8).copy()
        if agent == self.agent_selection:
            mask = np.frombuffer(self._state.mask(), np.int8).copy()
        else:
            mask = np.zeros(_ReadingState.ACTIONS, np.int8)
        return {"observation": planes, "action_mask": mask}

    def render(self) -> str | None:
        """The board as text, returned or printed."""
        text = f"{self.board}\n{self._state.turn} to move, turn {self._state.ply + 1}, throw {self._throw or '–'}"
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def copy(self, seed: int | None = None) -> ReadingEnv:
        """A copy where the reading stands, which goes on by itself: with the same throws, or with those of a seed of its own."""
        other = copy.deepcopy(self)
        if seed is not None:
            other._chance = seeding.np_random(seed)[0]
        return other

    def close(self) -> None:
        """Nothing is open."""

    def _play(self, move: Move) -> None:
        army = self._state.turn
        self._state.play(move)
        if self._throw is not None:
            self.turns.append((army, self._throw, move))
        self._throw = None

    def _next_turn(self) -> None:
        """Goes on to the next turn with a choice, or to the end."""
        self._throw = None
        while not self._state.is_over and self._state.ply < self.limit:
            self._throw = int(self._chance.integers(1, 7))
            if self._state.throw(self._throw):
                break
            self._play(Move.null())
        self.agent_selection = self._state.turn
        if self._throw is not None:
            self.infos = {agent: {"throw": self._throw} for agent in self.agents}
            return
        answer, side = self._state.answer, self._state.querents_side
        self.infos = {agent: {"answer": answer} for agent in self.agents}
        if self._state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            gain = {"yes": 1.0, "no": -1.0}.get(answer, 0.0)
            self.rewards = {agent: gain if agent in side else -gain for agent in self.agents}
        else:
            self.truncations = dict.fromkeys(self.agents, True)
        self._deads_step_first()


raw_env = ReadingEnv


def env(
    question: Question | str | os.PathLike[str] = "brother", *, limit: int = 2000, render_mode: str | None = None
) -> AECEnv:
    """The reading of a question with the usual wrappers: a wrong order is an error, and an agent that takes an action which its
    mask does not allow ends the reading, with a reward of -1 to itself."""
    reading = ReadingEnv(question, limit=limit, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(reading, illegal_reward=-1))
    )
