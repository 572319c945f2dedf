"""The sides of a fight, from unit cards or as typed: what they attack with, what they can take, how they behave."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.blows import Blow, Boosts, Policy
from tamriel_odds.odds.call_to_arms.defence import shield_of
from tamriel_odds.odds.call_to_arms.fight_model import INCAPACITATED, STAGGERED, STANDING, Model
from tamriel_odds.odds.call_to_arms.notation import read
from tamriel_odds.odds.call_to_arms.sides import Sides
from tamriel_odds.odds.call_to_arms.strikes import Strike
from tamriel_odds.odds.call_to_arms.switches import switch_named
from tamriel_odds.odds.call_to_arms.targets import HIGHEST, LOWEST
from tamriel_odds.odds.call_to_arms.units import Unit, attack_of, find_unit
from tamriel_odds.odds.errors import ImpossibleQuestion, WrongInput
from tamriel_odds.odds.names import plain
from tamriel_odds.odds.question import Box

Attitude = Literal["aggressive", "cautious"]
ADVERSARIES = ("adversary", "epic")
# Which Boost an Adversary uses, by its attitude (Call to Arms, Combat Boosts).
BOOSTS_OF = {"aggressive": ("power-attack",), "cautious": ("precision-strike", "aimed-shot")}
BOOSTS = ("power-attack", "precision-strike", "aimed-shot")
# What a fight keeps count of itself, so that it is where a target begins and not a switch of every attack.
STATUS_OF = {"target-staggered": STAGGERED, "target-incapacitated": INCAPACITATED}
OF_STATE = (*STATUS_OF, "block-token")
OF_TARGETS = ("armor", "strong-armor", "health", "rank", "endurance", "block", "block-skill", "block-dice")


@dataclass(frozen=True)
class Side:
    """One side as it is asked; a field that is None is read off the card of `unit`."""

    unit: Unit | None = None
    attack: str | None = None
    skill: int | None = None
    attribute_test: bool = False
    modifier: int = 0
    with_: tuple[str, ...] = ()
    piercing: int | None = None
    choose: str | None = None
    weapon: str | None = None
    range: int | None = None
    armor: str | None = None
    strong_armor: int | None = None
    health: int | None = None
    rank: Literal["follower", "hero"] | None = None
    endurance: int | None = None
    agility: int | None = None
    stamina: int | None = None
    attitude: Attitude | None = None
    block: Literal["keep", "spend", "best"] | None = None
    block_skill: int | None = None
    block_dice: str | None = None
    letter: str = ""

    @property
    def is_adversary(self) -> bool:
        return self.attitude is not None or (self.unit is not None and self.unit.kind in ADVERSARIES)

    @property
    def name(self) -> str:
        return self.unit.name if self.unit is not None else self.letter.upper() or "the attacker"

    @property
    def strikes(self) -> tuple[Strike | None, ...]:
        """The attacks of one Action from the card: of two One-Handed weapons both (Dual Wield Strike, Dual Shot)."""
        if self.unit is None:
            return (None,)
        first = attack_of(self.unit, self.weapon, self.range)
        if self.weapon is not None and plain(self.weapon) not in ("melee", "ranged"):
            return (first,)
        pairs = [number for number, arm in enumerate(self.unit.arms, start=1) if _is_of_a_pair(arm, first.kind)]
        if len(pairs) < 2 or not any(
            _is_of_a_pair(arm, first.kind) and arm.weapon.name == first.weapon.name for arm in self.unit.arms
        ):
            return (first,)
        return tuple(attack_of(self.unit, str(number), self.range) for number in pairs[:2])

    @property
    def attacks(self) -> list[tuple[str | None, Strike | None]]:
        """Its attacks in one Action, each as typed or as its card has it."""
        if self.attack is not None:
            return [(weapon.printed, None) for weapon in read(self.attack, strict=True).weapons] or [
                (self.attack, None)
            ]
        return [(None, strike) for strike in self.strikes]

    @property
    def boosts(self) -> Boosts:
        """The Boosts it may use: by its attitude, those it was given, or all that every model has."""
        if self.is_adversary:
            printed = self.unit.attitude if self.unit is not None else None
            return BOOSTS_OF.get(self.attitude or printed or "", BOOSTS_OF["aggressive"])
        given = tuple(name for name in self.with_ if switch_named(name).boost is not None)
        return given or BOOSTS

    @property
    def full_stamina(self) -> int:
        if self.is_adversary:
            return 0
        printed = self.unit.stamina if self.unit is not None else None
        return self.stamina if self.stamina is not None else printed or 0


def _is_of_a_pair(arm: Any, kind: str) -> bool:
    """Whether an attack leaves a hand for another of its kind."""
    if arm.kind != kind or arm.is_unarmed or arm.is_two_handed:
        return False
    return bool("one-handed" in arm.tests) if kind == "melee" else arm.weapon_class not in ("bow", "crossbow")


def blows(attacker: Side, target: Side, box: Box, policy: Policy) -> tuple[Blow, ...]:
    """The attacks of one Action on that target: one, or the first and the second weapon.

    Boosts that are given as switches are used whenever they can be paid; those of the first attack are no other's.
    """
    with _saying(attacker.letter, target.letter):
        given = [switch_named(name) for name in attacker.with_]
        if attacker.is_adversary or any(switch.boost is not None for switch in given):
            policy = "always"
        kept = [
            name
            for name, switch in zip(attacker.with_, given, strict=True)
            if switch.boost is None and switch.name not in OF_STATE
        ]
        found: list[Blow] = []
        for text, strike in attacker.attacks:
            second = ["secondary-weapon"] if found and "secondary-weapon" not in kept else []
            found.append(_blow(attacker, target, box, policy, (text, strike), (*kept, *second)))
            found[-1].plain  # noqa: B018 - what is wrong with it is refused here
    return tuple(found)


def _blow(
    attacker: Side,
    target: Side,
    box: Box,
    policy: Policy,
    attack: tuple[str | None, Strike | None],
    with_: tuple[str, ...],
) -> Blow:
    asked = Attack(
        attacker=attacker.unit.name if attacker.unit is not None else None,
        attack=attack[0],
        skill=attacker.skill,
        attribute_test=attacker.attribute_test,
        modifier=attacker.modifier,
        with_=with_,
        piercing=attacker.piercing,
        choose=attacker.choose or ("adversary" if attacker.is_adversary else None),
        range=attacker.range,
        armor=target.armor,
        strong_armor=target.strong_armor,
        health=target.health,
        rank=target.rank,
        endurance=target.endurance,
        block_skill=target.block_skill,
        block_dice=target.block_dice,
    )
    sides = Sides(attacker.unit, attack[1], target.unit)
    return Blow(
        asked=asked,
        sides=sides,
        box=box,
        boosts=attacker.boosts,
        policy=policy,
        is_adversary=attacker.is_adversary,
        block=target.block if target.block is not None and can_block(asked, sides) else None,
        target_is_adversary=target.is_adversary,
    )


def can_block(asked: Attack, sides: Sides) -> bool:
    """Whether the target has what a Block takes. A Hero's Ward must be cast first, which a fight does not do."""
    try:
        shield = shield_of(asked, sides)
    except ImpossibleQuestion:
        return False
    return not (shield.is_ward and sides.defender is not None and sides.defender.kind == "hero")


