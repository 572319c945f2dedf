"""R(d), what every kernel is held against: the time to fill d words a trial, one for every die, in calls of four.

The generator is a copy of its own, one trial a turn, so that neither a slower nor a cleverer one of the kernels, nor
fewer words, moves the yardstick. It uses the chunks and threads of a run, and must be timed in the same process.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit

BLOCK, CHUNK = 1024, 1 << 20
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


def fill(dice: int, trials: int, threads: int) -> None:
    """Fill `dice` words a trial, rounded up to whole calls of four."""

    def chunk(first: int) -> None:
        words = np.empty((-(-dice // 4) * 4, BLOCK), np.uint32)
        deal_trials(words, np.uint64(first), min(CHUNK, trials - first), np.uint64(1))

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(chunk, range(0, trials, CHUNK)))
