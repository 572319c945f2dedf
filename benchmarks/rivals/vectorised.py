"""Decks and chains in numpy, for all games."""

import numpy as np

from tamriel_odds.benchmarks.rivals.parts import in_parts


def deck(roll):
    """Every trial draws card after card from what is left of its own deck."""
    tables = roll.tables()
    counts, strides = tables["counts"].astype(np.int16), tables["strides"]

    def count(trials, random_words):
        left = np.repeat(counts[:, None], trials, axis=1)
        cell, rows = np.zeros(trials, np.int64), np.arange(trials)
        for draw in range(tables["drawn"]):
            card = random_words.integers(counts.sum() - draw, size=trials, dtype=np.uint16)
            kind = (card >= np.cumsum(left, axis=0)).sum(axis=0)
            left[kind, rows] -= 1
            cell += strides[kind]
        return np.bincount(cell, minlength=roll.outcomes.cells)

    return in_parts(count, roll.outcomes.cells)


def deck_by_hand(roll):
    """Every trial draws its whole hand at once."""
    tables = roll.tables()

    def count(trials, random_words):
        hands = random_words.multivariate_hypergeometric(tables["counts"], tables["drawn"], size=trials)
        return np.bincount(hands @ tables["strides"], minlength=roll.outcomes.cells)

    return in_parts(count, roll.outcomes.cells)


def chain(roll):
    """From state to state along the chain's table, each state with the die that it rolls."""
    tables = roll.tables()
    start, faces, next_state = tables["start"], tables["faces"], tables["next_state"]

    def count(trials, random_words):
        state = np.zeros(trials, np.int64)
        for _ in range(tables["steps"]):
            face = (random_words.random(trials, np.float32) * faces[state]).astype(np.int64)
            state = next_state[state, tables["outcome_by_face"][start[state] + face]]
        return np.bincount(tables["cell_by_state"][state], minlength=roll.outcomes.cells)

    return in_parts(count, roll.outcomes.cells)
