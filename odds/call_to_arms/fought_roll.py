"""An attack that more hangs on than its own dice: Block, rerolls, Extra Damage, Scatter, what is rolled after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.call_to_arms.aftermath import Aftermath, aftermaths, passes
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll, Floats, Struck
from tamriel_odds.odds.call_to_arms.attack_tables import fixed
from tamriel_odds.odds.call_to_arms.block import Block
from tamriel_odds.odds.call_to_arms.choice import Situations, armor_stars, damage_by_stars
from tamriel_odds.odds.call_to_arms.fought_tables import fought_tables
from tamriel_odds.odds.call_to_arms.harm import read_off
from tamriel_odds.odds.call_to_arms.pools import counted, in_fives, packed, stacked
from tamriel_odds.odds.dice import Dice, Die

# By how much a score missed: 0 for a hit, 6 for 6 and more.
MISSED = (0, 1, 2, 3, 4, 5, 6, "failure")
MOST_MISSED, BY_FAILURE = 6, 7
ALIKE = 1e-12
Posture = Literal["always", "best"]


@dataclass(frozen=True)
class Fit:
    """Custom Fit: a Light Armor Skill Test, made each time the model is targeted, adds an armor die."""

    die: Die
    attribute: int

    @property
    def by_face(self) -> NDArray[np.int32]:
        return np.array([passes(face, self.attribute) for face in self.die.faces], np.int32)


@dataclass(frozen=True)
class FoughtRoll(AttackRoll):
    """An AttackRoll with the rules it alone needs; `armors` are each option's armor with 1, 2 dice more of tests."""

    box_dice: Dice = field(default_factory=dict)
    block: Block | None = None
    fit: Fit | None = None
    armors: tuple[tuple[tuple[Die, ...], ...], ...] = ()
    posture: Posture | None = None
    extra: tuple[Die, ...] = ()
    counts_misses: bool = False

    @cached_property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        block = self.block.all_dice if self.block else ()
        fit = (self.fit.die,) if self.fit else ()
        after = {"push-die": "black", "stamina-lost": "yellow", "magicka-lost": "yellow"}
        rolled = [self.box_dice[after.get(roll.axis.name, "white")] for roll in self.aftermaths]
        armor = [die for option in self.armors for dice in option for die in dice]
        return tuple(dict.fromkeys([*super().dice, *self.extra, *block, *fit, *armor, *rolled]))

    @cached_property
    def _axes(self) -> tuple[Axis, ...]:
        axes = (
            Axis.counting("damage", self.most_damage),
            Axis.claim("hit"),
            Axis.claim("critical"),
            Axis.claim("potion"),
            Axis("effect", tuple(option.label for option in self.options)),
        )
        return (*axes, Axis("missed", MISSED)) if self.counts_misses else axes

    @cached_property
    def aftermaths(self) -> tuple[Aftermath, ...]:
        return aftermaths(self, self._axes, self.box_dice)

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes damage, hit, critical, potion, effect, missed where it counts, and one for each roll that follows."""
        return read_off(self, Outcomes((*self._axes, *(after.axis for after in self.aftermaths)), ("damage",), {}))

    def _most_shown(self, critical: int) -> int:
        return super()._most_shown(critical) + sum(max(face.number for face in die.faces) for die in self.extra)

    @cached_property
    def _ranges(self) -> Situations:
        accuracy = max(
            sum(max(face.accuracy for face in die.faces) for die in option.added(critical, is_extra))
            for option in self.options
            for critical in (0, 1)
            for is_extra in (False, True)
        )
        # A miss by 6 must still be told from others when green dice come to its help.
        return Situations(accuracy + 1 + (MOST_MISSED if self.counts_misses else 0), self._most_shown(1))

    @cached_property
    def _armor_stars(self) -> list[NDArray[np.int64]]:
        """Weights of the stars that stand against each option, those of a Block Test and of added dice with them."""
        ways = self._ways_of_dice()
        block = self.block.weights if self.block and not self.block.adds_die else np.ones(1, np.int64)
        stars = []
        for number, option in enumerate(self.options):
            armors = (option.armor, *(self.armors[number] if self.armors else ()))[: len(ways)]
            rolled = [armor_stars(armor, self.armor_effects) for armor in armors]
            most = max(len(weights) for weights in rolled)
            total = np.zeros(most, np.int64)
            greatest = max(int(weights.sum()) for weights in rolled)
            for times, weights in zip(ways, rolled, strict=True):
                total[: len(weights)] += times * weights * (greatest // int(weights.sum()))
            stars.append(np.convolve(total, block))
        return stars

    def _ways_of_dice(self) -> list[int]:
        """How many faces of the tests' Skill Dice add 0, 1, ... armor dice."""
        ways = [1]
        tests = [self.fit.by_face] if self.fit else []
        tests += [self.block.die_by_row[self.block.row_by_face]] if self.block and self.block.adds_die else []
        for faces in tests:
            passed = int(faces.sum())
            ways = [
                (ways[n] if n < len(ways) else 0) * (len(faces) - passed) + (ways[n - 1] if n else 0) * passed
                for n in range(len(ways) + 1)
            ]
        return ways

    def _situations(self, shown: Floats, critical: int, potion: int) -> tuple[Floats, float]:
        situations, unhittable = super()._situations(shown, critical, potion)
        if self.extra:
            dice = (*self.attack, *(self.test.critical_dice if critical else ()), *self.extra)
            ways = counted(dice)
            situations[:, 0] = super()._situations(ways / ways.sum(), critical, potion)[0][:, 0]
        return situations, unhittable

    def _struck(self) -> Iterator[Struck]:
        for critical in self._criticals:
            shown = self._shown(critical)
            for potion in (0, 1):
                situations, unhittable = self._situations(shown, critical, potion)
                for number, option in enumerate(self.options):
                    chosen = np.where(self.choice[critical] == number, situations, 0.0).sum(axis=0)
                    missed_by = np.zeros(len(MISSED))
                    missed_by[BY_FAILURE] = 0.0 if number else unhittable
                    as_it_stands, short = chosen.copy(), chosen.copy()
                    as_it_stands[1:], short[0] = 0.0, 0.0
                    stars = np.zeros(self._most_stars_of_all + 1)
                    for part, is_extra in ((as_it_stands, True), (short, False)):
                        bonus = option.added(critical, is_extra)
                        hits = self._stars_of_hits(part, bonus)
                        stars[: len(hits)] += hits[: len(stars)]
                        self._add_misses(missed_by, part.sum(axis=1), bonus)
                    yield Struck(critical, potion, number, stars, float(missed_by.sum()), missed_by)

    @cached_property
    def _most_stars_of_all(self) -> int:
        variants = [(critical, is_extra) for critical in (0, 1) for is_extra in (False, True)]
        added = (option.added(*variant) for option in self.options for variant in variants)
        most = max(sum(max(face.number for face in die.faces) for die in dice) for dice in added)
        return self._ranges.most_stars + most

    def _add_misses(self, missed_by: Floats, missing: Floats, bonus: Sequence[Die]) -> None:
        """Add the rolls that still miss once the bonus dice are rolled, by how much."""
        ways = counted(bonus).sum(axis=(0, 2))
        for accuracy, share in enumerate(ways / ways.sum()):
            for short, probability in enumerate(missing):
                if short > min(accuracy, self._ranges.most_missing - 1):
                    missed_by[min(short - accuracy, MOST_MISSED)] += share * probability

    def _base(self, struck: Sequence[Struck]) -> Floats:
        """The joint distribution of these attack rolls after armor, over the axes of the attack alone."""
        joint = np.zeros(tuple(len(axis.values) for axis in self._axes))
        for rolled in struck:
            share = self._damage(rolled.option, rolled.stars)
            hits = joint[: len(share), 1, rolled.critical, rolled.potion, rolled.option]
            misses = joint[0, 0, 0, rolled.potion, 0]
            if self.counts_misses:
                hits[..., 0] += share
                misses += rolled.missed_by
            else:
                hits += share
                joint[0, 0, 0, rolled.potion, 0] += rolled.missed
        return joint

    @cached_property
    def _all_struck(self) -> tuple[Struck, ...]:
        return tuple(self._struck())

    @cached_property
    def again(self) -> NDArray[np.uint8]:
        """Defensive Posture, [option, stars]: whether such a hit is rolled again."""
        size = self._most_stars_of_all + 1
        table = np.ones((len(self.options), size), np.uint8)
        if self.posture == "best":
            fresh = self._base(self._all_struck).reshape(self.most_damage + 1, -1).sum(axis=1)
            mean = float(fresh @ np.arange(len(fresh)))
            for number, option in enumerate(self.options):
                armor = self._armor_stars[number]
                damage = damage_by_stars(option, armor, self.strong_armor, size - 1)
                expected = damage @ np.arange(damage.shape[1]) / armor.sum()
                table[number] = expected > mean + ALIKE
        return table

    def exact(self) -> Floats:
        joint = self._base(self._all_struck)
        if self.posture is not None:
            joint = self._with_rerolls(joint)
        for after in self.aftermaths:
            joint = after.spread(joint)
        return joint

    def _kept(self) -> tuple[list[Struck], list[float]]:
        """The rolls that are not rolled again, and the chance of those that are, without and with a Potion."""
        kept, rerolled = [], [0.0, 0.0]
        for rolled in self._all_struck:
            stars = np.where(self.again[rolled.option][: len(rolled.stars)], 0.0, rolled.stars)
            rerolled[rolled.potion] += float(rolled.stars.sum() - stars.sum())
            kept.append(replace(rolled, stars=stars))
        return kept, rerolled

    def standing(self) -> Iterator[Struck]:
        if self.posture is None:
            yield from self._all_struck
            return
        kept, rerolled = self._kept()
        yield from kept
        for fresh in self._all_struck:
            share = sum(rerolled)
            yield replace(fresh, stars=share * fresh.stars, missed=share * fresh.missed)

    def _with_rerolls(self, fresh: Floats) -> Floats:
        """The hits that are rolled again give way to a fresh attack; a Potion of theirs is kept."""
        kept, rerolled = self._kept()
        joint = self._base(kept) + rerolled[0] * fresh
        with_potion = np.zeros_like(fresh)
        with_potion[:, :, :, 1] = fresh.sum(axis=3)
        return joint + rerolled[1] * with_potion

    def kernel(self) -> str:
        return "call_to_arms.fought"

    def tables(self) -> dict[str, Any]:
        return fought_tables(self, self.every_table())

    def _bonus_tables(self, variants: Sequence[tuple[int, int]]) -> dict[str, Any]:
        constants = [fixed(option) for _ in variants for option in self.options]
        cut = [in_fives(option.added(critical, bool(extra))) for critical, extra in variants for option in self.options]
        first = [packed(part[0], False) + constant for part, constant in zip(cut, constants, strict=True)]
        return {
            "bonus": stacked(first),
            "bonus_6": stacked([packed(part[1], False) for part in cut]),
            "bonus_11": stacked([packed(part[2], False) for part in cut]),
        }

    def _again_by_shown(self) -> NDArray[np.uint8]:
        """The table `again` by the stars that the kernel holds, the option's flat damage among them."""
        flat = [option.damage for option in self.options]
        shown = np.zeros((len(flat), self.again.shape[1] + max(flat)), np.uint8)
        for number, (damage, row) in enumerate(zip(flat, self.again, strict=True)):
            shown[number, damage : damage + len(row)] = row
        return shown
