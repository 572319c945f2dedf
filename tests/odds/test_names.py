"""Names as users type them."""

import pytest

from tamriel_odds.odds.names import nearest, offer, plain


@pytest.mark.parametrize(
    "spelling",
    [
        "Power Attack",
        "power-attack",
        "POWER_ATTACK",
        "  power   attack ",
        "power–attack",
        "Pówer Attack",
        "power - attack",
    ],
)
def test_spellings_of_one_name_are_equal(spelling: str) -> None:
    assert plain(spelling) == "power-attack"


def test_apostrophes_do_not_matter() -> None:
    assert plain("Assassin\u2019s Blade") == plain("Assassin's blade") == plain("assassins blade")


@pytest.mark.parametrize("name", ["power-atack", "pwoer attack", "POWER"])
def test_a_slip_is_answered_with_the_nearest(name: str) -> None:
    assert nearest(name, ["precision-strike", "power-attack", "aimed-shot"])[0] == "power-attack"


def test_the_nearest_keeps_the_printed_spelling_and_its_number() -> None:
    names = ["Draugr One", "Draugr Two", "Draugr Three", "Draugr Four"]
    assert len(nearest("draugr", names)) == 3
    assert set(nearest("draugr", names)) <= set(names)


def test_nothing_near_is_nothing() -> None:
    assert nearest("zzz", ["power-attack"]) == []


@pytest.mark.parametrize(
    ("name", "names", "offered"),
    [
        ("yelow", ["green", "yellow"], "; did you mean 'yellow'?"),
        ("zzz", ["green", "yellow"], "; known are green, yellow"),
        ("zzz", [str(number) for number in range(13)], "; known are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ..."),
        ("zzz", [], ""),
    ],
    ids=["near", "none near", "many", "no names"],
)
def test_the_end_of_a_message_offers_names(name: str, names: list[str], offered: str) -> None:
    assert offer(name, names) == offered


def test_nothing_is_near_to_what_is_longer_than_any_name() -> None:
    assert nearest("green" * 100, ["green"]) == []
    assert offer("green" * 100, ["green"]) == "; known are green"
