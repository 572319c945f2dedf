"""Digits of one sum: each pool adds to its own, and the cell is read off all of them."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from tamriel_odds.odds.digits import Shown, summed
from tamriel_odds.odds.errors import ImpossibleQuestion

DIE = np.array([0, 1, 1, 3], np.int32)


def test_each_pool_adds_to_its_digits() -> None:
    pools = [Shown.of(0, 2, at_0=DIE), Shown.of(1, 2, at_1=DIE), Shown.of(5, 2, at_0=DIE, at_1=DIE[::-1])]
    shares = summed(pools, lambda low, high: 10 * low + high).exact(100)
    ways = Counter(10 * (a + c) + (b + DIE[3 - i]) for a, b, (i, c) in product(DIE, DIE, enumerate(DIE)))
    assert {cell: share for cell, share in enumerate(shares) if share} == {c: n / 64 for c, n in ways.items()}


def test_a_pool_of_one_face_is_not_rolled() -> None:
    read = summed([Shown.of(0, 1, at_0=DIE[:1]), Shown.of(1, 1, at_0=DIE)], lambda shown: shown)
    assert [pool.draw for pool in read.pools] == [1]


def test_more_than_the_table_can_hold_is_refused() -> None:
    wide = np.array([0, 1 << 11], np.int32)
    with pytest.raises(ImpossibleQuestion, match="ask for fewer"):
        summed([Shown.of(0, 2, at_0=wide, at_1=wide)], lambda low, _: low)
