"""The cooldown track of a battle, and what dice in active slots prevent: odds/betrayal/track.py in arrays."""

import numpy as np

from tamriel_odds.kernels.betrayal.units import (
    ACTIVE,
    BONUS,
    COOLDOWN,
    FILLED,
    HEALTH,
    NOTHING,
    READY,
    SLOT,
    SLOT_KIND,
    TRACK,
)
from tamriel_odds.kernels.jit import inline, step

SPOTS = 13
# What lies in a track beside skill dice, whose kinds are 0 and above; their places in the supply.
LIGHT, OVER = np.int64(-1), np.int64(-2)
LIGHT_SUPPLY, OVER_SUPPLY = 0, 1


@inline
def leave(supply, die):
    """Fatigue goes back to the supply, a skill die is drained for the rest of the battle."""
    if die == LIGHT:
        supply[LIGHT_SUPPLY] += 1
    elif die == OVER:
        supply[OVER_SUPPLY] += 1


@step
def place(party, adventurer, supply, die):
    """Put a die at the leftmost open spot. A full track takes none: its rightmost die becomes overfatigue."""
    if party[adventurer, FILLED] < SPOTS:
        party[adventurer, TRACK + party[adventurer, FILLED]] = die
        party[adventurer, FILLED] += 1
        return
    leave(supply, die)
    spot = TRACK + SPOTS - 1
    while spot >= TRACK and party[adventurer, spot] == OVER:
        spot -= 1
    if spot >= TRACK and supply[OVER_SUPPLY] > 0:
        leave(supply, party[adventurer, spot])
        supply[OVER_SUPPLY] -= 1
        party[adventurer, spot] = OVER


@step
def tire(party, adventurer, supply, times):
    """Gain light fatigue, overfatigue where no light one is left."""
    for _ in range(times):
        if supply[LIGHT_SUPPLY] > 0:
            supply[LIGHT_SUPPLY] -= 1
            place(party, adventurer, supply, LIGHT)
        else:
            overtire(party, adventurer, supply)


@step
def overtire(party, adventurer, supply):
    """Gain overfatigue, nothing where none is left."""
    if supply[OVER_SUPPLY] > 0:
        supply[OVER_SUPPLY] -= 1
        place(party, adventurer, supply, OVER)


@step
def recover(party, adventurer, supply):
    """Remove dice from the left; overfatigue among them goes to the leftmost open spot."""
    filled = party[adventurer, FILLED]
    removed = min(party[adventurer, COOLDOWN], filled)
    over = 0
    for spot in range(TRACK, TRACK + removed):
        die = party[adventurer, spot]
        if die == OVER:
            over += 1
        elif die == LIGHT:
            supply[LIGHT_SUPPLY] += 1
        else:
            party[adventurer, READY + die] += 1
    for spot in range(TRACK + removed, TRACK + filled):
        party[adventurer, spot - removed] = party[adventurer, spot]
    for spot in range(TRACK + filled - removed, TRACK + filled - removed + over):
        party[adventurer, spot] = OVER
    party[adventurer, FILLED] = filled - removed + over


@step
def suffer(party, adventurer, supply, damage):
    """Lose HP; who is defeated exhausts the dice in active slots."""
    party[adventurer, HEALTH] = max(party[adventurer, HEALTH] - damage, 0)
    if party[adventurer, HEALTH] == 0:
        for slot in range(party[adventurer, ACTIVE]):
            place(party, adventurer, supply, party[adventurer, SLOT_KIND + slot])
        party[adventurer, ACTIVE] = 0


@step
def prevent(party, adventurer, supply, damage):
    """Defensive dice one after another, each exhausted as it is used, then bonus HP; what is left of the damage."""
    used, active = 0, party[adventurer, ACTIVE]
    while damage > 0 and used < active:
        damage = max(damage - party[adventurer, SLOT + used], 0)
        place(party, adventurer, supply, party[adventurer, SLOT_KIND + used])
        used += 1
    for slot in range(used, active):
        party[adventurer, SLOT + slot - used] = party[adventurer, SLOT + slot]
        party[adventurer, SLOT_KIND + slot - used] = party[adventurer, SLOT_KIND + slot]
    party[adventurer, ACTIVE] = active - used
    spared = min(damage, party[adventurer, BONUS])
    party[adventurer, BONUS] -= spared
    return damage - spared


@step
def fatigue_round(party, supply):
    """Everyone gains overfatigue, then is dealt as much true damage as overfatigue lies in the track."""
    for adventurer in range(party.shape[0]):
        if party[adventurer, HEALTH] > 0:
            overtire(party, adventurer, supply)
    for adventurer in range(party.shape[0]):
        over = NOTHING
        for spot in range(TRACK, TRACK + party[adventurer, FILLED]):
            over += party[adventurer, spot] == OVER
        if party[adventurer, HEALTH] > 0:
            suffer(party, adventurer, supply, over)
