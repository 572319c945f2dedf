"""The choice of a Special Effect, recomputed by enumerating every face of bonus dice and armor."""

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from rule_of_three import allowed

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect, Option, armor_choice, armor_stars, damage_by_stars
from tamriel_odds.odds.dice import Die, Face, shipped_dice
from tamriel_odds.odds.question import Box

ICONS = ("dragonborn", "swords", "oblivion")
DICE = shipped_dice()


def dice(names: str) -> tuple[Die, ...]:
    return tuple(DICE[name] for name in names.split())


def stars(faces: tuple[Face, ...]) -> int:
    return sum(face.number for face in faces)


@cache
def armor(rolled: tuple[Die, ...], effects: tuple[ArmorEffect, ...]) -> dict[int, Fraction]:
    shares: dict[int, Fraction] = {}
    effects = allowed(effects, rolled)
    for faces in product(*(die.faces for die in rolled)):
        icons = {sign for face in faces for sign in face.signs}
        shown = [effect for effect in effects if effect.icon in icons]
        bonus = max(shown, key=lambda effect: sum(die.mean for die in effect.bonus)).bonus if shown else ()
        for more in product(*(die.faces for die in bonus)):
            share = Fraction(1, 6 ** len(rolled) * 6 ** len(bonus))
            shares[stars(faces) + stars(more)] = shares.get(stars(faces) + stars(more), Fraction()) + share
    return shares


def expected(roll: AttackRoll, option: Option, critical: int, missing: int, shown: int) -> Fraction:
    bonus = option.critical_bonus if critical else option.bonus
    total = Fraction()
    for faces in product(*(die.faces for die in bonus)):
        if sum(face.accuracy for face in faces) < missing:
            continue
        for blocked, share in armor(option.armor, roll.armor_effects).items():
            kept = max(blocked - option.piercing, min(blocked, roll.strong_armor))
            damage = max(shown + stars(faces) + option.damage - kept, 0)
            damage = 0 if option.is_immune else damage + (option.is_weak and damage > 0)
            total += share * damage
    return total / 6 ** len(bonus)


CHOICES: dict[str, dict[str, object]] = {
    "Stagger or a die": {
        "attack": "[BLACK][YELLOW] / [DRAGONBORN]: Stagger / [SWORDS]: add [YELLOW]",
        "armor": "[RED] (1) / [OBLIVION]: add [YELLOW]",
    },
    "Piercing or damage or accuracy": {
        "attack": "[RED] / [DRAGONBORN]: Piercing (2) / [SWORDS]: damage +1 / [OBLIVION]: add [GREEN][GREEN]",
        "armor": "[BLACK][RED] (1)",
    },
    "no armor to pierce": {"attack": "[RED] / [DRAGONBORN]: Piercing (2) / [SWORDS]: add [YELLOW]"},
    "the Critical takes the third black die": {
        "attack": "[BLACK][BLACK] / [SWORDS]: add [BLACK] / [OBLIVION]: add [YELLOW]", "armor": "[YELLOW]",
    },
    "a type that is resisted": {
        "attack": "[RED] / [SWORDS]: add [YELLOW] (Fire) / [OBLIVION]: Stagger", "armor": "[RED]",
        "with_": ("resistance:fire",),
    },
    "a type it is weak to, one it is immune to": {
        "attack": "[RED] / [SWORDS]: Frost / [OBLIVION]: add [RED] (Fire)", "armor": "[YELLOW]",
        "with_": ("weakness:frost", "immunity:fire"),
    },
    "two effects of one icon": {"attack": "[RED] / [SWORDS]: add [YELLOW] / [SWORDS]: add [RED]", "armor": "[RED]"},
}  # fmt: skip


@pytest.mark.parametrize("asked", CHOICES.values(), ids=CHOICES.keys())
def test_best_is_the_highest_expected_damage(asked: dict[str, object]) -> None:
    roll = Attack(skill=5, **asked).roll(Box.shipped())
    values = {
        (number, *situation): expected(roll, option, *situation)
        for number, option in enumerate(roll.options)
        for situation in product(*map(range, (2, *roll.choice.shape[2:])))
        if situation[1] < roll.choice.shape[2] - 1  # the last row stands for what no bonus die can make good
    }
    for critical, icons, missing, shown in np.ndindex(2, 8, roll.choice.shape[2] - 1, roll.choice.shape[3]):
        triggered = [
            number
            for number, option in enumerate(roll.options)
            if option.icon and icons >> ICONS.index(option.icon) & 1
        ]
        # `max` takes the first of equals: ties go to the first listed, and "none" stands last.
        best = max([*triggered, 0], key=lambda number: values[number, critical, missing, shown])
        assert roll.choice[critical, icons, missing, shown] == best


