"""Rolling pools: a pool of k six-sided dice is one die of 6**k faces, rolled with one word and one look-up.

The first die of a pool is the most significant digit of its face, so a die appended at the end leaves the others as
they were. A look-up stands alone in its loop: with arithmetic beside it the whole loop stays scalar. Its index is
unsigned: numba asks of every signed one whether it counts from the end (14 % of an attack).
"""

import numpy as np

from tamriel_odds.kernels.jit import flat, step
from tamriel_odds.kernels.words import face

# The faces of five six-sided dice, which one word rolls.
FACES_A_WORD = 7776


@step
def roll(shown, words, pool):
    """What each trial's pool shows; `pool` has one entry per combination of faces."""
    for trial in range(shown.size):
        shown[trial] = face(words[trial], pool.size)
    look_up(shown, shown, pool)


@step
def roll_chosen(shown, choice, words, pools):
    """What each trial's chosen pool shows; `pools` has one row per pool, all of the same number of faces."""
    faces = np.uint64(pools.shape[1])
    for trial in range(shown.size):
        shown[trial] = np.uint64(choice[trial]) * faces + face(words[trial], faces)
    look_up(shown, shown, flat(pools))


@step
def look_up(found, index, table):
    """The entry of `table` at each trial's index."""
    for trial in range(found.size):
        found[trial] = table[np.uint32(index[trial])]


@step
def roll_wide(shown, choice, words, more_words, pools, faces):
    """The same for pools of more dice than a word rolls: the first, of so many faces, have a word of their own."""
    size = np.uint64(pools.shape[1])
    first = np.uint64(faces)
    rest = size // first
    for trial in range(shown.size):
        place = face(words[trial], first) * rest + face(more_words[trial], rest)
        shown[trial] = np.uint64(choice[trial]) * size + place
    look_up(shown, shown, flat(pools))
