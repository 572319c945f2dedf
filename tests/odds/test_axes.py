"""Axes, cells and the events read off them."""

import numpy as np
import pytest

from tamriel_odds.odds.axes import Axis, Outcomes

DAMAGE, HIT, EFFECT = Axis.counting("damage", 3), Axis.claim("hit"), Axis("effect", ("none", "swords"))
OUTCOMES = Outcomes((DAMAGE, HIT, EFFECT), ("damage",), {})


def test_an_axis_counts_from_0_to_its_most() -> None:
    assert DAMAGE.values == (0, 1, 2, 3)
    assert HIT.values == (0, 1)


@pytest.mark.parametrize(("axis", "numeric"), [(DAMAGE, True), (HIT, True), (EFFECT, False)])
def test_only_numbers_are_averaged(axis: Axis, numeric: bool) -> None:
    assert axis.is_numeric is numeric


def test_cells_are_all_combinations() -> None:
    assert OUTCOMES.shape == (4, 2, 2)
    assert OUTCOMES.cells == 16


def test_an_axis_is_found_by_name() -> None:
    assert OUTCOMES.axis("hit") is HIT
    assert OUTCOMES.position("effect") == 2
    with pytest.raises(ValueError, match="nowhere"):
        OUTCOMES.position("nowhere")


@pytest.mark.parametrize(
    ("name", "values", "cells"),
    [("damage", (2, 3), 8), ("hit", (1,), 8), ("effect", ("none",), 8), ("effect", (), 0), ("damage", (9,), 0)],
)
def test_where_marks_the_cells_of_these_values(name: str, values: tuple[int | str, ...], cells: int) -> None:
    mask = OUTCOMES.where(name, *values)
    assert mask.shape == OUTCOMES.shape
    assert mask.sum() == cells
    for place in np.argwhere(mask):
        assert OUTCOMES.axis(name).values[place[OUTCOMES.position(name)]] in values
