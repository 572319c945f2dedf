"""Pools of effect dice: which are rolled, what every combination of faces shows, and how many show it."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.dice import ICONS, Die, Face

Integers = NDArray[np.int64]
Packed = NDArray[np.int32]

# Five six-sided dice are one die of 7 776 faces: 31 kilobytes, and a bias of at most 1.8e-6 a face.
DICE_A_WORD = 5
RULE_OF_THREE = 3
NO_DICE = np.zeros(1, np.int32)


def rule_of_three(colours: Iterable[str], rolled: Iterable[str] = ()) -> tuple[str, ...]:
    """The dice of `colours` that are rolled beside those already `rolled`: three of a colour (The Rule of Three).

    >>> rule_of_three(["black"] * 5 + ["yellow"] * 2)
    ('black', 'black', 'black', 'yellow', 'yellow')
    """
    seen, kept = Counter(rolled), []
    for colour in colours:
        if seen[colour] < RULE_OF_THREE:
            kept.append(colour)
        seen[colour] += 1
    return tuple(kept)


def icon_bits(face: Face) -> int:
    """The icons of a face as bits: dragonborn 1, swords 2, oblivion 4."""
    return sum(1 << bit for bit, icon in enumerate(ICONS) if icon in face.signs)


def icons_in(bits: int) -> tuple[str, ...]:
    """The icons of those bits, in the order of `ICONS`."""
    return tuple(icon for bit, icon in enumerate(ICONS) if bits >> bit & 1)


def counted(dice: Sequence[Die]) -> Integers:
    """How many combinations of faces show what: integer weights of shape (stars + 1, accuracy + 1, 8 sets of icons)."""
    ways = np.zeros((1, 1, 8), np.int64)
    ways[0, 0, 0] = 1
    for die in dice:
        faces = Counter((face.number, face.accuracy, icon_bits(face)) for face in die.faces)
        stars, accuracy = max(face[0] for face in faces), max(face[1] for face in faces)
        more = np.zeros((ways.shape[0] + stars, ways.shape[1] + accuracy, 8), np.int64)
        for (star, bonus, icons), times in faces.items():
            target = more[star : star + ways.shape[0], bonus : bonus + ways.shape[1]]
            if not icons:
                target += times * ways
                continue
            for shown in range(8):
                target[..., shown | icons] += times * ways[..., shown]
        ways = more
    return ways


def packed(dice: Sequence[Die], with_icons: bool = True) -> Packed:
    """What each combination of faces shows, the first die the most significant digit: int32 of 6**k entries.

    The layout is that of kernels/call_to_arms/shown.py: stars, accuracy and icons in bytes 0, 1 and 3.
    """
    pool = NO_DICE
    for die in dice:
        faces = np.array([face.number | face.accuracy << 8 for face in die.faces], np.int32)
        icons = np.array([icon_bits(face) << 24 if with_icons else 0 for face in die.faces], np.int32)
        sums = (pool & 0xFFFFFF)[:, None] + faces
        pool = (sums | (pool & ~0xFFFFFF)[:, None] | icons).ravel()
    return pool


def in_fives(dice: Sequence[Die]) -> list[Sequence[Die]]:
    """The pool cut into the three that are rolled with a word each: dice 1 to 5, 6 to 10, 11 and 12."""
    return [dice[start : start + DICE_A_WORD] for start in (0, DICE_A_WORD, 2 * DICE_A_WORD)]


def stacked(pools: Sequence[Packed]) -> Packed:
    """Pools as the rows of one table, each die at the place it has alone: int32 [pool, face]."""
    faces = max(len(pool) for pool in pools)
    return np.stack([np.repeat(pool, faces // len(pool)) for pool in pools])
