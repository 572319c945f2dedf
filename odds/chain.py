"""Rolls that go on from state to state until nothing is left to roll (kernels/chain.py), and their exact odds."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.attempts import Attempts
from tamriel_odds.odds.axes import Label, Outcomes
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Roll
from tamriel_odds.odds.sums import calls_of

State = Hashable
MOST_STATES = 1 << 16


@dataclass(frozen=True)
class Move:
    """What a state rolls: the outcome of every face of one die, and the state each outcome leads to."""

    outcome_by_face: tuple[int, ...]
    next_states: tuple[State, ...]

    @classmethod
    def by_face(cls, states: Sequence[State]) -> "Move":
        """The move whose faces lead to these states."""
        there = tuple(dict.fromkeys(states))
        places = {state: place for place, state in enumerate(there)}
        return cls(tuple(places[state] for state in states), there)


@dataclass(frozen=True, eq=False)
class Chain:
    """All states that can be reached, the first one the start, with the move of each (None: nothing is left to roll).

    Every state is left for good: no path leads back to it. `steps` is the length of the longest path.
    """

    states: tuple[State, ...]
    moves: tuple[Move | None, ...]
    steps: int

    @classmethod
    def walked(cls, start: State, move: Callable[[Any], Move | None]) -> "Chain":
        """The states reached from `start`, found by following every move."""
        moves: dict[State, Move | None] = {}
        here, steps = {start: None}, -1
        while here:
            steps += 1
            for state in here:
                if state not in moves:
                    moves[state] = move(state)
            if len(moves) > MOST_STATES:
                raise ImpossibleQuestion(
                    f"more than {MOST_STATES} states of the game to follow: ask for fewer activations"
                )
            onward = [found for state in here if (found := moves[state]) is not None]
            here = dict.fromkeys(state for found in onward for state in found.next_states)
        return cls(tuple(moves), tuple(moves.values()), steps)

    @cached_property
    def _next_state(self) -> NDArray[np.int32]:
        """The states that outcomes lead to: [state, outcome]; a state without a move leads to itself."""
        numbers = {state: number for number, state in enumerate(self.states)}
        most = max(len(move.next_states) if move else 1 for move in self.moves)
        following = np.repeat(np.arange(len(self.states), dtype=np.int32)[:, None], most, axis=1)
        for number, move in enumerate(self.moves):
            if move is not None:
                following[number, : len(move.next_states)] = [numbers[state] for state in move.next_states]
        return following

    def exact(self) -> NDArray[np.float64]:
        """The probability of ending in each state: float64, shape of the states."""
        shares: NDArray[np.float64] = np.zeros(self._next_state.shape)
        for number, move in enumerate(self.moves):
            if move is None:
                shares[number, 0] = 1.0
            else:
                faces = np.bincount(move.outcome_by_face, minlength=self._next_state.shape[1])
                shares[number] = faces / len(move.outcome_by_face)
        reached: NDArray[np.float64] = np.zeros(len(self.states))
        reached[0] = 1.0
        for _ in range(self.steps):
            onward = reached[:, None] * shares
            summed = np.bincount(self._next_state.ravel(), onward.ravel(), minlength=len(self.states))
            reached = np.asarray(summed, np.float64)
        return reached

    def tables(self, cell_by_state: NDArray[np.uint16]) -> dict[str, Any]:
        """The fields of the kernel's ``Tables``; a die that several states roll stands there once."""
        dice: dict[tuple[int, ...], int] = {(0,): 0}
        faces = [move.outcome_by_face if move else (0,) for move in self.moves]
        for outcomes in faces:
            dice.setdefault(outcomes, sum(map(len, dice)))
        return {
            "calls": calls_of(range(max(self.steps, 1))),
            "steps": self.steps,
            "start": np.array([dice[outcomes] for outcomes in faces], np.int64),
            "faces": np.array([len(outcomes) for outcomes in faces], np.int64),
            "outcome_by_face": np.concatenate([np.array(outcomes, np.int64) for outcomes in dice]),
            "next_state": self._next_state,
            "cell_by_state": cell_by_state,
        }


@dataclass(frozen=True, eq=False)
class ChainRoll(Roll):
    """A chain with what is read off the states it ends in: the value of each axis, by the axis's name.

    `more` says which field of the question gives it more time.
    """

    chain: Chain
    read: Callable[[Any], Mapping[str, Label]]
    answers: Outcomes
    dice: tuple[Die, ...]
    rulings: tuple[str, ...]
    notes: tuple[str, ...]
    more: Attempts | None = None

    @property
    def tries(self) -> Attempts | None:
        return self.more

    @property
    def outcomes(self) -> Outcomes:
        return self.answers

    @property
    def is_certain(self) -> bool:
        return self.chain.steps == 0

    @cached_property
    def _cells(self) -> NDArray[np.uint16]:
        """The cell of each state; a state that is passed through has none, and 0 stands there."""
        cells = np.zeros(len(self.chain.states), np.uint16)
        for number, (state, move) in enumerate(zip(self.chain.states, self.chain.moves, strict=True)):
            if move is None:
                shown = self.read(state)
                place = [axis.values.index(shown[axis.name]) for axis in self.answers.axes]
                cells[number] = np.ravel_multi_index(place, self.answers.shape)
        return cells

    def exact(self) -> NDArray[np.float64]:
        by_cell = np.bincount(self._cells, self.chain.exact(), minlength=self.answers.cells)
        return np.asarray(by_cell, np.float64).reshape(self.answers.shape)

    def kernel(self) -> str:
        return "chain"

    def tables(self) -> dict[str, Any]:
        return self.chain.tables(self._cells)
