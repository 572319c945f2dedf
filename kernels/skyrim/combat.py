"""Skyrim combats in lockstep over the block: a round of all that go on, then the next; those that have ended leave."""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.jit import borrowed, inline, kernel, step
from tamriel_odds.kernels.skyrim.combat_actions import after_test, before_test, choose, pay_pushes, pushes
from tamriel_odds.kernels.skyrim.combat_harm import acting, follower_acts
from tamriel_odds.kernels.skyrim.combat_layout import (
    ACTION_ROWS,
    ACTOR,
    AMBUSH,
    CALLS_A_ROUND,
    DIE_FACES,
    ENEMY_WORD,
    ESCAPES,
    ESCAPES_END,
    FIGHTING,
    FIRST,
    FOLLOWER,
    FOLLOWER_WORD,
    HOPES,
    IS_CERTAIN,
    NEED,
    NOTHING,
    OPENER_NEED,
    OPENING,
    OPENINGS,
    PHASE,
    PLAYER_ROWS,
    POOL_6_ROW,
    POOL_FACES,
    POOL_ROW,
    PUSH_WORD,
    RESULT,
    RULES,
    RUNNING,
    SHOWS,
    SLOTS,
    STAGE,
    STAGE_ROWS,
    SUMMON_1,
    SYMBOL,
    TEST_6_WORD,
    TEST_11_WORD,
    TEST_WORD,
)
from tamriel_odds.kernels.skyrim.combat_look import look, look_within, player_at, row_at
from tamriel_odds.kernels.skyrim.combat_rounds import (
    begin,
    cell_of,
    escapes,
    finish,
    open_stage,
    opener,
    opening_player,
)
from tamriel_odds.kernels.words import BLOCK, deal_to, face

WORDS = 4 * CALLS_A_ROUND
# What a round does is inline: as steps, which are handed the arrays again and again, it takes 2.4 times as long. So is
# what of the rules is short, or called from one place or two; all of them would cost a first combat half a second.


class Tables(NamedTuple):
    """A combat."""

    rules: np.ndarray  # int64, all tables of combat_layout.py in one array
    start: np.ndarray  # int64, the row of a fight before its first round
    pools: np.ndarray  # uint8 [pool, face of five dice]: symbols shown; row 0 is no dice
    calls: np.ndarray  # int64, the calls of a round whose words are needed
    rounds: int  # after so many a combat is unfinished


@inline
def rolled(pools, pool, word):
    """The symbols that five dice of a pool show, or fewer."""
    return np.int64(pools[pool, face(word, POOL_FACES)])


@inline
def open_test(fight, rules, player, pools, words, place):
    """The test that opens a stage, which cannot be pushed: whether it shows what is needed."""
    stage = fight[STAGE]
    shown = rolled(pools, look_within(rules, OPENINGS, stage, player, 0), words[TEST_WORD, place])
    if look_within(rules, OPENINGS, stage, player, 1) > 0:
        shown += rolled(pools, look_within(rules, OPENINGS, stage, player, 1), words[TEST_6_WORD, place])
        shown += rolled(pools, look_within(rules, OPENINGS, stage, player, 2), words[TEST_11_WORD, place])
    return shown >= look(rules, STAGE_ROWS, stage, OPENER_NEED)


@inline
def goes_on(rules, action, missing, left):
    """Whether a failed test is pushed, with so many pushes left: while its policy sees hope."""
    return look_within(rules, HOPES, action, missing, left) > 0


