"""From words to pools: what an attack comes to, and one sentence for what is missing or cannot be."""

import re
from typing import Any

import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion, UnknownName, WrongInput
from tamriel_odds.odds.question import Box, build


def resolved(**asked: Any) -> AttackRoll:
    return Attack(**{"skill": 5, "attack": "[RED]"} | asked).roll(Box.shipped())


def colours(dice: tuple[Any, ...]) -> str:
    return " ".join(die.name for die in dice)


@pytest.mark.parametrize(
    ("asked", "kind", "sentence"),
    [
        ({"skill": None}, ImpossibleQuestion, "an attack needs the Attribute it is tested on; give --skill N"),
        ({"attack": None}, ImpossibleQuestion, "an attack needs its dice: name an attacker or give --attack"),
        ({"rank": "hero", "endurance": 4}, ImpossibleQuestion, "needs the Health that is left; give --health N"),
        (
            {"rank": "hero", "health": 2},
            ImpossibleQuestion,
            "the test of the injured is on Endurance; give --endurance N",
        ),
        ({"weapon": "sword"}, ImpossibleQuestion, "--weapon and --wear belong to an attacker"),
        ({"wear": ("ring",)}, ImpossibleQuestion, "--weapon and --wear belong to an attacker"),
        ({"attack": '8" [RED]', "range": 9}, ImpossibleQuestion, '--range 9: this attack reaches 8"'),
        ({"choose": "sword"}, UnknownName, "--choose sword: 'sword' is no icon; did you mean 'swords'"),
        ({"attack": "[PURPLE]"}, WrongInput, "PURPLE"),
        ({"attack": "[YELOW]"}, BadNotation, "did you mean '[YELLOW]'?"),
        ({"armor": "[RED] [REDD]"}, BadNotation, "did you mean '[RED]'?"),
        ({"attack": "[RED] / [SWORDS]: damage +91"}, ImpossibleQuestion, "the damage an effect adds is 0 to 90"),
        ({"attack": "[RED] / [SWORDS]: damage -1"}, ImpossibleQuestion, "the damage an effect adds is 0 to 90"),
        (
            {"attack": "[RED]" + " / [SWORDS]: Stagger" * 10},
            ImpossibleQuestion,
            "an attack of 10 Special Effects: it has at most 9",
        ),
        ({"attack": "[RED] /// [BLACK]"}, BadNotation, "2 weapons"),
        ({"attack": "100 red"}, BadNotation, "a count of dice is 0 to 99"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(asked: dict[str, Any], kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=re.escape(sentence)) as raised:
        resolved(**asked)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"skill": 300}, "--skill 300: it must be at most 99"),
        ({"modifier": -100}, "--modifier -100: it must be at least -99"),
        ({"health": 0}, "--health 0: it must be at least 1"),
        ({"piercing": -1}, "--piercing -1: it must be at least 0"),
        ({"rank": "king"}, "--rank king: it must be follower or hero"),
        ({"choose": "?"}, "--choose ?: "),
        ({"dice": 3}, "--dice: odds cta attack has no such option"),
        ({"strong-armour": 1}, "did you mean 'strong-armor'"),
    ],
)
def test_options_out_of_their_limits_are_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WrongInput, match=re.escape(sentence)):
        build(Attack, given)


def test_an_effect_adds_within_the_rule_of_three_with_and_without_the_critical_die() -> None:
    option = resolved(attack="[BLACK][BLACK] / [SWORDS]: add [BLACK][BLACK][RED]").options[1]
    assert colours(option.bonus) == "black red"
    assert colours(option.critical_bonus) == "red"


@pytest.mark.parametrize(
    ("attack", "critical"),
    [("2 black", "black"), ("3 black", None), ("9 black", None)],
)
def test_a_critical_adds_a_black_die_unless_three_are_rolled(attack: str, critical: str | None) -> None:
    die = resolved(attack=attack).test.critical
    assert (die.name if die else None) == critical


def test_forty_dice_are_cut_by_the_rule_of_three_and_it_is_said() -> None:
    roll = resolved(attack="40 red", armor="20 yellow")
    assert colours(roll.attack) == "red red red"
    assert colours(roll.options[0].armor) == "yellow yellow yellow"
    assert roll.notes == (
        "Rule of Three: of 40 red dice in the attack roll 3 are rolled",
        "Rule of Three: of 20 yellow dice in the armor roll 3 are rolled",
    )


@pytest.mark.parametrize(
    ("asked", "piercing"),
    [
        ({"attack": "[RED] / Piercing (1) / [SWORDS]: Piercing (2)"}, [1, 3]),
        ({"attack": "[RED] / Piercing (1) / [SWORDS]: Piercing (2)", "piercing": 0}, [0, 2]),
        ({"attack": "[RED] / [SWORDS]: Piercing (2)", "piercing": 4}, [4, 6]),
    ],
)
def test_piercing_adds_up(asked: dict[str, Any], piercing: list[int]) -> None:
    assert [option.piercing for option in resolved(**asked).options] == piercing


