"""The worked examples that the rulebook of Call to Arms prints, as far as an attack covers them.

What an example says was rolled is rolled with loaded dice: every face shows it.
"""

from types import MappingProxyType
from typing import Any

import pytest

from tamriel_odds.odds.answer import Distribution
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.pools import rule_of_three
from tamriel_odds.odds.dice import shipped_dice, with_faces
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact

SOLDIER = "One-Handed: [GREEN][RED] / [SWORDS]: Piercing (1)"
SOLDIERS_ARMOR = "[YELLOW] / [DRAGONBORN]: add [YELLOW]"
WARHAMMER = "[BLACK][YELLOW] / [DRAGONBORN]: Stagger / [SWORDS]: add [YELLOW]"


def answered(loaded: dict[str, str], **asked: Any) -> Distribution:
    """The exact answer with dice that show one face, or the faces given; the Skill Die shows 2 unless told."""
    dice = dict(shipped_dice())
    for name, faces in ({"white": "2"} | loaded).items():
        whole = faces if " " in faces else f"{len(dice[name].faces)}x{faces}"
        dice[name] = with_faces(dice[name], whole)
    return exact(Attack(**{"skill": 5} | asked), box=Box(MappingProxyType(dice)))


def damage(loaded: dict[str, str], **asked: Any) -> int:
    """The damage, where it is certain."""
    (certain,) = (damage for damage, share in enumerate(answered(loaded, **asked).along("damage")) if share)
    return certain


def armor_of(question: Attack) -> list[str]:
    return [die.name for die in question.roll(Box.shipped()).options[0].armor]


def example(section: str, said: str) -> Any:
    """A test's id: the section heading and what the example says."""
    return pytest.mark.parametrize("printed", [pytest.param(said, id=f"{section}: {said}")])


@example("Applying Damage", "2 damage on a Health of 5 leaves 3")
def test_health(printed: str) -> None:
    assert answered({"red": "2"}, attack="[RED]", health=5).event("removed") == 0
    assert answered({"red": "2"}, attack="[RED]", health=3).event("removed") == 0
    assert answered({"red": "2"}, attack="[RED]", health=2).event("removed") == pytest.approx(1)


@example("Modifiers", "a roll of 5 with a penalty of +2 is a 7")
def test_penalty(printed: str) -> None:
    assert answered({"white": "5"}, attack="[RED]", modifier=2, skill=7).event("hit") == pytest.approx(1)
    assert answered({"white": "5"}, attack="[RED]", modifier=2, skill=6).event("hit") == 0


@example("Effect Dice", "of 5 Black and 2 Yellow, 3 Black and 2 Yellow are rolled")
def test_rule_of_three(printed: str) -> None:
    assert rule_of_three(["black"] * 5 + ["yellow"] * 2) == ("black",) * 3 + ("yellow",) * 2
    roll = Attack(skill=4, attack="5 black 2 yellow").roll(Box.shipped())
    assert [die.name for die in roll.attack] == ["black"] * 3 + ["yellow"] * 2


@example("Effect Dice Icons", "bonus modifiers never reduce a score to less than 1")
def test_bonus_never_below_one(printed: str) -> None:
    assert answered({"green": "-3"}, attack="3 green", skill=1).event("hit") == pytest.approx(1)


@example("Outnumbered!", "2-1 is one extra Accuracy Die, 2-2 none")
def test_outnumbered(printed: str) -> None:
    alone = Attack(skill=4, attack=SOLDIER).roll(Box.shipped())
    two_to_one = Attack(skill=4, attack=SOLDIER, with_=("outnumbered",)).roll(Box.shipped())
    assert [die.name for die in alone.attack] == ["green", "red"]
    assert [die.name for die in two_to_one.attack] == ["green", "red", "green"]


