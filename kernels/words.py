"""Random words: Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011).

A word is a function of seed, trial and draw alone, so trial number i rolls the same dice whatever the threads, the
chunks or the machine. The counter is (trial low, trial high, draw // 4, 0), the key the seed; a call gives the four
words of the draws 4 n to 4 n + 3.
"""

import numpy as np

from tamriel_odds.kernels.jit import inline, step

LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
MULTIPLY = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
WEYL = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)

# Trials a turn of a kernel's steps handles: small enough for the first cache; sizes around it cost the same.
BLOCK = 1024


@inline
def philox(a, b, c, d, key, other_key):
    """Four random words of 32 bits, held in 64, for a counter of four words and a key of two."""
    for _ in range(10):
        left, right = MULTIPLY[0] * a, MULTIPLY[1] * c
        a, b, c, d = right >> HALF ^ b ^ key, right & LOW, left >> HALF ^ d ^ other_key, left & LOW
        key, other_key = key + WEYL[0] & LOW, other_key + WEYL[1] & LOW
    return a, b, c, d


@inline
def words_of(trial, call, seed):
    """The four words of one trial's call."""
    return philox(trial & LOW, trial >> HALF, call, np.uint64(0), seed & LOW, seed >> HALF)


@inline
def put(words, call, column, four):
    """Put the four words of a call where they belong."""
    words[4 * call, column], words[4 * call + 1, column] = four[0], four[1]
    words[4 * call + 2, column], words[4 * call + 3, column] = four[2], four[3]


@inline
def rows_of(calls):
    """How many rows of words there are up to the last of these calls, which rise."""
    return 4 * (calls[calls.size - 1] + 1)


@step
def deal(words, calls, first_trial, seed):
    """Fill words[draw, trial] for the draws of the given calls; the rows of other calls are left as they are.

    Two trials a turn keep the multipliers busy (6 % of a call).
    """
    half, last = words.shape[1] // 2, words.shape[1] - 1
    for call in calls:
        number = np.uint64(call)
        for i in range(half):
            trial = first_trial + np.uint64(i)
            one, other = words_of(trial, number, seed), words_of(trial + np.uint64(half), number, seed)
            put(words, call, i, one)
            put(words, call, half + i, other)
        if 2 * half == last:
            put(words, call, last, words_of(first_trial + np.uint64(last), number, seed))


@step
def deal_from(words, calls, base, first_trial, seed):
    """The same as `deal` with the calls counted from `base`, for further attacks and for what follows them."""
    for call in calls:
        number = np.uint64(base + call)
        for i in range(words.shape[1]):
            put(words, call, i, words_of(first_trial + np.uint64(i), number, seed))


@step
def deal_to(words, calls, base, first_trial, trials, seed):
    """The same for the trials that are left, `first_trial` + trials[i] in column i; the calls count from `base`."""
    for call in calls:
        number = np.uint64(base + call)
        for i in range(trials.size):
            put(words, call, i, words_of(first_trial + np.uint64(trials[i]), number, seed))


@inline
def face(word, faces):
    """Which of `faces` equally likely faces a word shows; a face's share is off by at most faces / 2**32."""
    return np.uint64(word) * np.uint64(faces) >> HALF
