"""Decks and chains by other means: icepool deals hands, a chain is followed in plain Python."""

from collections import defaultdict

import icepool
import numpy as np


def deck(roll):
    """The hands that icepool deals."""
    tables = roll.tables()
    kinds = tuple(range(len(roll.outcomes.shape)))
    hands = icepool.Deck(dict(enumerate(tables["counts"].tolist()))).deal(tables["drawn"])
    drawn = hands.expand().map(lambda hand: tuple(hand.count(kind) for kind in kinds), star=False)
    joint = np.zeros(roll.outcomes.shape)
    for cell, ways in drawn.items():
        joint[cell] = ways / drawn.denominator()
    return joint


def chain(roll):
    """The chance of each state it ends in, one state after another."""
    moves = dict(zip(roll.chain.states, roll.chain.moves, strict=True))
    joint = np.zeros(roll.outcomes.shape)
    going = {roll.chain.states[0]: 1.0}
    while going:
        reached = defaultdict(float)
        for state, chance in going.items():
            if (move := moves[state]) is None:
                shown = roll.read(state)
                joint[tuple(axis.values.index(shown[axis.name]) for axis in roll.outcomes.axes)] += chance
                continue
            for outcome in move.outcome_by_face:
                reached[move.next_states[outcome]] += chance / len(move.outcome_by_face)
        going = reached
    return joint
