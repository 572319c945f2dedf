"""Damage that no test goes before, as one sum: the dice of the hazard, the armor, the tests of who suffers it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.attempts import Stage
from tamriel_odds.odds.axes import Axis, Outcomes, Reading
from tamriel_odds.odds.call_to_arms.armor_pools import ArmorPools
from tamriel_odds.odds.call_to_arms.harm import FATES, Endurance
from tamriel_odds.odds.call_to_arms.pools import DICE_A_WORD, packed
from tamriel_odds.odds.call_to_arms.targets import Target
from tamriel_odds.odds.dice import Die, Face
from tamriel_odds.odds.digits import Integers, Shown, summed
from tamriel_odds.odds.question import Roll
from tamriel_odds.odds.sums import Sum

# Words of the attack's dice, then of those no attack has; the armor's stand in armor_pools, that of the test is 11.
DAMAGE = (1, 4, 5, 12, 13)
ENDURANCE, RESIST, FOLLOWING = 11, 14, 15


@dataclass(frozen=True)
class Following:
    """The die that is rolled when damage is done: its axis, and whether it is rolled without damage, too."""

    axis: str
    die: Die
    always: bool = False


@dataclass(frozen=True)
class HazardRoll(Roll):
    """Dice of damage against an armor, and what becomes of a model with that much Health left.

    `always_removed` says that the fall is too high to survive, `burns` that damage leaves a Burning Token, which a
    test against `resists` shrugs off; `in_fire` that nobody stays in play Incapacitated. `follows` is rolled after it.
    """

    less_is_better = ("damage", "hurt", "removed")

    damage: tuple[Die, ...]
    armor: ArmorPools
    health: int | None
    endurance: Endurance | None
    rulings: tuple[str, ...]
    notes: tuple[str, ...]
    white: Die
    burns: bool = False
    resists: int | None = None
    in_fire: bool = False
    always_removed: bool = False
    follows: Following | None = None

    @cached_property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        bonus = [die for effect in self.armor.effects for die in effect.bonus]
        tests = [self.white] if self._is_tested or self.resists is not None else []
        after = [self.follows.die] if self.follows is not None else []
        return tuple(dict.fromkeys([*self.damage, *self.armor.dice, *bonus, *tests, *after]))

    @property
    def _is_tested(self) -> bool:
        return self.endurance is not None and not self.endurance.avoids_death

    @cached_property
    def most_damage(self) -> int:
        return sum(max(face.number for face in die.faces) for die in self.damage)

    @cached_property
    def _axes(self) -> tuple[Axis, ...]:
        """Damage and fate (one value where no Endurance Test is asked), then what follows where anything does."""
        fates = ("removed",) if self.always_removed else FATES if self.endurance else FATES[:1]
        axes = [Axis.counting("damage", self.most_damage), Axis("fate", fates)]
        if self.resists is not None:
            axes.append(Axis.claim("burning"))
        if self.follows is not None:
            axes.append(Axis.counting(self.follows.axis, max(face.number for face in self.follows.die.faces)))
        return tuple(axes)

    @cached_property
    def outcomes(self) -> Outcomes:
        """The axes, and what is read off them: who is hurt, removed, left Staggered or burning, how far pushed."""
        seen = Outcomes(self._axes, ("damage",), {})
        hurt = ~seen.where("damage", 0)
        removed = seen.where("fate", "removed")
        if self.health is not None and self.endurance is None:
            removed = removed | seen.where("damage", *range(self.health, self.most_damage + 1))
        events = {"hurt": hurt} if self.damage or self.follows is None else {}
        if self.health is not None or self.always_removed:
            events["removed"] = removed
        if self.endurance and not self.in_fire:
            events["incapacitated"] = seen.where("fate", "incapacitated")
        if self.endurance and not self.endurance.is_relentless:
            events["staggered"] = seen.where("fate", "staggered")
        if self.burns:
            events["burning"] = hurt & ~removed if self.resists is None else seen.where("burning", 1)
        readings, tables = self._readings(seen, removed), ("damage",) if events else ()
        if self.follows is not None and not readings:
            tables = (*tables, self.follows.axis)
        return Outcomes(self._axes, (*tables, *readings), events, readings)

    def _readings(self, seen: Outcomes, removed: NDArray[np.bool_]) -> dict[str, Reading]:
        """How far the model is pushed: the damage and a black die, in inches (Damage Types, Force)."""
        if self.follows is None or self.follows.axis != "push-die":
            return {}
        die = np.arange(seen.shape[-1])
        along = np.arange(seen.shape[0]).reshape(-1, *[1] * (len(seen.shape) - 1))
        where = ~removed if self.follows.always else ~removed & ~seen.where("damage", 0)
        inches = np.where(where, along + die, 0)
        return {"push": Reading(Axis.counting("push", int(inches.max())), np.asarray(inches, np.intp))}

    @cached_property
    def sum(self) -> Sum:
        """Digits: stars of the hazard, fate of the Endurance Test, token, die that follows, then those of the armor."""
        digits = 4 + self.armor.digits
        words = zip(DAMAGE, range(0, len(self.damage), DICE_A_WORD), strict=False)
        pools = [
            Shown.of(word, digits, at_0=packed(self.damage[start : start + DICE_A_WORD]) & 0xFF)
            for word, start in words
        ]
        if self._is_tested:
            tested = [self._fate(face) for face in self.white.faces]
            pools.append(Shown.of(ENDURANCE, digits, at_1=np.array(tested, np.int32)))
        if self.resists is not None:
            burned = [not Target(self.resists, 0).succeeds(face, 0) for face in self.white.faces]
            pools.append(Shown.of(RESIST, digits, at_2=np.array(burned, np.int32)))
        if self.follows is not None:
            shown = [face.number for face in self.follows.die.faces]
            pools.append(Shown.of(FOLLOWING, digits, at_3=np.array(shown, np.int32)))
        pools += [
            Shown(word, np.concatenate([np.zeros((4, shown.shape[1]), np.int32), shown]))
            for word, shown in self.armor.pools
        ]
        return summed(pools, self._cell)

    def _cell(self, stars: Integers, tested: Integers, burned: Integers, after: Integers, *armor: Integers) -> Integers:
        damage = np.maximum(stars - self.armor.stars(armor), 0)
        fate = np.zeros_like(damage)
        is_removed = np.full(damage.shape, self.always_removed)
        if self.health is not None and self.endurance is not None:
            tested = tested if self._is_tested else tested + self._fate(self.white.faces[0])
            fate = np.where(damage >= self.health, tested, fate)
            is_removed = is_removed | (fate == FATES.index("removed"))
        elif self.health is not None:
            is_removed = is_removed | (damage >= self.health)
        place = [damage, fate]
        if self.resists is not None:
            place.append(np.where((damage > 0) & ~is_removed, burned, 0))
        if self.follows is not None:
            is_rolled = ~is_removed & ((damage > 0) | self.follows.always)
            place.append(np.where(is_rolled, after, 0))
        return np.asarray(np.ravel_multi_index(tuple(place), self.outcomes.shape))

    def _fate(self, face: Face) -> int:
        """What a face of the Endurance Test comes to; nobody stays Incapacitated in the fire."""
        assert self.endurance is not None
        fate = self.endurance.fate(face, False)
        return FATES.index("removed" if self.in_fire and fate == "incapacitated" else fate)

    def exact(self) -> NDArray[np.float64]:
        return self.sum.exact(self.outcomes.cells).reshape(self.outcomes.shape)

    def stages(self) -> tuple[Stage, ...]:
        """Stars, armor, damage, the test of the injured."""
        if not self.damage:
            return ()
        by_damage = self.exact().reshape(self.most_damage + 1, -1).sum(axis=1)
        blank = float(np.prod([[face.number for face in die.faces].count(0) / len(die.faces) for die in self.damage]))
        hurt = min(float(by_damage[1:].sum()), 1 - blank)
        way = [Stage("stars", "the dice show a success", 1 - blank), Stage("armor", "armor leaves damage", hurt)]
        if self.health is not None:
            reached = min(float(by_damage[self.health :].sum()), hurt)
            way.append(Stage("damage", f"it is {self.health} or more", reached))
        if self.endurance is not None:
            removed = float(self.exact()[self.outcomes.events["removed"]].sum())
            way.append(Stage("endurance", "the test of the injured fails", min(removed, way[-1].reached)))
        return tuple(way)

    @property
    def is_certain(self) -> bool:
        return not self.sum.pools

    def kernel(self) -> str:
        return "sums"

    def tables(self) -> dict[str, Any]:
        return self.sum.tables()
