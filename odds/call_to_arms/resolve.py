"""From words to pools: what an attack question comes to with the cards and dice at hand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tamriel_odds.odds.call_to_arms.attack_options import Rolled, applies_to, dice_of, gaining, options_of
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.attacker import order_of, refuse_boosts, skill_test_of, switched_of, weapon_of
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
from tamriel_odds.odds.call_to_arms.defender import armor_effects_of, armor_rolled, endurance_of, harm_of, injury_of
from tamriel_odds.odds.call_to_arms.fought import compared, fought
from tamriel_odds.odds.call_to_arms.pools import RULE_OF_THREE, rule_of_three
from tamriel_odds.odds.call_to_arms.said import advice, idle, not_applied, rulings_of, strikes_back, unanswered
from tamriel_odds.odds.call_to_arms.sides import REFLECT_BLOWS, Sides
from tamriel_odds.odds.call_to_arms.switches import Kind, Switched
from tamriel_odds.odds.call_to_arms.terms import Line, Weapon
from tamriel_odds.odds.call_to_arms.used import used
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.names import plain
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack import Attack


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
        weapon, line = weapon_of(asked, sides)
        switched, kind, texts = switched_of(asked, sides, weapon, line, notes)
        refuse_boosts(switched, sides, asked)
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
        test = skill_test_of(asked, sides, line, switched, box, notes)
        printed = (*line.dice, *switched.attack)
        attack = rule_of_three(printed)
        _say_rule_of_three("attack", printed, attack, notes)
        armor, armor_line = armor_rolled(asked, sides)
        armor_dice = (*armor_line.dice, *switched.armor)
        _say_rule_of_three("armor", armor_dice, rule_of_three(armor_dice), notes)
        types = switched.values("type") or (
            sides.strike.types if sides.strike else frozenset({line.type or "physical"})
        )
        extra = rule_of_three(("yellow",), attack) if "extra-damage" in switched else ()
        rolled = Rolled(attack, tuple(die.name for die in test.critical_dice), armor_line.dice, extra)
        applies = applies_to(kind, asked.range)
        options = options_of(weapon, rolled, types, asked.piercing, switched, broken, applies, box.dice)
        effects = armor_effects_of(armor, kind, box.dice)
        notes += not_applied(weapon, armor)
        notes += [note for unit in (sides.attacker, sides.defender) if unit for note in unit.notes]
        notes += advice(weapon, sides, kind, endurance_of(asked, sides))
        notes += strikes_back(sides.defender, asked.block in ("spend", "best"))
        health, endurance = injury_of(asked, sides, switched, box)
        strong = armor_line.strong + armor_line.strong_bonus + switched.strong_armor
        names = {switch.name for switch in switched.given}
        roll = AttackRoll(
            test=test,
            attack=dice_of(attack, box.dice),
            options=options,
            armor_effects=effects,
            strong_armor=strong if asked.strong_armor is None else asked.strong_armor,
            order=order_of(asked, sides),
            health=health,
            endurance=endurance,
            stagger_on_damage=bool({"power-attack", "impact"} & names),
            can_be_staggered=not {"target-staggered", "target-incapacitated", "target-relentless"} & names,
            rulings=rulings_of(test, attack, options, effects, switched, endurance),
            notes=tuple(dict.fromkeys(notes)),
            harm=harm_of(asked, sides, switched, endurance),
        )
        block = block_test(shield, box) if shield is not None and token == "spend" else None
        fit = custom_fit(switched, roll.harm.endurance, box)
        return fought(roll, box, switched, block, fit, dice_of(extra, box.dice))


def _say_rule_of_three(roll: str, asked: Sequence[str], kept: Sequence[str], notes: list[str]) -> None:
    over = Counter(asked) - Counter(kept)
    for colour, unused in over.items():
        total = unused + RULE_OF_THREE
        notes.append(f"Rule of Three: of {total} {colour} dice in the {roll} roll {RULE_OF_THREE} are rolled")
