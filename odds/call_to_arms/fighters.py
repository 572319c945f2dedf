"""The sides of a fight, from unit cards or as typed: what they attack with, what they can take, how they behave."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.blows import Blow, Boosts, Policy
from tamriel_odds.odds.call_to_arms.card_texts import number
from tamriel_odds.odds.call_to_arms.defence import Shield, shield_of
from tamriel_odds.odds.call_to_arms.equipment import difficulty_of
from tamriel_odds.odds.call_to_arms.fight_model import INCAPACITATED, STAGGERED, STANDING, Model, Ward
from tamriel_odds.odds.call_to_arms.keywords import RESERVES, SKILLS
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
    magicka: int | None = None
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

    @property
    def full_magicka(self) -> int | None:
        """Its Magicka; None where an Adversary has enough, or nothing prints it."""
        if self.is_adversary:
            return None
        printed = self.unit.magicka if self.unit is not None else None
        return self.magicka if self.magicka is not None else printed

    @property
    def is_aggressive(self) -> bool:
        """Whether it is an Adversary that bashes with its shield (Blocking and Defending)."""
        printed = self.unit.attitude if self.unit is not None else None
        return self.is_adversary and (self.attitude or printed or "aggressive") == "aggressive"


def _is_of_a_pair(arm: Any, kind: str) -> bool:
    """Whether an attack leaves a hand for another of its kind."""
    if arm.kind != kind or arm.is_unarmed or arm.is_two_handed:
        return False
    return bool("one-handed" in arm.tests) if kind == "melee" else arm.weapon_class not in ("bow", "crossbow")


def blows(attacker: Side, target: Side, box: Box, policy: Policy, counts_boosts: bool = False) -> tuple[Blow, ...]:
    """The attacks of one Action on that target: one, or the first and the second weapon.

    Boosts that are given as switches are used whenever they can be paid; those of the first attack are no other's.
    `counts_boosts`: an Adversary has one a round, and may have bashed with it.
    """
    with _saying(attacker.letter, target.letter):
        given = [switch_named(name) for name in attacker.with_]
        if attacker.is_adversary or any(switch.boost is not None for switch in given):
            policy = "always"
        kept = _kept(attacker)
        found: list[Blow] = []
        for text, strike in attacker.attacks:
            second = ["secondary-weapon"] if found and "secondary-weapon" not in kept else []
            blow = _blow(attacker, target, box, policy, (text, strike), (*kept, *second))
            found.append(replace(blow, counts_boosts=counts_boosts))
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
        target_pays=target.full_stamina > 0,
    )


def can_block(asked: Attack, sides: Sides) -> bool:
    """Whether the target has what a Block takes: a Hero that has no hand free never casts its Ward."""
    try:
        shield = shield_of(asked, sides)
    except ImpossibleQuestion:
        return False
    return not must_cast(shield, sides.defender) or ward_of(sides.defender) is not None


def must_cast(shield: Shield, unit: Unit | None) -> bool:
    """Whether a Block takes a Ward that is cast first (Ward)."""
    return shield.is_ward and unit is not None and unit.kind == "hero"


def ward_of(unit: Unit | None) -> Ward | None:
    """The Ward a Hero carries, with what its Skill Test is rolled against; None where it cannot cast it.

    Without the Skill the Path of Sorcery tests the Attribute, which comes to the same.
    """
    cards = [item for item in unit.items if item.type == "Spell" and "ward" in item.name.lower()] if unit else []
    if unit is None or not cards or _has_full_hands(unit):
        return None
    attribute = unit.attributes[SKILLS["restoration"]]
    knows = unit.attribute_of("restoration") is not None or unit.path == "sorcery"
    cost = max(number(card.text("Magicka Cost")) or 0 for card in cards)
    if attribute is None or not knows or unit.magicka is None or unit.magicka < cost:
        return None
    return Ward(cost, min(max(attribute, LOWEST), HIGHEST), difficulty_of(cards[0]))


def _has_full_hands(unit: Unit) -> bool:
    """Whether a Two-Handed weapon, or two others, leave no hand for a Ward."""
    arms = [arm for arm in unit.arms if not arm.is_unarmed and arm.kind == "melee"]
    return any(arm.is_two_handed for arm in arms) or len(arms) > 1


def model(side: Side, attacked: Blow, by: Side, own: Sequence[Blow] = ()) -> Model:
    """What a side can take, as the attack on it finds it; `own` are the attacks it makes itself."""
    by_spell, by_extra = any(blow.magicka for blow in own), any(blow.has_extra for blow in own)
    health, endurance = attacked.plain.health, attacked.plain.endurance
    option = f"--health-{side.letter}" if side.letter else "--health"
    if health is None:
        raise ImpossibleQuestion(f"a fight needs the Health of {side.name}: give {option} N")
    printed = side.unit.health if side.unit is not None else None
    given = {switch_named(name).name for name in by.with_}
    endures = attacked.plain.harm.endurance
    perks = attacked.plain.harm.perks
    ward = ward_of(side.unit) if attacked.block is not None and _casts(attacked) else None
    # What Incapacitate leads to is a test that every model takes whose Endurance is known.
    felled = endures is not None and any(option.has("incapacitate") for option in attacked.plain.options)
    return Model(
        name=side.name,
        health=health,
        most_health=max(health, printed or 0),
        stamina=side.full_stamina,
        endurance=replace(endurance, is_incapacitated=False) if endurance else None,
        is_relentless=is_relentless(side, by),
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
        magicka=(side.full_magicka or 0) if ward is not None or by_spell else 0,
        extra=by_extra,
        regenerates=_regenerates(side),
        has_tower="target-tower-of-strength" in perks and endures is not None,
        returns="target-force-without-effort" in perks,
        quick=_quick(side, attacked),
        ward=ward,
        absorbs="target-ward-absorb" in perks and ward is not None,
    )


def attacker(side: Side, own: Sequence[Blow], target: Side) -> Model:
    """A side that only attacks: its Reserves, and what can befall it in its own activation."""
    magicka = (side.full_magicka or 0) if any(blow.magicka for blow in own) else 0
    return Model(
        side.name, 1, 1, side.full_stamina,
        is_relentless=is_relentless(side, target), is_adversary=side.is_adversary, magicka=magicka,
        extra=any(blow.has_extra for blow in own), regenerates=_regenerates(side),
    )  # fmt: skip


def _casts(attacked: Blow) -> bool:
    return must_cast(shield_of(attacked.asked, attacked.sides), attacked.sides.defender)


def _quick(side: Side, attacked: Blow) -> int | None:
    """The Attribute of the Block Test with which a spent Block Token is kept (Quick Reflexes)."""
    perks = [plain(perk.partition("(")[0]) for perk in side.unit.perks] if side.unit is not None else []
    if "quick-reflexes" not in perks or attacked.block is None:
        return None
    return shield_of(attacked.asked, attacked.sides).attribute


def _regenerates(side: Side) -> tuple[int, int, int]:
    """Health, Stamina and Magicka that come back at the end of a round (Regenerate)."""
    if side.unit is None:
        return 0, 0, 0
    health, stamina, magicka = (int(side.unit.has(f"regenerate-{reserve}")) for reserve in RESERVES)
    return health, stamina * (not side.is_adversary), magicka * (not side.is_adversary)


def bash_cost(side: Side, by: Side) -> int | None:
    """The Stamina of a Shield Bash; None where it cannot bash: a shield does, a Ward or a weapon does not."""
    asked = Attack(with_=_kept(by), block_skill=side.block_skill, block_dice=side.block_dice)
    sides = Sides(None, None, side.unit)
    if side.block is None or not can_block(asked, sides):
        return None
    shield = shield_of(asked, sides)
    if shield.dice is None or shield.is_ward:
        return None
    if side.is_adversary:
        return 1 if side.is_aggressive else None
    return 2 if any(word.name == "cumbersome" for word in shield.dice.keywords) else 1


def is_relentless(side: Side, by: Side) -> bool:
    """Whether it never receives a Staggered Token (Relentless)."""
    given = {switch_named(name).name for name in by.with_}
    return "target-relentless" in given or (side.unit is not None and side.unit.has("relentless"))


def _kept(side: Side) -> tuple[str, ...]:
    """Its switches, without Boosts and without what a fight keeps count of."""
    switches = [(name, switch_named(name)) for name in side.with_]
    return tuple(name for name, switch in switches if switch.boost is None and switch.name not in OF_STATE)


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

        names = "attack|skill|with|weapon|choose|modifier|piercing|range|" + "|".join(OF_TARGETS)
        raise type(error)(re.sub(rf"--({names})\b(?!-)", with_letter, str(error))) from None


def unit_of(name: str | None, box: Box, weapon: str | None, wear: Sequence[str]) -> Unit | None:
    """The unit of a name; the options of cards need one."""
    if name is None:
        return None
    return find_unit(name, box.data, weapon, wear)
