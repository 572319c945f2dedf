"""Combats whose states are all listed: a round is a step from state to state, by the words of combat.py.

It counts, trial for trial, what combat.py counts, many times as fast: the rules have been followed once for every
state, decision and end of a test, and are looked up here for the whole block, a die or a decision at a time.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.dice import look_up
from tamriel_odds.kernels.jit import inline, kernel, step
from tamriel_odds.kernels.skyrim.combat_layout import (
    CALLS_A_ROUND,
    DIE_FACES,
    ENEMY_WORD,
    FOLLOWER_WORD,
    POOL_FACES,
    PUSH_WORD,
    TEST_6_WORD,
    TEST_WORD,
)
from tamriel_odds.kernels.words import BLOCK, deal_to, face

WORDS = 4 * CALLS_A_ROUND


class Tables(NamedTuple):
    """States, turns (what the enemy die is rolled for) and what follows; all indices are places in their lists."""

    calls: np.ndarray  # int64, the calls of a round whose words are needed
    rounds: int
    start: int
    first_ended: int  # states from this one on have ended
    follower_dice: int
    test_words: int  # so many roll the dice of a test, and so many pushes there are at most
    pushes: int
    pools: np.ndarray  # uint8, by pool and face of five dice: symbols shown; pool 0 is no dice
    turns: np.ndarray  # int32, by state and roll of the Followers; without Followers a state is a turn
    decisions: np.ndarray  # int64, by round (one where all are the same), turn and face of the enemy die
    decided_rounds: int
    ends: np.ndarray  # uint8, by test, symbols shown and face of the dice of all pushes
    shown: int  # numbers of symbols that can be shown
    ends_a_row: int
    after: np.ndarray  # int32, the states after the ends of a test, in rows
    cell_by_state: np.ndarray  # int64, without the round
    round_stride: int


# A decision has what is rolled for: pools of up to five dice each, and the test; then where its ends are listed.
pool = inline(lambda decision, number: decision >> 4 * number & 0xF)
test = inline(lambda decision: decision >> 12 & 0xFFFFFF)
row = inline(lambda decision: decision >> 36)
# Whole numbers with and without a sign would make floats.
rolled = inline(lambda word, faces: np.int64(face(word, faces)))


@step
def roll_followers(turn, place, states, words, tables, left):
    """The turns of the states, after the dice of the Follower and of summoned creatures."""
    if tables.follower_dice == 0:
        return states
    for i in range(left):
        place[i] = states[i]
    for die in range(tables.follower_dice):
        for i in range(left):
            place[i] = DIE_FACES * place[i] + rolled(words[FOLLOWER_WORD + die, i], DIE_FACES)
    look_up(turn[:left], place, tables.turns)
    return turn


@step
def decide(decision, place, turns, number, words, tables, left):
    """What is done once the enemy die is seen."""
    first = tables.decisions.size // tables.decided_rounds * min(number, tables.decided_rounds - 1)
    for i in range(left):
        place[i] = first + DIE_FACES * turns[i] + rolled(words[ENEMY_WORD, i], DIE_FACES)
    look_up(decision[:left], place, tables.decisions)


@step
def roll_test(shown, more, place, decision, words, tables, left):
    """The symbols that the dice of the test show, five dice a word."""
    for i in range(left):
        place[i] = POOL_FACES * pool(decision[i], 0) + rolled(words[TEST_WORD, i], POOL_FACES)
    look_up(shown[:left], place, tables.pools)
    for number in range(1, tables.test_words):
        for i in range(left):
            place[i] = POOL_FACES * pool(decision[i], number) + rolled(words[TEST_6_WORD + number - 1, i], POOL_FACES)
        look_up(more[:left], place, tables.pools)
        for i in range(left):
            shown[i] += more[i]


@step
def push(end, place, shown, decision, words, tables, left):
    """How the test ends: the dice of all pushes are rolled, and looked at as far as the player pushes."""
    for i in range(left):
        place[i] = test(decision[i]) * tables.shown + shown[i]
    for paid in range(tables.pushes):
        for i in range(left):
            place[i] = DIE_FACES * place[i] + rolled(words[PUSH_WORD + paid, i], DIE_FACES)
    look_up(end[:left], place, tables.ends)


@step
def go_on(going, states, place, decision, end, number, cells, tables, left):
    """The state that follows: those still running move to the front, and are counted; the others have their cell.

    Their number is unsigned: numba asks of every other index whether it counts from the end (6 % of a combat).
    """
    for i in range(left):
        place[i] = tables.ends_a_row * row(decision[i]) + end[i]
    look_up(states[:left], place, tables.after)
    running = np.uint32(0)
    for i in range(left):
        trial, state = going[i], states[i]
        if state < tables.first_ended:
            going[running], states[running] = trial, state
            running = np.uint32(running + 1)
        else:
            cells[trial] = tables.cell_by_state[state] + (number + 1) * tables.round_stride
    return running


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words = np.zeros((WORDS, BLOCK), np.uint32)
    going, states = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    turn, place, decision = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.int64)
    shown, more, end = np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint8)
    for start in range(0, cells.size, BLOCK):
        block = cells[start : start + BLOCK]
        left = block.size
        for trial in range(left):
            going[trial], states[trial] = trial, tables.start
        for number in range(tables.rounds):
            if left > 0:
                deal_to(words, tables.calls, CALLS_A_ROUND * number, first + np.uint64(start), going[:left], seed)
                turns = roll_followers(turn, place, states, words, tables, left)
                decide(decision, place, turns, number, words, tables, left)
                roll_test(shown, more, place, decision, words, tables, left)
                push(end, place, shown, decision, words, tables, left)
                left = go_on(going, states, place, decision, end, number, block, tables, left)
        for i in range(left):
            block[going[i]] = tables.cell_by_state[states[i]] + tables.rounds * tables.round_stride
