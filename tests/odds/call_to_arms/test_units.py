"""Units by name, their attacks and armor; cards of our own making."""

import re
import time
from pathlib import Path

import pytest

from tamriel_odds.odds.call_to_arms import unit_files
from tamriel_odds.odds.call_to_arms.notation import Keyword
from tamriel_odds.odds.call_to_arms.units import (
    armor_of,
    attack_of,
    block_of,
    book_cards,
    find_unit,
)
from tamriel_odds.odds.errors import BadFile, BadNotation, ImpossibleQuestion, UnknownName, WrongInput

DATA = [Path(__file__).parents[2] / "data" / "units"]


@pytest.fixture(autouse=True)
def _no_data_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ODDS_DATA", raising=False)


def test_every_card_of_the_book_is_read() -> None:
    cards = book_cards()
    assert len({(card.type, card.name) for card in cards}) == len(cards)
    assert all("Core rules" in card.source for card in cards)


def test_the_imperial_soldier_of_the_book() -> None:
    soldier = find_unit("imperial soldier")
    strike = attack_of(soldier)
    assert strike.weapon.printed == "One-Handed: [GREEN][RED] / [SWORDS]: Piercing (1)"
    assert (strike.attribute, strike.skill, strike.is_attribute_test) == ("strength", None, False)
    armor = armor_of(soldier)
    assert armor is not None
    assert armor.printed == "Light Armor: [YELLOW] / [DRAGONBORN]: add [YELLOW]"


@pytest.mark.parametrize(
    ("worn", "armor", "block"),
    [
        ("", "[BLACK] (1)", None),
        (" + Imperial Heavy Armor", "Imperial Heavy Armor: [BLACK]", None),
        (" + Imperial Heavy Armor + Ring of Fortify Armor", "Imperial Heavy Armor: [BLACK][YELLOW]", None),
        (" + Imperial Heavy Armor + Imperial Shield", "Imperial Heavy Armor: [BLACK]", "Imperial Shield: [RED]"),
    ],
)
def test_hadvar_of_the_book(worn: str, armor: str, block: str | None) -> None:
    hadvar = find_unit("Hadvar" + worn)
    assert hadvar.armor is not None
    assert hadvar.armor.printed == armor
    found = block_of(hadvar)
    assert (found.printed if found else None) == block
    assert hadvar.attributes["strength"] == 4


def test_a_card_is_read() -> None:
    guard = find_unit("ferry-guard: SPEARMAN", DATA)
    assert (guard.kind, guard.rank, guard.path, guard.health, guard.magicka) == (
        "follower",
        "follower",
        "might",
        3,
        None,
    )
    assert guard.attributes["strength"] == 4
    assert guard.skills["strength"] == ("block", "one-handed")
    assert guard.keywords == (
        Keyword("feeble"),
        Keyword("resistance", detail="frost"),
        Keyword("resistance", detail="magic"),
    )
    assert guard.perks == ("Old Salt",)
    assert armor_of(guard).printed == "Heavy Armor: [RED] (1) / [OBLIVION]: add [YELLOW]"  # type: ignore[union-attr]
    assert block_of(guard).printed == "Block: [GREEN][YELLOW]"  # type: ignore[union-attr]
    assert "'Staggered' read as 'Stagger'" in guard.notes
    assert not guard.tests_endurance


@pytest.mark.parametrize(
    ("weapon", "reach", "dice", "test", "is_attribute_test", "effects"),
    [
        (None, None, "green black", "one-handed", False, 1),
        ("melee", None, "green black", "one-handed", False, 1),
        ("2", None, "red red", "two-handed", True, 1),
        ("two-handed", None, "red red", "two-handed", True, 1),
    ],
)
def test_the_attack_that_is_chosen(
    weapon: str | None, reach: int | None, dice: str, test: str, is_attribute_test: bool, effects: int
) -> None:
    strike = attack_of(find_unit("ferry guard spearman", DATA), weapon, reach)
    assert strike.line.dice == tuple(dice.split())
    assert (strike.test, strike.is_attribute_test, strike.skill) == (test, is_attribute_test, 4)
    assert len(strike.weapon.effects) == effects


def test_a_skill_that_is_lacked_without_its_path_is_an_error() -> None:
    with pytest.raises(ImpossibleQuestion, match="lacks the Skill Archery"):
        attack_of(find_unit("ferry guard spearman", DATA), "ranged")
    with pytest.raises(ImpossibleQuestion, match="lacks the Skill Two-Handed"):
        attack_of(find_unit("wharf rat (adversary)", DATA), "melee")


