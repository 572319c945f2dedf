"""Rolls side by side: each trial rolls all of them with the same dice, and what they differ by is counted."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.answer import Counts, Floats
from tamriel_odds.odds.axes import Outcomes
from tamriel_odds.odds.measures import Measure
from tamriel_odds.odds.question import Roll
from tamriel_odds.odds.rolling import CHUNK, Roller

Places = NDArray[np.int64]


@dataclass(frozen=True)
class Pairing:
    """Where the differences of two rolls are counted: option minus first, measure behind measure.

    A pair of cells is counted at ``first[cell, measure] + option[cell, measure]``; the measure number m begins at
    ``starts[m]`` with the difference ``lowest[m]``.
    """

    measures: tuple[Measure, ...]
    first: Places
    option: Places
    starts: tuple[int, ...]
    lowest: tuple[int, ...]

    @classmethod
    def of(cls, first: Outcomes, option: Outcomes, measures: Sequence[Measure]) -> "Pairing":
        values = [(measure.values(first), measure.values(option)) for measure in measures]
        lowest = [int(theirs.min() - ours.max()) for ours, theirs in values]
        sizes = [int(theirs.max() - ours.min()) - low + 1 for (ours, theirs), low in zip(values, lowest, strict=True)]
        starts = [0, *np.cumsum(sizes).tolist()]
        own = np.stack([-ours for ours, _ in values], axis=1)
        other = [theirs + start - low for (_, theirs), start, low in zip(values, starts, lowest, strict=False)]
        return cls(tuple(measures), own, np.stack(other, axis=1), tuple(starts), tuple(lowest))

    @property
    def size(self) -> int:
        return self.starts[-1]

    def differences(self, counts: Counts, measure: Measure) -> tuple[Floats, Counts]:
        """Every difference there can be of one measure, and how often it was seen."""
        number = self.measures.index(measure)
        seen = counts[self.starts[number] : self.starts[number + 1]]
        return np.arange(len(seen), dtype=np.float64) + self.lowest[number], seen


class SideBySide(Roller):
    """Threads that roll several rolls on the same trials; the first is paired with each of the others.

    The counts are those of the cells of each roll, then those of the differences of each pairing, end to end. Each
    is what it would be without the others.
    """

    def __init__(
        self,
        rolls: Sequence[Roll],
        pairings: Sequence[Pairing],
        seed: int,
        threads: int | None = None,
        chunk: int = CHUNK,
    ) -> None:
        super().__init__(rolls[0], seed, threads, chunk)
        self._first = Roller(rolls[0], seed, threads, chunk)
        self._options = [Roller(roll, seed, threads, chunk) for roll in rolls[1:]]
        self._pairings = pairings
        self._cells = sum(roll.outcomes.cells for roll in rolls) + sum(pairing.size for pairing in pairings)

    def tallies(self) -> list[Counts]:
        pairs = [np.zeros((1, pairing.size), np.int64) for pairing in self._pairings]
        return [*self._first.tallies(), *(own for option in self._options for own in option.tallies()), *pairs]

    def count(self, tallies: Sequence[Counts], first: int, trials: int) -> None:
        from tamriel_odds.kernels.tally import tally, tally_pairs

        cells = self._first.cells(first, trials)
        tally(tallies[0], cells)
        options, pairs = tallies[1 : 1 + len(self._options)], tallies[1 + len(self._options) :]
        for option, pairing, own, pair in zip(self._options, self._pairings, options, pairs, strict=True):
            others = option.cells(first, trials)
            tally(own, others)
            tally_pairs(pair[0], cells, others, pairing.first, pairing.option)


def independent(first: tuple[Places, Floats], option: tuple[Places, Floats]) -> tuple[float, float, float]:
    """P(the option has more), P(both the same), P(less) where each is rolled with dice of its own; the sum is 1."""
    values, shares = first
    below = np.concatenate([[0.0], np.cumsum(shares)])
    under = below[np.searchsorted(values, option[0], side="left")]
    up_to = below[np.searchsorted(values, option[0], side="right")]
    return float(option[1] @ under), float(option[1] @ (up_to - under)), float(option[1] @ (below[-1] - up_to))