@example("Armor Bonuses", "Hadvar with the Ring of Fortify Armor: Black and Yellow")
def test_ring_of_fortify_armor(printed: str) -> None:
    hadvar = "Hadvar: Rulebook Example + Ring Of Fortify Armor"
    assert armor_of(Attack(skill=4, attack="[RED]", vs=hadvar, rank="follower")) == ["black", "yellow"]


@example("Strong Armor Bonus, example 1", "armor of one, Piercing 1, Strong Armor 1: one point of damage")
def test_longbow_at_hadvar(printed: str) -> None:
    longbow = {"attack": '20" [RED] / Piercing (1)', "loaded": {"red": "2", "black": "1"}}
    assert damage(**longbow, armor="[BLACK] (1)") == 1
    assert damage(**longbow, armor="[BLACK]") == 2


@example("Strong Armor Bonus, example 2", "an unspent Block Token: Black and a passive Yellow")
def test_passive_block(printed: str) -> None:
    draugr = Attack(skill=4, attack="[RED]", armor="[BLACK]", with_=("block-token",))
    assert armor_of(draugr) == ["black", "yellow"]


@example("Strong Armor Bonus", "a (+1) grants Strong Armor (1) to a model that had none")
def test_strong_armor_bonus(printed: str) -> None:
    assert damage({"red": "2", "black": "1"}, attack="[RED] / Piercing (1)", armor="[BLACK] (+1)") == 1


@example("Strong Armor", "all blanks: Strong Armor cannot help")
def test_strong_armor_of_blanks(printed: str) -> None:
    assert damage({"red": "2", "yellow": "blank"}, attack="[RED]", armor="[YELLOW] (2)") == 2


@example("Special Effects", "the Imperial Soldier: Crossed Swords are Piercing 1")
def test_imperial_soldier_attacks(printed: str) -> None:
    asked = {"attack": SOLDIER, "armor": "[YELLOW]"}
    assert damage({"green": "-1", "red": "2+swords", "yellow": "1"}, **asked) == 2
    assert damage({"green": "-1", "red": "2", "yellow": "1"}, **asked) == 1


@example("Special Effects", "the Imperial Soldier's armor: a second Dragonborn adds no third Yellow")
def test_imperial_soldier_defends(printed: str) -> None:
    loaded = {"red": "2", "yellow": "1+dragonborn"}
    assert damage(loaded, attack="[RED]", armor=SOLDIERS_ARMOR) == 0
    assert damage(loaded | {"red": "5"}, attack="[RED]", armor=SOLDIERS_ARMOR) == 3
    half = answered(
        {"red": "2", "yellow": "1 1 1 dragonborn dragonborn dragonborn"}, attack="[RED]", armor=SOLDIERS_ARMOR
    )
    assert half.along("damage")[:3].tolist() == pytest.approx([0, 3 / 4, 1 / 4])


@example("Special Effects", "three Dragonborn do not add three Yellow")
def test_effects_are_not_cumulative(printed: str) -> None:
    loaded = {"red": "dragonborn", "yellow": "1"}
    assert damage(loaded, attack="[RED][RED][RED] / [DRAGONBORN]: add [YELLOW]") == 1


@pytest.mark.parametrize(("choose", "staggered", "stars"), [("dragonborn", 1, 2), ("swords", 0, 3)])
@example("Special Effects", "the Steel Warhammer: Stagger or an extra Yellow, not both")
def test_steel_warhammer(printed: str, choose: str, staggered: float, stars: int) -> None:
    both = {"black": "1+dragonborn", "yellow": "1+swords"}
    answer = answered(both, attack=WARHAMMER, choose=choose)
    assert answer.event("staggered") == pytest.approx(staggered)
    assert answer.along("damage")[stars] == pytest.approx(1)


@example("Special Effects", "icons of bonus dice are ignored")
def test_icons_of_bonus_dice(printed: str) -> None:
    loaded = {"red": "swords", "yellow": "1+dragonborn"}
    assert damage(loaded, attack="[RED] / [SWORDS]: add [YELLOW] / [DRAGONBORN]: damage +5", choose="dragonborn") == 1