@inline
def test(fight, rules, player, action, pools, words, place):
    """Whether a test is passed, and the pushes paid for it."""
    row = row_at(rules, ACTION_ROWS, action)
    if rules[row + IS_CERTAIN] > 0:
        return True, 0
    missing = rules[row + NEED] - rolled(pools, rules[row + POOL_ROW], words[TEST_WORD, place])
    if rules[row + POOL_6_ROW] > 0:
        missing -= rolled(pools, rules[row + POOL_6_ROW], words[TEST_6_WORD, place])
    most, paid = pushes(fight, rules, player, action), 0
    while missing > 0 and paid < most and goes_on(rules, action, missing, most - paid):
        missing -= look(rules, SHOWS, rules[row + SYMBOL], np.int64(face(words[PUSH_WORD + paid, place], DIE_FACES)))
        paid += 1
    return missing <= 0, paid


@inline
def followers_act(fight, rules, player, words, place):
    """The Follower, then summoned creatures, each with a roll of its own."""
    at = player_at(rules, player)
    follower = look(rules, PLAYER_ROWS, player, FOLLOWER)
    if follower > 0:
        follower_acts(fight, rules, player, follower, np.int64(face(words[FOLLOWER_WORD, place], DIE_FACES)))
    for summon in range(2):
        if fight[at + SUMMON_1 + summon] > 0:
            shown = np.int64(face(words[FOLLOWER_WORD + 1 + summon, place], DIE_FACES))
            follower_acts(fight, rules, player, fight[at + SUMMON_1 + summon], shown)


@inline
def play(fight, rules, pools, words, place):
    """One round of one combat."""
    if fight[PHASE] == OPENING:
        opens = opener(fight, rules)
        if opens != NOTHING:
            player = opening_player(fight, rules, opens)
            is_passed = opens != AMBUSH and open_test(fight, rules, player, pools, words, place)
            open_stage(fight, rules, player, opens, is_passed)
            return
        fight[PHASE] = FIGHTING
    begin(fight, rules)
    player = fight[ACTOR]
    row = row_at(rules, PLAYER_ROWS, player)
    if not escapes(fight, rules, player, rules[row + ESCAPES], rules[row + ESCAPES_END]):
        enemy_face = np.int64(face(words[ENEMY_WORD, place], DIE_FACES))
        followers_act(fight, rules, player, words, place)
        if fight[FIRST] < rules[SLOTS] and fight[player_at(rules, player)] > 0:
            enemy_action = acting(fight, rules, enemy_face)
            action = choose(fight, rules, player, enemy_action, look(rules, PLAYER_ROWS, player, RULES))
            if before_test(fight, rules, player, enemy_action, action):
                is_passed, paid = test(fight, rules, player, action, pools, words, place)
                pay_pushes(fight, rules, player, action, paid)
                after_test(fight, rules, player, enemy_action, action, is_passed)
    finish(fight, rules)


@step
def play_round(fights, going, rules, pools, words):
    """One round of all combats that go on; those that still do are moved to the front, and counted."""
    fights, rules, pools, words = borrowed(fights), borrowed(rules), borrowed(pools), borrowed(words)
    left = 0
    for place in range(going.size):
        fight = fights[going[place]]
        play(fight, rules, pools, words, place)
        if fight[RESULT] == RUNNING:
            going[left] = going[place]
            left += 1
    return left


@step
def set_up(fights, start):
    """Every combat stands before its first round."""
    for trial in range(fights.shape[0]):
        for number in range(start.size):
            fights[trial, number] = start[number]


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the outcome of trial `first` + i."""
    fights = np.empty((BLOCK, tables.start.size), np.int64)
    words = np.empty((WORDS, BLOCK), np.uint32)
    going = np.empty(BLOCK, np.int64)
    for start in range(0, cells.size, BLOCK):
        block = cells[start : start + BLOCK]
        set_up(fights, tables.start)
        left = block.size
        for trial in range(left):
            going[trial] = trial
        for number in range(tables.rounds):
            if left > 0:
                deal_to(words, tables.calls, CALLS_A_ROUND * number, first + np.uint64(start), going[:left], seed)
                left = play_round(fights, going[:left], tables.rules, tables.pools, words)
        for trial in range(block.size):
            block[trial] = cell_of(fights[trial], tables.rules)
