"""What a Spell comes to: its attack with the Magicka Boost, against one model or all in its area; Runes."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tamriel_odds.odds.call_to_arms.area_roll import AreaRoll
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.card_texts import number
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.call_to_arms.notation import read_attack
from tamriel_odds.odds.call_to_arms.pools import RULE_OF_THREE
from tamriel_odds.odds.call_to_arms.resolve import Attacked
from tamriel_odds.odds.call_to_arms.sides import Sides
from tamriel_odds.odds.call_to_arms.skill_test_roll import RolledTest
from tamriel_odds.odds.call_to_arms.switches import Switched
from tamriel_odds.odds.call_to_arms.targets import Target
from tamriel_odds.odds.call_to_arms.terms import Line
from tamriel_odds.odds.dice import Face
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion
from tamriel_odds.odds.names import clipped
from tamriel_odds.odds.question import Box, Roll

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.cast import Cast

_BOOST = re.compile(r"magicka boost\s*\((\d+|infinite|∞)\)\s*:?\s*(.*)", re.IGNORECASE | re.DOTALL)
_INFINITE = 99


def cast(asked: "Cast", box: Box) -> Roll:
    """The roll of a Spell; raises WrongInput with the option to give where something is missing."""
    sides = Sides.of(asked, box)
    if sides.strike is None:
        asked = _typed(asked)
    attacked = Attacked.of(asked, sides, box)
    line = boosted(asked, sides, attacked.line)
    paid = magicka_paid(asked, sides, attacked.line)
    modifier = asked.modifier
    if asked.difficulty is not None:
        printed = sides.strike.difficulty if sides.strike is not None else 0
        modifier += asked.difficulty - printed
    roll = replace(attacked, asked=asked.model_copy(update={"modifier": modifier}), line=line).roll()
    roll = replace(roll, notes=(*roll.notes, *paid))
    if asked.rune == "place":
        return placed(roll)
    return _area(asked, triggered(roll) if asked.rune == "trigger" else roll)


def _typed(asked: "Cast") -> "Cast":
    """A Spell that is typed in: Enchanted, of the Magic type beside its own, and never boosted like a weapon."""
    boosts = Switched.read(asked.with_).boosts
    if boosts:
        names = " and ".join(switch.name for switch in boosts)
        raise ImpossibleQuestion(f"--with {names}: a Spell has no Attack Boosts; a Magicka Boost is --boost N")
    if asked.attack is None or any(text.startswith("type:") for text in asked.with_):
        return asked
    type_ = read_attack(asked.attack).lines[0].type
    types = ("type:magic", *((f"type:{type_}",) if type_ else ()))
    return asked.model_copy(update={"with_": (*asked.with_, *types, "enchanted")})


def boosted(asked: "Cast", sides: Sides, line: Line) -> Line:
    """The Spell's line of dice with what each point of the Magicka Boost adds."""
    if not asked.boost:
        if asked.boost_dice is not None:
            raise ImpossibleQuestion("--boost-dice goes with --boost N, the points of Magicka spent")
        return line
    most, said = _printed_boost(sides)
    if asked.boost > most:
        raise ImpossibleQuestion(f"--boost {asked.boost}: the card says Magicka Boost ({most})")
    text = asked.boost_dice or said or "[YELLOW]"
    try:
        dice = read_attack(text).lines[0].dice
    except (BadNotation, IndexError):
        dice = ()
    if not dice:
        raise ImpossibleQuestion(f"--boost: '{clipped(text)}' adds no dice; give them with --boost-dice")
    return replace(line, dice=(*line.dice, *dice * asked.boost))


def magicka_paid(asked: "Cast", sides: Sides, line: Line) -> tuple[str, ...]:
    """What a card's Spell costs with its Boost, hit or not; ImpossibleQuestion where the caster has less Magicka."""
    if sides.attacker is None or sides.strike is None or sides.is_adversary or asked.rune == "trigger":
        return ()
    printed = [item.text("Magicka Cost") for item in sides.attacker.items if item.name == sides.strike.weapon.name]
    cost = next((number(text) for text in printed), line.magicka)
    magicka = sides.attacker.magicka
    if cost is None:
        return ()
    boost = f" and {asked.boost} for the Boost" if asked.boost else ""
    if magicka is not None and cost + asked.boost > magicka:
        spell, caster = sides.strike.weapon.name or "this Spell", sides.attacker.name
        raise ImpossibleQuestion(f"{spell} costs {cost} Magicka{boost}: {caster} has {magicka}")
    left = "" if magicka is None else f" of {magicka}"
    return (f"{sides.attacker.name} spends {cost} Magicka{boost}{left}, whether the Spell succeeds or not",)


def _printed_boost(sides: Sides) -> tuple[int, str | None]:
    """The most points and the dice that the Spell's card prints; no limit and nothing for a typed one."""
    if sides.attacker is None or sides.strike is None:
        return _INFINITE, None
    for item in sides.attacker.items:
        if item.name != sides.strike.weapon.name:
            continue
        found = _BOOST.search(f"{item.text('Effect')}\n{item.text('Keywords')}")
        if found is None:
            raise ImpossibleQuestion(f"--boost: {item.name} has no Magicka Boost; type what it adds with --boost-dice")
        dice = "".join(re.findall(r"\[(?:GREEN|YELLOW|RED|BLACK)\]", found[2], re.IGNORECASE))
        return int(found[1]) if found[1].isdecimal() else _INFINITE, dice or found[2].strip()
    return _INFINITE, None


def placed(roll: AttackRoll) -> RolledTest:
    """A Rune that is placed is a test with its Accuracy Dice alone: no critical die, no effect, no damage (Rune)."""
    test, green = roll.test, tuple(die for die in roll.attack if die.name == "green")
    rests = {
        "one-clamp": test.modifier > 0 and bool(green),
        "critical-can-miss": test.modifier > 0,
        "three-green-dice": len(green) == RULE_OF_THREE,
        "rune-without-critical": test.is_skill_test,
    }
    return RolledTest(
        die=test.die,
        faces=test.die.faces,
        green=green,
        target=Target(test.attribute, test.modifier),
        is_skill_test=test.is_skill_test,
        reroll="none",
        rulings=tuple(name for name, holds in rests.items() if holds),
        notes=roll.notes,
    )


def triggered(roll: AttackRoll) -> AttackRoll:
    """A Rune that goes off rolls no Skill Die and cannot miss (Rune)."""
    die = replace(roll.test.die, faces=(Face(1),))
    test = replace(roll.test, die=die, critical=None, more_critical=(), hits_unless_failure=True)
    return replace(roll, test=test, rulings=(*roll.rulings, "rune-without-critical"))


def _area(asked: "Cast", roll: AttackRoll) -> Roll:
    if asked.targets == 1:
        return roll
    if isinstance(roll, FoughtRoll) and (roll.block or roll.fit or roll.posture or roll.extra):
        raise ImpossibleQuestion("--targets: Block, rerolls and dice of tests are asked for one target at a time")
    note = "tokens and Reserves are told for one target: leave out --targets"
    told = (note,) if isinstance(roll, FoughtRoll) else ()
    notes = [text for text in roll.notes if "--targets" not in text]
    return AreaRoll(replace(roll, notes=(*notes, *told)), asked.targets)
