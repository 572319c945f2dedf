"""Units of a battle as rows of arrays whose columns have names, faces as bit fields, and the words that roll them.

A tuple with an array for each fact would be counted in and out at every step, and a battle would take three times as
long.
"""

import numpy as np

from tamriel_odds.kernels.jit import inline, step
from tamriel_odds.kernels.words import words_of

SIDES, DICE_A_WORD = 6, 5
# Columns of an adventurer. From TRACK on the 13 spots, from SLOT and SLOT_KIND on what the dice in the four active
# slots prevent and of which kind they are, from READY on how many dice of each kind are available.
HEALTH, BONUS, STAMINA, MAGICKA, COOLDOWN, ENGAGES, GUARD, TARGET, FILLED, ACTIVE, TRACK = range(11)
SLOT, SLOT_KIND, READY = TRACK + 13, TRACK + 17, TRACK + 21
# Columns of an enemy, whose HP are in the column HEALTH, too.
COMBAT, DEFENSE, TARGETS, IS_STRONGEST_FIRST = 1, 2, 3, 4
# Numba compiles a function anew for every plain integer that it is handed, hence this is of a type.
NOTHING = np.int64(0)


# A face of a skill die: damage, ignored Defense, 2 light fatigue, drained, true damage to the roller, prevention.
@inline
def damage_of(face):
    return face & 0xFF


@inline
def ignored_by(face):
    return face >> 8 & 0xF


@inline
def strains(face):
    return face >> 12 & 1


@inline
def drains(face):
    return face >> 13 & 1


@inline
def hurts(face):
    return face >> 14 & 1


@inline
def prevention_of(face):
    return face >> 16 & 0xFF


@inline
def deal_call(words, seed, trial, call):
    """The four words of one call."""
    a, b, c, d = words_of(trial, np.uint64(call), seed)
    words[0], words[1], words[2], words[3] = np.int64(a), np.int64(b), np.int64(c), np.int64(d)


@inline
def roll_die(words, number):
    """The face of die number `number` of a call, from what the dice before it left of their word."""
    shown = words[number // DICE_A_WORD] * SIDES
    words[number // DICE_A_WORD] = shown & 0xFFFFFFFF
    return shown >> 32


@step
def most(units):
    """The most HP that one of these units has."""
    health = 0
    for unit in range(units.shape[0]):
        health = max(health, units[unit, HEALTH])
    return health
