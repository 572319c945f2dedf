"""A slow twin of the attack kernel: one trial at a time, straight from the rulebook, dice by their faces.

It shares with the kernel only which word of a trial rolls what (kernels/call_to_arms/draws.py); Philox, pools and the
choice of a Special Effect are written out once more, in whole numbers and fractions.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from rule_of_three import allowed

from tamriel_odds.kernels.call_to_arms import draws
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect, Option
from tamriel_odds.odds.dice import ICONS, Die, Face

Outcome = tuple[int, int, int, int, str, str]
SMALL = (1 << 32) - 1


def words_of(seed: int, trial: int, first_call: int = 0) -> list[int]:
    """The words of all roles of one trial's attack, from a call on: Philox4x32-10 in whole numbers."""
    words: list[int] = []
    for call in range(first_call, first_call + draws.DRAWS // 4):
        a, b, c, d = trial & SMALL, trial >> 32, call, 0
        key, other_key = seed & SMALL, seed >> 32
        for _ in range(10):
            left, right = 0xD2511F53 * a, 0xCD9E8D57 * c
            a, b, c, d = (right >> 32) ^ b ^ key, right & SMALL, (left >> 32) ^ d ^ other_key, left & SMALL
            key, other_key = (key + 0x9E3779B9) & SMALL, (other_key + 0xBB67AE85) & SMALL
        words += [a, b, c, d]
    return words


def digits(word: int, dice: Sequence[int]) -> list[int]:
    """Faces of dice of so many faces, rolled one after another with what is left of a word."""
    shown = []
    for faces in dice:
        shown.append(word * faces >> 32)
        word = word * faces & SMALL
    return shown


def faces(word: int, dice: Sequence[Die]) -> list[Face]:
    return [die.faces[digit] for die, digit in zip(dice, digits(word, [len(die.faces) for die in dice]), strict=True)]


def in_words(dice: Sequence[Die], *words: int) -> list[Face]:
    """Five dice a word."""
    return [face for number, word in enumerate(words) for face in faces(word, dice[5 * number : 5 * number + 5])]


def signs(shown: Sequence[Face]) -> set[str]:
    return {sign for face in shown for sign in face.signs}


def number(shown: Sequence[Face]) -> int:
    return sum(face.number for face in shown)


def accuracy(shown: Sequence[Face]) -> int:
    return sum(face.accuracy for face in shown)


def armor_effect(effects: Sequence[ArmorEffect], shown: Sequence[Face]) -> ArmorEffect | None:
    """The one effect of an armor roll: the most expected stars, ties to the first listed."""
    triggered = [effect for effect in effects if effect.icon in signs(shown)]
    return max(triggered, key=lambda effect: sum(Fraction(die.mean) for die in effect.bonus), default=None)


def left_of(stars: int, armor: int, option: Option, strong_armor: int) -> int:
    """The damage that is left of a hit."""
    if option.is_immune:
        return 0
    effective = max(armor - option.piercing, min(armor, strong_armor))
    damage = max(0, stars + option.damage - effective)
    return damage + 1 if damage >= 1 and option.is_weak else damage


@cache
def armor_rolls(dice: tuple[Die, ...], effects: tuple[ArmorEffect, ...]) -> dict[int, Fraction]:
    """What an armor roll comes to, by enumerating every face."""
    shares: dict[int, Fraction] = {}
    effects = allowed(effects, dice)
    for shown in product(*(die.faces for die in dice)):
        effect = armor_effect(effects, shown)
        bonus = list(product(*(die.faces for die in effect.bonus))) if effect else [()]
        for more in bonus:
            stars = number(shown) + number(more)
            share = Fraction(1, len(bonus) * 6 ** len(dice))
            shares[stars] = shares.get(stars, Fraction()) + share
    return shares


def expected(roll: AttackRoll, option: Option, critical: bool, missing: int, stars: int) -> Fraction:
    """Expected damage of an option, by enumerating its bonus dice and the armor."""
    total = Fraction()
    bonus = list(product(*(die.faces for die in option.added(critical))))
    for more in bonus:
        if accuracy(more) >= missing:
            for armor, share in armor_rolls(option.armor, roll.armor_effects).items():
                total += share * left_of(stars + number(more), armor, option, roll.strong_armor)
    return total / len(bonus)


class Twin:
    """Rolls the trials of one attack, one after another."""

    def __init__(self, roll: AttackRoll) -> None:
        self.roll = roll
        self._chosen: dict[tuple[frozenset[str], bool, int, int], Option] = {}

    def choose(self, shown: frozenset[str], critical: bool, missing: int, stars: int) -> Option:
        """The Special Effect: after the roll, before the armor."""
        situation = shown, critical, missing, stars
        if situation not in self._chosen:
            self._chosen[situation] = self._choose(*situation)
        return self._chosen[situation]

    def _choose(self, shown: frozenset[str], critical: bool, missing: int, stars: int) -> Option:
        triggered = [option for option in self.roll.options if option.icon in shown]
        none = self.roll.options[0]
        if not triggered:
            return none
        if self.roll.order is None:
            return max(
                [*triggered, none],
                key=lambda option: expected(self.roll, option, critical, missing, stars),
            )
        order = [*self.roll.order, *(icon for icon in ICONS if icon not in self.roll.order)]
        return min(triggered, key=lambda option: order.index(option.icon or ""))

    def armor(self, option: Option, words: list[int]) -> int:
        """The stars of the armor roll, its own Special Effect included."""
        dice, effects = option.armor, allowed(self.roll.armor_effects, option.armor)
        shown = in_words(dice, words[draws.ARMOR], words[draws.ARMOR_6], words[draws.ARMOR_11])
        effect = armor_effect(effects, shown)
        if effect is None:
            return number(shown)
        most = max(
            len(other.armor) + len(added.bonus)
            for other in self.roll.options
            for added in allowed(self.roll.armor_effects, other.armor)
        )
        if most <= 5:
            last = digits(words[draws.ARMOR], [6] * 5)[::-1]
            more = [die.faces[digit] for die, digit in zip(effect.bonus, last, strict=False)]
        else:
            more = in_words(
                effect.bonus, words[draws.ARMOR_BONUS], words[draws.ARMOR_BONUS_6], words[draws.ARMOR_BONUS_11]
            )
        return number(shown) + number(more)

    def trial(self, seed: int, trial: int) -> Outcome:
        """Damage, hit, critical, potion, effect and fate."""
        return self.rolled(words_of(seed, trial))

    def rolled(self, words: list[int], blocked: int = 0) -> Outcome:
        """The same from the words of one attack; `blocked` are stars that join the armor roll."""
        roll, test = self.roll, self.roll.test
        beside = [test.critical] if test.critical else []
        skill, *critical_die = faces(words[draws.SKILL], [test.die, *beside])
        critical = test.is_skill_test and "critical" in skill.signs
        shown = in_words(roll.attack, words[draws.ATTACK], words[draws.ATTACK_6], words[draws.ATTACK_11])
        shown += critical_die if critical else []
        score = skill.number + test.modifier - accuracy(shown)
        missing = 0 if test.hits_unless_failure else max(score - test.attribute, 0)
        option = self.choose(frozenset(signs(shown)), critical, missing, number(shown))
        bonus = in_words(option.added(critical), words[draws.BONUS], words[draws.BONUS_6], words[draws.BONUS_11])
        score = max(score - accuracy(bonus), 1)
        potion = int("potion" in skill.signs)
        if "failure" in skill.signs or (score > test.attribute and not test.hits_unless_failure):
            return 0, 0, 0, potion, "none", "standing"
        armor = self.armor(option, words) + blocked
        damage = left_of(number(shown) + number(bonus), armor, option, roll.strong_armor)
        return damage, 1, int(critical), potion, option.label, self.fate(damage, words[draws.ENDURANCE])

    def fate(self, damage: int, word: int) -> str:
        """The Endurance Test of an injured Hero or Master."""
        endurance, health = self.roll.endurance, self.roll.health
        if endurance is None or health is None or damage < health:
            return "standing"
        (face,) = faces(word, [endurance.die])
        if endurance.is_incapacitated or "failure" in face.signs:
            return "removed"
        if "critical" in face.signs:
            return "staggered"
        overkill = 2 if damage >= 2 * health else 0
        return "incapacitated" if max(face.number + overkill, 1) <= endurance.attribute else "removed"

    def cells(self, seed: int, first: int, trials: int) -> list[int]:
        """The cells of so many trials on the axes of the question."""
        values = [axis.values for axis in self.roll.outcomes.axes]
        rolled = [self.trial(seed, first + i) for i in range(trials)]
        places = [[axis.index(value) for axis, value in zip(values, outcome, strict=True)] for outcome in rolled]
        return [int(np.ravel_multi_index(place, self.roll.outcomes.shape)) for place in places]


@pytest.fixture
def twin() -> Callable[[AttackRoll], Twin]:
    return Twin


@pytest.fixture
def words() -> Callable[[int, int, int], list[int]]:
    """The words of one attack of a trial, from a call on."""
    return words_of