def test_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    guard = find_unit("ferry guard spearman", DATA)
    monkeypatch.setitem(guard.__dict__, "skills", {"agility": ("archery",)})
    near, far = attack_of(guard, "ranged"), attack_of(guard, "ranged", 7)
    assert (near.line.reach, len(near.weapon.effects)) == (6, 1)
    assert (far.line.reach, len(far.weapon.effects)) == (18, 0)
    with pytest.raises(ImpossibleQuestion, match='reaches 18"'):
        attack_of(guard, "ranged", 19)
    with pytest.raises(ImpossibleQuestion, match="add --weapon ranged"):
        attack_of(guard, "melee", 3)


def test_a_slip_elsewhere_stops_nothing() -> None:
    lookout = find_unit("ferry guard: lookout", DATA)
    assert lookout.armor is not None
    with pytest.raises(BadNotation, match=r"Harbour.cat:\d+: Ferry Guard: Lookout, Melee Attacks: '\[YELOW\]'"):
        attack_of(lookout)


def test_an_epic_creature_attacks_with_the_profile_it_names() -> None:
    horror = find_unit("reef horror", DATA)
    assert [attack.name for attack in horror.attacks] == ["Grasp", "Tail", "Ink"]
    assert attack_of(horror, "ink").kind == "ranged"
    assert attack_of(horror).is_attribute_test
    with pytest.raises(ImpossibleQuestion, match="lacks the Skill One-Handed"):
        attack_of(horror, "tail")
    with pytest.raises(UnknownName, match="a profile of another file"):
        find_unit("reef horror", [DATA[0] / "Harbour.cat"])


def test_unarmed_and_teeth_and_claws() -> None:
    brinna = attack_of(find_unit("brinna: tide caller", DATA))
    assert (brinna.is_unarmed, brinna.is_attribute_test, brinna.can_boost, brinna.line.dice) == (
        True,
        True,
        False,
        ("green",),
    )
    leveled = attack_of(find_unit("brinna (leveled)", DATA))
    assert leveled.line.dice == ("black",)
    assert attack_of(find_unit("pier cat", DATA)).line.dice == ("green", "red")


def test_a_leveled_card_takes_the_rest_from_the_plain_card() -> None:
    leveled = find_unit("Brinna: Tide Caller (Leveled)", DATA)
    assert (leveled.path, leveled.race, leveled.health, leveled.height) == ("sorcery", "Breton", 6, 2)
    assert leveled.attributes["intelligence"] == 6
    assert leveled.tests_endurance


def test_a_hero_with_items() -> None:
    brinna = find_unit("Brinna + fish knife + salt + oilskin + ring of scales", DATA)
    strike = attack_of(brinna)
    assert strike.weapon.printed == (
        "Fish Knife (One-Handed): [GREEN][RED] / [DRAGONBORN]: Punishing (1) / [DRAGONBORN]: add [YELLOW] and Shock / "
        "Lightweight, Enchanted"
    )
    assert (strike.weapon_class, strike.is_two_handed, strike.can_boost) == (None, False, True)
    assert brinna.armor is not None
    assert brinna.armor.printed == "Oilskin: [YELLOW][RED] (1) / [DRAGONBORN]: add [YELLOW] (melee only)"
    assert any("(add [RED] vs fish)" in note for note in brinna.notes)


def test_a_bonus_alone_is_no_armor() -> None:
    assert armor_of(find_unit("brinna + ring of scales", DATA)) is None


def test_weapon_and_wear_are_items_too() -> None:
    unit = find_unit("brinna", DATA, "fish knife", ["oilskin"])
    assert unit.armor is not None
    assert attack_of(unit, "fish knife").weapon.name == "Fish Knife"


def test_a_spell_of_the_path_of_sorcery_is_an_attribute_test() -> None:
    strike = attack_of(find_unit("brinna + brine bolt", DATA))
    assert (strike.attribute, strike.skill, strike.is_attribute_test, strike.difficulty) == ("intelligence", 6, True, 1)
    assert (strike.line.reach, strike.types, strike.can_boost) == (12, {"magic", "frost"}, False)


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("brinna + anchor hammer", ImpossibleQuestion, "lacks the Skill Two-Handed"),
        ("brinna + diver's plate", ImpossibleQuestion, "lacks the Skill Heavy Armor"),
        ("brinna + salt", ImpossibleQuestion, "needs a weapon"),
        ("ferry guard: spearman + oilskin", ImpossibleQuestion, "no Hero"),
        ("brinna + fish knive", UnknownName, "'Fish Knife'"),
        ("brina", UnknownName, "'Brinna: Tide Caller'"),
        ("ferry guard", UnknownName, "may be any of 2"),
        ("wharf rat", UnknownName, r"2 cards.*'Wharf Rat \(Adversary\)'"),
        ("wharf rat @ bay.cat", UnknownName, "none of the unit files"),
        ("", UnknownName, "NAME"),
        ("brinna +", UnknownName, "NAME"),
    ],
)
def test_names_that_do_not_work(name: str, error: type[WrongInput], said: str) -> None:
    with pytest.raises(error, match=said) as caught:
        attack_of(find_unit(name, DATA))
    assert "\n" not in str(caught.value)


