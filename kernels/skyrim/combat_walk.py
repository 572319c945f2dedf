"""Combats of one player whose states are all listed: a round is a step from state to state, by the words of combat.py.

It counts, trial for trial, what combat.py counts, several times as fast: the rules have been followed once for every
state, decision and end of a test, and are looked up here.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.jit import inline, kernel, step
from tamriel_odds.kernels.skyrim.combat_layout import (
    CALLS_A_ROUND,
    DIE_FACES,
    ENEMY_WORD,
    FOLLOWER_WORD,
    MOST_PUSHES,
    POOL_FACES,
    PUSH_WORD,
    TEST_6_WORD,
    TEST_11_WORD,
    TEST_WORD,
)
from tamriel_odds.kernels.words import BLOCK, deal_to, face

WORDS = 4 * CALLS_A_ROUND
ENDS = 2 * (MOST_PUSHES + 1)
# `opens`: the enemy die is rolled, there is a test, or an Ambush without one.
ROLLED, TESTED, AMBUSHED = range(3)


class Tables(NamedTuple):
    """States, plights (the middle of a round) and what follows; all indices are places in their lists."""

    calls: np.ndarray  # int64, the calls of a round whose words are needed
    rounds: int
    start: int
    follower_dice: int
    pools: np.ndarray  # uint8 [pool, face of five dice]: symbols shown; row 0 is no dice
    shows: np.ndarray  # uint8 [symbol, face]
    has_ended: np.ndarray  # bool [state]
    opens: np.ndarray  # uint8 [state]
    opening: np.ndarray  # int32 [state, (three pools, need)]
    after_opening: np.ndarray  # int32 [state, passed]
    plight_of: np.ndarray  # int32 [state, roll of the Followers], -1 where the round has ended
    ended_in: np.ndarray  # int32 [state, roll]
    chosen: np.ndarray  # uint8 [round, plight, face], one round where all are the same
    plans: np.ndarray  # int64 [round, plight, face]
    tests: np.ndarray  # int32 [action, (pool, pool of dice 6 to 10, need, symbol)]
    most: np.ndarray  # int8 [plight, face, action]: the pushes there are
    after: np.ndarray  # int32 [plight, face, action, end of its test]
    cell_by_state: np.ndarray  # int64, without the round
    round_stride: int


@inline
def open_up(state, tables, words, place):
    """The state after the round that opens a stage."""
    row = tables.opening[state]
    is_passed = 0
    if tables.opens[state] == TESTED:
        shown = np.int64(tables.pools[row[0], face(words[TEST_WORD, place], POOL_FACES)])
        shown += np.int64(tables.pools[row[1], face(words[TEST_6_WORD, place], POOL_FACES)])
        shown += np.int64(tables.pools[row[2], face(words[TEST_11_WORD, place], POOL_FACES)])
        is_passed = 1 if shown >= row[3] else 0
    return tables.after_opening[state, is_passed]


@inline
def decide_and_test(number, plight, tables, words, place):
    """The state after the enemy die, the player's action and its test."""
    shown = face(words[ENEMY_WORD, place], DIE_FACES)
    action = tables.chosen[number, plight, shown]
    after = tables.after[plight, shown, action]
    most = tables.most[plight, shown, action]
    if most == 0 and after[ENDS - 1] >= 0:
        return after[ENDS - 1]
    test = tables.tests[action]
    missing = test[2] - np.int64(tables.pools[test[0], face(words[TEST_WORD, place], POOL_FACES)])
    if test[1] > 0:
        missing -= np.int64(tables.pools[test[1], face(words[TEST_6_WORD, place], POOL_FACES)])
    plan, paid = tables.plans[number, plight, shown], 0
    while missing > 0 and paid < most and (plan >> (5 * missing + paid)) & 1:
        missing -= np.int64(tables.shows[test[3], face(words[PUSH_WORD + paid, place], DIE_FACES)])
        paid += 1
    return after[paid if missing > 0 else MOST_PUSHES + 1 + paid]


@step
def walk_round(states, ended, number, going, tables, words):
    """One round of all that go on; those that still do are moved to the front, and counted.

    Places are unsigned: numba asks of every other index whether it counts from the end (6 % of a combat).
    """
    left = 0
    decided = min(number, tables.chosen.shape[0] - 1)
    for place in range(going.size):
        trial = np.uint32(going[place])
        state = np.uint32(states[trial])
        if tables.opens[state] != ROLLED:
            state = np.uint32(open_up(state, tables, words, place))
        else:
            roll = np.uint64(0)
            for follower in range(tables.follower_dice):
                roll = np.uint64(DIE_FACES) * roll + face(words[FOLLOWER_WORD + follower, place], DIE_FACES)
            plight = tables.plight_of[state, roll]
            if plight < 0:
                state = np.uint32(tables.ended_in[state, roll])
            else:
                state = np.uint32(decide_and_test(decided, np.uint32(plight), tables, words, place))
        states[trial] = state
        if tables.has_ended[state]:
            ended[trial] = number + 1
        else:
            going[left] = going[place]
            left += 1
    return left


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    states, ended = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int64)
    words = np.zeros((WORDS, BLOCK), np.uint32)
    going = np.empty(BLOCK, np.int64)
    for start in range(0, cells.size, BLOCK):
        block = cells[start : start + BLOCK]
        left = block.size
        for trial in range(left):
            going[trial], states[trial], ended[trial] = trial, tables.start, tables.rounds
        for number in range(tables.rounds):
            if left > 0:
                deal_to(words, tables.calls, CALLS_A_ROUND * number, first + np.uint64(start), going[:left], seed)
                left = walk_round(states, ended, number, going[:left], tables, words)
        for trial in range(block.size):
            block[trial] = tables.cell_by_state[states[trial]] + ended[trial] * tables.round_stride
