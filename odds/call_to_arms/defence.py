"""What the target adds to its armor by tests: a Block Token that is kept or spent, Custom Fit (Call to Arms, Block)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from tamriel_odds.odds.call_to_arms.attack_options import dice_of
from tamriel_odds.odds.call_to_arms.block import MOST_DICE, Block
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect, Option
from tamriel_odds.odds.call_to_arms.fought_roll import Fit
from tamriel_odds.odds.call_to_arms.notation import read_armor
from tamriel_odds.odds.call_to_arms.pools import rule_of_three
from tamriel_odds.odds.call_to_arms.sides import Sides
from tamriel_odds.odds.call_to_arms.switches import Kind, Switched
from tamriel_odds.odds.call_to_arms.terms import Weapon
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.names import plain
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack import Attack
    from tamriel_odds.odds.call_to_arms.units import Unit

Token = Literal["keep", "spend"]
TOKEN, DEFLECTS, TWO_HANDED = "block-token", "target-deflect-arrows", "two-handed-block"
WARD, TWO_WARDS = "target-ward", "target-two-wards"
ADDED = "yellow"
# What holds only while the token does.
WITH_THE_TOKEN = (TOKEN, "target-elemental-protection")


@dataclass(frozen=True)
class Shield:
    """What is raised against an attack: a shield or Ward with its dice, or (`dice` None) a two-handed weapon.

    `tokens` are the Block Tokens held, two at most, and those with a Ward in each hand.
    """

    dice: Weapon | None
    attribute: int | None
    is_ward: bool = False
    tokens: int = 1


def shield_of(asked: "Attack", sides: Sides) -> Shield:
    """The target's shield, typed or carried; ImpossibleQuestion where there is none."""
    shield = _raised(asked, sides)
    given = {plain(text) for text in asked.with_}
    if not given & {WARD, TWO_WARDS}:
        return shield
    if shield.dice is None:
        raise ImpossibleQuestion(f"--with {WARD}: a Ward has Block dice; give them with --block-dice")
    return replace(shield, is_ward=True, tokens=2 if TWO_WARDS in given else 1)


def _raised(asked: "Attack", sides: Sides) -> Shield:
    unit = sides.defender
    if asked.block_dice is not None:
        is_none = asked.block_dice.strip().lower() == "none"
        return Shield(None if is_none else read_armor(asked.block_dice), _skill(asked, unit, is_none, None))
    if unit is None:
        raise ImpossibleQuestion(
            '--block: name the target\'s Block dice with --block-dice "[RED]", or its card with --vs'
        )
    if unit.block is not None:
        is_ward = "ward" in f"{unit.defenses} {unit.block.name or ''}".lower()
        return Shield(unit.block, _skill(asked, unit, False, unit.block), is_ward)
    if any(word.name == TWO_HANDED for attack in unit.arms for word in attack.weapon.keywords):
        return Shield(None, _skill(asked, unit, True, None))
    raise ImpossibleQuestion(f"--block: {unit.name} has no shield, no Ward and no weapon to block with")


def _skill(asked: "Attack", unit: "Unit | None", is_two_handed: bool, block: Weapon | None) -> int | None:
    """The value of the Block Test: the Skill's Attribute, or Strength for those who lack it (Ward, Path of Might)."""
    if asked.block_skill is not None:
        return min(max(asked.block_skill, 1), 10)
    if unit is None:
        return None
    is_ward = block is not None and "ward" in f"{unit.defenses} {block.name or ''}".lower()
    tests = ["two-handed"] if is_two_handed else ["block"]
    if is_ward and unit.kind in ("adversary", "epic"):
        tests = ["restoration", *(line.test or "" for line in block.lines if block)] if block else tests
    for test in tests:
        attribute = unit.attribute_of(test) or (test if test in unit.attributes else None)
        if attribute is not None:
            return unit.attributes[attribute]
    return unit.attributes["strength"]


def with_tokens(texts: Sequence[str], left: int, shield: Shield, is_denied: bool) -> Switched:
    """The switches, as given, of a target that has so many Block Tokens left when armor is rolled.

    With any, a shield's die joins the armor roll, unless a melee Sneak Attack denies it, and a Ward resists Magic
    (Ward, Wards of Adversaries).
    """
    if left < 1:
        return without_token(texts)
    ward = ["resistance:magic"] if shield.is_ward else []
    if is_denied or shield.dice is None:
        return Switched.read([text for text in texts if plain(text) != TOKEN] + ward)
    return Switched.read([*texts, TOKEN, *ward])


def without_token(texts: Sequence[str]) -> Switched:
    """The switches, as given, of a target that has no Block Token any more: what held with it is gone too."""
    return Switched.read(text for text in texts if plain(text.partition(":")[0]) not in WITH_THE_TOKEN)


def may_spend(kind: Kind, switched: Switched) -> str | None:
    """Why a Block Token cannot be spent against this attack, None where it can."""
    if kind == "melee" and "sneak-attack" in switched:
        return "a melee Sneak Attack leaves no time to block"
    if kind == "ranged" and DEFLECTS not in switched:
        return f"against a ranged attack only --with {DEFLECTS} spends it"
    return None


def shield_bash(shield: Shield, defender: "Unit | None") -> list[str]:
    """What a spent token can do besides: a shield bashes, a Ward or a weapon does not (Shield Bash)."""
    if shield.dice is None or shield.is_ward:
        return []
    if defender is not None and defender.kind in ("adversary", "epic"):
        return (
            ["a spent token is a Shield Bash too: the attacker is Staggered"]
            if defender.attitude == "aggressive"
            else []
        )
    cost = 2 if any(word.name == "cumbersome" for word in shield.dice.keywords) else 1
    return [f"a spent token and {cost} Stamina are a Shield Bash: the attacker is Staggered"]


def block_test(shield: Shield, box: Box) -> Block:
    """The Block Skill Test of a token that is spent."""
    if shield.attribute is None:
        raise ImpossibleQuestion("--block: the Block Test needs the Attribute it is made on; give --block-skill N")
    if shield.dice is None:
        return Block(box.dice["white"], shield.attribute, adds_die=True)
    line = shield.dice.lines[0].dice if shield.dice.lines else ()
    rolled = rule_of_three(line)
    effects = tuple(
        ArmorEffect(effect.icon, dice_of(rule_of_three(effect.dice, rolled), box.dice))
        for effect in shield.dice.effects
    )
    block = Block(box.dice["white"], shield.attribute, 0, dice_of(rolled, box.dice), effects)
    if block.is_too_large:
        raise ImpossibleQuestion(
            f"--block: a Block Test of {len(rolled)} dice and its effects' is more than {MOST_DICE} dice"
        )
    return block


def custom_fit(switched: Switched, endurance: int | None, box: Box) -> Fit | None:
    if "target-custom-fit" not in switched:
        return None
    if endurance is None:
        raise ImpossibleQuestion("--with target-custom-fit: its test is on the target's Endurance; give --endurance N")
    return Fit(box.dice["white"], endurance)


def armors_of(options: Sequence[Option], added: int, box: Box) -> tuple[tuple[tuple[Die, ...], ...], ...]:
    """The armor dice against each option with 1 to `added` yellow dice more, the Rule of Three considered."""
    return tuple(
        tuple(
            dice_of(rule_of_three([*(die.name for die in option.armor), *[ADDED] * more]), box.dice)
            for more in range(1, added + 1)
        )
        for option in options
    )
