"""Damage that no test goes before, as one sum: the dice of the hazard, the armor, the Endurance Test of the injured."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.call_to_arms.armor_pools import ArmorPools
from tamriel_odds.odds.call_to_arms.attack_roll import Endurance
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect
from tamriel_odds.odds.call_to_arms.harm import FATES
from tamriel_odds.odds.call_to_arms.notation import read_armor, read_attack
from tamriel_odds.odds.call_to_arms.pools import DICE_A_WORD, RULE_OF_THREE, packed, rule_of_three
from tamriel_odds.odds.call_to_arms.sides import types_of
from tamriel_odds.odds.call_to_arms.targets import clamped
from tamriel_odds.odds.call_to_arms.terms import Weapon
from tamriel_odds.odds.call_to_arms.tester import unit_named
from tamriel_odds.odds.dice import Die, Face, die_named
from tamriel_odds.odds.digits import Integers, Shown, summed
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.names import plain
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.sums import Sum

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.hazards import Fall, Hazard, Lava, Pool, Suffered
    from tamriel_odds.odds.call_to_arms.units import Unit

# Words of the attack's dice, then of those no attack has; the armor's stand in armor_pools, that of the test is 11.
DAMAGE = (1, 4, 5, 12, 13)
ENDURANCE = 11
# Falling Damage by Height Level difference; from the next on, the model is removed.
BY_HEIGHT = ((), ("yellow",), ("red",), ("black",), ("black", "black"))


@dataclass(frozen=True)
class HazardRoll(Roll):
    """Dice of damage against an armor, and what becomes of a model with that much Health left.

    `always_removed` says that the fall is too high to survive, `burns` that damage leaves a Burning Token, with which
    nobody stays in play Incapacitated.
    """

    less_is_better = ("damage", "hurt", "removed")

    damage: tuple[Die, ...]
    armor: ArmorPools
    health: int | None
    endurance: Endurance | None
    rulings: tuple[str, ...]
    notes: tuple[str, ...]
    burns: bool = False
    always_removed: bool = False

    @cached_property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        bonus = [die for effect in self.armor.effects for die in effect.bonus]
        test = [self.endurance.die] if self.endurance else []
        return tuple(dict.fromkeys([*self.damage, *self.armor.dice, *bonus, *test]))

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes damage and fate (one value where no Endurance Test is asked)."""
        most = sum(max(face.number for face in die.faces) for die in self.damage)
        fates = ("removed",) if self.always_removed else FATES if self.endurance else FATES[:1]
        axes = (Axis.counting("damage", most), Axis("fate", fates))
        seen = Outcomes(axes, ("damage",), {})
        hurt = ~seen.where("damage", 0)
        removed = seen.where("fate", "removed")
        if self.health is not None and self.endurance is None:
            removed = removed | seen.where("damage", *range(self.health, most + 1))
        events = {"hurt": hurt}
        if self.health is not None or self.always_removed:
            events["removed"] = removed
        if self.endurance and not self.burns:
            events["incapacitated"] = seen.where("fate", "incapacitated")
        if self.endurance:
            events["staggered"] = seen.where("fate", "staggered")
        if self.burns:
            events["burning"] = hurt & ~removed
        return Outcomes(axes, ("damage",), events)

    @cached_property
    def sum(self) -> Sum:
        """Digits: stars of the hazard, fate of the Endurance Test, then those of the armor."""
        digits = 2 + self.armor.digits
        words = zip(DAMAGE, range(0, len(self.damage), DICE_A_WORD), strict=False)
        pools = [
            Shown.of(word, digits, at_0=packed(self.damage[start : start + DICE_A_WORD]) & 0xFF)
            for word, start in words
        ]
        if self.endurance is not None:
            tested = [self._fate(face) for face in self.endurance.die.faces]
            pools.append(Shown.of(ENDURANCE, digits, at_1=np.array(tested, np.int32)))
        pools += [
            Shown(word, np.concatenate([np.zeros((2, shown.shape[1]), np.int32), shown]))
            for word, shown in self.armor.pools
        ]
        return summed(pools, self._cell)

    def _cell(self, stars: Integers, tested: Integers, *armor: Integers) -> Integers:
        damage = np.maximum(stars - self.armor.stars(armor), 0)
        fate = np.zeros_like(damage)
        if self.endurance is not None and self.health is not None:
            fate = np.where(damage >= self.health, tested, fate)
        return np.asarray(np.ravel_multi_index((damage, fate), self.outcomes.shape))

    def _fate(self, face: Face) -> int:
        """What a face of the Endurance Test comes to; nobody stays Incapacitated in the fire."""
        assert self.endurance is not None
        fate = self.endurance.fate(face, False)
        return FATES.index("removed" if self.burns and fate == "incapacitated" else fate)

    def exact(self) -> NDArray[np.float64]:
        return self.sum.exact(self.outcomes.cells).reshape(self.outcomes.shape)

    @property
    def is_certain(self) -> bool:
        return not self.sum.pools

    def kernel(self) -> str:
        return "sums"

    def tables(self) -> dict[str, Any]:
        return self.sum.tables()


