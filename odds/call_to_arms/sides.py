"""The two cards of an attack, and the Perks, keywords and races on them that change it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tamriel_odds.odds.call_to_arms.named_hazards import named_hazards
from tamriel_odds.odds.call_to_arms.named_tests import named_tests, switches_of_tests
from tamriel_odds.odds.call_to_arms.switches import (
    Kind,
    Side,
    Span,
    Switch,
    Switched,
    Wielded,
    known_as,
    switch_named,
    switches,
)
from tamriel_odds.odds.call_to_arms.terms import Keyword, Line, Weapon
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.names import plain
from tamriel_odds.odds.not_modelled import not_modelled
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack import Attack
    from tamriel_odds.odds.call_to_arms.units import Strike, Unit

SCHOOLS = ("alteration", "blood-magic", "conjuration", "destruction", "illusion", "restoration")
REFLECT_BLOWS = "reflect-blows"
# Keywords of a card that name damage types, each a switch of its own for every type.
OF_TYPES = ("resistance", "weakness", "immunity")
# What an attack's own text can say that is a switch as well.
OF_WEAPONS = ("cumbersome", "lightweight", "feeble", "enchanted", "extra-damage", "linebreaker")
RACES = {"wood elf": "bosmer", "dark elf": "dunmer", "dwemer": "dwemer-animunculi", "animunculi": "dwemer-animunculi"}


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
            reflects = any(plain(text) == REFLECT_BLOWS for text in asked.with_)
            weapon = REFLECT_BLOWS if reflects else asked.weapon
            further = _own(attacker, asked.with_).further
            strike = attack_of(attacker, weapon, asked.range, further) if asked.attack is None else None
        if asked.vs is not None:
            defender = find_unit(asked.vs, box.data)
        return cls(attacker, strike, defender)

    @property
    def is_adversary(self) -> bool:
        return self.attacker is not None and self.attacker.kind in ("adversary", "epic")

    @property
    def defender_is_adversary(self) -> bool:
        return self.defender is not None and self.defender.kind in ("adversary", "epic")

    def wielded(self, weapon: Weapon, line: Line, kind: Kind | None, switched: Switched) -> Wielded:
        """What is known of the attack, for the switches that hold for some attacks only."""
        units: tuple[tuple[Side, Unit | None], ...] = (("attacker", self.attacker), ("target", self.defender))
        wears = {side: armor_worn(unit) for side, unit in units if unit is not None}
        strike, at = self.strike, span_of(line, weapon)
        if strike is not None:
            hands = None if strike.is_two_handed is None else 1 + strike.is_two_handed
            hands = 0 if strike.weapon_class == "armor" else hands
            of_card = (strike.weapon_class, strike.is_unarmed, strike.is_spell, strike.test, strike.types)
            return Wielded(kind, hands, *of_card, wears, at)
        hands = {"one-handed": 1, "two-handed": 2}.get(line.test or "")
        spell = line.test in SCHOOLS if line.test else None
        types = switched.values("type") or (frozenset({line.type}) if line.type else None)
        return Wielded(kind, hands, None, "unarmed" in switched or None, spell, line.test, types or None, wears, at)


def span_of(line: Line, weapon: Weapon) -> Span | None:
    """Whether the line that is rolled is that of Short or of Long Range; None for a weapon that has but one."""
    reaches = {other.reach for other in weapon.lines if other.reach is not None}
    if line.reach is None or len(reaches) < 2:
        return None
    return "short" if line.reach == min(reaches) else "long"


def armor_worn(unit: "Unit") -> frozenset[str] | None:
    """The kind and the make of the Armor a model wears, {"none"} for a Hero without; None where no card says."""
    if unit.kind != "hero":
        found = re.match(r"\s*(heavy|light) armor", unit.profile.text("Armor"), re.IGNORECASE)
        return frozenset({found[1].lower()}) if found else None
    worn = [item for item in unit.items if item.type == "Armor"]
    if not worn:
        return frozenset({"none"})
    skill = " ".join(plain(item.text("Skill")) for item in worn)
    make = " ".join(plain(item.name).replace("-", " ") for item in worn)
    kinds = {kind for kind in ("heavy", "light") if kind in skill}
    return frozenset(kinds | ({"dwarven"} if "dwarven" in make else set()))


@dataclass(frozen=True)
class Carried:
    """What cards bring along: the switches turned on with them, and what is to be said of the others."""

    switches: tuple[str, ...]
    notes: tuple[str, ...]


def carried(sides: Sides, weapon: Weapon, wielded: Wielded, given: Switched) -> Carried:
    """The Perks, keywords and races of both cards that fit this attack.

    What needs a situation, costs something or is a choice is left to be turned on; what no rule of ours knows is said.
    """
    on: list[str] = []
    notes: list[str] = []
    for unit, side in ((sides.attacker, "attacker"), (sides.defender, "target")):
        if unit is None:
            continue
        applied: list[str] = []
        waiting: list[str] = []
        left: list[str] = []
        for word, switch in _words(unit, "target" if side == "target" else "attacker"):
            if switch is None:
                left += [word] if not _is_elsewhere(word) else []
            elif (switch.name in given and not switch.takes) or _is_of_no_use(switch, word, weapon, wielded):
                continue
            elif switch.needs or switch.boost is not None or not all(other in given for other in switch.beside):
                waiting += [f"{switch.name}:{'|'.join(switch.takes)}" if switch.takes else switch.name]
            else:
                applied.append(str(switch))
        on += [name for name in applied if name not in on]
        acting = [name for name in dict.fromkeys(applied) if _acts(name, weapon, wielded, given)]
        if acting:
            notes.append(f"{unit.name}: applied {', '.join(acting)}")
        waiting = [name for name in dict.fromkeys(waiting) if name.partition(":")[0] not in given]
        if waiting:
            notes.append(f"{unit.name}: turned on by --with: {', '.join(waiting)}")
        if left:
            notes.append(f"{unit.name}: not applied: {', '.join(dict.fromkeys(left))}")
    return Carried(tuple(on), tuple(notes))


def _words(unit: "Unit", side: Side) -> Iterator[tuple[str, Switch | None]]:
    """The words of a card that can be switches, each with the one it is, if any."""
    other: Side = "attacker" if side == "target" else "target"
    words = [(keyword.printed, keyword.name) for keyword in unit.keywords if keyword.name not in OF_TYPES]
    words += [(perk, plain(perk.partition("(")[0])) for perk in unit.perks]
    for word, name in words:
        # A card prints what helps on either side of a fight: what is the other side's is no news here.
        if known_as(name, side) or not known_as(name, other):
            yield word, known_as(name, side)
    if side == "target":
        of_types = [found for word in unit.keywords if word.name in OF_TYPES for found in _of_types(word)]
        race = unit.race.partition("(")[0].strip().lower()
        by_race = known_as(RACES.get(race, race), side) if race not in ("", "-") else None
        of_types += [switch_named(given) for given in (by_race.gives if by_race is not None else ())]
        yield from ((str(switch), switch) for switch in of_types)


def types_of(unit: "Unit", name: str) -> frozenset[str]:
    """The types its keywords, Perks and race give a model Resistance, Weakness or Immunity to."""
    given = [switch for _, switch in _words(unit, "target") if switch is not None]
    given += [switch_named(text) for switch in given for text in switch.gives]
    return frozenset(switch.value for switch in given if switch.name == name and switch.value)


def _own(attacker: "Unit", given: Sequence[str]) -> Switched:
    """The switches that are given, and those that its card names, whatever they hold for."""
    named = [switch.name for _, switch in _words(attacker, "attacker") if switch is not None and not switch.takes]
    return Switched.read([*given, *named])


def of_rating(unit: "Unit") -> tuple[Switch, ...]:
    """The Perks of its card that are part of its Armor Rating, whatever that is rolled against."""
    worn = Wielded(wears={"target": armor_worn(unit)})
    found = [switch for _, switch in _words(unit, "target") if switch is not None and switch.rating]
    return tuple(switch for switch in dict.fromkeys(found) if not switch.needs and switch.misfit(worn) is None)


def _of_types(keyword: Keyword) -> Iterator[Switch]:
    for type_ in re.split(r"[,/&\s]+|\band\b", (keyword.detail or "").strip("-")):
        if (type_ := plain(type_)) in switches()[keyword.name].takes:
            yield switch_named(f"{keyword.name}:{type_}")


def _is_of_no_use(switch: Switch, word: str, weapon: Weapon, wielded: Wielded) -> bool:
    """Whether it is for other attacks than this one: a Smithing Perk for weapons of another material, for one."""
    if switch.misfit(wielded) is not None:
        return True
    material = re.search(r"\(([^()]+)\)", word)
    if switch.name != "smithing" or material is None or weapon.name is None:
        return False
    return plain(material[1]) not in plain(weapon.name)


def all_keywords(weapon: Weapon) -> tuple[Keyword, ...]:
    """The keywords of an attack and of all its Special Effects."""
    return (*weapon.keywords, *(word for effect in weapon.effects for word in effect.keywords))


def _acts(name: str, weapon: Weapon, wielded: Wielded, given: Switched) -> bool:
    """Whether a switch that is turned on can matter: Resistance to Frost does not against steel."""
    of, _, type_ = name.partition(":")
    if of not in OF_TYPES:
        return (switches()[of].unless or "") not in given
    words = {word.name for word in all_keywords(weapon)}
    types = {*(wielded.types or {"physical"}), *(effect.type for effect in weapon.effects)}
    return type_ in types | words


def _is_elsewhere(word: str) -> bool:
    """Whether a word of a card is known and touches no attack: a test's switch, or what is not modelled."""
    name = plain(word.partition("(")[0])
    known = (switches_of_tests(), named_tests(), named_hazards(), not_modelled(), APPLIED_ELSEWHERE)
    return any(name in names for names in known)


# Keywords of models that are questions of their own or change no roll of an attack.
APPLIED_ELSEWHERE = frozenset({"teeth-and-claws", "two-handed-block", "mounted"})
