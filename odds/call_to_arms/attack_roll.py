"""A Call to Arms attack as numbers and pools: its outcomes, its exact joint distribution, the tables of its kernel."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.attempts import Attempts, Stage
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.call_to_arms.attack_tables import (
    armor_tables,
    calls_of,
    fates_of,
    fixed,
    in_a_word_each,
    needs_more_words,
    skill_die_of,
)
from tamriel_odds.odds.call_to_arms.choice import (
    ArmorEffect,
    Option,
    Situations,
    Table,
    armor_stars,
    best,
    by_order,
    damage_by_stars,
)
from tamriel_odds.odds.call_to_arms.harm import FATES, Endurance, Harm, read_off
from tamriel_odds.odds.call_to_arms.pools import counted, in_fives, packed, stacked
from tamriel_odds.odds.call_to_arms.stages import stages, tries
from tamriel_odds.odds.dice import Die, Face
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.question import Roll

Floats = NDArray[np.float64]
# Above every score there is: hit on anything but a Failure.
CERTAIN, MOST_SCORE = 127, 126


@dataclass(frozen=True)
class SkillTest:
    """What the Skill Die is rolled against: an Attribute of 1 to 10, and what is added to the score.

    `critical` is the die a Critical adds, None in an Attribute Test, for the Feeble, and where three black dice are
    rolled already; `more_critical` what a Perk adds to it. `is_skill_test` says whether a Critical is a critical hit at
    all.
    """

    die: Die
    attribute: int
    modifier: int
    is_skill_test: bool
    critical: Die | None
    hits_unless_failure: bool = False
    more_critical: tuple[Die, ...] = ()

    @property
    def critical_dice(self) -> tuple[Die, ...]:
        """All dice that a Critical adds."""
        return (*(() if self.critical is None else (self.critical,)), *self.more_critical)

    def score(self, face: Face) -> int:
        """The score of a face before Accuracy Dice: never below 1, since the sum is raised to 1 anyway."""
        return min(max(face.number + self.modifier, 1), MOST_SCORE)

    @property
    def target(self) -> int:
        return CERTAIN if self.hits_unless_failure else self.attribute


@dataclass(frozen=True, eq=False)
class Struck:
    """Attack rolls of one kind: the probabilities of the stars of those that hit, and of all that miss.

    `missed_by` tells the misses apart where that counts: by 1 to 6, and by a Failure (7).
    """

    critical: int
    potion: int
    option: int
    stars: Floats
    missed: float
    missed_by: Floats = field(default_factory=lambda: np.zeros(8))


@dataclass(frozen=True)
class AttackRoll(Roll):
    """An attack resolved: tests, pools and options; `options[0]` is "no Special Effect"."""

    test: SkillTest
    attack: tuple[Die, ...]
    options: tuple[Option, ...]
    armor_effects: tuple[ArmorEffect, ...]
    strong_armor: int
    order: tuple[str, ...] | None
    health: int | None
    endurance: Endurance | None
    stagger_on_damage: bool
    can_be_staggered: bool
    rulings: tuple[str, ...]
    notes: tuple[str, ...]
    harm: Harm = field(default_factory=Harm)
    told: tuple[Listing, ...] = ()

    @property
    def listings(self) -> tuple[Listing, ...]:
        return self.told

    @cached_property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        """Every die this attack can roll, once."""
        armor = [die for effect in self.armor_effects for die in effect.bonus]
        critical = self.test.critical_dice
        added = [die for option in self.options for die in (*option.bonus, *option.armor)]
        return tuple(dict.fromkeys([self.test.die, *self.attack, *critical, *added, *armor]))

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes damage, hit, critical, potion, effect, fate (one value where no Endurance Test is asked)."""
        return read_off(self, self._plain_outcomes)

    @cached_property
    def _plain_outcomes(self) -> Outcomes:
        """The axes alone, without the events and readings that are read off them."""
        axes = (
            Axis.counting("damage", self.most_damage),
            Axis.claim("hit"),
            Axis.claim("critical"),
            Axis.claim("potion"),
            Axis("effect", tuple(option.label for option in self.options)),
            Axis("fate", FATES if self.endurance else FATES[:1]),
        )
        return Outcomes(axes, ("damage",), {})

    @cached_property
    def most_damage(self) -> int:
        """The most damage there is: every die at its best, no armor rolled."""
        return max(
            0 if option.is_immune else stars + int(stars > 0 and option.is_weak)
            for option in self.options
            for critical in self._criticals
            for stars in [self._most_shown(critical) + option.damage + _most_stars(option.added(critical))]
        )

    @property
    def _criticals(self) -> tuple[int, ...]:
        return (0, 1) if self.test.is_skill_test else (0,)

    def _most_shown(self, critical: int) -> int:
        return _most_stars(self.attack) + (_most_stars(self.test.critical_dice) if critical else 0)

    @cached_property
    def _ranges(self) -> Situations:
        accuracy = max(
            sum(max(face.accuracy for face in die.faces) for die in option.added(critical))
            for option in self.options
            for critical in (0, 1)
        )
        return Situations(accuracy + 1, self._most_shown(1))

    @cached_property
    def _armor_stars(self) -> list[NDArray[np.int64]]:
        return [armor_stars(option.armor, self.armor_effects) for option in self.options]

    @cached_property
    def choice(self) -> Table:
        """The policy: [critical, icons, missing, stars] -> option."""
        if self.order is not None:
            return by_order(self.options, self.order, self._ranges)
        most = self._ranges.most_stars + max(_most_stars(option.bonus) for option in self.options)
        damage = [
            damage_by_stars(option, armor, self.strong_armor, most)
            for option, armor in zip(self.options, self._armor_stars, strict=True)
        ]
        return best(self.options, damage, self._ranges)

    def exact(self) -> Floats:
        """The joint distribution over the axes, enumerated: float64, sum 1 within 1e-12."""
        joint = np.zeros(self._plain_outcomes.shape)
        for struck in self._struck():
            share = self._damage(struck.option, struck.stars)
            joint[: len(share), 1, struck.critical, struck.potion, struck.option] += self._with_fate(share)
            joint[0, 0, 0, struck.potion, 0, 0] += struck.missed
        return joint

    def _struck(self) -> "Iterator[Struck]":
        """The attack roll before armor: for each kind of Skill Die face and option, the stars of those that hit."""
        for critical in self._criticals:
            shown = self._shown(critical)
            for potion in (0, 1):
                situations, unhittable = self._situations(shown, critical, potion)
                for number, option in enumerate(self.options):
                    chosen = np.where(self.choice[critical] == number, situations, 0.0).sum(axis=0)
                    stars = self._stars_of_hits(chosen, option.added(critical))
                    missed = chosen.sum() - stars.sum() + (0.0 if number else unhittable)
                    yield Struck(critical, potion, number, stars, missed)

    def standing(self) -> "Iterator[Struck]":
        """The attack rolls that stand, before armor."""
        return self._struck()

    def _damage(self, number: int, stars: Floats) -> Floats:
        """Probabilities of the damage that hits of so many stars come to, with one option."""
        armor = self._armor_stars[number]
        damage = damage_by_stars(self.options[number], armor, self.strong_armor, len(stars) - 1)
        share = np.asarray(stars @ (damage / armor.sum()), np.float64)
        reached: Floats = share[: self.most_damage + 1]
        return reached

    def _shown(self, critical: int) -> Floats:
        """Probabilities of what the attack dice show, the critical die's with them: [stars, accuracy, icons]."""
        dice = (*self.attack, *self.test.critical_dice) if critical else self.attack
        ways = counted(dice)
        return np.asarray(ways / ways.sum(), np.float64)

    def _situations(self, shown: Floats, critical: int, potion: int) -> tuple[Floats, float]:
        """Probabilities of [icons, missing, stars] with this kind of Skill Die face, and of its Failure faces."""
        ranges = self._ranges
        situations = np.zeros((8, ranges.most_missing + 1, ranges.most_stars + 1))
        # The share of the Skill Die's faces with which a roll of so much accuracy misses by so much.
        faces_by_missing = np.zeros((ranges.most_missing + 1, shown.shape[1]))
        unhittable = 0.0
        faces = self.test.die.faces
        for face in faces:
            is_critical = "critical" in face.signs and self.test.is_skill_test
            if is_critical != bool(critical) or ("potion" in face.signs) != bool(potion):
                continue
            if "failure" in face.signs:
                unhittable += 1 / len(faces)
                continue
            over = self.test.score(face) - self.test.target
            for accuracy in range(shown.shape[1]):
                faces_by_missing[min(max(over - accuracy, 0), ranges.most_missing), accuracy] += 1 / len(faces)
        situations[..., : shown.shape[0]] = (faces_by_missing @ shown).transpose(2, 1, 0)
        return situations, unhittable

    def _stars_of_hits(self, chosen: Floats, bonus: Sequence[Die]) -> Floats:
        """Probabilities of all stars of the rolls that hit, from [missing, stars] and the bonus dice."""
        ways = counted(bonus).sum(axis=2)
        shares = ways / ways.sum()
        hits = np.zeros(chosen.shape[1] + shares.shape[0] - 1)
        for accuracy in range(shares.shape[1]):
            reached = chosen[: min(accuracy, self._ranges.most_missing - 1) + 1].sum(axis=0)
            hits += np.convolve(reached, shares[:, accuracy])
        return hits

    def _with_fate(self, share: Floats) -> Floats:
        """Shares by damage spread over the fates of an injured Hero or Master: [damage, fate]."""
        if self.endurance is None or self.health is None:
            return share[:, None]
        spread = np.zeros((len(share), len(FATES)))
        for damage, probability in enumerate(share):
            if damage < self.health:
                spread[damage, 0] = probability
                continue
            faces = self.endurance.die.faces
            for face in faces:
                fate = self.endurance.fate(face, damage >= 2 * self.health)
                spread[damage, FATES.index(fate)] += probability / len(faces)
        return spread

    def stages(self) -> tuple[Stage, ...]:
        """Hit, effect, stars, armor, damage."""
        return stages(self)

    @property
    def tries(self) -> Attempts:
        """Attacks until the target is removed."""
        return tries(self)

    def kernel(self) -> str:
        return "call_to_arms.large_attack" if self._is_large else "call_to_arms.attack"

    @property
    def _is_large(self) -> bool:
        return needs_more_words(self.attack, self.options, self.armor_effects)

    def tables(self) -> dict[str, Any]:
        return self.every_table() if self._is_large else in_a_word_each(self.every_table())

    def every_table(self) -> dict[str, Any]:
        """The tables of kernels/call_to_arms/large_attack.py, which suit any attack."""
        rows = [option for _ in (0, 1) for option in self.options]
        bonus = [in_fives(option.added(critical)) for critical in (0, 1) for option in self.options]
        constants = [fixed(option) for option in rows]
        attack = [packed(part) for part in in_fives(self.attack)]
        # The table's rows are the options without, then with the critical die.
        choice = self.choice + np.array([0, len(self.options)], np.uint8)[:, None, None, None]
        tables: dict[str, Any] = {
            "skill_die": skill_die_of(self.test),
            "attack": attack[0],
            "attack_6": attack[1],
            "attack_11": attack[2],
            "choice": choice.ravel(),
            "bonus": stacked([packed(part[0], False) + more for part, more in zip(bonus, constants, strict=True)]),
            "bonus_6": stacked([packed(part[1], False) for part in bonus]),
            "bonus_11": stacked([packed(part[2], False) for part in bonus]),
            **armor_tables(rows, self.armor_effects),
            "fates": fates_of(self.endurance),
            "attribute": np.int32(self.test.target),
            "most_missing": np.int32(self._ranges.most_missing),
            "most_stars": np.int32(self._ranges.most_stars),
            "strong_armor": np.int32(self.strong_armor),
            "health": np.int32(self.health or 0),
            "effects": np.int32(len(self.options)),
            "most_fates": np.int32(len(FATES) if self.endurance else 1),
        }
        tables["calls"] = calls_of(tables)
        return tables


def _most_stars(dice: Sequence[Die]) -> int:
    return sum(max(face.number for face in die.faces) for die in dice)
