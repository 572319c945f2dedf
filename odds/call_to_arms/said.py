"""What the answer to an attack says beside its numbers: the readings it rests on, and what it leaves out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tamriel_odds.odds.call_to_arms.attack_options import has_keyword
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll, SkillTest
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect, Option
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.call_to_arms.harm import Endurance
from tamriel_odds.odds.call_to_arms.named_hazards import named_hazards
from tamriel_odds.odds.call_to_arms.pools import RULE_OF_THREE
from tamriel_odds.odds.call_to_arms.sides import Sides, all_keywords
from tamriel_odds.odds.call_to_arms.switches import Kind, Switched
from tamriel_odds.odds.call_to_arms.terms import Line, Weapon
from tamriel_odds.odds.names import plain

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack import Attack
    from tamriel_odds.odds.call_to_arms.units import Unit

# What is rolled after an attack on the target's Endurance.
TESTS_OF_ENDURANCE = ("fate", "steady", "burning", "poison")
APPLIED = {
    "piercing", "stagger", "feeble", "lightweight", "cumbersome", "enchanted", "extra-damage", "linebreaker", "absorb",
    "bleed", "burning", "poison", "disease", "slowed", "force", "incapacitate", "punishing", "follow-up", "turn-undead",
    "scatter", "restore", "two-handed-block", "area-effect", "magicka-boost",
}  # fmt: skip


def not_applied(weapon: Weapon, armor: Weapon) -> list[str]:
    """The keywords on both texts that no rule here applies, in one note."""
    words = [*all_keywords(weapon), *all_keywords(armor)]
    left = dict.fromkeys(word.printed for word in words if word.name not in APPLIED)
    return [f"not applied: {', '.join(left)}"] if left else []


def advice(weapon: Weapon, sides: Sides, kind: Kind, endurance: int | None) -> list[str]:
    """What an attack brings about that is asked for otherwise."""
    said = bare(sides)
    if has_keyword(weapon, "follow-up"):
        said.append("Follow-Up: the next attack is one of its own; `odds cta activation` adds them up")
    words = {word.name: word for word in all_keywords(weapon)}
    if "turn-undead" in words:
        said.append(f"{words['turn-undead'].printed}: only Undead of that Wisdom or less flee")
    if "area-effect" in words:
        said.append(f"{words['area-effect'].printed}: `odds cta cast --targets N` adds up all models in it")
    if "magicka-boost" in words:
        said.append(f"{words['magicka-boost'].printed}: `odds cta cast --boost N` adds its dice")
    if "incapacitate" in words and endurance is None:
        said.append("Incapacitate: its test is on the target's Endurance; give --endurance N")
    return said


def strikes_back(target: "Unit | None", spends_token: bool) -> list[str]:
    """What the target's card deals in turn without a test: a question of its own for each."""
    if target is None:
        return []
    words = [(word.printed, word.name, word.detail) for word in target.keywords]
    words += [(perk, plain(perk.partition("(")[0]), None) for perk in target.perks]
    return [
        f"{printed}: `odds cta hazard --as {name}{f':{plain(type_)}' if type_ else ''}` tells what it deals"
        for printed, name, type_ in words
        if name in named_hazards() and (spends_token or not name.endswith("-bash"))
    ]


def unanswered(roll: AttackRoll) -> list[str]:
    """The tests after an attack that nothing known of the target answers."""
    frightens = roll.harm.frightened_by
    if not frightens or roll.harm.wisdom is not None:
        return []
    return [f"{' and '.join(frightens)}: the target checks Morale after the attack; give --wisdom N"]


def bare(sides: Sides) -> list[str]:
    """That a Hero's card has no weapon and no armor of its own, where none was named."""
    said = []
    if sides.strike is not None and sides.attacker is not None and sides.strike.is_unarmed:
        said.append(sides.attacker.unarmed_note)
    defender = sides.defender
    if defender is not None and defender.is_bare and defender.armor is None:
        said.append(defender.unprotected_note)
    return said


def idle(asked: "Attack", weapon: Weapon, line: Line, roll: AttackRoll) -> list[str]:
    """The options that were given and change nothing here."""
    said = []
    tested = any(axis.name in TESTS_OF_ENDURANCE and len(axis.values) > 1 for axis in roll.outcomes.axes)
    fits = isinstance(roll, FoughtRoll) and roll.fit is not None
    if asked.endurance is not None and not (tested or fits):
        said.append(f"--endurance {asked.endurance} changes nothing: this attack asks no test of the target")
    checks = any(axis.name == "morale" for axis in roll.outcomes.axes) or any(
        word.name == "turn-undead" for word in all_keywords(weapon)
    )
    if asked.wisdom is not None and not checks:
        said.append(f"--wisdom {asked.wisdom} changes nothing: this attack asks no Morale Check of the target")
    if asked.range is not None and line.reach is None and not any(effect.within for effect in weapon.effects):
        said.append(f"--range {asked.range} changes nothing: this attack has no ranges")
    return said


def rulings_of(
    test: SkillTest,
    attack: Sequence[str],
    options: Sequence[Option],
    effects: Sequence[ArmorEffect],
    switched: Switched,
    endurance: Endurance | None,
) -> tuple[str, ...]:
    """The readings this very answer rests on: each only where it could have come out otherwise."""
    rests = {
        "one-clamp": test.modifier > 0 and "green" in attack,
        "critical-can-miss": test.modifier > 0 and not test.hits_unless_failure,
        "critical-icons-count": test.critical is not None and len(options) > 1,
        "three-green-dice": attack.count("green") == RULE_OF_THREE,
        "effect-may-be-declined": len({option.armor for option in options}) > 1,
        "stagger-needs-a-hit": any(option.staggers for option in options),
        "piercing-adds-up": 0 < options[0].piercing < max(option.piercing for option in options),
        "linebreaker-before-armor": any(
            option.has("linebreaker") and option.armor != options[0].armor for option in options
        ),
        "immunity-to-one-type": any(
            option.is_immune and not option.types <= switched.values("immunity") for option in options
        ),
        "critical-icon-saves": endurance is not None and not endurance.is_incapacitated,
    }
    dealt = frozenset(type_ for option in options for type_ in option.types)
    rolled = [
        switch
        for switch in switched.given
        if (switch.name != "resistance" or switch.value in dealt) and (switch.unless or "") not in switched
    ]
    by_switch = [switch.ruling for switch in rolled if switch.ruling]
    return tuple(dict.fromkeys([name for name, holds in rests.items() if holds] + by_switch))
