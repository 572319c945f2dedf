"""Rolling and looking up in the one array of a fight's tables, as dice.py does it in arrays of their own."""

import numpy as np

from tamriel_odds.kernels.call_to_arms.attack import add
from tamriel_odds.kernels.dice import FACES_A_WORD
from tamriel_odds.kernels.jit import inline, step
from tamriel_odds.kernels.words import face


@inline
def width_of(entries, table):
    return entries[table + 1]


@inline
def row_of(entries, table):
    """A table of a single row."""
    return entries[entries[table] : entries[table] + width_of(entries, table)]


@inline
def entry_of(entries, table, row, column):
    return entries[entries[table] + row * width_of(entries, table) + column]


@inline
def face_of(entries, table, row, word):
    """What this row of a table shows with the face that the word is."""
    return entry_of(entries, table, row, np.int64(face(word, width_of(entries, table))))


@step
def look_up(found, index, entries, table):
    """The entry of a table at each trial's index."""
    first = np.uint64(entries[table])
    for trial in range(found.size):
        found[trial] = entries[first + np.uint64(np.uint32(index[trial]))]


@step
def look_up_chosen(found, row, index, entries, table):
    """The entry of each trial's row of a table at the trial's index."""
    width = width_of(entries, table)
    for trial in range(found.size):
        found[trial] = row[trial] * width + index[trial]
    look_up(found, found, entries, table)


@step
def roll(shown, row, words, entries, table):
    """What each trial's pool shows, which is this row of a table."""
    faces = np.uint64(width_of(entries, table))
    first = np.uint64(entries[table]) + np.uint64(row) * faces
    for trial in range(shown.size):
        shown[trial] = entries[first + face(words[trial], faces)]


@step
def roll_chosen(shown, row, words, entries, table):
    """What each trial's pool shows, which is its row of a table."""
    faces = np.uint64(width_of(entries, table))
    for trial in range(shown.size):
        shown[trial] = np.uint64(row[trial]) * faces + face(words[trial], faces)
    look_up(shown, shown, entries, table)


@step
def roll_more(shown, more, row, words, entries, table):
    """Roll the dice beyond the fifth into `shown`; a pool of no dice costs nothing."""
    if width_of(entries, table) > 1:
        roll_chosen(more, row, words, entries, table)
        add(shown, more)


@step
def roll_wide(shown, row, words, more_words, entries, table):
    """What each trial's pool shows, where it can be of more dice than a word rolls: five have a word of their own."""
    faces, first = np.uint64(width_of(entries, table)), np.uint64(FACES_A_WORD)
    rest = faces // first
    for trial in range(shown.size):
        place = face(words[trial], first) * rest + face(more_words[trial], rest)
        shown[trial] = np.uint64(row[trial]) * faces + place
    look_up(shown, shown, entries, table)
