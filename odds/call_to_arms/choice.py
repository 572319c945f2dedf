"""Which Special Effect a roll uses: decided once, as tables that the exact answer and the kernel both look up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.pools import counted, icons_in, rule_of_three
from tamriel_odds.odds.call_to_arms.terms import Keyword
from tamriel_odds.odds.dice import ICONS, Die

Table = NDArray[np.uint8]
ICON_SETS = 1 << len(ICONS)


@dataclass(frozen=True)
class Option:
    """One way the attack roll can go on: no Special Effect (no icon), or one that its icon offers.

    `bonus` are the dice it adds, `critical_bonus` those it adds beside the critical die (The Rule of Three binds all);
    `damage`, `piercing`, `punishing`, `types` and `keywords` hold the whole attack's with it. `armor` are the dice the
    target then rolls, which a change of damage type or a Linebreaker can change, `resists` what it then resists.
    """

    label: str
    icon: str | None
    bonus: tuple[Die, ...]
    critical_bonus: tuple[Die, ...]
    damage: int
    piercing: int
    is_weak: bool
    is_immune: bool
    staggers: bool
    armor: tuple[Die, ...]
    punishing: int = 0
    types: frozenset[str] = frozenset()
    resists: frozenset[str] = frozenset()
    keywords: tuple[Keyword, ...] = ()
    with_extra: tuple[tuple[Die, ...], tuple[Die, ...]] | None = None

    def has(self, keyword: str) -> bool:
        return any(word.name == keyword for word in self.keywords)

    def added(self, critical: int, is_extra: bool = False) -> tuple[Die, ...]:
        if is_extra and self.with_extra is not None:
            return self.with_extra[critical]
        return self.critical_bonus if critical else self.bonus


@dataclass(frozen=True)
class ArmorEffect:
    """One Special Effect of an armor: its icon and the dice it adds."""

    icon: str
    bonus: tuple[Die, ...]


def beside(effects: Sequence[ArmorEffect], armor: Sequence[Die]) -> tuple[ArmorEffect, ...]:
    """The effects with the dice that the Rule of Three leaves them beside an armor's own."""
    rolled = [die.name for die in armor]
    kept = []
    for effect in effects:
        named = {die.name: die for die in effect.bonus}
        left = rule_of_three([die.name for die in effect.bonus], rolled)
        kept.append(ArmorEffect(effect.icon, tuple(named[name] for name in left)))
    return tuple(kept)


def armor_choice(effects: Sequence[ArmorEffect]) -> Table:
    """By icons shown: the armor effect that applies, counted from 1, or 0; most expected stars, ties to the first."""
    chosen = np.zeros(ICON_SETS, np.uint8)
    for icons in range(ICON_SETS):
        shown = [number for number, effect in enumerate(effects, start=1) if effect.icon in icons_in(icons)]
        # Equal numbers of faces make the sums of faces comparable as integers.
        chosen[icons] = max(shown, key=lambda number: _all_stars(effects[number - 1].bonus), default=0)
    return chosen


def _all_stars(dice: Sequence[Die]) -> int:
    return sum(face.number for die in dice for face in die.faces)


def armor_stars(dice: Sequence[Die], effects: Sequence[ArmorEffect]) -> NDArray[np.int64]:
    """How many combinations of faces of an armor roll give how many stars: int64 weights of shape (stars + 1,)."""
    rolled = counted(dice).sum(axis=1)
    effects = beside(effects, dice)
    choice = armor_choice(effects)
    bonus = [np.ones(1, np.int64), *(counted(effect.bonus).sum(axis=(1, 2)) for effect in effects)]
    most = max(len(effect.bonus) for effect in effects) if effects else 0
    weights = np.zeros(rolled.shape[0] + max(map(len, bonus)) - 1, np.int64)
    for icons in range(ICON_SETS):
        added = bonus[choice[icons]]
        dice_added = len(effects[choice[icons] - 1].bonus) if choice[icons] else 0
        weights[: rolled.shape[0] + len(added) - 1] += np.convolve(rolled[:, icons], added) * 6 ** (most - dice_added)
    return weights


