"""Pools that show several numbers at once, read off one sum: each number is a digit of it (kernels/sums.py)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.sums import Pool, Sum

Integers = NDArray[np.int64]
MOST_SUM = 1 << 20


@dataclass(frozen=True, eq=False)
class Shown:
    """One pool: the word that rolls it, and what it adds to each digit by face, int of shape [digit, face]."""

    draw: int
    digits: NDArray[np.int32]

    @classmethod
    def of(cls, draw: int, digits: int, **rows: NDArray[np.int32]) -> "Shown":
        """The pool that adds to some of `digits` digits: ``Shown.of(0, 3, at_1=stars)`` adds its stars to digit 1."""
        table = np.zeros((digits, len(next(iter(rows.values())))), np.int32)
        for name, row in rows.items():
            table[int(name.removeprefix("at_"))] = row
        return cls(draw, table)


def summed(pools: Sequence[Shown], cell: Callable[..., Integers]) -> Sum:
    """The sum whose cell is `cell(*digits)`, each digit being what all pools add to it; `cell` is given arrays.

    >>> coin = np.array([[0, 1]], np.int32)
    >>> summed([Shown(0, coin), Shown(1, coin)], lambda heads: heads == 2).exact(2).tolist()
    [0.75, 0.25]
    """
    largest: Integers = np.stack([pool.digits.max(axis=1) for pool in pools]).astype(np.int64)
    sizes: Integers = largest.sum(axis=0) + 1
    strides: Integers = np.concatenate([[1], np.cumprod(sizes)])
    if strides[-1] > MOST_SUM:
        raise ImpossibleQuestion("so many dice cannot be told apart in one roll: ask for fewer")
    every = np.arange(strides[-1])
    cells = cell(*(every // stride % size for stride, size in zip(strides[:-1], sizes, strict=True)))
    rolled = [
        Pool(pool.draw, (pool.digits * strides[:-1, None]).sum(axis=0).astype(np.int32))
        for pool in pools
        if pool.digits.shape[1] > 1
    ]
    return Sum(tuple(rolled), np.asarray(cells, np.uint16))
