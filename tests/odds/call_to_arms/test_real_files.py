"""The community's own files, where TAMRIEL_ODDS_BATTLESCRIBE names a folder of them."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from tamriel_odds.odds.call_to_arms.battlescribe import read_profiles
from tamriel_odds.odds.call_to_arms.card_texts import has_die
from tamriel_odds.odds.call_to_arms.notation import read
from tamriel_odds.odds.call_to_arms.unit_files import check, list_units, show_unit
from tamriel_odds.odds.call_to_arms.units import armor_of, attack_of, block_of, find_unit
from tamriel_odds.odds.errors import ImpossibleQuestion

DATA = [Path(os.environ["TAMRIEL_ODDS_BATTLESCRIBE"])]


def test_every_text_is_read() -> None:
    checked = check(DATA)
    assert checked.refused == 0
    assert checked.combat["note"] <= 20
    assert (checked.texts, sum(checked.combat.values())) == (463, 383)


def test_no_die_is_lost_or_made() -> None:
    """The colours named in a text, its notes apart, are the dice that were read: counted without the grammar."""
    for profile in read_profiles(DATA):
        for title, field in profile.fields.items():
            if not has_die(field.text):
                continue
            text = read(field.text)
            body = " ".join(field.text.translate({0xA0: " ", 0x2019: "'", 0x201D: '"'}).split())
            for note in text.notes:
                assert note in body
                body = body.replace(note, "")
            named = Counter(word.lower() for word in re.findall(r"\b(?:green|yellow|red|black)\b", body, re.IGNORECASE))
            lines = [die for weapon in text.weapons for line in weapon.lines for die in line.dice]
            effects = [die for weapon in text.weapons for effect in weapon.effects for die in effect.dice]
            assert named == Counter([*lines, *effects]), (profile.name, title)


@pytest.mark.parametrize("row", list_units(DATA), ids=lambda row: f"{row.name}-{row.kind}")
def test_every_unit_fights(row) -> None:  # type: ignore[no-untyped-def]
    unit = find_unit(row.name, DATA)
    assert not any(text.startswith("refused") for _, text in show_unit(unit))
    armor_of(unit)
    block_of(unit)
    assert attack_of(unit).line.dice or unit.kind == "hero"


@pytest.mark.parametrize(
    ("name", "weapon", "reach", "printed"),
    [
        ("Skeleton: Archer", "ranged", None, 'Archery: 8" [GREEN][YELLOW][YELLOW]'),
        ("Skeleton: Battleaxe Warrior", None, None, "One-Handed: [GREEN][BLACK]"),
        ("Imperial Soldier: Sword And Shield", None, None, "One-Handed: [GREEN][RED]"),
        ("Mirmulnir: Mighty Hunter", "bite", None, "Strength: [GREEN][BLACK]"),
        ("Stormcloak Soldier: Dual Wielding Axes", "2", None, "One-Handed: [YELLOW][YELLOW]"),
        ("Hadvar: Hero Of Helgen + Steel Sword + Imperial Armor", None, None, "One-Handed: [GREEN][YELLOW][YELLOW]"),
        ("Imperial Soldier: Archer", "ranged", 15, 'Archery: 20" [YELLOW]'),
    ],
)
def test_what_these_roll(name: str, weapon: str | None, reach: int | None, printed: str) -> None:
    assert attack_of(find_unit(name, DATA), weapon, reach).line.printed == printed


def test_a_mammoth_lacks_the_skill_of_its_tusks() -> None:
    with pytest.raises(ImpossibleQuestion, match="One-Handed"):
        attack_of(find_unit("Mammoth: Tundra Behemoths", DATA), "tusk strike")
