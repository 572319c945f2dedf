"""Rolls that go on from state to state until nothing is left to roll: locks, burning, bleeding, ammunition, sunrises.

Step number n of a trial uses the word n, whatever die the state calls for; a state in which nothing is rolled has a
die of one face and leads to itself.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.dice import look_up
from tamriel_odds.kernels.jit import kernel, step
from tamriel_odds.kernels.words import BLOCK, deal, face


class Tables(NamedTuple):
    """State s rolls a die of faces[s] faces; its outcomes stand from start[s] on, each with the state it leads to."""

    calls: np.ndarray  # int64, the calls whose words are needed
    steps: int
    start: np.ndarray  # int64 by state
    faces: np.ndarray  # int64 by state
    outcome_by_face: np.ndarray  # int64
    next_state: np.ndarray  # int32 [state, outcome]
    cell_by_state: np.ndarray  # uint16


@step
def roll_on(state, words, tables):
    """Every trial rolls what its state calls for; says how many went on to another state."""
    moved = 0
    for trial in range(state.size):
        here = state[trial]
        rolled = face(words[trial], tables.faces[here])
        there = tables.next_state[here, tables.outcome_by_face[tables.start[here] + np.int64(rolled)]]
        state[trial] = there
        moved += there != here
    return moved


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = np.empty((4 * tables.calls.size, BLOCK), np.uint32)
    state = np.empty(BLOCK, np.int32)
    for start in range(0, cells.size, BLOCK):
        for trial in range(BLOCK):
            state[trial] = 0
        for number in range(tables.steps):
            if number % 4 == 0:
                deal(words, tables.calls[number // 4 : number // 4 + 1], first + np.uint64(start), seed)
            if roll_on(state, words[number], tables) == 0:
                break
        look_up(cells[start : start + BLOCK], state, tables.cell_by_state)
