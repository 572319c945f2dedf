"""What the worked examples of the Call to Arms rulebook count or measure without a die, by section."""

import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.notation import keyword_list, read_attack
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.not_modelled import not_modelled
from tamriel_odds.odds.question import Box


@pytest.mark.parametrize(("inches", "dice"), [(0, "red"), (10, "red"), (11, "yellow"), (20, "yellow")])
def test_range_a_hunting_bow_is_short_up_to_10_and_long_up_to_20(inches: int, dice: str) -> None:
    roll = Attack(skill=4, attack='10" [GREEN][RED] / 20" [GREEN][YELLOW]', range=inches).roll(Box.shipped())
    assert [die.name for die in roll.attack] == ["green", dice]


def test_range_a_hunting_bow_reaches_no_farther() -> None:
    with pytest.raises(WrongInput, match='reaches 20"'):
        Attack(skill=4, attack='10" [GREEN][RED] / 20" [GREEN][YELLOW]', range=21).roll(Box.shipped())


def test_limited_use_a_number_in_square_brackets_is_no_value() -> None:
    """Sweep [1]: once per Activation; the Perk itself is none of the book's."""
    (bleed, follow_up), others = keyword_list("Bleed [1], Follow-Up [2], Sweep [1]")
    assert (bleed.name, bleed.value, bleed.uses) == ("bleed", None, 1)
    assert (follow_up.value, follow_up.uses) == (None, 2)
    assert others == ("Sweep [1]",)
    assert read_attack("[RED] / Piercing (2) [1]").keywords[0].value == 2


@pytest.mark.parametrize(
    "name",
    ["passes", "victory-points", "difficult-terrain", "adversary-forces", "party-composition"],
    ids=[
        "Passes: 7 models against 4 are 1 Pass",
        "Victory Points: of 7 counters 5 are spent",
        "Difficult Terrain: 2 inches, then 2 of the 4 that are left",
        "Adversary Forces: 188 Septims in a game of 150",
        "Party Composition: half of 13 models are 7",
    ],
)
def test_examples_without_a_roll_are_told_to_be_none(name: str) -> None:
    row = not_modelled()[name]
    assert row.game == "Call to Arms"
    assert "no roll" in row.reason