def test_a_tie_goes_to_the_first_listed_and_never_to_none() -> None:
    roll = Attack(skill=5, attack="[RED] / [OBLIVION]: Stagger / [SWORDS]: Bleed").roll(Box.shipped())
    assert set(np.unique(roll.choice[:, 0b000])) == {0}
    assert set(np.unique(roll.choice[:, 0b010])) == {2}
    assert set(np.unique(roll.choice[:, 0b110])) == {1}


def test_an_effect_that_does_harm_is_declined() -> None:
    asked = {"attack": "[RED] / [SWORDS]: add [YELLOW] (Fire)", "with_": ("immunity:fire",)}
    roll = Attack(skill=5, **asked).roll(Box.shipped())
    assert not roll.choice[:, :, 0, 1:].any()
    assert (Attack(skill=5, choose="swords", **asked).roll(Box.shipped()).choice[:, 0b010] == 1).all()


def test_twelve_dice_against_twelve_are_weighed_rightly() -> None:
    every = "3 green 3 yellow 3 red 3 black"
    effect = "[OBLIVION]: add 3 green 3 yellow 2 red 3 black and Piercing (99) and damage +90"
    roll = Attack(skill=5, attack=f"[RED] / {effect}", armor=every).roll(Box.shipped())
    assert (roll.choice[:, 0b100] == 1).all()


@pytest.mark.parametrize(
    ("choose", "icons", "taken"),
    [
        ("swords,dragonborn", 0b111, "swords"),
        ("swords,dragonborn", 0b101, "dragonborn"),
        ("swords,dragonborn", 0b100, "oblivion"),
        ("oblivion", 0b111, "oblivion"),
        ("oblivion", 0b011, "dragonborn"),
        ("d", 0b110, "swords"),
        ("adversary", 0b111, "swords"),
        ("adversary", 0b101, "dragonborn"),
        ("adversary", 0b100, "oblivion"),
        ("adversary", 0b000, None),
    ],
)
def test_an_order_takes_the_first_icon_that_shows(choose: str, icons: int, taken: str | None) -> None:
    attack = "[RED] / [DRAGONBORN]: Stagger / [SWORDS]: Piercing (1) / [OBLIVION]: add [RED]"
    roll = Attack(skill=5, attack=attack, choose=choose).roll(Box.shipped())
    number = [option.icon for option in roll.options].index(taken)
    assert len(roll.choice) == 2
    assert (roll.choice[:, icons] == number).all()


@pytest.mark.parametrize(
    ("effects", "icons", "chosen"),
    [
        ("", 0b111, 0),
        ("oblivion:yellow", 0b011, 0),
        ("oblivion:yellow", 0b100, 1),
        ("oblivion:yellow swords:red", 0b110, 2),
        ("oblivion:red dragonborn:red", 0b101, 1),
        ("oblivion: swords:", 0b110, 1),
    ],
    ids=["no effect", "not shown", "shown", "more stars", "a tie", "no dice"],
)
def test_the_target_takes_the_most_expected_stars(effects: str, icons: int, chosen: int) -> None:
    named = [ArmorEffect(icon, dice(die)) for icon, _, die in (effect.partition(":") for effect in effects.split())]
    assert armor_choice(named)[icons] == chosen


@pytest.mark.parametrize(
    ("rolled", "effects"),
    [
        ("", ()),
        ("red", ()),
        ("red", (ArmorEffect("oblivion", dice("yellow")),)),
        ("black red", (ArmorEffect("oblivion", dice("yellow")), ArmorEffect("swords", dice("red red")))),
    ],
)
def test_armor_stars_weigh_every_combination(rolled: str, effects: tuple[ArmorEffect, ...]) -> None:
    weights = armor_stars(dice(rolled), effects)
    shares = armor(dice(rolled), effects)
    assert {
        number: Fraction(int(weight), int(weights.sum())) for number, weight in enumerate(weights) if weight
    } == shares


# Call to Arms, Strong Armor: what Piercing leaves is never below it, and it cannot help an armor roll of nothing.
@pytest.mark.parametrize(
    ("stars", "armor", "piercing", "strong", "damage"),
    [
        (2, 1, 1, 1, 1),
        (2, 1, 2, 1, 1),
        (2, 1, 2, 0, 2),
        (3, 2, 1, 1, 2),
        (3, 3, 1, 2, 1),
        (2, 0, 1, 3, 2),
        (1, 3, 0, 0, 0),
    ],
)
def test_armor_is_pierced_down_to_strong_armor(stars: int, armor: int, piercing: int, strong: int, damage: int) -> None:
    option = Option("none", None, (), (), 0, piercing, False, False, False, ())
    rolled = np.eye(armor + 1, dtype=np.int64)[armor]
    assert damage_by_stars(option, rolled, strong, 3)[stars].argmax() == damage
