"""The attack, the armor and the block a question needs from a unit."""

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

from tamriel_odds.odds.call_to_arms.cards import Attack, Unit
from tamriel_odds.odds.call_to_arms.keywords import ATTRIBUTES, SKILLS
from tamriel_odds.odds.call_to_arms.notation import Line, Weapon
from tamriel_odds.odds.call_to_arms.protection import worn
from tamriel_odds.odds.call_to_arms.sides import REFLECT_BLOWS, armor_worn, of_rating
from tamriel_odds.odds.call_to_arms.terms import printed_word
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import clipped, offer, plain

# Core rules, 'Paths': a Hero's Path stands in for Skills it lacks, as an Attribute Test.
_BOW: Final = "archery"
_HEAVY: Final = "heavy-armor"


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack as it is rolled.

    `weapon` holds the effects that apply on this `line`; `attribute` is tested with the value `skill` (None when no
    card prints it), as an Attribute Test when `is_attribute_test`. `difficulty` is a Spell's, added to the score.
    """

    weapon: Weapon
    line: Line
    attribute: str
    skill: int | None
    is_attribute_test: bool
    kind: Literal["melee", "ranged"]
    test: str
    is_unarmed: bool = False
    is_two_handed: bool | None = None
    weapon_class: str | None = None
    is_spell: bool = False
    can_boost: bool = True
    is_hero_spell: bool = False
    difficulty: int = 0

    @property
    def types(self) -> frozenset[str]:
        """Its damage types: a Hero's Spell is Magic beside what its card says, nothing said is Physical."""
        printed = {self.line.type or "physical"}
        return frozenset({*printed, "magic"} if self.is_hero_spell else printed)


def attack_of(unit: Unit, weapon: str | None = None, reach: int | None = None, further: int = 0) -> Strike:
    """The attack a unit makes: with `weapon`, at `reach` inches, where its Long Range goes `further`.

    `weapon` is `melee`, `ranged`, a printed name, a Skill or a number from 1; without it the first melee attack, else
    the first.
    """
    if weapon is not None and plain(weapon) == REFLECT_BLOWS:
        return reflected(unit)
    attack = _chosen(unit, weapon)
    line = _line(unit, attack, reach, further)
    test, attribute, is_attribute_test = _test(unit, attack, line)
    effects = tuple(
        effect
        for effect in attack.weapon.effects
        if (effect.within is None or line.reach is None or line.reach <= effect.within)
        and effect.only in (None, attack.kind)
    )
    return Strike(
        replace(attack.weapon, effects=effects),
        line,
        attribute,
        unit.attributes[attribute],
        is_attribute_test,
        attack.kind,
        test,
        attack.is_unarmed,
        attack.is_two_handed,
        attack.weapon_class,
        attack.is_spell,
        not attack.is_unarmed and not attack.is_hero_spell,
        attack.is_hero_spell,
        attack.difficulty,
    )


def reflected(unit: Unit) -> Strike:
    """The dice of a Heavy Armor as a Melee Attack, without Special Effects (Core rules, Perks, 'Reflect Blows')."""
    armor, worn_as = armor_of(unit), armor_worn(unit)
    if armor is None or (worn_as is not None and "heavy" not in worn_as):
        raise ImpossibleQuestion(f"{unit.name} wears no Heavy Armor to reflect blows with")
    is_skill_test = unit.attribute_of(_HEAVY) is not None
    if not is_skill_test and unit.path != "might":
        raise ImpossibleQuestion(
            f"{unit.name} lacks the Skill Heavy Armor, and its Path gives no Attribute Test for it; give --skill"
        )
    dice = (*armor.lines[0].dice, *(die for switch in of_rating(unit) for die in switch.armor))
    line = Line(_HEAVY, "melee", dice=dice)
    return Strike(
        Weapon("Reflect Blows", (line,)),
        line,
        SKILLS[_HEAVY],
        unit.attributes[SKILLS[_HEAVY]],
        not is_skill_test,
        "melee",
        _HEAVY,
        weapon_class="armor",
        can_boost=False,
    )


