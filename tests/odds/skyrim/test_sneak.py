"""Sneaking and disarming: every roll written out."""

from itertools import product
from typing import Any

import pytest

from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import Box, Question, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run
from tamriel_odds.odds.skyrim.sneak import Disarm, Sneak

FACES = ["circle"] * 3 + ["triangle"] * 2 + ["diamond"]


def chance(need: int, symbol: str, dice: int) -> float:
    return sum(roll.count(symbol) >= need for roll in product(FACES, repeat=dice)) / 6**dice


def agrees(question: Question, dice: int, need: int, symbol: str, fails: str | None = None) -> None:
    answer = exact(question)
    assert answer.event("success") == pytest.approx(chance(need, symbol, dice), abs=1e-14)
    if fails:
        assert answer.event(fails) == pytest.approx(1 - chance(need, symbol, dice), abs=1e-14)
    assert largest_z(run(question, trials=50_000), answer) < CONTRADICTION


@pytest.mark.parametrize(
    ("given", "dice"),
    [
        ({}, 3),
        ({"sneak": 2}, 5),
        ({"sneak": 3, "hard_mode": True}, 3),
        ({"sneak": 3, "story_mode": True}, 7),
        ({"hard_mode": True}, 0),
        ({"sneak": 2, "heavy_armor": True}, 0),
    ],
)
@pytest.mark.parametrize(("need", "symbol"), [(1, "diamond"), (2, "circle"), (4, "triangle")])
def test_sneaking(given: dict[str, Any], dice: int, need: int, symbol: str) -> None:
    agrees(build(Sneak, {"need": need, "symbol": symbol, "ambush": True, **given}), dice, need, symbol, "ambushed")


def test_only_the_enemy_with_the_highest_sneak_value_ambushes() -> None:
    agrees(build(Sneak, {"enemy": ("1 circle ambush", "2 triangles, Ambush")}), 3, 2, "triangle", "ambushed")
    calm = build(Sneak, {"enemy": ("1 circle ambush", "3 circles")})
    assert "ambushed" not in exact(calm).outcomes.events
    agrees(calm, 3, 3, "circle")
    agrees(build(Sneak, {"enemy": ("2 circles", "2 diamonds ambush")}), 3, 2, "circle")


@pytest.mark.parametrize(("skill", "dice"), [("none", 3), ("learned", 4), ("legendary", 5)])
def test_disarming(skill: str, dice: int) -> None:
    agrees(build(Disarm, {"need": 2, "symbol": "circle", "skill": skill}), dice, 2, "circle", "sprung")
    story = build(Disarm, {"need": 2, "symbol": "circle", "skill": skill, "story_mode": True})
    agrees(story, dice + 1, 2, "circle", "sprung")


def test_a_need_out_of_reach_is_said() -> None:
    answer = exact(build(Disarm, {"need": 5, "symbol": "circle"}))
    assert answer.event("success") == 0
    assert answer.roll.notes == ("it cannot succeed: 3 dice do not show 5 circles",)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "Sneak value is missing"),
        ({"need": 2}, "Sneak value is missing"),
        ({"need": 2, "symbol": "circle", "enemy": ("2 circles",)}, "exclude each other"),
        ({"enemy": ("two circles",)}, "a number and a symbol"),
        ({"need": 2, "symbol": "circle", "sneak": -1}, "--sneak -1"),
    ],
)
def test_what_cannot_be_asked(given: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongInput, match=message):
        build(Sneak, given).roll(Box.shipped())
