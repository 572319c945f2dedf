"""Draws without replacement from a deck or a bag (kernels/deck.py), and their exact odds."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.sums import calls_of


@dataclass(frozen=True)
class Draw:
    """`drawn` cards of a deck that holds `wanted` cards of each counted kind and `others` besides.

    Its cells are the counts of the wanted kinds, in C order: shape (min(wanted, drawn) + 1, ...).
    """

    wanted: tuple[int, ...]
    others: int
    drawn: int

    def __post_init__(self) -> None:
        cards = sum(self.wanted) + self.others
        if not 0 <= self.drawn <= cards:
            raise ImpossibleQuestion(f"{self.drawn} cards cannot be drawn from a deck of {cards}")

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(min(kind, self.drawn) + 1 for kind in self.wanted)

    def exact(self) -> NDArray[np.float64]:
        """The multivariate hypergeometric distribution, shape of the cells, from whole numbers of hands."""
        hands = comb(sum(self.wanted) + self.others, self.drawn)
        shares = np.zeros(self.shape)
        for drawn in np.ndindex(*self.shape):
            rest = self.drawn - sum(drawn)
            if 0 <= rest <= self.others:
                ways = prod(comb(kind, some) for kind, some in zip(self.wanted, drawn, strict=True))
                shares[drawn] = ways * comb(self.others, rest) / hands
        return shares

    def tables(self) -> dict[str, Any]:
        """The fields of the kernel's ``Tables``."""
        return {
            "calls": calls_of(range(max(self.drawn, 1))),
            "counts": np.array([*self.wanted, self.others], np.int64),
            "strides": np.array([*_strides(self.shape), 0], np.int64),
            "drawn": self.drawn,
        }


def _strides(shape: Sequence[int]) -> list[int]:
    return [prod(shape[place + 1 :]) for place in range(len(shape))]
