"""Items as a list and one by one; cards of our own making."""

from pathlib import Path

import pytest

from tamriel_odds.odds.call_to_arms.battlescribe import Field, Profile
from tamriel_odds.odds.call_to_arms.items import gives, list_items, show_item
from tamriel_odds.odds.call_to_arms.units import find_card, find_unit
from tamriel_odds.odds.errors import UnknownName

DATA = [Path(__file__).parents[2] / "data" / "units"]


@pytest.fixture(autouse=True)
def _no_data_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ODDS_DATA", raising=False)


def item(type_: str, **texts: str) -> Profile:
    fields = {title.replace("_", " "): Field(text, 7) for title, text in texts.items()}
    return Profile(type_, "Thing", fields, "things.gst", 5)


def test_the_list_goes_kind_by_kind_and_has_the_books_own_behind_the_users() -> None:
    rows = list_items(DATA)
    kinds = [row.kind for row in rows]
    assert kinds == sorted(kinds, key=kinds.index)
    assert len({(row.name, row.kind) for row in rows}) == len(rows)
    by_name = {row.name: row for row in rows}
    assert by_name["Fish Knife"].gives.startswith("Melee (One-Handed): [GREEN][RED] / [DRAGONBORN]: Punishing (1)")
    assert by_name["Imperial Shield"].file == "units.toml"


def test_a_hero_is_offered_what_it_may_use() -> None:
    hero = find_unit("Brinna: Tide Caller", DATA)
    offered = {row.name for row in list_items(DATA, hero)}
    assert "Brine Bolt" in offered
    assert "Anchor Hammer" not in offered
    assert offered < {row.name for row in list_items(DATA)}


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        (
            item("Armor", **{"Armor Rating": "[YELLOW](1)\n[HELMET]: add [YELLOW]"}),
            "[YELLOW] (1) / [DRAGONBORN]: add [YELLOW]",
        ),
        (item("Shield", **{"Block Rating": "[RED]", "Effect": "None"}), "[RED]"),
        (item("Item", Effect="Sings\nto the  crew"), "Sings / to the  crew"),
        (item("Melee Weapon", **{"Damage Value/Effect": "[RED] [GREEN"}), "[RED][GREEN]"),
        (item("Armor", **{"Armor Rating": "[RED] and a long tale " + "x" * 200}), "refused: "),
        (item("Dragon Shout", Range='6"', **{"Level 1": "[GREEN]", "Level 2": "[RED]"}), "[GREEN]"),
    ],
    ids=["armor", "shield", "text", "mended", "refused", "shout"],
)
def test_what_an_item_gives_is_one_line(thing: Profile, said: str) -> None:
    assert said in gives(thing)
    assert len(gives(thing)) <= 110
    assert "\n" not in gives(thing)


def test_an_item_that_says_nothing_gives_nothing() -> None:
    assert gives(item("Item", Effect="-", Keywords="None")) == ""


def test_an_item_is_shown_as_it_is_read() -> None:
    shown = show_item(
        item("Melee Weapon", Skill="One-Handed", Keywords="Steel", **{"Damage Value/Effect": "[RED] [GREEN"})
    )
    assert ("name", "Thing") in shown
    assert ("melee attack", "Thing (One-Handed): [RED][GREEN]") in shown
    assert ("keywords", "Steel") in shown
    assert [text for label, text in shown if label == "note"] == ["'[GREEN' read as '[GREEN]'"]
    assert shown[-1] == ("from", "things.gst:5")
    assert all(text for _, text in shown)


def test_what_cannot_be_read_says_why() -> None:
    shown = show_item(item("Melee Weapon", Skill="One-Handed", **{"Damage Value/Effect": "[RED]: nonsense of a kind"}))
    assert any("things.gst:7" in text and "refused" in text for _, text in shown)


def test_a_card_is_a_unit_before_it_is_an_item() -> None:
    assert find_card("wharf rat (adversary)", DATA).name == "Wharf Rat"
    assert find_card("fish-knife", DATA).name == "Fish Knife"
    with pytest.raises(UnknownName, match="'Fsh Knife' is no unit and no item; did you mean 'Fish Knife'"):
        find_card("Fsh Knife", DATA)
    with pytest.raises(UnknownName, match="`odds units list` and `odds units items` show them all"):
        find_card("Xyzzy", DATA)
    with pytest.raises(UnknownName, match="is 2 cards"):
        find_card("Wharf Rat", DATA)
