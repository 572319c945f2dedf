"""Decks and chains in plain Python, for all games, and what all rivals in plain Python share."""

import random

import numpy as np


def counted(play):
    """The rival that counts the cells to which `play(roll)`, a function of nothing, comes trial by trial."""

    def prepared(roll):
        one = play(roll)

        def rolls(trials):
            counts = np.zeros(roll.outcomes.shape, np.int64)
            for _ in range(trials):
                counts[one()] += 1
            return counts.ravel()

        return rolls

    return prepared


def _deck(roll):
    tables = roll.tables()
    cards = [kind for kind, number in enumerate(tables["counts"].tolist()) for _ in range(number)]
    drawn, axes, sample = tables["drawn"], len(roll.outcomes.shape), random.Random(1).sample

    def play():
        hand = sample(cards, drawn)
        return tuple(hand.count(kind) for kind in range(axes))

    return play


def _chain(roll):
    """State after state, from the moves of the chain; the cells are read off the state it ends in."""
    moves = dict(zip(roll.chain.states, roll.chain.moves, strict=True))
    axes, choice = roll.outcomes.axes, random.Random(1).choice

    def play():
        state = roll.chain.states[0]
        while (move := moves[state]) is not None:
            state = move.next_states[choice(move.outcome_by_face)]
        shown = roll.read(state)
        return tuple(axis.values.index(shown[axis.name]) for axis in axes)

    return play


deck, chain = counted(_deck), counted(_chain)
