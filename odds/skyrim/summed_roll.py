"""Rolls of Skyrim that are read off one sum, and answers in which nothing is rolled at all."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.question import Roll
from tamriel_odds.odds.sums import Pool, Sum

DICE_A_WORD = 5
# The words of kernels/skyrim/draws.py that roll the dice of a test, five dice a word.
POOLS = (0, 4, 5, 6)


def pools_of(die: Die, dice: int, symbol: str) -> tuple[Pool, ...]:
    """`dice` dice as pools that add up the symbols shown; the first die of a pool is its most significant digit."""
    by_face = np.array([symbol in face.signs for face in die.faces], np.int32)
    pools = []
    for word, start in zip(POOLS, range(0, dice, DICE_A_WORD), strict=False):
        numbers = np.zeros(1, np.int32)
        for _ in range(min(DICE_A_WORD, dice - start)):
            numbers = (numbers[:, None] + by_face).ravel()
        pools.append(Pool(word, numbers.astype(np.int32)))
    return tuple(pools)


@dataclass(frozen=True, eq=False)
class SummedRoll(Roll):
    """A roll whose outcome is the cell of a sum."""

    sum: Sum
    read: Outcomes
    dice: tuple[Die, ...] = ()
    rulings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    told: tuple[Listing, ...] = ()

    @classmethod
    def certain(cls, values: dict[str, int], events: dict[str, bool], **facts: Any) -> "SummedRoll":
        """What happens for sure: a table for each value, which has no other, and events that happen or do not."""
        axes = tuple(Axis(name, (value,)) for name, value in values.items())
        happened = {name: np.full((1,) * len(axes), happens) for name, happens in events.items()}
        return cls(Sum((), np.zeros(1, np.uint16)), Outcomes(axes, tuple(values), happened), **facts)

    @cached_property
    def outcomes(self) -> Outcomes:
        return self.read

    @property
    def listings(self) -> tuple[Listing, ...]:
        return self.told

    @property
    def is_certain(self) -> bool:
        return not self.sum.pools

    def exact(self) -> NDArray[np.float64]:
        return self.sum.exact(self.outcomes.cells).reshape(self.outcomes.shape)

    def kernel(self) -> str:
        return "sums"

    def tables(self) -> dict[str, Any]:
        return self.sum.tables()
