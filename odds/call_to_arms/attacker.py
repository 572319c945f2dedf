"""What the attacker brings to an attack: its weapon and line of dice, its switches, its test, its choice of effects."""

from dataclasses import replace
from typing import TYPE_CHECKING

from tamriel_odds.odds.call_to_arms.attack_options import dice_of
from tamriel_odds.odds.call_to_arms.attack_roll import SkillTest
from tamriel_odds.odds.call_to_arms.defence import TOKEN, without_token
from tamriel_odds.odds.call_to_arms.notation import read_attack
from tamriel_odds.odds.call_to_arms.pools import RULE_OF_THREE, rule_of_three
from tamriel_odds.odds.call_to_arms.sides import OF_WEAPONS, REFLECT_BLOWS, Sides, carried, span_of
from tamriel_odds.odds.call_to_arms.switches import Kind, Switched, switches
from tamriel_odds.odds.call_to_arms.targets import HIGHEST, LOWEST
from tamriel_odds.odds.call_to_arms.terms import ICONS, Line, Weapon
from tamriel_odds.odds.dice import LETTERS, Face
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import offer
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack import Attack

# Adversaries of these Paths prefer an icon; the third icon comes last (Call to Arms, Special Effects of Adversaries).
ADVERSARY_FIRST = {"might": "swords", "shadow": "swords", "sorcery": "oblivion"}


def weapon_of(asked: "Attack", sides: Sides) -> tuple[Weapon, Line]:
    """The attack's text, and the line of it that this range rolls."""
    if sides.strike is not None:
        return sides.strike.weapon, sides.strike.line
    if asked.attack is None:
        raise ImpossibleQuestion('an attack needs its dice: name an attacker or give --attack "[GREEN][RED]"')
    weapon = read_attack(asked.attack)
    lines = sorted(weapon.lines, key=lambda line: line.reach or 0)
    if asked.range is None or lines[0].reach is None:
        return weapon, lines[0]
    further = Switched.read(asked.with_).further
    for line in lines:
        if line.reach is not None and asked.range <= line.reach + (further if span_of(line, weapon) == "long" else 0):
            return weapon, line
    raise ImpossibleQuestion(f'--range {asked.range}: this attack reaches {lines[-1].reach}"')


def _kind(line: Line) -> Kind | None:
    if line.kind in ("melee", "ranged"):
        return "melee" if line.kind == "melee" else "ranged"
    return "ranged" if line.test == "archery" or line.reach is not None else None


def switched_of(
    asked: "Attack", sides: Sides, weapon: Weapon, line: Line, notes: list[str]
) -> tuple[Switched, Kind, tuple[str, ...]]:
    """The switches given and those that the cards themselves turn on, the kind of attack, and the switches as texts."""
    # What is printed on an attack of the other kind does nothing: no arrow breaks a line.
    here = (None, _kind(line) or "melee")
    printed = [word.name for word in weapon.keywords if word.name in OF_WEAPONS and switches()[word.name].when in here]
    if sides.strike is not None and sides.strike.is_unarmed:
        printed.append("unarmed")
    if sides.strike is not None and sides.strike.weapon_class == "armor":
        printed.append(REFLECT_BLOWS)
    if sides.attacker is not None and sides.attacker.kind == "hero" and sides.attacker.path == "shadow":
        printed.append("path-of-shadow")
    if asked.block is not None:
        printed.append(TOKEN)
    typed = Switched.read([*asked.with_, *printed])
    kind = typed.kind(_kind(line))
    wielded = sides.wielded(weapon, line, kind, typed)
    brought = carried(sides, weapon, wielded, typed)
    notes += brought.notes
    texts = (*brought.switches, *asked.with_, *printed)
    switched = Switched.read(texts)
    switched.refuse_misfits(wielded)
    if "linebreaker" in switched and TOKEN in switched:
        switched = without_token(texts)
    elif "sneak-attack" in switched and kind == "melee":
        switched = switched.without(TOKEN)
    return switched, kind, texts


def refuse_boosts(switched: Switched, sides: Sides, asked: "Attack") -> None:
    """ImpossibleQuestion for Boosts that this attack cannot have, or that its model cannot pay."""
    boosts = switched.boosts
    if not boosts:
        return
    cost = sum(switch.boost or 0 for switch in boosts)
    names = " and ".join(switch.name for switch in boosts)
    if "unarmed" in switched:
        raise ImpossibleQuestion(f"--with {names}: an Unarmed attack cannot be boosted")
    if REFLECT_BLOWS in switched or (sides.strike is not None and not sides.strike.can_boost):
        raise ImpossibleQuestion(f"--with {names}: this attack cannot be boosted")
    if sides.is_adversary and len(boosts) > 1:
        raise ImpossibleQuestion(f"--with {names}: an Adversary uses one Boost an activation")
    stamina = sides.attacker.stamina if sides.attacker is not None and not sides.is_adversary else None
    if stamina is not None and cost > stamina:
        raise ImpossibleQuestion(f"--with {names}: that costs {cost} Stamina, {asked.attacker} has {stamina}")


def skill_test_of(
    asked: "Attack", sides: Sides, line: Line, switched: Switched, box: Box, notes: list[str]
) -> SkillTest:
    """The test the attack is made on, with the dice that a Critical adds."""
    skill = asked.skill if asked.skill is not None else sides.strike.skill if sides.strike is not None else None
    if skill is None:
        whose = f": no card says {asked.attacker}'s" if sides.strike is not None else ""
        raise ImpossibleQuestion(f"an attack needs the Attribute it is tested on{whose}; give --skill N")
    attribute = min(max(skill, LOWEST), HIGHEST)
    if attribute != skill:
        notes.append(f"skill {skill} counts as {attribute}: an Attribute is {LOWEST} to {HIGHEST}")
    by_card = sides.strike is not None and sides.strike.is_attribute_test
    is_skill_test = not (asked.attribute_test or by_card or "unarmed" in switched)
    is_skill_test = is_skill_test and "feeble" not in switched
    difficulty = sides.strike.difficulty if sides.strike is not None else 0
    printed = [*line.dice, *switched.attack]
    has_black = is_skill_test and printed.count("black") < RULE_OF_THREE and "flurry" not in switched
    more = rule_of_three(switched.critical, [*printed, *(["black"] if has_black else [])]) if is_skill_test else ()
    die = box.dice["white"]
    if "imperial-luck" in switched:
        die, has_black, more = replace(die, faces=(Face(1),)), False, ()
    black = box.dice["black"] if has_black else None
    return SkillTest(
        die=die,
        attribute=attribute,
        modifier=asked.modifier + difficulty + sum(switch.modifier for switch in switched.given),
        is_skill_test=is_skill_test,
        critical=black,
        hits_unless_failure="target-incapacitated" in switched,
        more_critical=dice_of(more, box.dice),
    )


def order_of(asked: "Attack", sides: Sides) -> tuple[str, ...] | None:
    """The icons in the order they are taken, or None for the best choice."""
    choose = (asked.choose or ("adversary" if sides.is_adversary else "best")).strip().lower()
    if choose == "best":
        return None
    if choose == "adversary":
        path = sides.attacker.path if sides.attacker is not None else None
        first = ADVERSARY_FIRST[path or "might"]
        return (first, "dragonborn")
    order = [LETTERS.get(word.strip(), word.strip()) for word in choose.split(",")]
    for icon in order:
        if icon not in ICONS:
            near = offer(icon, ("best", "adversary", *ICONS))
            raise UnknownName(f"--choose {asked.choose}: {icon!r} is no icon{near}")
    return tuple(order)
