"""Rolls read off one sum: what the pools add, and the cell of every sum (kernels/sums.py)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Pool:
    """One pool: the word that rolls it and the number that each combination of faces adds, int32 by face."""

    draw: int
    numbers: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Sum:
    """Pools whose numbers add up, and the cell of each sum: uint16, as long as the largest sum asks.

    >>> coin = np.array([0, 1], np.int32)
    >>> Sum((Pool(0, coin), Pool(1, coin)), np.arange(3, dtype=np.uint16)).exact(3).tolist()
    [0.25, 0.5, 0.25]
    """

    pools: tuple[Pool, ...]
    cell_by_sum: NDArray[np.uint16]

    def exact(self, cells: int) -> NDArray[np.float64]:
        """The probability of each of `cells` cells: the pools' numbers convolved one after another."""
        sums: NDArray[np.intp] = np.zeros(1, np.intp)
        shares: NDArray[np.float64] = np.ones(1)
        for pool in self.pools:
            ways = np.bincount(pool.numbers)
            numbers = np.flatnonzero(ways)
            weights = shares[:, None] * (ways[numbers] / len(pool.numbers))
            every: NDArray[np.intp] = (sums[:, None] + numbers).ravel()
            probabilities: NDArray[np.float64] = np.asarray(np.bincount(every, weights.ravel()), np.float64)
            sums = np.flatnonzero(probabilities)
            shares = probabilities[sums]
        return np.asarray(np.bincount(self.cell_by_sum[sums], shares, minlength=cells), np.float64)

    def tables(self) -> dict[str, Any]:
        """The fields of the kernel's ``Tables``."""
        numbers = [pool.numbers for pool in self.pools] or [np.zeros(1, np.int32)]
        draws = [pool.draw for pool in self.pools] or [0]
        return {
            "calls": calls_of(draws),
            "draws": np.array(draws, np.int64),
            "start": np.concatenate([[0], np.cumsum([len(pool) for pool in numbers])]).astype(np.int64),
            "numbers": np.concatenate(numbers).astype(np.int32),
            "cell_by_sum": self.cell_by_sum,
        }


def calls_of(draws: Sequence[int]) -> NDArray[np.int64]:
    """The generator's calls that give these words, four words a call."""
    return np.unique(np.array(draws, np.int64) // 4)
