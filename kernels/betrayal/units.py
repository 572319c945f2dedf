"""How a battle lies in arrays: the columns of adventurers, enemies and mats, the rows of trials, the fields of a face.

Few arrays take few seconds to compile; a table for each fact would take a minute.
"""

import numpy as np

from tamriel_odds.kernels.jit import inline

SIDES, DICE_A_WORD, MOST_DICE, SPOTS, SLOTS = 6, 5, 20, 13, 4

# An adventurer. FURTHER is the light fatigue of each further engage, MOST_LIGHT the most that one engage can bring.
# From KINDS on stand the kinds of dice: how many, the stat that limits them (1 Stamina, 2 Magicka, else 0), their
# battle form (engage.py) and their faces.
HEALTH, BONUS, STAMINA, MAGICKA, COOLDOWN, ENGAGES, GUARD, TARGET, FURTHER, MOST_LIGHT, KINDS = range(11)
NUMBER, STAT, FORM, FACES = range(4)
KIND = FACES + SIDES
# An enemy. It targets by ORDER times HP, the lowest first; from ENEMY_DIE on stand the faces of its dice.
COMBAT, DEFENSE, TARGETS, ORDER, ENEMY_DIE = range(1, 6)

# A mat. From OWNER on stands what makes it what it is: what lies in the 13 spots of the track, what the dice in the
# four active slots prevent and of which kind they are, and how many dice of each kind are available. Before that
# stands what follows: what it is after recovery (mats.py), the overfatigue in the track, the pool of the first dice of
# an attack (of how many faces and dice), and how many dice of which kinds can be gathered for an attack and for the
# defensive form. The mat at work has beside it how many mats and pools are known, whether any has more dice than its
# pool, and the fatigue left in the supply.
KNOWN, POOLS, IS_WIDE, LIGHT_SUPPLY, OVER_SUPPLY = range(5)
RECOVERED, RETURNED, OVERS, POOL, POOL_FACES, POOLED, ATTACKING, GUARDING, ATTACK = range(5, 14)
GUARD_DICE = ATTACK + MOST_DICE
OWNER, FILLED, ACTIVE, TRACK = range(GUARD_DICE + SLOTS, GUARD_DICE + SLOTS + 4)
SLOT, SLOT_KIND, READY = TRACK + SPOTS, TRACK + SPOTS + SLOTS, TRACK + SPOTS + 2 * SLOTS

# Rows of a block of trials, which stand in its columns. First those of a turn: the columns in which somebody acts, the
# numbers of their trials, and the columns in which the adventurer stands; then by column the light fatigue of the next
# engage, an enemy's damage, the damage dealt to one adventurer, what is below all targets, and up to four targets.
ACTING, ACTING_TRIALS, STANDING, TIRING, DAMAGE, DEALT, BELOW, CHOSEN = range(8)
# Then those of a battle: the number of the trial; the supply, OVER times overfatigue and light fatigue; HP, bonus HP
# and mats of up to four adventurers; the HP of the enemies.
TRIAL, SUPPLY, HP, BONUS_HP, MAT, FOES = 11, 12, 13, 17, 21, 25
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
