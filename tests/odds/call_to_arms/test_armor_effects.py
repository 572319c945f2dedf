"""The Rule of Three binds an armor's bonus dice beside the dice that this very option makes the target roll."""

import numpy as np
import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect, beside
from tamriel_odds.odds.dice import shipped_dice
from tamriel_odds.odds.rolling import exact, largest_z, run

RED, YELLOW = shipped_dice()["red"], shipped_dice()["yellow"]


def test_three_of_a_colour_with_the_armor() -> None:
    effect = ArmorEffect("swords", (RED, RED, YELLOW))
    assert beside([effect], [RED, RED])[0].bonus == (RED, YELLOW)
    assert beside([effect], [RED] * 3)[0].bonus == (YELLOW,)
    assert beside([effect], [])[0].bonus == effect.bonus


@pytest.mark.parametrize("attack", ["[RED] (Fire)", "[RED] (Frost)"], ids=["resisted", "not resisted"])
def test_resistance_leaves_the_effect_what_the_rule_leaves(attack: str) -> None:
    armor = "[RED][RED] / [OBLIVION]: add [RED]"
    asked = Attack(attack=attack, skill=5, armor=armor, with_=("resistance:fire",))
    like = "[RED][RED][RED]" if "Fire" in attack else armor
    same = Attack(attack=attack, skill=5, armor=like)
    damage = exact(asked).along("damage"), exact(same).along("damage")
    assert np.pad(damage[0], (0, 9)).tolist()[:6] == pytest.approx(np.pad(damage[1], (0, 9)).tolist()[:6], abs=1e-15)


@pytest.mark.parametrize(
    "armor",
    [
        "[RED][RED] / [OBLIVION]: add [RED]",
        "[RED][RED][YELLOW][BLACK] / [OBLIVION]: add [RED][YELLOW] / [SWORDS]: add [BLACK]",
    ],
    ids=["one table", "die by die"],
)
def test_options_of_other_types_roll_other_bonus_dice(armor: str) -> None:
    attack = "[RED][YELLOW] / [SWORDS]: add [YELLOW] (Fire) / [DRAGONBORN]: add [YELLOW] / [OBLIVION]: add [RED] (Sun)"
    asked = Attack(attack=attack, skill=6, armor=armor, with_=("resistance:fire",), choose="swords,oblivion")
    assert largest_z(run(asked, trials=1 << 20), exact(asked)) < 4.5
