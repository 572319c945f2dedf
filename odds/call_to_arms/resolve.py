"""From words to pools: what an attack question comes to with the cards and dice at hand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tamriel_odds.odds.call_to_arms.attack_options import (
    MOST_EFFECTS,
    Rolled,
    applies_to,
    dice_of,
    gaining,
    options_of,
)
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll, Endurance, SkillTest
from tamriel_odds.odds.call_to_arms.choice import ArmorEffect
from tamriel_odds.odds.call_to_arms.defence import (
    TOKEN,
    TWO_WARDS,
    WARD,
    Shield,
    Token,
    block_test,
    custom_fit,
    may_spend,
    shield_bash,
    shield_of,
    with_tokens,
    without_token,
)
from tamriel_odds.odds.call_to_arms.fought import compared, fought
from tamriel_odds.odds.call_to_arms.harm import Harm, turned_by
from tamriel_odds.odds.call_to_arms.notation import read_armor, read_attack
from tamriel_odds.odds.call_to_arms.pools import RULE_OF_THREE, rule_of_three
from tamriel_odds.odds.call_to_arms.said import advice, idle, not_applied, rulings_of, unanswered
from tamriel_odds.odds.call_to_arms.sides import OF_WEAPONS, REFLECT_BLOWS, Sides, carried
from tamriel_odds.odds.call_to_arms.switches import Kind, Switched, switches
from tamriel_odds.odds.call_to_arms.terms import ICONS, Line, Weapon
from tamriel_odds.odds.call_to_arms.used import used
from tamriel_odds.odds.dice import LETTERS, Dice, Face
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack import Attack

LOWEST, HIGHEST = 1, 10
# Adversaries of these Paths prefer an icon; the third icon comes last (Call to Arms, Special Effects of Adversaries).
ADVERSARY_FIRST = {"might": "swords", "shadow": "swords", "sorcery": "oblivion"}
NO_ARMOR = Weapon(lines=(Line(kind="armor"),))


def resolve(asked: "Attack", sides: Sides, box: Box) -> AttackRoll:
    """The roll of an attack question; raises WrongInput with the option to give where something is missing."""
    return Attacked.of(asked, sides, box).roll()


@dataclass(frozen=True)
class Attacked:
    """An attack question with all its switches read: what both ways to use a Block Token start from."""

    asked: "Attack"
    sides: Sides
    box: Box
    weapon: Weapon
    line: Line
    kind: Kind
    switched: Switched
    texts: tuple[str, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, asked: "Attack", sides: Sides, box: Box) -> "Attacked":
        notes: list[str] = []
        weapon, line = _weapon(asked, sides)
        switched, kind, texts = _switched(asked, sides, weapon, line, notes)
        _refuse_boosts(switched, sides, asked)
        if "sneak-attack" in switched and kind == "melee" and line.test == "two-handed":
            raise ImpossibleQuestion("--with sneak-attack: a Two-Handed weapon gains nothing from a melee Sneak Attack")
        if REFLECT_BLOWS in switched:
            weapon = replace(weapon, effects=(), keywords=())
        return cls(asked, sides, box, gaining(weapon, switched), line, kind, switched, texts, tuple(notes))

    def roll(self) -> AttackRoll:
        """The attack, with the Block Token used as asked; what the cards gave is told, and what changes nothing."""
        asked, sides = self.asked, self.sides
        shield = shield_of(asked, sides) if asked.block is not None else None
        roll = self._with_block(shield)
        notes = (
            *used(asked, sides, shield, roll),
            *roll.notes,
            *unanswered(roll),
            *idle(asked, self.weapon, self.line, roll),
        )
        return replace(roll, notes=notes)

    def _with_block(self, shield: Shield | None) -> AttackRoll:
        asked, block = self.asked, self.asked.block
        if "target-incapacitated" in self.switched and any(plain(text) == TOKEN for text in self.texts):
            raise ImpossibleQuestion("--with target-incapacitated: an Incapacitated target has lost its Block Token")
        if block is None or shield is None:
            if asked.block_skill is not None or asked.block_dice is not None:
                raise ImpossibleQuestion("--block-skill and --block-dice go with --block keep, spend or best")
            for ward in (WARD, TWO_WARDS):
                if ward in self.switched:
                    raise ImpossibleQuestion(f"--with {ward} goes with --block keep, spend or best")
            return self._resolved(None, None)
        refused = may_spend(self.kind, self.switched)
        if block == "spend" and refused is not None:
            raise ImpossibleQuestion(f"--block spend: {refused}")
        keep = self._resolved(shield, "keep")
        if refused is not None:
            return replace(keep, notes=(*keep.notes, f"the Block Token is kept: {refused}"))
        spend = self._resolved(shield, "spend") if shield.attribute is not None or block != "keep" else None
        said = (*shield_bash(shield, self.sides.defender),) if self.kind == "melee" else ()
        if block == "best" and self.sides.defender_is_adversary:
            block, said = "spend", (*said, "an Adversary always spends its Block Token on a melee hit")
        told = compared(keep, spend, block)
        return replace(told, notes=(*told.notes, *said))

    def _resolved(self, shield: Shield | None, token: Token | None) -> AttackRoll:
        asked, sides, box, weapon, kind = self.asked, self.sides, self.box, self.weapon, self.kind
        notes, switched, line = list(self.notes), self.switched, self.line
        broken = without_token(self.texts) if kind == "melee" else switched
        if shield is not None and token is not None:
            is_denied = kind == "melee" and "sneak-attack" in switched
            # A Linebreaker's hit has taken a token that is kept before armor is rolled.
            left = shield.tokens - (token == "spend") - ("linebreaker" in switched)
            switched = with_tokens(self.texts, left, shield, is_denied)
            broken = with_tokens(self.texts, left - 1, shield, is_denied) if kind == "melee" else switched
        test = _test(asked, sides, line, switched, box, notes)
        printed = (*line.dice, *switched.attack)
        attack = rule_of_three(printed)
        _say_rule_of_three("attack", printed, attack, notes)
        armor, armor_line = _armor(asked, sides)
        armor_dice = (*armor_line.dice, *switched.armor)
        _say_rule_of_three("armor", armor_dice, rule_of_three(armor_dice), notes)
        types = switched.values("type") or (
            sides.strike.types if sides.strike else frozenset({line.type or "physical"})
        )
        extra = rule_of_three(("yellow",), attack) if "extra-damage" in switched else ()
        rolled = Rolled(attack, tuple(die.name for die in test.critical_dice), armor_line.dice, extra)
        applies = applies_to(kind, asked.range)
        options = options_of(weapon, rolled, types, asked.piercing, switched, broken, applies, box.dice)
        effects = _armor_effects(armor, kind, box.dice)
        notes += not_applied(weapon, armor)
        notes += [note for unit in (sides.attacker, sides.defender) if unit for note in unit.notes]
        notes += advice(weapon, sides, kind, _endurance(asked, sides))
        health, endurance = _injury(asked, sides, switched, box)
        strong = armor_line.strong + armor_line.strong_bonus + switched.strong_armor
        names = {switch.name for switch in switched.given}
        roll = AttackRoll(
            test=test,
            attack=dice_of(attack, box.dice),
            options=options,
            armor_effects=effects,
            strong_armor=strong if asked.strong_armor is None else asked.strong_armor,
            order=_order(asked, sides),
            health=health,
            endurance=endurance,
            stagger_on_damage=bool({"power-attack", "impact"} & names),
            can_be_staggered=not {"target-staggered", "target-incapacitated", "target-relentless"} & names,
            rulings=rulings_of(test, attack, options, effects, switched, endurance),
            notes=tuple(dict.fromkeys(notes)),
            harm=_harm(asked, sides, switched, endurance),
        )
        block = block_test(shield, box) if shield is not None and token == "spend" else None
        fit = custom_fit(switched, roll.harm.endurance, box)
        return fought(roll, box, switched, block, fit, dice_of(extra, box.dice))


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


def _switched(
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


def _refuse_boosts(switched: Switched, sides: Sides, asked: "Attack") -> None:
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


def _say_rule_of_three(roll: str, asked: Sequence[str], kept: Sequence[str], notes: list[str]) -> None:
    over = Counter(asked) - Counter(kept)
    for colour, unused in over.items():
        total = unused + RULE_OF_THREE
        notes.append(f"Rule of Three: of {total} {colour} dice in the {roll} roll {RULE_OF_THREE} are rolled")


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


def _armor_effects(armor: Weapon, kind: Kind, dice: Dice) -> tuple[ArmorEffect, ...]:
    """The armor's effects against this kind of attack; the Rule of Three binds their dice beside the armor rolled."""
    effects = [effect for effect in armor.effects if effect.only in (None, kind)]
    if len(effects) > MOST_EFFECTS:
        raise ImpossibleQuestion(f"an armor of {len(effects)} Special Effects: it has at most {MOST_EFFECTS}")
    return tuple(ArmorEffect(effect.icon, dice_of(rule_of_three(effect.dice), dice)) for effect in effects)


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
    whose = "--rank hero" if asked.rank or defender is None else defender.name
    if health is None:
        raise ImpossibleQuestion(f"{whose}: the test of the injured needs the Health that is left; give --health N")
    known = defender.attributes.get("endurance") if defender is not None else None
    endurance = asked.endurance if asked.endurance is not None else known
    if endurance is None:
        raise ImpossibleQuestion(f"{whose}: the test of the injured is on Endurance; give --endurance N")
    attribute = min(max(endurance, LOWEST), HIGHEST)
    return health, Endurance(box.dice["white"], attribute, "target-incapacitated" in switched)


