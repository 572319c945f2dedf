"""The words of a trial once more, in whole numbers: what the twins of the kernels roll with."""

from collections.abc import Callable

import pytest

SMALL = (1 << 32) - 1
Word = Callable[[int, int, int], int]


@pytest.fixture
def word() -> Word:
    """The word of (seed, trial, draw): Philox4x32-10."""

    def word_of(seed: int, trial: int, draw: int) -> int:
        a, b, c, d = trial & SMALL, trial >> 32, draw // 4, 0
        key, other_key = seed & SMALL, seed >> 32
        for _ in range(10):
            left, right = 0xD2511F53 * a, 0xCD9E8D57 * c
            a, b, c, d = (right >> 32) ^ b ^ key, right & SMALL, (left >> 32) ^ d ^ other_key, left & SMALL
            key, other_key = (key + 0x9E3779B9) & SMALL, (other_key + 0xBB67AE85) & SMALL
        return (a, b, c, d)[draw % 4]

    return word_of
