"""Rosters, as list builders export them: each model carries what was chosen for it."""

import io
import zipfile
from pathlib import Path

import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.unit_files import list_units
from tamriel_odds.odds.call_to_arms.units import armor_of, attack_of, find_unit
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact

ROSTER = Path(__file__).parents[2] / "data" / "rosters" / "Harbour.ros"


def zipped(tmp_path: Path) -> Path:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("Harbour.ros", ROSTER.read_bytes())
    (tmp_path / "list.rosz").write_bytes(target.getvalue())
    return tmp_path / "list.rosz"


def test_a_model_fights_with_what_was_chosen_for_it() -> None:
    hale = find_unit("Dockmaster Hale", [ROSTER])
    assert [item.name for item in hale.items] == ["Fish Knife", "Oilskin"]
    assert attack_of(hale).weapon.printed == "Fish Knife (One-Handed): [GREEN][RED] / [DRAGONBORN]: Punishing (1)"
    armor = armor_of(hale)
    assert armor is not None
    assert armor.printed == "Oilskin: [RED] (1)"


def test_a_zipped_roster_is_the_same(tmp_path: Path) -> None:
    names = [row.name for row in list_units([ROSTER])]
    assert [row.name for row in list_units([zipped(tmp_path)])] == names


def test_models_of_one_name_with_other_equipment_are_numbered() -> None:
    assert [row.name for row in list_units([ROSTER]) if row.name.startswith("Deckhand")] == ["Deckhand", "Deckhand #2"]
    assert find_unit("Deckhand", [ROSTER]).items == ()
    assert [item.name for item in find_unit("deckhand #2", [ROSTER]).items] == ["Boat Hook"]


def test_more_can_be_added_to_what_is_carried() -> None:
    hale = find_unit("Dockmaster Hale + Boat Hook", [ROSTER])
    assert [item.name for item in hale.items] == ["Fish Knife", "Oilskin", "Boat Hook"]
    assert attack_of(hale, "boat hook").line.dice == ("black",)


def test_a_roster_answers_questions() -> None:
    box = Box.shipped()
    card = Attack(attacker="Deckhand #2", vs="Dockmaster Hale")
    typed = Attack(attack="[BLACK]", skill=4, armor="[RED] (1)", health=4, rank="hero", endurance=4)
    by_card = exact(card, box=Box(box.dice, (ROSTER,)))
    assert by_card.probabilities == pytest.approx(exact(typed, box=box).probabilities, abs=1e-15)


def test_a_hero_of_whom_nothing_was_named_is_told() -> None:
    box = Box(Box.shipped().dice, (ROSTER,))
    notes = " ".join(Attack(attacker="Dockmaster Hale", vs="Deckhand", endurance=4).roll(box).notes)
    assert 'Deckhand wears nothing, as nothing was named: "Deckhand + ARMOR"' in notes
    assert "Unarmed" not in notes
