"""Rolling pools: a pool of k six-sided dice is one die of 6**k faces, rolled with one word and one look-up.

The first die of a pool is the most significant digit of its face, so a die appended at the end leaves the others as
they were. A look-up stands alone in its loop: with arithmetic beside it the whole loop stays scalar. Its index is
unsigned: numba asks of every signed one whether it counts from the end (14 % of an attack).
"""

import numpy as np

from tamriel_odds.kernels.jit import kernel
from tamriel_odds.kernels.words import face


@kernel
def roll(shown, words, pool):
    """What each trial's pool shows; `pool` has one entry per combination of faces."""
    for trial in range(shown.size):
        shown[trial] = pool[face(words[trial], pool.size)]


@kernel
def roll_chosen(shown, choice, words, pools):
    """What each trial's chosen pool shows; `pools` has one row per pool, all of the same number of faces."""
    faces = np.uint64(pools.shape[1])
    for trial in range(shown.size):
        shown[trial] = np.uint64(choice[trial]) * faces + face(words[trial], faces)
    look_up(shown, shown, pools.ravel())


@kernel
def look_up(found, index, table):
    """The entry of `table` at each trial's index."""
    for trial in range(found.size):
        found[trial] = table[np.uint32(index[trial])]