def _endurance(asked: "Attack", sides: Sides) -> int | None:
    """The target's Endurance, as given or printed, clamped."""
    known = sides.defender.attributes.get("endurance") if sides.defender is not None else None
    endurance = asked.endurance if asked.endurance is not None else known
    return None if endurance is None else min(max(endurance, LOWEST), HIGHEST)


def _wisdom(asked: "Attack", sides: Sides) -> int | None:
    """The target's Wisdom, as given or printed, clamped."""
    known = sides.defender.attributes.get("wisdom") if sides.defender is not None else None
    wisdom = asked.wisdom if asked.wisdom is not None else known
    return None if wisdom is None else min(max(wisdom, LOWEST), HIGHEST)


def _reserves(sides: Sides) -> dict[str, int]:
    """The Stamina and Magicka on the target's card."""
    unit = sides.defender
    printed = {"stamina": unit.stamina, "magicka": unit.magicka} if unit is not None else {}
    return {reserve: points for reserve, points in printed.items() if points is not None}


def _harm(asked: "Attack", sides: Sides, switched: Switched, endurance: Endurance | None) -> Harm:
    return Harm(
        immune=switched.values("immunity"),
        endurance=_endurance(asked, sides),
        tests_injury=endurance is not None,
        is_incapacitated="target-incapacitated" in switched,
        has_reserves=not sides.defender_is_adversary,
        reserves=_reserves(sides),
        wisdom=_wisdom(asked, sides),
        checks_morale=not (
            sides.defender_is_adversary or "target-terrifying" in switched or "target-incapacitated" in switched
        ),
        turned_by=turned_by(sides.defender, asked.wisdom),
        perks=frozenset(switch.name for switch in switched.given),
    )
