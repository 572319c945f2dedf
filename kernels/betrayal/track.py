"""What a mat goes through: the cooldown track and the dice in active slots; odds/betrayal/track.py in arrays."""

import numpy as np

from tamriel_odds.kernels.betrayal.units import (
    ACTIVE,
    FILLED,
    LIGHT_SUPPLY,
    OVER_SUPPLY,
    READY,
    SLOT,
    SLOT_KIND,
    SPOTS,
    TRACK,
)
from tamriel_odds.kernels.jit import inline, step

# What lies in a track beside skill dice, whose kinds are 0 and above.
# They are of the type of a mat, since numba compiles a step anew for every type that it is handed.
LIGHT, OVERFATIGUE = np.int32(-1), np.int32(-2)


@inline
def leave(mat, die):
    """Fatigue goes back to the supply, a skill die is drained for the rest of the battle."""
    if die == LIGHT:
        mat[LIGHT_SUPPLY] += 1
    elif die == OVERFATIGUE:
        mat[OVER_SUPPLY] += 1


@step
def place(mat, die):
    """Put a die at the leftmost open spot. A full track takes none: its rightmost die becomes overfatigue."""
    if mat[FILLED] < SPOTS:
        mat[TRACK + mat[FILLED]] = die
        mat[FILLED] += 1
        return
    leave(mat, die)
    spot = TRACK + SPOTS - 1
    while spot >= TRACK and mat[spot] == OVERFATIGUE:
        spot -= 1
    if spot >= TRACK and mat[OVER_SUPPLY] > 0:
        leave(mat, mat[spot])
        mat[OVER_SUPPLY] -= 1
        mat[spot] = OVERFATIGUE


@step
def overtire(mat):
    """Gain overfatigue, nothing where none is left."""
    if mat[OVER_SUPPLY] > 0:
        mat[OVER_SUPPLY] -= 1
        place(mat, OVERFATIGUE)


@step
def tire(mat, times):
    """Gain light fatigue, overfatigue where no light one is left."""
    for _ in range(times):
        if mat[LIGHT_SUPPLY] > 0:
            mat[LIGHT_SUPPLY] -= 1
            place(mat, LIGHT)
        else:
            overtire(mat)


@step
def recover(mat, cooldown):
    """Remove dice from the left; overfatigue among them goes to the leftmost open spot."""
    filled = mat[FILLED]
    removed = min(cooldown, filled)
    over = 0
    for spot in range(TRACK, TRACK + removed):
        die = mat[spot]
        if die == OVERFATIGUE:
            over += 1
        elif die == LIGHT:
            mat[LIGHT_SUPPLY] += 1
        else:
            mat[READY + die] += 1
    for spot in range(TRACK + removed, TRACK + filled):
        mat[spot - removed] = mat[spot]
    for spot in range(TRACK + filled - removed, TRACK + filled - removed + over):
        mat[spot] = OVERFATIGUE
    mat[FILLED] = filled - removed + over


@step
def empty_slots(mat, number):
    """The first dice in active slots are exhausted, the others move up."""
    for slot in range(number):
        place(mat, mat[SLOT_KIND + slot])
    for slot in range(number, mat[ACTIVE]):
        mat[SLOT + slot - number], mat[SLOT_KIND + slot - number] = mat[SLOT + slot], mat[SLOT_KIND + slot]
    mat[ACTIVE] -= number


@step
def prevent(mat, damage):
    """Defensive dice are used one after another, and exhausted; what is left of the damage."""
    used = 0
    while damage > 0 and used < mat[ACTIVE]:
        damage = max(damage - mat[SLOT + used], 0)
        used += 1
    empty_slots(mat, used)
    return damage
