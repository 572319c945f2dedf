"""Pools of effect dice, against every combination of faces written out."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from tamriel_odds.odds.call_to_arms.pools import counted, icon_bits, icons_in, in_fives, packed, rule_of_three, stacked
from tamriel_odds.odds.dice import ICONS, Die, Face, shipped_dice

POOLS = [
    "",
    "green",
    "yellow",
    "red black",
    "green green red",
    "black red yellow green",
    "yellow yellow black black red",
]


def dice(names: str) -> list[Die]:
    return [shipped_dice()[name] for name in names.split()]


def shown(faces: tuple[Face, ...]) -> tuple[int, int, int]:
    """Stars, accuracy and icons of a roll."""
    icons = {sign for face in faces for sign in face.signs}
    bits = sum(1 << bit for bit, icon in enumerate(ICONS) if icon in icons)
    return sum(face.number for face in faces), sum(face.accuracy for face in faces), bits


@pytest.mark.parametrize("names", POOLS)
def test_counted_weighs_every_combination(names: str) -> None:
    ways = counted(dice(names))
    expected = Counter(shown(faces) for faces in product(*(die.faces for die in dice(names))))
    assert {tuple(place): ways[tuple(place)] for place in np.argwhere(ways).tolist()} == expected
    assert ways.dtype == np.int64


@pytest.mark.parametrize("names", POOLS)
def test_packed_shows_every_combination_in_order(names: str) -> None:
    pool = packed(dice(names))
    expected = [shown(faces) for faces in product(*(die.faces for die in dice(names)))]
    assert [(entry & 0xFF, entry >> 8 & 0xFF, entry >> 24) for entry in pool.tolist()] == expected


def test_packed_without_icons_shows_the_rest() -> None:
    assert (packed(dice("red green"), with_icons=False) == packed(dice("red green")) & 0xFFFFFF).all()


@pytest.mark.parametrize("names", POOLS[1:])
def test_the_order_of_the_dice_changes_no_weight(names: str) -> None:
    assert (counted(dice(names)) == counted(dice(names)[::-1])).all()


def test_a_die_at_the_end_leaves_the_others_as_they_were() -> None:
    whole, alone = packed(dice("red green black")), packed(dice("red green"))
    assert ((whole[::6] & 0xFF) - 1 == alone & 0xFF).all()  # the black die's first face: one star


def test_stacked_keeps_each_die_at_its_place() -> None:
    rows = stacked([packed(dice("red")), packed(()), packed(dice("red yellow"))])
    assert rows.shape == (3, 36)
    assert (rows[0][::6] == packed(dice("red"))).all()
    assert not rows[1].any()
    assert (rows[2] == packed(dice("red yellow"))).all()


@pytest.mark.parametrize(("number", "cut"), [(0, [0, 0, 0]), (5, [5, 0, 0]), (6, [5, 1, 0]), (12, [5, 5, 2])])
def test_pools_are_cut_into_fives(number: int, cut: list[int]) -> None:
    pool = dice("red " * number)
    assert [len(part) for part in in_fives(pool)] == cut


@pytest.mark.parametrize(
    ("colours", "rolled", "kept"),
    [
        ("red red red red", "", "red red red"),
        ("red black red", "red red", "red black"),
        ("green green", "green green green", ""),
        ("yellow red yellow red yellow red yellow red", "", "yellow red yellow red yellow red"),
        ("", "", ""),
    ],
    ids=["one too many", "beside others", "none left", "order is kept", "nothing"],
)
def test_the_rule_of_three(colours: str, rolled: str, kept: str) -> None:
    assert rule_of_three(colours.split(), rolled.split()) == tuple(kept.split())


@pytest.mark.parametrize("bits", range(8))
def test_icons_and_their_bits(bits: int) -> None:
    assert icon_bits(Face(signs=icons_in(bits))) == bits
