"""How a battle lies in arrays: the columns of adventurers, enemies and mats, the rows of trials, the fields of a face.

Few arrays take few seconds to compile; a table for each fact would take a minute.
"""

import numpy as np

from tamriel_odds.kernels.jit import inline

SIDES, DICE_A_WORD, MOST_DICE, SPOTS, SLOTS = 6, 5, 20, 13, 4

# Trials that take a turn at once: its steps are short, and 1024 call them too often (6 % of a battle).
BLOCK = 2048

# An adventurer. FURTHER is the light fatigue of each further engage, MOST_LIGHT the most that one engage can bring,
# DICE how many there are. From KINDS on stand the kinds of dice: how many, the stat that limits them (1 Stamina,
# 2 Magicka, else 0), their battle form (engage.py) and their faces.
HEALTH, BONUS, STAMINA, MAGICKA, COOLDOWN, ENGAGES, GUARD, TARGET, FURTHER, MOST_LIGHT, DICE, KINDS = range(12)
NUMBER, STAT, FORM, FACES = range(4)
KIND = FACES + SIDES
# An enemy. It targets by ORDER times HP, the lowest first.
COMBAT, DEFENSE, TARGETS, ORDER = range(1, 5)

# A mat. From OWNER on stands what makes it what it is: what lies in the 13 spots of the track, what the dice in the
# four active slots prevent and of which kind they are, and how many dice of each kind are available. Before that
# stands what follows: the pool of the first dice of an attack, and how many they are; how many dice of which kinds can
# be gathered for an attack and for the defensive form. The mat at work has beside it how many mats and pools are known,
# whether any has more dice than its pool, and the fatigue left in the supply.
KNOWN, POOLS, IS_WIDE, LIGHT_SUPPLY, OVER_SUPPLY = range(5)
POOL, POOLED, ATTACKING, GUARDING, ATTACK = range(5, 10)
GUARD_DICE = ATTACK + MOST_DICE
OWNER, FILLED, ACTIVE, TRACK = range(GUARD_DICE + SLOTS, GUARD_DICE + SLOTS + 4)
SLOT, SLOT_KIND, READY = TRACK + SPOTS, TRACK + SPOTS + SLOTS, TRACK + SPOTS + 2 * SLOTS
# What turns ask of a mat, apart from the rest so that it is soon found. As its number plus 1, or 0 where that is not
# known yet, what a mat is after recovery, after an attack that tires nobody and drains no die (-1 without dice for it),
# and after overfatigue for which there is room. Then the light fatigue that recovery returns, where the pool of an
# attack begins and how many faces it has, and the overfatigue in the track; a row of eight is one line of the cache.
RECOVERED, AFTER_ATTACK, OVERTIRED, RETURNED, POOL_AT, POOL_FACES, OVERS = range(7)
TURN_COLUMNS = 8

# Rows of a block of trials, which stand in its columns. First those of a turn: the columns in which something is to be
# looked up; by column what an attack shows (damage, and what ignores Defense), HP that it costs its roller and what it
# makes of the mat, the light fatigue of the next engage, the damage rolled by an enemy, the damage dealt to one
# adventurer, what is below all targets, and up to four targets.
LISTED, SHOWN, HURT, AFTER, TIRING, DAMAGE, DEALT, BELOW, CHOSEN = range(9)
# Then those of a battle: the number of the trial; the supply, OVER times overfatigue and light fatigue; HP, bonus HP
# and mats of up to four adventurers; the HP of the enemies.
TRIAL, SUPPLY, HP, BONUS_HP, MAT, FOES = 12, 13, 14, 18, 22, 26
OVER = 256

# A face of a skill die. The sums of several dice are read as those of one.
SUMS = (1 << 40) - 1


@inline
def damage_of(shown):
    return shown & 0xFFFF


@inline
def ignored_by(shown):
    return shown >> 16 & 0xFFFF


@inline
def hurts(shown):
    return shown >> 32 & 0xFF


@inline
def prevention_of(face):
    return face >> 48


@inline
def with_marks(face, die):
    """The face of die number `die` of several: its marks (strain 1, drain 2) stand beside those of the others."""
    return (face & SUMS) + ((face >> 40 & 3) << 40 + 2 * die)


@inline
def marks_of(shown):
    """The marks of all dice, two bits a die."""
    return shown >> 40


@inline
def roll_die(word):
    """The side on which a die falls, and what is left of the word for the next one."""
    shown = np.int64(word) * SIDES
    return shown >> 32, shown & 0xFFFFFFFF
