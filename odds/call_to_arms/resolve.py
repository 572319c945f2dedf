"""From words to pools: what an attack question comes to with the cards and dice at hand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll, Endurance, SkillTest
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect, Option
from tamriel_odds.odds.call_to_arms.notation import read_armor, read_attack
from tamriel_odds.odds.call_to_arms.pools import RULE_OF_THREE, rule_of_three
from tamriel_odds.odds.call_to_arms.switches import Kind, Switched, switches
from tamriel_odds.odds.call_to_arms.terms import ICONS, Effect, Keyword, Line, Weapon
from tamriel_odds.odds.dice import LETTERS, Dice, Die, die_named
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import offer
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack import Attack
    from tamriel_odds.odds.call_to_arms.units import Strike, Unit

LOWEST, HIGHEST = 1, 10
# Adversaries of these Paths prefer an icon; the third icon comes last (Call to Arms, Special Effects of Adversaries).
ADVERSARY_FIRST = {"might": "swords", "shadow": "swords", "sorcery": "oblivion"}
APPLIED = {"piercing", "stagger", "feeble", "lightweight", "cumbersome"}
# With twelve dice and these the cells of an outcome are fewer than a kernel's 16 bits can tell apart.
MOST_EFFECTS, MOST_DAMAGE = 9, 90
NO_ARMOR = Weapon(lines=(Line(kind="armor"),))


@dataclass(frozen=True)
class Sides:
    """The cards that are named: the attacker and its strike, the defender."""

    attacker: "Unit | None"
    strike: "Strike | None"
    defender: "Unit | None"

    @classmethod
    def of(cls, asked: "Attack", box: Box) -> "Sides":
        if asked.attacker is None and (asked.weapon or asked.wear):
            raise ImpossibleQuestion("--weapon and --wear belong to an attacker: name the unit first")
        if asked.attacker is None and asked.vs is None:
            return cls(None, None, None)
        from tamriel_odds.odds.call_to_arms.units import attack_of, find_unit

        attacker = strike = defender = None
        if asked.attacker is not None:
            attacker = find_unit(asked.attacker, box.data, asked.weapon, asked.wear)
            strike = attack_of(attacker, asked.weapon, asked.range) if asked.attack is None else None
        if asked.vs is not None:
            defender = find_unit(asked.vs, box.data)
        return cls(attacker, strike, defender)

    @property
    def is_adversary(self) -> bool:
        return self.attacker is not None and self.attacker.kind in ("adversary", "epic")


def resolve(asked: "Attack", sides: Sides, box: Box) -> AttackRoll:
    """The roll of an attack question; raises WrongInput with the option to give where something is missing."""
    notes: list[str] = []
    weapon, line = _weapon(asked, sides)
    switched = _switched(asked, sides, weapon, _kind(line))
    kind = switched.kind(_kind(line))
    _refuse_boosts(switched, sides, asked)
    if "sneak-attack" in switched and kind == "melee" and line.test == "two-handed":
        raise ImpossibleQuestion("--with sneak-attack: a Two-Handed weapon gains nothing from a melee Sneak Attack")
    test = _test(asked, sides, line, switched, box, notes)
    printed = (*line.dice, *switched.attack)
    attack = rule_of_three(printed)
    _say_rule_of_three("attack", printed, attack, notes)
    armor, armor_line = _armor(asked, sides)
    options = _options(asked, sides, weapon, line, attack, test, switched, armor_line, kind, box.dice, notes)
    effects = _armor_effects(armor, armor_line, options[0].armor, kind, box.dice)
    _say_not_applied(weapon, armor, notes)
    notes += [note for unit in (sides.attacker, sides.defender) if unit for note in unit.notes]
    health, endurance = _injury(asked, sides, switched, box)
    strong = armor_line.strong + armor_line.strong_bonus if asked.strong_armor is None else asked.strong_armor
    return AttackRoll(
        test=test,
        attack=_dice(attack, box.dice),
        options=options,
        armor_effects=effects,
        strong_armor=strong,
        order=_order(asked, sides),
        health=health,
        endurance=endurance,
        stagger_on_damage="power-attack" in switched,
        can_be_staggered=not {"target-staggered", "target-incapacitated"} & {switch.name for switch in switched.given},
        rulings=_rulings(test, attack, options, effects, switched, endurance),
        notes=tuple(dict.fromkeys(notes)),
    )


def _weapon(asked: "Attack", sides: Sides) -> tuple[Weapon, Line]:
    """The attack's text, and the line of it that this range rolls."""
    if sides.strike is not None:
        return sides.strike.weapon, sides.strike.line
    if asked.attack is None:
        raise ImpossibleQuestion('an attack needs its dice: name an attacker or give --attack "[GREEN][RED]"')
    weapon = read_attack(asked.attack)
    lines = sorted(weapon.lines, key=lambda line: line.reach or 0)
    if asked.range is None or lines[0].reach is None:
        return weapon, lines[0]
    for line in lines:
        if line.reach is not None and asked.range <= line.reach:
            return weapon, line
    raise ImpossibleQuestion(f'--range {asked.range}: this attack reaches {lines[-1].reach}"')


