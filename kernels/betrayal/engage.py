"""Engages of a battle: which dice of a mat can be gathered, and where they go when they have been rolled."""

from tamriel_odds.kernels.betrayal.track import place, tire
from tamriel_odds.kernels.betrayal.units import (
    ACTIVE,
    ATTACK,
    ATTACKING,
    FORM,
    GUARD,
    GUARD_DICE,
    GUARDING,
    KIND,
    KINDS,
    MAGICKA,
    READY,
    SLOT,
    SLOT_KIND,
    STAMINA,
    STAT,
)
from tamriel_odds.kernels.jit import inline, step

# Battle forms of dice: none, light, heavy, defensive, ranged, magic; and of Combat dice, which go with all but magic.
NO_FORM, DEFENSIVE, MAGIC, ANY_BUT_MAGIC = 0, 3, 5, 6
OF_STAMINA, OF_MAGICKA = 1, 2
# Marks of a face.
STRAINS, DRAINS = 1, 2


@inline
def goes_with(form, own):
    """Whether a die of form `own` can be gathered in an engage of this form so far."""
    if form in (NO_FORM, own) or own == NO_FORM:
        return True
    return (own == ANY_BUT_MAGIC and form != MAGIC) or (form == ANY_BUT_MAGIC and own != MAGIC)


@inline
def kinds_of(fighter):
    return (fighter.size - KINDS) // KIND


@step
def gather(mat, fighter):
    """The dice of an attack in their order, as many as the stats allow, all of one battle form.

    Defensive dice are not for attacks, and Combat dice are left for the active slots that dice of a defensive form
    cannot fill.
    """
    number, chosen = 0, NO_FORM
    stamina, magicka = fighter[STAMINA], fighter[MAGICKA]
    kept = fighter[GUARD] - mat[ACTIVE]
    for kind in range(kinds_of(fighter)):
        if fighter[KINDS + KIND * kind + FORM] == DEFENSIVE:
            kept -= mat[READY + kind]
    for kind in range(kinds_of(fighter)):
        own, stat = fighter[KINDS + KIND * kind + FORM], fighter[KINDS + KIND * kind + STAT]
        if own == DEFENSIVE or not goes_with(chosen, own):
            continue
        ready = mat[READY + kind]
        if own == ANY_BUT_MAGIC:
            ready -= max(kept, 0)
        if stat == OF_STAMINA:
            ready = min(ready, stamina)
            stamina -= max(ready, 0)
        elif stat == OF_MAGICKA:
            ready = min(ready, magicka)
            magicka -= max(ready, 0)
        for _ in range(ready):
            mat[ATTACK + number] = kind
            number += 1
        if ready > 0 and own != NO_FORM and chosen in (NO_FORM, ANY_BUT_MAGIC):
            chosen = own
    mat[ATTACKING] = number


@step
def gather_guard(mat, fighter):
    """The dice of an engage in defensive form: dice of that form first, then Combat dice."""
    number, missing = 0, min(fighter[GUARD] - mat[ACTIVE], fighter[STAMINA])
    for wanted in (DEFENSIVE, ANY_BUT_MAGIC):
        for kind in range(kinds_of(fighter)):
            if fighter[KINDS + KIND * kind + FORM] == wanted:
                for _ in range(min(mat[READY + kind], missing - number)):
                    mat[GUARD_DICE + number] = kind
                    number += 1
    mat[GUARDING] = number


@step
def resolve_attack(mat, marks):
    """Each die of an attack is exhausted, or drained; marks has two bits a die."""
    for die in range(mat[ATTACKING]):
        kind, mark = mat[ATTACK + die], marks >> 2 * die & 3
        mat[READY + kind] -= 1
        tire(mat, 2 * (mark & STRAINS))
        if mark & DRAINS == 0:
            place(mat, kind)


@step
def resolve_guard(mat, prevention):
    """Dice that show a number, a byte a die, go to active slots, the others are exhausted."""
    for die in range(mat[GUARDING]):
        kind, value = mat[GUARD_DICE + die], prevention >> 8 * die & 0xFF
        mat[READY + kind] -= 1
        if value > 0:
            slot = mat[ACTIVE]
            mat[SLOT + slot], mat[SLOT_KIND + slot] = value, kind
            mat[ACTIVE] += 1
        else:
            place(mat, kind)
