"""An adventurer's turn and the fatigue rounds, which all trials of a block take together.

What comes of an event that needs more than a look at its mat is worked out for the columns that the row LISTED has
(mats.py).
"""

import numpy as np

from tamriel_odds.kernels.betrayal.attack import attack, roll_attack, roll_other_dice
from tamriel_odds.kernels.betrayal.block import NOBODY, ZERO, choose, list_marked, next_words
from tamriel_odds.kernels.betrayal.mats import (
    AT_WORK,
    DEFEATED,
    GUARDS,
    NO_DICE,
    OVERTIRES,
    event_of,
    first_mat,
    forget,
    happen,
    work_out_recovery,
)
from tamriel_odds.kernels.betrayal.units import (
    ACTIVE,
    AFTER,
    BELOW,
    BLOCK,
    BONUS,
    BONUS_HP,
    CHOSEN,
    DICE,
    DICE_A_WORD,
    ENGAGES,
    FACES,
    FOES,
    GUARD,
    GUARD_DICE,
    GUARDING,
    HEALTH,
    HP,
    IS_WIDE,
    KIND,
    KINDS,
    LISTED,
    MAT,
    OVER,
    OVERS,
    OVERTIRED,
    RECOVERED,
    RETURNED,
    SUPPLY,
    TARGET,
    TIRING,
    TRIAL,
    TURN_COLUMNS,
    prevention_of,
    roll_die,
)
from tamriel_odds.kernels.jit import flat, step
from tamriel_odds.kernels.lean import most


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
def recovery(block, left, adventurer, mats, fighter):
    """Who stands recovers dice.

    Nothing is taken from the supply, so that it depends on the mat alone.
    """
    state, turns = block.state, flat(mats.turns)
    health, numbers, supply, tiring = state[HP + adventurer], state[MAT + adventurer], state[SUPPLY], state[TIRING]
    for column in range(left):
        tiring[column], number = ZERO, numbers[column]
        numbers[column] = number if health[column] > 0 else NO_DICE
    for column in range(left):
        its = np.uint32(numbers[column] * TURN_COLUMNS)
        if turns[its + RECOVERED] == 0:
            work_out_recovery(mats, numbers[column], fighter)
        numbers[column] = turns[its + RECOVERED] - 1
        supply[column] += turns[its + RETURNED]


@step
def can_guard(block, left, adventurer, rows):
    """Those are listed who have dice for the defensive form, and an enemy; says how many they are."""
    who, chosen = block.state[LISTED], block.state[CHOSEN]
    health, mats, listed = block.state[HP + adventurer], block.state[MAT + adventurer], 0
    for column in range(left):
        who[listed] = column
        has_dice = rows[np.uint32(mats[column]), GUARDING] > 0
        listed += has_dice & (health[column] > 0) & (chosen[column] < NOBODY)
    return listed


@step
def guard(block, listed, adventurer, words, rows, fighter):
    """Dice that show a number go to active slots, the others are exhausted."""
    state, what = block.state, block.what
    for i in range(listed):
        column = state[LISTED, i]
        mat, word = state[MAT + adventurer, column], np.int64(words[column])
        prevention = np.int64(0)
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
        state[LISTED, fallen], what[fallen] = column, event_of(DEFEATED, 0, 0)
        has_slots = rows[state[MAT + adventurer, column], ACTIVE] > 0
        fallen += has_slots & (state[HP + adventurer, column] == 0)
    return fallen


@step
def adventurer_turn(block, left, adventurer, mats, tables, seed, first, draw):
    """Recovery, attacks as long as dice and enemies are left, then the defense; the draw that follows."""
    state, party, enemies, fighter = block.state, tables.party, tables.enemies, tables.party[adventurer]
    forget(block, left, mats, party.shape[0])
    recovery(block, left, adventurer, mats, fighter)
    for _ in range(fighter[ENGAGES]):
        choose(state[CHOSEN], state[BELOW], state[FOES:], enemies.shape[0], fighter[TARGET], left)
        for dice in range(0, fighter[DICE], DICE_A_WORD):
            words = next_words(block, left, draw, first, seed)
            if dice == 0:
                roll_attack(block, left, adventurer, mats, words)
            if mats.rows[AT_WORK, IS_WIDE] > 0:
                roll_other_dice(block, left, adventurer, words, dice, mats.rows, fighter)
            draw += 1
        happen(block, attack(block, left, adventurer, fighter, enemies), adventurer, mats, party)
    if fighter[GUARD] > 0:
        happen(block, fall(block, left, adventurer, mats.rows), adventurer, mats, party)
        choose(state[CHOSEN], state[BELOW], state[FOES:], enemies.shape[0], fighter[TARGET], left)
        listed = can_guard(block, left, adventurer, mats.rows)
        guard(block, listed, adventurer, next_words(block, left, draw, first, seed), mats.rows, fighter)
        draw += 1
        happen(block, listed, adventurer, mats, party)
    return draw


@step
def overtire(block, left, adventurer, mats):
    """Who stands gains overfatigue; those are listed, and counted, where what comes of it is not known."""
    state, turns = block.state, flat(mats.turns)
    after, numbers = state[AFTER], state[MAT + adventurer]
    for column in range(left):
        after[column] = turns[np.uint32(numbers[column] * TURN_COLUMNS + OVERTIRED)]
    put_in_track(numbers, after, state[SUPPLY], state[HP + adventurer], left)
    listed = list_marked(state[LISTED], after, left)
    for i in range(listed):
        block.what[i] = event_of(OVERTIRES, 0, 0)
    return listed


@step
def put_in_track(numbers, after, supply, health, left):
    """The mats after overfatigue for which there is room; the others are marked in `after`."""
    for column in range(left):
        stands, known, number = health[column] > 0, after[column], numbers[column]
        is_known = stands & (known > 0) & (supply[column] >= OVER)
        numbers[column] = np.int32(known - 1) if is_known else number
        supply[column] -= np.int32(OVER) if is_known else ZERO
        after[column] = stands & (is_known == 0)


@step
def fatigue_round(block, left, mats, party):
    """Everyone gains overfatigue, then is dealt as much true damage as overfatigue lies in the track."""
    state = block.state
    forget(block, left, mats, party.shape[0])
    for adventurer in range(party.shape[0]):
        happen(block, overtire(block, left, adventurer, mats), adventurer, mats, party)
    for adventurer in range(party.shape[0]):
        health, numbers, turns = state[HP + adventurer], state[MAT + adventurer], flat(mats.turns)
        for column in range(left):
            over = turns[np.uint32(numbers[column] * TURN_COLUMNS + OVERS)]
            health[column] = most(np.int32(health[column] - over), ZERO)
        if party[adventurer, GUARD] > 0:
            happen(block, fall(block, left, adventurer, mats.rows), adventurer, mats, party)