def damage_by_stars(option: Option, armor: NDArray[np.int64], strong_armor: int, most: int) -> NDArray[np.int64]:
    """What 0 to `most` stars of a hit come to: weights of shape (stars + 1, damage + 1), rows of equal sum.

    Strong Armor is the floor under what Piercing leaves; Weakness adds 1 to any damage (Call to Arms, Strong Armor and
    Weakness).
    """
    weights = np.zeros((most + 1, most + 2 + option.damage), np.int64)
    for rolled, ways in enumerate(armor):
        effective = max(rolled - option.piercing, min(rolled, strong_armor))
        for stars in range(most + 1):
            damage = max(stars + option.damage - effective, 0)
            damage = damage + 1 if damage and option.is_weak else damage
            weights[stars, 0 if option.is_immune else damage] += ways
    return weights


@dataclass(frozen=True)
class Situations:
    """The ranges of what a choice depends on: how much the score misses by, and the stars shown."""

    most_missing: int
    most_stars: int


def by_order(options: Sequence[Option], order: Sequence[str], ranges: Situations) -> Table:
    """The table [critical, icons, missing, stars] -> option of a player who always takes the first icon of `order`.

    Icons that `order` does not name come last, in the order listed; an effect that shows is always taken.
    """
    places = {icon: place for place, icon in enumerate([*order, *(icon for icon in ICONS if icon not in order)])}
    table = np.zeros((2, ICON_SETS, ranges.most_missing + 1, ranges.most_stars + 1), np.uint8)
    for icons in range(ICON_SETS):
        shown = [number for number, option in enumerate(options) if option.icon in icons_in(icons)]
        table[:, icons] = min(shown, key=lambda number: places[options[number].icon or ""], default=0)
    return table


def best(options: Sequence[Option], damage: Sequence[NDArray[np.int64]], ranges: Situations) -> Table:
    """The table [critical, icons, missing, stars] -> option of highest expected damage.

    Ties go to the first listed, "none" comes last. `damage` holds each option's weights from `damage_by_stars`; all
    sums are integers over a common number of combinations, so that ties are ties.
    """
    expected = [
        [_by_situation(option, weights, critical, ranges, _most_dice(options)) for critical in (0, 1)]
        for option, weights in zip(options, _comparable(damage), strict=True)
    ]
    table = np.zeros((2, ICON_SETS, ranges.most_missing + 1, ranges.most_stars + 1), np.uint8)
    for icons in range(ICON_SETS):
        shown = [number for number, option in enumerate(options) if option.icon in icons_in(icons)]
        candidates = np.array([*shown, 0], np.uint8)
        for critical in (0, 1):
            values = np.stack([expected[number][critical] for number in candidates])
            table[critical, icons] = candidates[np.argmax(values, axis=0)]
    return table


def _most_dice(options: Sequence[Option]) -> int:
    return max(len(option.bonus) for option in options)


def _comparable(damage: Sequence[NDArray[np.int64]]) -> list[NDArray[np.int64]]:
    """The same weights over the largest number of armor combinations among them (all are powers of six)."""
    combinations = [int(weights[0].sum()) for weights in damage]
    return [weights * (max(combinations) // own) for weights, own in zip(damage, combinations, strict=True)]


def _by_situation(
    option: Option, damage: NDArray[np.int64], critical: int, ranges: Situations, most_dice: int
) -> NDArray[np.int64]:
    """Expected damage as `_expected` has it, rolls that hit as they stand with what Extra Damage leaves to add."""
    value = _expected(option.added(critical), damage, ranges, most_dice)
    if option.with_extra is not None:
        value[0] = _expected(option.added(critical, True), damage, ranges, most_dice)[0]
    return value


def _expected(added: Sequence[Die], damage: NDArray[np.int64], ranges: Situations, most_dice: int) -> NDArray[np.int64]:
    """Expected damage times the number of combinations, by missing and stars shown: int64 [missing, stars]."""
    bonus = counted(added).sum(axis=2) * 6 ** (most_dice - len(added))
    by_stars = damage @ np.arange(damage.shape[1])
    if int(by_stars.max()) * 6**most_dice >= 1 << 63:
        by_stars = by_stars.astype(object)  # twelve dice against twelve: more combinations than 64 bits hold
    value = np.zeros((ranges.most_missing + 1, ranges.most_stars + 1), by_stars.dtype)
    for stars, accuracy in zip(*np.nonzero(bonus), strict=True):
        # Bonus green dice make good what is missing up to their accuracy.
        reached = min(int(accuracy), ranges.most_missing - 1) + 1
        value[:reached] += int(bonus[stars, accuracy]) * by_stars[stars : stars + ranges.most_stars + 1]
    return value
