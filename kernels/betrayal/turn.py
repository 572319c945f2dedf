"""An adventurer's turn, which all trials of a block take together: recovery, attacks, the defense.

The row ACTING lists the columns in which somebody acts; what is rolled for the i-th of them is in words[:, i].
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.betrayal.mats import (
    AT_WORK,
    ATTACKS,
    DEFEATED,
    GUARDS,
    OVERTIRES,
    event_of,
    first_mat,
    forget,
    happen,
    work_out_recovery,
)
from tamriel_odds.kernels.betrayal.units import (
    ACTING,
    ACTING_TRIALS,
    ACTIVE,
    ATTACK,
    ATTACKING,
    BELOW,
    BONUS,
    BONUS_HP,
    CHOSEN,
    DEFENSE,
    DICE_A_WORD,
    ENGAGES,
    FACES,
    FOES,
    FURTHER,
    GUARD,
    GUARD_DICE,
    GUARDING,
    HEALTH,
    HP,
    IS_WIDE,
    KIND,
    KINDS,
    MAT,
    OVERS,
    POOL,
    POOL_FACES,
    POOLED,
    RECOVERED,
    RETURNED,
    STANDING,
    SUMS,
    SUPPLY,
    TARGET,
    TIRING,
    TRIAL,
    damage_of,
    hurts,
    ignored_by,
    marks_of,
    prevention_of,
    roll_die,
    with_marks,
)
from tamriel_odds.kernels.jit import inline, step
from tamriel_odds.kernels.words import BLOCK, deal_to, face

GUARD_CALL = 7
MOST_UNITS = 32
NOBODY = 1 << 30 | MOST_UNITS - 1
# Rows of exactly a page would all want the same places of the cache.
APART = 16
WORDS = 16


class Block(NamedTuple):
    """A block of trials."""

    state: np.ndarray  # int32 [row, column] (units.py)
    words: np.ndarray  # uint32 [word, place among those who act]
    what: np.ndarray  # int64 by place: what is shown, then what happens (mats.py)


@step
def new_block(enemies):
    """Room for a block."""
    state = np.empty((FOES + enemies, BLOCK + APART), np.int32)
    return Block(state, np.empty((WORDS, BLOCK), np.uint32), np.empty(BLOCK, np.int64))


@step
def begin(block, mats, tables):
    """Everybody as they are before the first round."""
    state, party, enemies = block.state, tables.party, tables.enemies
    forget(block, 0, mats, party.shape[0])
    for column in range(BLOCK):
        state[TRIAL, column], state[SUPPLY, column], state[BELOW, column] = column, tables.supply, -NOBODY
    for adventurer in range(party.shape[0]):
        mat = first_mat(mats, adventurer, party[adventurer])
        for column in range(BLOCK):
            state[HP + adventurer, column] = party[adventurer, HEALTH]
            state[BONUS_HP + adventurer, column] = party[adventurer, BONUS]
            state[MAT + adventurer, column] = mat
    for enemy in range(enemies.shape[0]):
        for column in range(BLOCK):
            state[FOES + enemy, column] = enemies[enemy, HEALTH]


@step
def choose(chosen, before, health, units, order, left):
    """The target in each column: of those who stand the next one after `before`, else NOBODY.

    They are taken by HP, lowest first with order 1 and highest first with -1, ties to the first; with 0 one by one.
    """
    for column in range(left):
        chosen[column] = NOBODY
    for unit in range(units):
        for column in range(left):
            # In 64 bits half as many columns go at once.
            place = np.int32(health[unit, column] * (order * MOST_UNITS) + unit)
            is_next = (health[unit, column] > 0) & (place > before[column]) & (place < chosen[column])
            chosen[column] = place if is_next else chosen[column]


@inline
def unit_of(chosen):
    return chosen & MOST_UNITS - 1


@step
def deal_turn(block, acting, call, first, seed):
    """The words of a call for those who act."""
    trials = block.state[ACTING_TRIALS]
    for i in range(acting):
        trials[i] = block.state[TRIAL, block.state[ACTING, i]]
    deal_to(block.words, range(1), call, first, trials[:acting], seed)


@step
def recovery(block, left, adventurer, mats, fighter):
    """Who stands recovers dice; they are listed, and counted.

    Nothing is taken from the supply, so that it is the same for every mat, and is noted in its row: 7 % of a battle.
    """
    state, rows, standing = block.state, mats.rows, 0
    for column in range(left):
        state[STANDING, standing], state[TIRING, column] = column, 0
        standing += state[HP + adventurer, column] > 0
    who, numbers, supply = state[STANDING], state[MAT + adventurer], state[SUPPLY]
    for i in range(standing):
        column = np.uint32(who[i])
        mat = np.uint32(numbers[column])
        if rows[mat, RECOVERED] == 0:
            work_out_recovery(mats, mat, fighter)
        numbers[column] = rows[mat, RECOVERED] - 1
        supply[column] += rows[mat, RETURNED]
    return standing


@step
def can_engage(block, among, number, adventurer, rows, dice):
    """Of so many columns those are listed in which the adventurer has dice and a target; says how many they are."""
    columns, who, chosen = block.state[among], block.state[ACTING], block.state[CHOSEN]
    health, mats, acting = block.state[HP + adventurer], block.state[MAT + adventurer], 0
    for i in range(number):
        column = np.uint32(columns[i])
        who[acting] = column
        has_dice = rows[np.uint32(mats[column]), dice] > 0
        acting += has_dice & (health[column] > 0) & (chosen[column] < NOBODY)
    return acting


@step
def roll_attack(block, acting, adventurer, mats):
    """What the first five dice of each attack show, which are rolled as one."""
    who, numbers, word, shown = block.state[ACTING], block.state[MAT + adventurer], block.words[0], block.what
    for i in range(acting):
        mat = np.uint32(numbers[np.uint32(who[i])])
        shown[i] = mats.pools[np.uint32(mats.rows[mat, POOL]), face(word[i], mats.rows[mat, POOL_FACES])]


@step
def roll_further_dice(block, acting, adventurer, rows, fighter):
    """The other dice of each attack, one after another."""
    state, words, shown = block.state, block.words, block.what
    for i in range(acting):
        mat, word = state[MAT + adventurer, state[ACTING, i]], np.int64(0)
        for die in range(rows[mat, POOLED], rows[mat, ATTACKING]):
            if die % DICE_A_WORD == 0:
                word = np.int64(words[die // DICE_A_WORD, i])
            side, word = roll_die(word)
            shown[i] += with_marks(fighter[KINDS + KIND * rows[mat, ATTACK + die] + FACES + side], die)


@step
def attack(block, acting, adventurer, fighter, enemies):
    """One sum against Defense; then each die is exhausted, or drained."""
    state, what, health = block.state, block.what, block.state[HP + adventurer]
    who, chosen, tiring = state[ACTING], state[CHOSEN], state[TIRING]
    for i in range(acting):
        column, total = np.uint32(who[i]), what[i] & SUMS
        enemy = np.uint32(unit_of(chosen[column]))
        taken = max(damage_of(total) - max(enemies[enemy, DEFENSE] - ignored_by(total), 0), 0)
        state[FOES + enemy, column] = max(state[FOES + enemy, column] - taken, 0)
        health[column] = max(health[column] - hurts(total), 0)
        what[i] = event_of(ATTACKS, np.int64(tiring[column]), marks_of(what[i]))
        tiring[column] = fighter[FURTHER]


@step
def guard(block, acting, adventurer, rows, fighter):
    """Dice that show a number go to active slots, the others are exhausted."""
    state, words, what = block.state, block.words, block.what
    for i in range(acting):
        column = state[ACTING, i]
        mat, word, prevention = state[MAT + adventurer, column], np.int64(words[0, i]), np.int64(0)
        for die in range(rows[mat, GUARDING]):
            side, word = roll_die(word)
            shown = fighter[KINDS + KIND * rows[mat, GUARD_DICE + die] + FACES + side]
            prevention |= prevention_of(shown) << 8 * die
        what[i] = event_of(GUARDS, np.int64(state[TIRING, column]), prevention)


@step
def fall(block, left, adventurer, rows):
    """Who is defeated exhausts the dice in active slots; they are listed, and counted."""
    state, what, fallen = block.state, block.what, 0
    for column in range(left):
        state[ACTING, fallen], what[fallen] = column, event_of(DEFEATED, 0, 0)
        has_slots = rows[state[MAT + adventurer, column], ACTIVE] > 0
        fallen += has_slots & (state[HP + adventurer, column] == 0)
    return fallen


@step
def adventurer_turn(block, left, adventurer, mats, tables, seed, first, call):
    """Recovery, attacks as long as dice and enemies are left, then the defense."""
    state, party, enemies, fighter = block.state, tables.party, tables.enemies, tables.party[adventurer]
    forget(block, left, mats, party.shape[0])
    standing = recovery(block, left, adventurer, mats, fighter)
    acting, among = standing, STANDING
    for engaged in range(fighter[ENGAGES]):
        choose(state[CHOSEN], state[BELOW], state[FOES:], enemies.shape[0], fighter[TARGET], left)
        acting, among = can_engage(block, among, acting, adventurer, mats.rows, ATTACKING), ACTING
        deal_turn(block, acting, call + engaged, first, seed)
        roll_attack(block, acting, adventurer, mats)
        if mats.rows[AT_WORK, IS_WIDE] > 0:
            roll_further_dice(block, acting, adventurer, mats.rows, fighter)
        attack(block, acting, adventurer, fighter, enemies)
        happen(block, acting, adventurer, mats, party)
    if fighter[GUARD] > 0:
        happen(block, fall(block, left, adventurer, mats.rows), adventurer, mats, party)
        choose(state[CHOSEN], state[BELOW], state[FOES:], enemies.shape[0], fighter[TARGET], left)
        acting = can_engage(block, STANDING, standing, adventurer, mats.rows, GUARDING)
        deal_turn(block, acting, call + GUARD_CALL, first, seed)
        guard(block, acting, adventurer, mats.rows, fighter)
        happen(block, acting, adventurer, mats, party)


@step
def fatigue_round(block, left, mats, party):
    """Everyone gains overfatigue, then is dealt as much true damage as overfatigue lies in the track."""
    state, what = block.state, block.what
    forget(block, left, mats, party.shape[0])
    for adventurer in range(party.shape[0]):
        standing = 0
        for column in range(left):
            state[ACTING, standing], what[standing] = column, event_of(OVERTIRES, 0, 0)
            standing += state[HP + adventurer, column] > 0
        happen(block, standing, adventurer, mats, party)
    for adventurer in range(party.shape[0]):
        for column in range(left):
            over = mats.rows[state[MAT + adventurer, column], OVERS]
            state[HP + adventurer, column] = max(state[HP + adventurer, column] - over, 0)
        happen(block, fall(block, left, adventurer, mats.rows), adventurer, mats, party)