def model(side: Side, attacked: Blow, by: Side) -> Model:
    """What a side can take, as the attack on it finds it."""
    health, endurance = attacked.plain.health, attacked.plain.endurance
    option = f"--health-{side.letter}" if side.letter else "--health"
    if health is None:
        raise ImpossibleQuestion(f"a fight needs the Health of {side.name}: give {option} N")
    printed = side.unit.health if side.unit is not None else None
    given = {switch_named(name).name for name in by.with_}
    relentless = "target-relentless" in given or (side.unit is not None and side.unit.has("relentless"))
    endures = attacked.plain.harm.endurance
    # What Incapacitate leads to is a test that every model takes whose Endurance is known.
    felled = endures is not None and any(option.has("incapacitate") for option in attacked.plain.options)
    return Model(
        name=side.name,
        health=health,
        most_health=max(health, printed or 0),
        stamina=side.full_stamina,
        endurance=replace(endurance, is_incapacitated=False) if endurance else None,
        is_relentless=relentless,
        lies=side.is_adversary and (endurance is not None or felled),
        blocks=attacked.block is not None,
        status=max((STATUS_OF.get(name, STANDING) for name in given), default=STANDING),
        token="block-token" in given,
        die=attacked.box.dice["white"],
        endures=endures,
        agility=_attribute(side, "agility"),
        is_adversary=side.is_adversary,
        can_be_felled=felled,
        avoids_death="target-avoid-death" in given,
        letter=side.letter,
    )


def _attribute(side: Side, name: str) -> int | None:
    """An Attribute as it was given, else as the card prints it, within 1 to 10."""
    printed = side.unit.attributes.get(name) if side.unit is not None else None
    value = getattr(side, name) if getattr(side, name) is not None else printed
    return None if value is None else min(max(value, LOWEST), HIGHEST)


@contextmanager
def _saying(attacker: str, target: str) -> Iterator[None]:
    """What is wrong, said with the options of the side it belongs to: --skill-a, --armor-b."""
    try:
        yield
    except WrongInput as error:

        def with_letter(option: "re.Match[str]") -> str:
            letter = target if option[1] in OF_TARGETS else attacker
            return f"--{option[1]}-{letter}" if letter else option[0]

        names = "attack|skill|with|weapon|choose|modifier|piercing|" + "|".join(OF_TARGETS)
        raise type(error)(re.sub(rf"--({names})\b(?!-)", with_letter, str(error))) from None


def unit_of(name: str | None, box: Box, weapon: str | None, wear: Sequence[str]) -> Unit | None:
    """The unit of a name; the options of cards need one."""
    if name is None:
        return None
    return find_unit(name, box.data, weapon, wear)