def _kind(line: Line) -> Kind | None:
    if line.kind in ("melee", "ranged"):
        return "melee" if line.kind == "melee" else "ranged"
    return "ranged" if line.test == "archery" or line.reach is not None else None


def _switched(asked: "Attack", sides: Sides, weapon: Weapon, kind: Kind | None) -> Switched:
    """The switches given, and those that the cards themselves turn on."""
    printed = [word.name for word in weapon.keywords if word.name in ("cumbersome", "lightweight", "feeble")]
    if sides.strike is not None and sides.strike.is_unarmed:
        printed.append("unarmed")
    if sides.attacker is not None and sides.attacker.kind == "hero" and sides.attacker.path == "shadow":
        printed.append("path-of-shadow")
    switched = Switched.read([*asked.with_, *printed])
    if "sneak-attack" in switched and "block-token" in switched and switched.kind(kind) == "melee":
        switched = Switched(tuple(switch for switch in switched.given if switch.name != "block-token"))
    return switched


def _refuse_boosts(switched: Switched, sides: Sides, asked: "Attack") -> None:
    boosts = switched.boosts
    if not boosts:
        return
    cost = sum(switch.boost or 0 for switch in boosts)
    names = " and ".join(switch.name for switch in boosts)
    if "unarmed" in switched:
        raise ImpossibleQuestion(f"--with {names}: an Unarmed attack cannot be boosted")
    if sides.strike is not None and not sides.strike.can_boost:
        raise ImpossibleQuestion(f"--with {names}: this attack cannot be boosted")
    if sides.is_adversary and len(boosts) > 1:
        raise ImpossibleQuestion(f"--with {names}: an Adversary uses one Boost an activation")
    stamina = sides.attacker.stamina if sides.attacker is not None and not sides.is_adversary else None
    if stamina is not None and cost > stamina:
        raise ImpossibleQuestion(f"--with {names}: that costs {cost} Stamina, {asked.attacker} has {stamina}")


def _test(asked: "Attack", sides: Sides, line: Line, switched: Switched, box: Box, notes: list[str]) -> SkillTest:
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
    black = box.dice["black"] if is_skill_test and printed.count("black") < RULE_OF_THREE else None
    return SkillTest(
        die=box.dice["white"],
        attribute=attribute,
        modifier=asked.modifier + difficulty + sum(switch.modifier for switch in switched.given),
        is_skill_test=is_skill_test,
        critical=black,
        hits_unless_failure="target-incapacitated" in switched,
    )


def _say_rule_of_three(roll: str, asked: Sequence[str], kept: Sequence[str], notes: list[str]) -> None:
    over = Counter(asked) - Counter(kept)
    for colour, unused in over.items():
        total = unused + RULE_OF_THREE
        notes.append(f"Rule of Three: of {total} {colour} dice in the {roll} roll {RULE_OF_THREE} are rolled")


def _dice(colours: Sequence[str], dice: Dice) -> tuple[Die, ...]:
    return tuple(die_named(colour, dice) for colour in colours)


def _piercing(keywords: Sequence[Keyword]) -> int:
    return sum(word.value or 0 for word in keywords if word.name == "piercing")