def test_a_weapon_that_is_none() -> None:
    guard = find_unit("ferry guard: spearman", DATA)
    with pytest.raises(UnknownName, match="it has 1 One-Handed"):
        attack_of(guard, "9")
    with pytest.raises(UnknownName, match="did you mean 'one-handed'"):
        attack_of(guard, "onehanded")


def test_of_several_of_one_name() -> None:
    assert find_unit("wharf rat (follower)", DATA).kind == "follower"
    assert find_unit("wharf rat (adversary)", DATA).kind == "adversary"
    assert find_unit("pier cat", DATA).name == "Pier Cat"  # twice the same is one


def test_no_data_says_where_to_put_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownName, match="--data or ODDS_DATA"):
        find_unit("brinna")
    monkeypatch.setenv("ODDS_DATA", str(DATA[0]))
    assert find_unit("brinna").name == "Brinna: Tide Caller"


@pytest.mark.parametrize("weapon", ["-1", "0", "2", "+2", "99999999999999999999"])
def test_a_weapon_that_is_no_number_of_the_card(weapon: str) -> None:
    with pytest.raises(UnknownName, match=f"weapon {re.escape(weapon)}: .* has 1; it has 1 One-Handed"):
        attack_of(find_unit("imperial soldier"), weapon)


def test_names_and_items_without_end() -> None:
    started = time.perf_counter()
    with pytest.raises(UnknownName) as error:
        find_unit("x" * 100_000)
    assert len(str(error.value)) < 400
    with pytest.raises(ImpossibleQuestion, match="Hadvar: 3000 items; at most 40"):
        find_unit("Hadvar" + " + Ring of Fortify Armor" * 3000)
    assert time.perf_counter() - started < 2


def test_list_show_and_check() -> None:
    rows = unit_files.list_units(DATA)
    assert [row.name for row in rows].count("Pier Cat") == 1
    shown = unit_files.show_unit(find_unit("ferry guard: lookout", DATA))
    assert ("armor", "[YELLOW]") in shown
    assert any(label == "attack" and text.startswith("refused") for label, text in shown)
    check = unit_files.check(DATA)
    assert check.refused == 1
    (refused,) = [finding for finding in check.findings if finding.status == "refused"]
    assert (refused.unit, refused.field, refused.text) == ("Ferry Guard: Lookout", "Melee Attacks", "Strength: [YELOW]")
    assert "did you mean '[YELLOW]'" in refused.printed
    assert check.texts == check.read + check.repaired + check.notes + check.refused
    statuses = {(finding.unit, finding.field): finding.status for finding in check.findings}
    assert statuses["Ferry Guard: Spearman", "Melee Attacks"] == "repaired"
    assert statuses["Ferry Guard: Spearman", "Armor"] == "repaired"
    assert statuses["Fish Knife", "Damage Value/Effect"] == "note"
    with pytest.raises(BadFile, match="--data or ODDS_DATA"):
        unit_files.check()


def test_files_without_a_card_say_so(tmp_path: Path) -> None:
    rope = tmp_path / "rope.cat"
    rope.write_text('<catalogue><profile typeName="Item" name="Rope"/></catalogue>')
    empty = tmp_path / "empty.cat"
    empty.write_text("<catalogue/>")
    for file in (rope, empty):
        with pytest.raises(BadFile, match="no unit card in it"):
            unit_files.list_units([file])
    assert unit_files.check([rope]).texts == 0
    with pytest.raises(BadFile, match="neither a unit card nor an item"):
        unit_files.check([empty])
    assert unit_files.list_units([empty, *DATA])


def test_a_type_the_book_does_not_have_is_said_of_a_card(tmp_path: Path) -> None:
    file = tmp_path / "ice.cat"
    file.write_text(
        '<catalogue><profile typeName="Hero" name="Ice"><characteristic name="Keywords">Resistance (Frxost)'
        "</characteristic></profile></catalogue>"
    )
    shown = unit_files.show_unit(find_unit("ice", [file]))
    assert ("keyword", "Resistance (Frxost)") in shown
    assert any(label == "note" and "did you mean 'frost'" in text for label, text in shown)
