"""Engages and checks of Betrayal by icepool and dyce, lockpick checks and decks by counting."""

from itertools import product

import icepool
import numpy as np
from dyce import H

# No handful shows as much of anything.
UNIT = 1 << 8


def engage(roll):
    """The joint distribution of damage and tenacity by icepool."""
    rolled = icepool.Die([0])
    for die in roll.handfuls[0].own:
        rolled += icepool.Die([_packed(face) for face in die.faces])
    return _taken(roll, rolled.items(), rolled.denominator())


def engage_by_dyce(roll):
    """The same by dyce."""
    rolled = H({0: 1})
    for die in roll.handfuls[0].own:
        rolled = rolled + H([_packed(face) for face in die.faces])
    return _taken(roll, rolled.items(), rolled.total)


def _packed(face):
    """Damage, ignored Defense and tenacity as one integer: sums of integers are the fastest that either has."""
    return face.number + UNIT * face.ignores + UNIT**2 * face.tenacity


def _taken(roll, rolled, combinations):
    joint = np.zeros(roll.outcomes.shape)
    for shown, ways in rolled:
        damage, ignored, tenacity = shown % UNIT, shown // UNIT % UNIT, shown // UNIT**2
        joint[max(damage - max(roll.defense - ignored, 0), 0), tenacity] += ways / combinations
    return joint


def social(roll):
    """The joint distribution of total and tenacity spent by icepool."""
    total = sum(icepool.Die([face.number for face in die.faces]) for die in roll.rolled)
    return _spent(roll, total.items(), total.denominator())


def social_by_dyce(roll):
    """The same by dyce."""
    total = sum((H([face.number for face in die.faces]) for die in roll.rolled), H({0: 1}))
    return _spent(roll, total.items(), total.total)


def _spent(roll, totals, combinations):
    joint, least = np.zeros(roll.outcomes.shape), int(roll.outcomes.axes[0].values[0])
    for total, ways in totals:
        missing = max(roll.difficulty - total, 0)
        joint[total - least, missing if missing <= roll.tenacity else 0] += ways / combinations
    return joint


def overland(roll):
    """The hands that icepool deals from every overland deck there can be."""
    own = {2: roll.wanted, 0: roll.cards - roll.wanted}
    others = icepool.Deck({1: roll.wanted_general, 0: roll.general - roll.wanted_general}).deal(roll.shuffled_in)
    joint = np.zeros(roll.outcomes.shape)
    for general, ways in others.expand().items():
        counts = {2: own[2], 1: general.count(1), 0: own[0] + general.count(0)}
        hands = icepool.Deck(counts).deal(roll.drawn).expand()
        for hand, times in hands.items():
            share = ways / others.expand().denominator() * times / hands.denominator()
            joint[sum(card > 0 for card in hand)] += share
    return joint


def lockpick(roll):
    """Every roll of every attempt, state by state, in plain Python."""
    chances, joint = {roll.start: 1.0}, np.zeros(roll.outcomes.shape)
    for attempt in range(1, roll.attempts + 1):
        reached: dict = {}
        for state, chance in chances.items():
            for faces in product(range(1, 7), repeat=3):
                dice = tuple(sorted((*state.kept, *faces[: 3 - len(state.kept)])))
                move = roll.policy.move(roll.attempts - attempt, state.is_matched, dice, roll.budget - state.spent)
                if move.is_open:
                    joint[state.spent + move.spent, attempt - 1, 1] += chance / 216
                else:
                    after = roll.lock.after(state, move)
                    reached[after] = reached.get(after, 0.0) + chance / 216
        chances = reached
    for state, chance in chances.items():
        joint[state.spent, roll.attempts - 1, 0] += chance
    return joint