@example("Special Effects", "bonus Accuracy Dice turn a failed roll into a success, a Failure they do not")
def test_bonus_accuracy(printed: str) -> None:
    asked = {"attack": "[RED] / [SWORDS]: add [GREEN]", "skill": 5}
    loaded = {"white": "8", "red": "1+swords", "green": "-3"}
    assert damage(loaded, **asked) == 1
    assert damage(loaded | {"green": "-2"}, **asked) == 0
    assert damage(loaded | {"white": "failure"}, **asked) == 0


@example("The Skill Dice", "a Critical Hit adds a Black Die, an Attribute Test and a fourth Black do not")
def test_critical_hit(printed: str) -> None:
    loaded = {"white": "critical", "black": "3", "red": "1"}
    assert damage(loaded, attack="[RED]") == 4
    assert damage(loaded, attack="[RED]", attribute_test=True) == 1
    assert damage(loaded, attack="3 black") == 9


@example("Piercing (X)", "a red armor (1), two Successes, Piercing 2: 1 damage instead of 2")
def test_piercing_against_strong_armor(printed: str) -> None:
    loaded = {"black": "2", "red": "1"}
    assert damage(loaded, attack="[BLACK] / Piercing (2)", armor="[RED] (1)") == 1
    assert damage(loaded, attack="[BLACK] / Piercing (2)", armor="[RED]") == 2


@example("Damage Types", "4 Physical and 1 Fire are 5 Fire, and a Dunmer adds a Red armor die")
def test_ebony_greatsword_of_embers(printed: str) -> None:
    embers = {
        "loaded": {"black": "4+swords", "yellow": "1", "red": "1"},
        "attack": "[BLACK] / [SWORDS]: add [YELLOW] (Fire)",
        "choose": "swords",
    }
    assert damage(**embers) == 5
    assert damage(**embers, with_=("immunity:physical",)) == 5
    assert damage(**embers, with_=("immunity:fire",)) == 0
    assert damage(**embers, with_=("resistance:fire",)) == 4


@example("Damage Types", "Magic is never converted, it stands beside the second type")
def test_magic_stays(printed: str) -> None:
    spell = {
        "loaded": {"black": "4+swords", "red": "1"},
        "attack": "[BLACK] (Magic) / [SWORDS]: Fire",
        "choose": "swords",
    }
    assert damage(**spell, with_=("immunity:magic",)) == 0
    assert damage(**spell, with_=("immunity:fire",)) == 0
    assert damage(**spell, with_=("immunity:physical",)) == 4
    assert damage(**spell, with_=("resistance:magic",)) == 3


@pytest.mark.parametrize(
    ("score", "stars", "fate"),
    [("6", "1", "incapacitated"), ("6", "2", "removed"), ("4", "2", "incapacitated"), ("7", "1", "removed")],
)
@example("Injured Models and Overkill", "twice the remaining Health is a +2 on the Endurance Test")
def test_overkill(printed: str, score: str, stars: str, fate: str) -> None:
    hero = {"attack": "[RED]", "skill": 10, "health": 1, "rank": "hero", "endurance": 6}
    assert answered({"white": score, "red": stars}, **hero).event(fate) == pytest.approx(1)


@example("Injured Models", "a Critical Hit leaves the model Staggered")
def test_critical_saves(printed: str) -> None:
    hero = {"attack": "[RED]", "attribute_test": True, "health": 1, "rank": "hero", "endurance": 1}
    assert answered({"white": "critical", "red": "5"}, **hero).event("staggered") == pytest.approx(1)


@example("Damaging Incapacitated Models", "injured again, it is removed without a test")
def test_incapacitated_is_removed(printed: str) -> None:
    hero = {"attack": "[RED]", "health": 1, "rank": "hero", "endurance": 10, "with_": ("target-incapacitated",)}
    assert answered({"white": "10", "red": "1"}, **hero, skill=1).event("removed") == pytest.approx(1)
