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
    most_shown: int
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
def roll_followers(turn, place, states, words, turns, dice, left):
    """The turns of the states, after the dice of the Follower and of summoned creatures."""
    if dice == 0:
        return states
    for i in range(left):
        place[i] = states[i]
    for die in range(dice):
        for i in range(left):
            place[i] = DIE_FACES * place[i] + rolled(words[FOLLOWER_WORD + die, i], DIE_FACES)
    look_up(turn[:left], place, turns)
    return turn


@step
def decide(decision, place, turn, word, decisions, first, left):
    """What is done once the enemy die is seen; the decisions of a round begin at `first`."""
    for i in range(left):
        place[i] = first + DIE_FACES * turn[i] + rolled(word[i], DIE_FACES)
    look_up(decision[:left], place, decisions)


@step
def roll_test(shown, place, decision, number, word, pools, left):
    """The symbols that the dice of a test's word show."""
    for i in range(left):
        place[i] = POOL_FACES * pool(decision[i], number) + rolled(word[i], POOL_FACES)
    look_up(shown[:left], place, pools)


@step
def add(shown, more, left):
    for i in range(left):
        shown[i] += more[i]


@step
def push(end, place, shown, decision, words, ends, most_shown, pushes, left):
    """How the test ends: the dice of all pushes are rolled, and looked at as far as the player pushes."""
    for i in range(left):
        place[i] = (most_shown + 1) * test(decision[i]) + shown[i]
    for paid in range(pushes):
        for i in range(left):
            place[i] = DIE_FACES * place[i] + rolled(words[PUSH_WORD + paid, i], DIE_FACES)
    look_up(end[:left], place, ends)


@step
def go_on(states, place, decision, end, after, ends_a_row, left):
    """The states that follow."""
    for i in range(left):
        place[i] = ends_a_row * row(decision[i]) + end[i]
    look_up(states[:left], place, after)


@step
def leave(going, states, cells, cell_by_state, first_ended, rounds, left):
    """Those still running move to the front, and are counted; the others have their cell, that of so many rounds more.

    Their number is unsigned: numba asks of every other index whether it counts from the end (6 % of a combat).
    """
    running = np.uint32(0)
    for i in range(left):
        trial, state = going[i], states[i]
        if state < first_ended:
            going[running], states[running] = trial, state
            running = np.uint32(running + 1)
        else:
            cells[trial] = cell_by_state[state] + rounds
    return running


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    words, decision = np.empty((WORDS, BLOCK), np.uint32), np.empty(BLOCK, np.int64)
    going, states, turn = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    place, shown, more = np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32), np.empty(BLOCK, np.int32)
    end = np.empty(BLOCK, np.int32)
    decisions_a_round = tables.decisions.size // tables.decided_rounds
    for start in range(0, cells.size, BLOCK):
        block = cells[start : start + BLOCK]
        left = block.size
        for trial in range(left):
            going[trial], states[trial] = trial, tables.start
        for number in range(tables.rounds):
            if left == 0:
                break
            deal_to(words, tables.calls, CALLS_A_ROUND * number, first + np.uint64(start), going[:left], seed)
            turns = roll_followers(turn, place, states, words, tables.turns, tables.follower_dice, left)
            decided = decisions_a_round * min(number, tables.decided_rounds - 1)
            decide(decision, place, turns, words[ENEMY_WORD], tables.decisions, decided, left)
            roll_test(shown, place, decision, 0, words[TEST_WORD], tables.pools, left)
            for further in range(1, tables.test_words):
                roll_test(more, place, decision, further, words[TEST_6_WORD + further - 1], tables.pools, left)
                add(shown, more, left)
            push(end, place, shown, decision, words, tables.ends, tables.most_shown, tables.pushes, left)
            go_on(states, place, decision, end, tables.after, tables.ends_a_row, left)
            ended = (number + 1) * tables.round_stride
            left = leave(going, states, block, tables.cell_by_state, tables.first_ended, ended, left)
        for i in range(left):
            block[going[i]] = tables.cell_by_state[states[i]] + tables.rounds * tables.round_stride
