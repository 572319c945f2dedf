"""What a change is judged by: work that takes as long as the machine lets it, whatever we do to our own code.

R(d), for every kernel, is the time to fill d words a trial, one for every die, in calls of four. The generator is a
copy of its own, one trial a turn, so that neither a slower nor a cleverer one of the kernels, nor fewer words, moves
the yardstick. It uses the chunks and threads of a run, and must be timed in the same process.
"""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Self

import numpy as np
from numba import njit

BLOCK = 1024
LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
MULTIPLY = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
WEYL = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)


@njit(nogil=True, forceinline=True)
def philox(a, b, c, d, key, other_key):
    """Philox4x32-10: four words of 32 bits, held in 64."""
    for _ in range(10):
        left, right = MULTIPLY[0] * a, MULTIPLY[1] * c
        a, b, c, d = right >> HALF ^ b ^ key, right & LOW, left >> HALF ^ d ^ other_key, left & LOW
        key, other_key = key + WEYL[0] & LOW, other_key + WEYL[1] & LOW
    return a, b, c, d


@njit(nogil=True)
def deal(words, call, first_trial, seed):
    """Fill words[draw, trial] of one call: draws 4 call to 4 call + 3."""
    for i in range(words.shape[1]):
        trial = first_trial + np.uint64(i)
        a, b, c, d = philox(trial & LOW, trial >> HALF, np.uint64(call), np.uint64(0), seed & LOW, seed >> HALF)
        words[4 * call, i], words[4 * call + 1, i] = a, b
        words[4 * call + 2, i], words[4 * call + 3, i] = c, d


@njit(nogil=True)
def deal_trials(words, first, trials, seed):
    """Fill the same block of words again and again, until every trial had its own."""
    for start in range(0, trials, words.shape[1]):
        for call in range(words.shape[0] // 4):
            deal(words, call, first + np.uint64(start), seed)


class Filler:
    """Threads that fill `words` words a trial, chunk by chunk, as those of a run roll; a context manager."""

    def __init__(self, words: int, threads: int, chunk: int) -> None:
        self._words, self._threads, self._chunk = words, threads, chunk

    def __enter__(self) -> Self:
        self._pool = ThreadPoolExecutor(self._threads)
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    def fill(self, trials: int) -> None:
        def fill_chunk(first: int) -> None:
            words = np.empty((self._words, BLOCK), np.uint32)
            deal_trials(words, np.uint64(first), min(self._chunk, trials - first), np.uint64(1))

        list(self._pool.map(fill_chunk, range(0, trials, self._chunk)))


def count_faces(answers: int) -> None:
    """What exact answers are held against: the sums of five dice, counted face by face in plain Python."""
    for _ in range(answers):
        Counter(sum(faces) for faces in product(range(1, 7), repeat=5))