def _options(
    asked: "Attack",
    sides: Sides,
    weapon: Weapon,
    line: Line,
    attack: Sequence[str],
    test: SkillTest,
    switched: Switched,
    armor_line: Line,
    kind: Kind,
    dice: Dice,
    notes: list[str],
) -> tuple[Option, ...]:
    """No Special Effect, then each that the attack has for this kind of attack and range."""
    own_piercing = _piercing(weapon.keywords) if asked.piercing is None else asked.piercing
    types = switched.values("type") or (sides.strike.types if sides.strike else frozenset({line.type or "physical"}))
    critical = ("black",) if test.critical is not None else ()
    armor = [*armor_line.dice, *switched.armor]
    _say_rule_of_three("armor", armor, rule_of_three(armor), notes)

    def option(label: str, icon: str | None, effect: Effect | None) -> Option:
        added = effect.dice if effect else ()
        dealt = _dealt(types, effect)
        resisted = switches()["resistance"].armor if switched.values("resistance") & dealt else ()
        return Option(
            label=label,
            icon=icon,
            bonus=_dice(rule_of_three(added, attack), dice),
            critical_bonus=_dice(rule_of_three(added, [*attack, *critical]), dice),
            damage=effect.damage if effect else 0,
            piercing=own_piercing + (_piercing(effect.keywords) if effect else 0),
            is_weak=bool(switched.values("weakness") & dealt),
            is_immune=bool(dealt) and dealt <= switched.values("immunity"),
            staggers=any(word.name == "stagger" for word in (*weapon.keywords, *(effect.keywords if effect else ()))),
            armor=_dice(rule_of_three([*armor, *resisted]), dice),
        )

    effects = [effect for effect in weapon.effects if effect.only in (None, kind) and _reaches(effect, asked)]
    if len(effects) > MOST_EFFECTS:
        raise ImpossibleQuestion(f"an attack of {len(effects)} Special Effects: it has at most {MOST_EFFECTS}")
    for effect in effects:
        if not 0 <= effect.damage <= MOST_DAMAGE:
            raise ImpossibleQuestion(f"'{effect.printed}': the damage an effect adds is 0 to {MOST_DAMAGE}")
    return (option("none", None, None), *(option(effect.printed, effect.icon, effect) for effect in effects))


def _reaches(effect: Effect, asked: "Attack") -> bool:
    return effect.within is None or asked.range is None or asked.range <= effect.within


def _dealt(types: frozenset[str], effect: Effect | None) -> frozenset[str]:
    """The damage types of the whole attack: dice of another type convert it, Magic stays beside them (Damage Types)."""
    if effect is None or effect.type is None:
        return types
    return (types & {"magic"}) | {effect.type}


def _armor(asked: "Attack", sides: Sides) -> tuple[Weapon, Line]:
    """The target's armor: as typed, as its card says, or none."""
    if asked.armor is not None:
        armor = read_armor(asked.armor)
    elif sides.defender is not None:
        from tamriel_odds.odds.call_to_arms.units import armor_of

        armor = armor_of(sides.defender) or NO_ARMOR
    else:
        armor = NO_ARMOR
    return armor, armor.lines[0] if armor.lines else NO_ARMOR.lines[0]


def _armor_effects(armor: Weapon, line: Line, rolled: Sequence[Die], kind: Kind, dice: Dice) -> tuple[ArmorEffect, ...]:
    names = [die.name for die in rolled]
    return tuple(
        ArmorEffect(effect.icon, _dice(rule_of_three(effect.dice, names), dice))
        for effect in armor.effects
        if effect.only in (None, kind)
    )


def _order(asked: "Attack", sides: Sides) -> tuple[str, ...] | None:
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


def _injury(asked: "Attack", sides: Sides, switched: Switched, box: Box) -> tuple[int | None, Endurance | None]:
    """The Health that is left and, for a Hero or Master, the Endurance Test of the injured."""
    defender = sides.defender
    health = asked.health if asked.health is not None else defender.health if defender is not None else None
    tests = asked.rank == "hero" if asked.rank else defender is not None and defender.tests_endurance
    if not tests:
        return health, None
    if health is None:
        raise ImpossibleQuestion("--rank hero: the test of the injured needs the Health that is left; give --health N")
    known = defender.attributes.get("endurance") if defender is not None else None
    endurance = asked.endurance if asked.endurance is not None else known
    if endurance is None:
        raise ImpossibleQuestion("--rank hero: the test of the injured is on Endurance; give --endurance N")
    attribute = min(max(endurance, LOWEST), HIGHEST)
    return health, Endurance(box.dice["white"], attribute, "target-incapacitated" in switched)


def _say_not_applied(weapon: Weapon, armor: Weapon, notes: list[str]) -> None:
    words = [*weapon.keywords, *armor.keywords]
    words += [word for effect in (*weapon.effects, *armor.effects) for word in effect.keywords]
    left = dict.fromkeys(word.printed for word in words if word.name not in APPLIED)
    if left:
        notes.append(f"not applied yet: {', '.join(left)}")


def _rulings(
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
        "critical-icon-saves": endurance is not None and not endurance.is_incapacitated,
    }
    by_switch = [switch.ruling for switch in switched.given if switch.ruling]
    return tuple(dict.fromkeys([name for name, holds in rests.items() if holds] + by_switch))
