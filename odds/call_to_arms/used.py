"""What an answer took from the cards of named units, so that a player can hold it against them."""

from dataclasses import replace
from typing import TYPE_CHECKING

from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.defence import Shield
from tamriel_odds.odds.call_to_arms.terms import Weapon, printed_word

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack import Attack
    from tamriel_odds.odds.call_to_arms.cards import Unit
    from tamriel_odds.odds.call_to_arms.sides import Sides


def used(asked: "Attack", sides: "Sides", shield: Shield | None, roll: AttackRoll) -> list[str]:
    """The attack with the test it is made on, then what the target is hit through; nothing that was typed."""
    said = []
    if sides.attacker is not None and (text := _attack(asked, sides, roll)):
        said.append(f"{sides.attacker.name} attacks with {text}")
    if sides.defender is not None and (parts := _defence(asked, sides.defender, shield, roll)):
        said.append(f"{sides.defender.name} has {', '.join(parts)}")
    return said


def _attack(asked: "Attack", sides: "Sides", roll: AttackRoll) -> str:
    """The attack's name, the one line of dice that is rolled, its effects and keywords, and its test."""
    strike = sides.strike
    if strike is None:
        return ""
    line = strike.line if strike.line.test else replace(strike.line, test=strike.test)
    text = replace(strike.weapon, lines=(line,)).printed
    if asked.skill is None:
        kind = "Attribute Test" if strike.is_attribute_test else "Skill Test"
        text += f"; {kind} on {printed_word(strike.attribute)} {roll.test.attribute}"
    is_printed = strike.difficulty and "difficulty" not in asked.options()
    return text + (f", Difficulty {strike.difficulty:+d}" if is_printed else "")


def _defence(asked: "Attack", unit: "Unit", shield: Shield | None, roll: AttackRoll) -> list[str]:
    parts = []
    if asked.armor is None:
        armor = unit.armor
        parts.append(f"armor {_without_skill(armor).printed}" if armor is not None else "no armor")
    if shield is not None and shield.dice is not None and asked.block_dice is None:
        parts.append(f"Block {_without_skill(shield.dice).printed}")
    if shield is not None and shield.attribute is not None and asked.block_skill is None:
        parts.append(f"a Block Test on {shield.attribute}")
    if asked.health is None and roll.health is not None:
        parts.append(f"Health {roll.health}")
    if asked.endurance is None and roll.endurance is not None:
        parts.append(f"Endurance {roll.endurance.attribute}")
    return parts


def _without_skill(armor: Weapon) -> Weapon:
    """Its dice, without the Skill or the kind of armor that its card prints before them."""
    return replace(armor, lines=tuple(replace(line, test=None, kind=None) for line in armor.lines))
