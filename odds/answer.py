"""Answers: a tally of trials, or an exact distribution, over the axes of the question that was asked."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import UnknownName
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.names import offer
from tamriel_odds.odds.question import Question, Roll

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Answer:
    """What both kinds of answer share: the question, the roll it came to, and the level of its intervals.

    `files` are the words of the command line that name what the roll was read from (``--data``, ``--dice-file``).
    `extras` are listings and `remarks` notes that were asked for beside the answer, `further` the words that did so.
    """

    question: Question
    roll: Roll
    level: float
    files: tuple[str, ...] = field(default=(), kw_only=True)
    extras: tuple[Listing, ...] = field(default=(), kw_only=True)
    remarks: tuple[str, ...] = field(default=(), kw_only=True)
    further: tuple[str, ...] = field(default=(), kw_only=True)

    @property
    def outcomes(self) -> Outcomes:
        return self.roll.outcomes

    @property
    def dice(self) -> tuple[Die, ...]:
        return self.roll.dice

    @property
    def listings(self) -> tuple[Listing, ...]:
        """What is told beside the distributions: by the roll itself, and because it was asked for."""
        return (*self.roll.listings, *self.extras)

    @property
    def probabilities(self) -> Floats:
        """The probability of each cell, shape of the axes."""
        raise NotImplementedError

    def along(self, axis: str) -> Floats:
        """The probability of each value of one axis or reading, whatever the others show."""
        if axis in self.outcomes.readings:
            reading = self.outcomes.readings[axis]
            summed = np.bincount(reading.index.ravel(), self.probabilities.ravel(), len(reading.axis.values))
            return np.asarray(summed, dtype=np.float64)
        position = self.outcomes.position(axis)
        others = tuple(other for other in range(len(self.outcomes.axes)) if other != position)
        return np.asarray(self.probabilities.sum(axis=others), dtype=np.float64)

    def event(self, name: str) -> float:
        """The probability of one event of the question; UnknownName with the nearest for what is none of them."""
        if name not in self.outcomes.events:
            raise UnknownName(f"event {name!r}: there is no such event{offer(name, self.outcomes.events)}")
        return float(self.probabilities[self.outcomes.events[name]].sum())

    def mean(self, axis: str) -> float:
        """The average of a numeric axis."""
        return float(self.along(axis) @ self._values(axis))

    def standard_deviation(self, axis: str) -> float:
        values = self._values(axis)
        variance = float(self.along(axis) @ values**2) - self.mean(axis) ** 2
        return float(max(variance, 0.0) ** 0.5)

    def median(self, axis: str) -> int:
        """The lowest value that at least half of the outcomes do not exceed."""
        at_most = np.cumsum(self.along(axis))
        return int(self._values(axis)[int(np.argmax(at_most >= 0.5 - 1e-12))])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.question.command_line()}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from tamriel_odds.odds.html import as_html

        return as_html(self)

    def _values(self, axis: str) -> Floats:
        named: Axis = self.outcomes.axis(axis)
        return np.array(named.values, dtype=np.float64)


@dataclass(frozen=True, eq=False, repr=False)
class Tally(Answer):
    """A simulated answer: how many of `trials` fell into each cell, int64 counts of the shape of the axes."""

    counts: Counts
    trials: int
    seed: int
    precision_reached: bool = True

    @cached_property
    def probabilities(self) -> Floats:
        return self.counts / self.trials

    def counts_along(self, axis: str) -> Counts:
        if axis in self.outcomes.readings:
            reading = self.outcomes.readings[axis]
            counts = np.zeros(len(reading.axis.values), np.int64)
            np.add.at(counts, reading.index.ravel(), self.counts.ravel())
            return counts
        position = self.outcomes.position(axis)
        others = tuple(other for other in range(len(self.outcomes.axes)) if other != position)
        return np.asarray(self.counts.sum(axis=others), dtype=np.int64)

    def event_count(self, name: str) -> int:
        return int(self.counts[self.outcomes.events[name]].sum())

    def standard_error(self, axis: str) -> float:
        """How far the average of `axis` is from the true one, in the sense of one standard deviation."""
        return float(self.standard_deviation(axis) / self.trials**0.5)


@dataclass(frozen=True, eq=False, repr=False)
class Distribution(Answer):
    """An exact answer: the probability of each cell, float64 of the shape of the axes, sum 1."""

    exact: Floats

    @property
    def probabilities(self) -> Floats:
        return self.exact
