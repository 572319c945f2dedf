"""Engages of a battle: which dice are gathered, at whom they are aimed, and what becomes of them."""

import numpy as np

from tamriel_odds.kernels.betrayal.track import place, suffer, tire
from tamriel_odds.kernels.betrayal.units import (
    ACTIVE,
    DEFENSE,
    GUARD,
    HEALTH,
    MAGICKA,
    NOTHING,
    READY,
    SLOT,
    SLOT_KIND,
    STAMINA,
    damage_of,
    drains,
    hurts,
    ignored_by,
    prevention_of,
    roll_die,
    strains,
)
from tamriel_odds.kernels.jit import inline, step

# Battle forms of dice: none, light, heavy, defensive, ranged, magic; and of Combat dice, which go with all but magic.
NO_FORM, DEFENSIVE, MAGIC, ANY_BUT_MAGIC = 0, 3, 5, 6
OF_STAMINA, OF_MAGICKA = 1, 2
WEAKEST, STRONGEST = np.int64(0), np.int64(1)


@inline
def goes_with(form, own):
    """Whether a die of form `own` can be gathered in an engage of this form so far."""
    if form in (NO_FORM, own) or own == NO_FORM:
        return True
    return (own == ANY_BUT_MAGIC and form != MAGIC) or (form == ANY_BUT_MAGIC and own != MAGIC)


@step
def gather(gathered, party, adventurer, stat, form):
    """The dice of an attack in their order, as many as the stats allow, all of one battle form; says how many.

    Defensive dice are not for attacks, and Combat dice are left for the active slots that dice of a defensive form
    cannot fill.
    """
    number, chosen = 0, NO_FORM
    stamina, magicka = party[adventurer, STAMINA], party[adventurer, MAGICKA]
    kept = party[adventurer, GUARD] - party[adventurer, ACTIVE]
    for kind in range(form.shape[1]):
        if form[adventurer, kind] == DEFENSIVE:
            kept -= party[adventurer, READY + kind]
    for kind in range(form.shape[1]):
        own = form[adventurer, kind]
        if own == DEFENSIVE or not goes_with(chosen, own):
            continue
        ready = party[adventurer, READY + kind]
        if own == ANY_BUT_MAGIC:
            ready -= max(kept, 0)
        if stat[adventurer, kind] == OF_STAMINA:
            ready = min(ready, stamina)
            stamina -= max(ready, 0)
        elif stat[adventurer, kind] == OF_MAGICKA:
            ready = min(ready, magicka)
            magicka -= max(ready, 0)
        for _ in range(ready):
            gathered[number] = kind
            number += 1
        if ready > 0 and own != NO_FORM and chosen in (NO_FORM, ANY_BUT_MAGIC):
            chosen = own
    return number


@step
def choose_enemy(enemies, policy):
    """The enemy that an attack is aimed at, ties to the first; -1 where none is left."""
    chosen = -1
    for enemy in range(enemies.shape[0]):
        health = enemies[enemy, HEALTH]
        if health == 0:
            continue
        if chosen < 0:
            chosen = enemy
        elif policy == WEAKEST:
            chosen = enemy if health < enemies[chosen, HEALTH] else chosen
        elif policy == STRONGEST:
            chosen = enemy if health > enemies[chosen, HEALTH] else chosen
    return chosen


@step
def attack(party, adventurer, supply, enemies, enemy, gathered, number, faces, words):
    """Roll the dice that were gathered: one sum against Defense; then each die is exhausted, or drained."""
    damage, ignored, hurt = NOTHING, NOTHING, NOTHING
    for die in range(number):
        kind = gathered[die]
        face = faces[adventurer, kind, roll_die(words, die)]
        damage += damage_of(face)
        ignored += ignored_by(face)
        hurt += hurts(face)
        party[adventurer, READY + kind] -= 1
        tire(party, adventurer, supply, 2 * strains(face))
        if not drains(face):
            place(party, adventurer, supply, kind)
    taken = max(damage - max(enemies[enemy, DEFENSE] - ignored, 0), 0)
    enemies[enemy, HEALTH] = max(enemies[enemy, HEALTH] - taken, 0)
    if hurt > 0:
        suffer(party, adventurer, supply, hurt)


@step
def gather_guard(gathered, party, adventurer, form):
    """The dice of an engage in defensive form: dice of that form first, then Combat dice; says how many."""
    number = 0
    missing = min(party[adventurer, GUARD] - party[adventurer, ACTIVE], party[adventurer, STAMINA])
    for wanted in (DEFENSIVE, ANY_BUT_MAGIC):
        for kind in range(form.shape[1]):
            if form[adventurer, kind] == wanted:
                for _ in range(min(party[adventurer, READY + kind], missing - number)):
                    gathered[number] = kind
                    number += 1
    return number


@step
def guard(party, adventurer, supply, gathered, number, faces, words):
    """Dice that show a number go to active slots, the others are exhausted."""
    for die in range(number):
        kind = gathered[die]
        value = prevention_of(faces[adventurer, kind, roll_die(words, die)])
        party[adventurer, READY + kind] -= 1
        if value > 0:
            slot = party[adventurer, ACTIVE]
            party[adventurer, SLOT + slot], party[adventurer, SLOT_KIND + slot] = value, kind
            party[adventurer, ACTIVE] += 1
        else:
            place(party, adventurer, supply, kind)
