"""The attack of an engage in all trials of a block: the dice, the sum against Defense, and where the dice go."""

import numpy as np

from tamriel_odds.kernels.betrayal.block import NOBODY, ZERO, list_marked, unit_of
from tamriel_odds.kernels.betrayal.mats import ATTACKS, event_of
from tamriel_odds.kernels.betrayal.units import (
    AFTER,
    AFTER_ATTACK,
    ATTACK,
    ATTACKING,
    CHOSEN,
    DEFENSE,
    DICE_A_WORD,
    FACES,
    FOES,
    FURTHER,
    HP,
    HURT,
    KIND,
    KINDS,
    LISTED,
    MAT,
    POOL_AT,
    POOL_FACES,
    POOLED,
    SHOWN,
    TIRING,
    TURN_COLUMNS,
    damage_of,
    hurts,
    ignored_by,
    marks_of,
    roll_die,
    with_marks,
)
from tamriel_odds.kernels.jit import flat, step
from tamriel_odds.kernels.lean import most
from tamriel_odds.kernels.words import face


@step
def roll_attack(block, left, adventurer, mats, word):
    """What the first five dice of each attack show, which are rolled as one, and what that makes of a mat."""
    turns, pools, shown = flat(mats.turns), flat(mats.pools), block.what
    numbers, after = block.state[MAT + adventurer], block.state[AFTER]
    for column in range(left):
        its = np.uint32(numbers[column] * TURN_COLUMNS)
        rolled = np.uint32(face(word[column], turns[its + POOL_FACES]))
        shown[column] = pools[np.uint32(turns[its + POOL_AT]) + rolled]
        after[column] = turns[its + AFTER_ATTACK]


@step
def roll_other_dice(block, left, adventurer, word, dice, rows, fighter):
    """Those of five dice of each attack, from number `dice` on, that are in no pool: one after another."""
    numbers, shown = block.state[MAT + adventurer], block.what
    for column in range(left):
        mat, rest = numbers[column], np.int64(word[column])
        for die in range(max(dice, rows[mat, POOLED]), min(dice + DICE_A_WORD, rows[mat, ATTACKING])):
            side, rest = roll_die(rest)
            shown[column] += with_marks(fighter[KINDS + KIND * rows[mat, ATTACK + die] + FACES + side], die)


@step
def attack(block, left, adventurer, fighter, enemies):
    """One sum against Defense; then each die is exhausted, or drained: where that is not known, columns are listed."""
    state, chosen, after, health = block.state, block.state[CHOSEN], block.state[AFTER], block.state[HP + adventurer]
    read_off(state[SHOWN], state[HURT], block.what, left)
    for column in range(left):
        attacks, enemy = (after[column] >= 0) & (health[column] > 0), chosen[column]
        chosen[column] = enemy if attacks else NOBODY
    for enemy in range(enemies.shape[0]):
        strike(state[FOES + enemy], state[SHOWN], chosen, enemy, np.int32(enemies[enemy, DEFENSE]), left)
    suffer(health, state[HURT], chosen, left)
    set_dice_aside(state[MAT + adventurer], after, block.what, state[TIRING], chosen, left)
    listed = list_marked(state[LISTED], after, left)
    for i in range(listed):
        column = np.uint32(state[LISTED, i])
        block.what[i] = event_of(ATTACKS, np.int64(state[TIRING, column]), marks_of(block.what[column]))
    tire_further(state[TIRING], chosen, np.int32(fighter[FURTHER]), left)
    return listed


@step
def read_off(shown, hurt, what, left):
    """Damage and what ignores Defense as one number, and HP that its roller loses."""
    for column in range(left):
        shown[column], hurt[column] = what[column] & 0xFFFFFFFF, hurts(what[column])


@step
def strike(health, shown, chosen, enemy, defense, left):
    """An enemy loses the damage of those who chose it, less its Defense."""
    for column in range(left):
        stopped = most(np.int32(defense - np.int32(ignored_by(shown[column]))), ZERO)
        taken = most(np.int32(np.int32(damage_of(shown[column])) - stopped), ZERO)
        health[column] = most(np.int32(health[column] - (taken if unit_of(chosen[column]) == enemy else ZERO)), ZERO)


@step
def suffer(health, hurt, chosen, left):
    """Who attacks loses HP to the own dice."""
    for column in range(left):
        lost, stands = hurt[column], health[column]
        health[column] = most(np.int32(stands - (lost if chosen[column] < NOBODY else ZERO)), ZERO)


@step
def set_dice_aside(numbers, after, what, tiring, chosen, left):
    """The mats after attacks that tire nobody and drain no die; the others are marked in `after`."""
    for column in range(left):
        attacks, known, number = chosen[column] < NOBODY, after[column], numbers[column]
        is_known = (known > 0) & (marks_of(what[column]) == 0) & (tiring[column] == 0)
        numbers[column] = np.int32(known - 1) if attacks & is_known else number
        after[column] = attacks & (is_known == 0)


@step
def tire_further(tiring, chosen, fatigue, left):
    """A further engage of those who attacked brings light fatigue."""
    for column in range(left):
        so_far = tiring[column]
        tiring[column] = fatigue if chosen[column] < NOBODY else so_far