@pytest.mark.parametrize(
    ("asked", "strong"),
    [
        ({"armor": "[RED] (2)"}, 2),
        ({"armor": "[RED] (+1)"}, 1),
        ({"armor": "[RED] (2)", "strong_armor": 0}, 0),
        ({"armor": "[RED]", "strong_armor": 3}, 3),
        ({}, 0),
    ],
)
def test_strong_armor(asked: dict[str, Any], strong: int) -> None:
    assert resolved(**asked).strong_armor == strong


@pytest.mark.parametrize(
    ("effect", "attack", "taken"),
    [
        ("[SWORDS]: add [RED] (melee only)", "[RED]", True),
        ("[SWORDS]: add [RED] (ranged only)", "[RED]", False),
        ("[SWORDS]: add [RED] (ranged only)", '8" [RED]', True),
        ('[SWORDS]: add [RED] up to 4"', '8" [RED]', True),
    ],
)
def test_an_effect_for_one_kind_of_attack(effect: str, attack: str, taken: bool) -> None:
    assert len(resolved(attack=f"{attack} / {effect}").options) == 1 + taken


@pytest.mark.parametrize(
    ("range_", "dice", "options"), [(3, "red", 2), (8, "red", 1), (9, "yellow", 1), (16, "yellow", 1)]
)
def test_the_range_picks_the_dice_and_the_effects(range_: int, dice: str, options: int) -> None:
    roll = resolved(attack='8" [RED] / 16" [YELLOW] / [SWORDS]: add [RED] up to 4"', range=range_)
    assert colours(roll.attack) == dice
    assert len(roll.options) == options


def test_keywords_that_are_not_applied_are_said() -> None:
    assert resolved(attack="[RED] / Bleed, Upkeep / [SWORDS]: Terrifying").notes == ("not applied: Upkeep, Terrifying",)


@pytest.mark.parametrize(("skill", "attribute"), [(-5, 1), (0, 1), (1, 1), (10, 10), (11, 10)])
def test_an_attribute_is_1_to_10(skill: int, attribute: int) -> None:
    roll = resolved(skill=skill)
    assert roll.test.attribute == attribute
    assert (skill != attribute) == bool(roll.notes)


@pytest.mark.parametrize(
    ("asked", "fates", "events"),
    [
        ({}, 1, {"hit", "critical", "potion"}),
        ({"health": 1}, 1, {"hit", "critical", "potion", "removed"}),
        (
            {"health": 1, "rank": "hero", "endurance": 3},
            4,
            {"hit", "critical", "potion", "removed", "incapacitated", "staggered"},
        ),
        ({"health": 1, "rank": "follower", "endurance": 3}, 1, {"hit", "critical", "potion", "removed"}),
    ],
    ids=["no health", "health", "hero", "follower"],
)
def test_the_outcomes_that_are_asked_for(asked: dict[str, Any], fates: int, events: set[str]) -> None:
    outcomes = resolved(**asked).outcomes
    assert len(outcomes.axis("fate").values) == fates
    assert set(outcomes.events) == events


@pytest.mark.parametrize(
    ("asked", "note"),
    [
        ({"endurance": 3}, "--endurance 3 changes nothing: this attack asks no test of the target"),
        ({"endurance": 3, "health": 2}, "--endurance 3 changes nothing: this attack asks no test of the target"),
        ({"range": 9}, "--range 9 changes nothing: this attack has no ranges"),
        ({"endurance": 3, "health": 2, "rank": "hero"}, None),
        ({"endurance": 3, "attack": "[RED] / Incapacitate"}, None),
        ({"endurance": 3, "attack": "[RED] (Fire)", "with_": ("resistance:fire",)}, None),
        ({"endurance": 3, "with_": ("target-custom-fit",)}, None),
        ({"endurance": 3, "with_": ("power-attack", "target-tower-of-strength")}, None),
        ({"range": 9, "attack": '12" [RED]'}, None),
    ],
)
def test_an_option_that_changes_nothing_is_told(asked: dict[str, Any], note: str | None) -> None:
    assert [text for text in resolved(**asked).notes if "changes nothing" in text] == ([note] if note else [])


@pytest.mark.parametrize("token", [{"with_": ("block-token",)}, {"block": "keep", "block_dice": "[RED]"}])
def test_an_incapacitated_target_has_no_block_token(token: dict[str, Any]) -> None:
    given = (*token.get("with_", ()), "target-incapacitated")
    with pytest.raises(ImpossibleQuestion, match="an Incapacitated target has lost its Block Token"):
        resolved(**{**token, "with_": given})


def test_an_answer_names_only_the_readings_it_rests_on() -> None:
    assert resolved().rulings == ()
    assert resolved(attack="[RED] / [SWORDS]: Stagger", modifier=1).rulings == (
        "critical-can-miss",
        "critical-icons-count",
        "stagger-needs-a-hit",
    )
    assert "three-green-dice" in resolved(attack="4 green red").rulings
    assert "critical-icon-saves" in resolved(health=1, rank="hero", endurance=3).rulings
    assert "piercing-adds-up" in resolved(attack="[RED] / Piercing (1) / [SWORDS]: Piercing (1)").rulings
