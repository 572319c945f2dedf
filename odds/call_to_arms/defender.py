"""What the target brings against an attack: its armor, its Health, the tests it takes, how resilient it is."""

from typing import TYPE_CHECKING

from tamriel_odds.odds.call_to_arms.attack_options import MOST_EFFECTS, dice_of
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect
from tamriel_odds.odds.call_to_arms.harm import Endurance, Harm, turned_by
from tamriel_odds.odds.call_to_arms.notation import read_armor
from tamriel_odds.odds.call_to_arms.pools import rule_of_three
from tamriel_odds.odds.call_to_arms.sides import Sides
from tamriel_odds.odds.call_to_arms.switches import Kind, Switched
from tamriel_odds.odds.call_to_arms.targets import HIGHEST, LOWEST
from tamriel_odds.odds.call_to_arms.terms import Line, Weapon
from tamriel_odds.odds.dice import Dice
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack import Attack

NO_ARMOR = Weapon(lines=(Line(kind="armor"),))


def armor_rolled(asked: "Attack", sides: Sides) -> tuple[Weapon, Line]:
    """The target's armor: as typed, as its card says, or none."""
    if asked.armor is not None:
        armor = read_armor(asked.armor)
    elif sides.defender is not None:
        from tamriel_odds.odds.call_to_arms.units import armor_of

        armor = armor_of(sides.defender) or NO_ARMOR
    else:
        armor = NO_ARMOR
    return armor, armor.lines[0] if armor.lines else NO_ARMOR.lines[0]


def armor_effects_of(armor: Weapon, kind: Kind, dice: Dice) -> tuple[ArmorEffect, ...]:
    """The armor's effects against this kind of attack; the Rule of Three binds their dice beside the armor rolled."""
    effects = [effect for effect in armor.effects if effect.only in (None, kind)]
    if len(effects) > MOST_EFFECTS:
        raise ImpossibleQuestion(f"an armor of {len(effects)} Special Effects: it has at most {MOST_EFFECTS}")
    return tuple(ArmorEffect(effect.icon, dice_of(rule_of_three(effect.dice), dice)) for effect in effects)


def injury_of(asked: "Attack", sides: Sides, switched: Switched, box: Box) -> tuple[int | None, Endurance | None]:
    """The Health that is left and, for a Hero or Master, the Endurance Test of the injured."""
    defender = sides.defender
    health = asked.health if asked.health is not None else defender.health if defender is not None else None
    tests = asked.rank == "hero" if asked.rank else defender is not None and defender.tests_endurance
    if not tests:
        return health, None
    whose = "--rank hero" if asked.rank or defender is None else defender.name
    if health is None:
        raise ImpossibleQuestion(f"{whose}: the test of the injured needs the Health that is left; give --health N")
    endurance = endurance_of(asked, sides)
    if endurance is None:
        raise ImpossibleQuestion(f"{whose}: the test of the injured is on Endurance; give --endurance N")
    return health, Endurance(box.dice["white"], endurance, "target-incapacitated" in switched)


def endurance_of(asked: "Attack", sides: Sides) -> int | None:
    """The target's Endurance, as given or printed, clamped."""
    return _attribute(asked.endurance, "endurance", sides)


def _attribute(given: int | None, name: str, sides: Sides) -> int | None:
    printed = sides.defender.attributes.get(name) if sides.defender is not None else None
    value = given if given is not None else printed
    return None if value is None else min(max(value, LOWEST), HIGHEST)


def _reserves(sides: Sides) -> dict[str, int]:
    """The Stamina and Magicka on the target's card."""
    unit = sides.defender
    printed = {"stamina": unit.stamina, "magicka": unit.magicka} if unit is not None else {}
    return {reserve: points for reserve, points in printed.items() if points is not None}


def harm_of(asked: "Attack", sides: Sides, switched: Switched, endurance: Endurance | None) -> Harm:
    """What is known of the target beside its armor, and the Perks of both sides."""
    return Harm(
        immune=switched.values("immunity"),
        endurance=endurance_of(asked, sides),
        tests_injury=endurance is not None,
        is_incapacitated="target-incapacitated" in switched,
        has_reserves=not sides.defender_is_adversary,
        reserves=_reserves(sides),
        wisdom=_attribute(asked.wisdom, "wisdom", sides),
        checks_morale=not (
            sides.defender_is_adversary or "target-terrifying" in switched or "target-incapacitated" in switched
        ),
        turned_by=turned_by(sides.defender, asked.wisdom),
        perks=frozenset(switch.name for switch in switched.given),
    )