def _chosen(unit: Unit, wanted: str | None) -> Attack:
    arms = unit.arms
    word = plain(wanted) if wanted is not None else ""
    if word in ("unarmed", "teeth-and-claws"):
        arms = tuple(attack for attack in (*unit.arms, *unit.bare) if attack.is_unarmed)
        if not arms:
            raise ImpossibleQuestion(
                f"{unit.name}: no {clipped(wanted)} card among the unit files; give its dice with --attack"
            )
        return arms[0]
    if not arms:
        raise ImpossibleQuestion(f"{unit.name} has no attack that can be read; give its dice with --attack")
    if wanted is None:
        return next((attack for attack in arms if attack.kind == "melee"), arms[0])
    if word in ("melee", "ranged"):
        for attack in arms:
            if attack.kind == word:
                return attack
        raise ImpossibleQuestion(f"{unit.name} has no {word} attack; it has {_listed(arms)}")
    # Not the plain form: that of -1 is 1.
    if re.fullmatch(r"[-+]?\d+", wanted.strip()):
        place = int(wanted) if len(wanted) < 5 else 0
        if not 1 <= place <= len(arms):
            raise UnknownName(f"weapon {clipped(wanted)}: {unit.name} has {len(arms)}; it has {_listed(arms)}")
        return arms[place - 1]
    for close in (str.__eq__, str.startswith):
        found = [attack for attack in arms if attack.weapon.name and close(plain(attack.weapon.name), word)]
        found = found or [attack for attack in arms if close is str.__eq__ and word in attack.tests]
        if found:
            return found[0]
    known = ["melee", "ranged", *(attack.weapon.name or "" for attack in arms), *(t for a in arms for t in a.tests)]
    raise UnknownName(
        f"'{clipped(wanted)}' is no attack of {unit.name}{offer(wanted, dict.fromkeys(filter(None, known)))}"
    )


def _listed(arms: tuple[Attack, ...]) -> str:
    return "; ".join(f"{n} {attack.weapon.printed}" for n, attack in enumerate(arms, 1))


def _line(unit: Unit, attack: Attack, reach: int | None, further: int) -> Line:
    lines = [line for line in attack.weapon.lines if not line.is_bonus and line.dice]
    if not lines:
        raise ImpossibleQuestion(f"{unit.name}: no dice are known for {attack.source}; give them with --attack")
    if any(line.at_least for line in lines):
        value = unit.attributes.get(lines[0].test or "strength") or 0
        lines = [
            max(
                (line for line in lines if line.at_least <= max(value, 1)),
                key=lambda line: line.at_least,
                default=lines[0],
            )
        ]
    if reach is None:
        return min(lines, key=lambda line: line.reach or 0)
    if attack.kind == "melee":
        raise ImpossibleQuestion(f"--range {reach}: {unit.name} makes a melee attack; add --weapon ranged")
    if reach < 0:
        raise ImpossibleQuestion(f"--range {reach}: a range is not negative")
    longest = max(line.reach or 0 for line in lines)
    if any(line.reach != longest for line in lines):
        longest += further
    far = [line for line in lines if line.reach is None or line.reach >= reach]
    if not far and reach <= longest:
        return max(lines, key=lambda line: line.reach or 0)
    if not far:
        raise ImpossibleQuestion(f'--range {reach}: {unit.name} reaches {longest}" with this attack')
    return min(far, key=lambda line: line.reach or 0)


def _test(unit: Unit, attack: Attack, line: Line) -> tuple[str, str, bool]:
    """What is tested, on which Attribute, and whether it is an Attribute Test (no critical die)."""
    tests = attack.tests or ((line.test,) if line.test else ())
    if not tests:
        raise ImpossibleQuestion(f"{unit.name}: the card of {attack.source} names no Skill; give --skill and --attack")
    for test in tests:
        if (attribute := unit.attribute_of(test)) is not None:
            return test, attribute, False
    for test in tests:
        if test in ATTRIBUTES:
            return test, test, True
    test = tests[0]
    stands_in = (
        (unit.path == "might" and attack.kind == "melee" and not attack.is_spell)
        or (unit.path == "sorcery" and attack.is_spell)
        or (unit.path == "shadow" and test == _BOW)
    )
    if stands_in:
        return test, SKILLS[test], True
    printed = printed_word(test)
    raise ImpossibleQuestion(
        f"{unit.name} lacks the Skill {printed} for {attack.source}, and its Path gives no Attribute Test for it; "
        f"choose another with --weapon or give --skill"
    )


def armor_of(unit: Unit) -> Weapon | None:
    """The Armor Rating with every bonus, one line; None when the unit rolls no armor."""
    return worn(unit).armor


def block_of(unit: Unit) -> Weapon | None:
    """The Block dice of a shield or Ward; None when there is none."""
    return worn(unit).block
