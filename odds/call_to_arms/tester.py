"""A unit that takes a test: what its card says of the Attribute, the Skill, and the Keywords and Perks that help."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tamriel_odds.odds.call_to_arms.keywords import SKILLS
from tamriel_odds.odds.call_to_arms.named_tests import SwitchOfTests, switches_of_tests
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.names import plain
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.units import Unit

# The Skills a Hero of a Path may do without (Call to Arms, Paths): the Attribute Test instead.
BY_PATH = {
    "might": ("one-handed", "two-handed", "block", "heavy-armor", "light-armor"),
    "shadow": ("archery", "sneak", "lockpicking", "pickpocket"),
    "sorcery": ("alteration", "conjuration", "destruction", "illusion", "restoration"),
}


def unit_named(text: str | None, box: Box) -> "Unit | None":
    """The unit of that name, None where none is named."""
    if text is None:
        return None
    from tamriel_odds.odds.call_to_arms.units import find_unit

    return find_unit(text, box.data)


def printed_attribute(unit: "Unit", name: str, option: str, notes: list[str]) -> int:
    """The Attribute on the unit's card, told in a note; `option` is what to give where the card prints none."""
    printed = unit.attributes.get(name)
    if printed is None:
        raise ImpossibleQuestion(f"{unit.name}: its card prints no {name.title()}; give --{option} N")
    notes.append(f"{unit.name} has {name.title()} {printed}")
    return printed


def with_card(
    given: tuple[SwitchOfTests, ...],
    unit: "Unit | None",
    test: str | None,
    notes: list[str],
    but: Sequence[str] = (),
) -> tuple[SwitchOfTests, ...]:
    """The switches given, and those the unit's own Keywords and Perks turn on: ``Expert Locks (2)`` with its value.

    Those that its card turns on are told in a note; `but` are those that do nothing here.
    """
    if unit is None or test is None:
        return given
    values = {keyword.name: keyword.value for keyword in unit.keywords}
    for perk in unit.perks:
        printed = re.match(r"[^(:\[]+", perk)
        value = re.search(r"\((\d+)\)", perk)
        values[plain(printed[0] if printed else perk)] = int(value[1]) if value else None
    names = {switch.name for switch in given}
    own = [
        switch.in_test(test, values[switch.name] or 0)
        for switch in switches_of_tests().values()
        if switch.card and test in switch.tests and switch.name in values and switch.name not in {*names, *but}
    ]
    if own:
        notes.append(f"{unit.name}: applied {', '.join(switch.name for switch in own)}")
    return (*given, *own)


def has_skill(unit: "Unit", skill: str, test: str, notes: list[str]) -> bool:
    """Whether the unit has the Skill; else it takes the Attribute Test where its Path allows that."""
    printed = skill.replace("-", " ").title()
    if skill in unit.skills[SKILLS[skill]]:
        return True
    if unit.kind == "hero" and skill in BY_PATH.get(unit.path or "", ()):
        notes.append(f"{unit.name} lacks {printed}: an Attribute Test, as the Path allows")
        return False
    raise ImpossibleQuestion(f"{unit.name} has not the Skill {printed} that {test} asks for")