def _suffered(
    asked: "Suffered",
    box: Box,
    damage: Sequence[str],
    *,
    type_: str = "physical",
    has_armor: bool = True,
    burns: bool = False,
    always_removed: bool = False,
    rulings: tuple[str, ...] = (),
) -> HazardRoll:
    """The roll of these dice of damage against what the question says of the model."""
    notes: list[str] = []
    unit = unit_named(asked.unit, box)
    if unit is not None and type_ in types_of(unit, "immunity"):
        notes.append(f"{unit.name} has Immunity ({type_.title()}): it disregards this damage")
        damage, burns = (), False
    elif unit is not None and burns and type_ in types_of(unit, "resistance"):
        notes.append(f"{unit.name} has Resistance ({type_.title()}): the token is shrugged off on an Endurance Test")
    health, endurance = _injury(asked, unit, box, notes)
    armor = _armor(asked, unit, box, notes) if has_armor and damage else ArmorPools((), ())
    saves = ("critical-icon-saves",) if endurance is not None and damage else ()
    return HazardRoll(
        damage=tuple(die_named(colour, box.dice) for colour in damage),
        armor=armor,
        health=health,
        endurance=endurance if damage else None,
        rulings=(*rulings, *saves),
        notes=tuple(notes),
        burns=burns,
        always_removed=always_removed,
    )


def _armor(asked: "Suffered", unit: "Unit | None", box: Box, notes: list[str]) -> ArmorPools:
    """The armor's dice and those of its effects that do not ask for a melee or ranged attack; no Piercing, no Block."""
    armor = Weapon()
    if asked.armor is not None:
        armor = read_armor(asked.armor)
    elif unit is not None:
        from tamriel_odds.odds.call_to_arms.units import armor_of

        armor = armor_of(unit) or armor
    if not armor.lines:
        return ArmorPools((), ())
    rolled = rule_of_three(armor.lines[0].dice)
    if len(rolled) < len(armor.lines[0].dice):
        notes.append(f"Rule of Three: of one colour {RULE_OF_THREE} dice are rolled for the armor")
    effects = [
        ArmorEffect(effect.icon, tuple(die_named(colour, box.dice) for colour in rule_of_three(effect.dice, rolled)))
        for effect in armor.effects
        if effect.only is None
    ]
    return ArmorPools(tuple(die_named(colour, box.dice) for colour in rolled), tuple(effects))


def _injury(asked: "Suffered", unit: "Unit | None", box: Box, notes: list[str]) -> tuple[int | None, Endurance | None]:
    """The Health that is left and, for a Hero or Master, the Endurance Test of the injured."""
    health = asked.health if asked.health is not None else unit.health if unit is not None else None
    tests = asked.rank == "hero" if asked.rank else unit is not None and unit.tests_endurance
    if not tests:
        return health, None
    if health is None:
        raise ImpossibleQuestion("the test of the injured needs the Health that is left; give --health N")
    printed = unit.attributes.get("endurance") if unit is not None else None
    endurance = asked.endurance if asked.endurance is not None else printed
    if endurance is None:
        raise ImpossibleQuestion("the test of the injured is on Endurance; give --endurance N")
    return health, Endurance(box.dice["white"], clamped(endurance, "endurance", notes))


def fall(asked: "Fall", box: Box) -> HazardRoll:
    """The dice of a fall: by the Height Level difference after the model's own."""
    unit = unit_named(asked.unit, box)
    printed = unit.height if unit is not None else None
    own_height = asked.own_height if asked.own_height is not None else printed or 0
    levels = max(asked.height - own_height - int(asked.cushioned), 0)
    if levels >= len(BY_HEIGHT):
        return _suffered(asked, box, (), always_removed=True)
    roll = _suffered(asked, box, BY_HEIGHT[levels])
    if unit is not None and not asked.cushioned and any(plain(perk) == "cushioned" for perk in unit.perks):
        return replace(
            roll, notes=(*roll.notes, f"{unit.name} is Cushioned: give --cushioned where it wears Heavy Armor")
        )
    return roll


def through(asked: "Pool", box: Box, colour: str, *, most: int, burns: bool = False) -> HazardRoll:
    """A die for every inch, or part of one, up to `most`."""
    type_ = "fire" if burns else "physical"
    return _suffered(asked, box, (colour,) * min(ceil(asked.inches), most), type_=type_, burns=burns)


def lava(asked: "Lava", box: Box) -> HazardRoll:
    """A black die for every inch, or part of one, whatever their number."""
    if asked.armor is not None:
        raise ImpossibleQuestion("--armor: Armor Ratings are ignored against lava")
    inches = ceil(asked.inches)
    beyond = ("lava-without-rule-of-three",) if inches > RULE_OF_THREE else ()
    return _suffered(asked, box, ("black",) * inches, type_="fire", has_armor=False, rulings=beyond)


def hazard(asked: "Hazard", box: Box) -> HazardRoll:
    """The dice as typed, three of a colour at most."""
    lines = read_attack(asked.damage).lines
    if len(lines) > 1:
        raise ImpossibleQuestion("--damage: a hazard has one line of dice, without ranges")
    dice = rule_of_three(lines[0].dice) if lines else ()
    if not dice:
        raise ImpossibleQuestion(f"--damage {asked.damage}: a hazard rolls dice of damage, such as [RED]")
    return _suffered(asked, box, dice, type_=lines[0].type or "physical")
