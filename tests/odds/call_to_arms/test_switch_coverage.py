"""Every Perk, keyword and race the rulebook prints is a switch, a test, another question, or left out for a reason."""

import tomllib
from pathlib import Path

import pytest

from tamriel_odds.odds.call_to_arms.named_hazards import named_hazards
from tamriel_odds.odds.call_to_arms.named_tests import named_tests, switches_of_tests
from tamriel_odds.odds.call_to_arms.said import APPLIED
from tamriel_odds.odds.call_to_arms.sides import RACES
from tamriel_odds.odds.call_to_arms.switches import switches
from tamriel_odds.odds.not_modelled import not_modelled

NAMES = tomllib.loads((Path(__file__).parents[2] / "data/rulebook_names.toml").read_text(encoding="utf-8"))
PRINTED = [(section, name) for section, names in NAMES.items() for name in names]
# Damage types are values of other switches, and some names belong to cards, questions or several switches at once.
TYPES = {"fire", "force", "frost", "magic", "physical", "shock"}
ELSEWHERE = {
    "scatter-distance": "the table scatter",
    "teeth-and-claws": "the card of a unit",
    "cushioned": "odds cta fall --cushioned",
    "imperial": "imperial-luck",
    "orsimer": "berserker-rage",
    "daedra": "target-flame-daedra and its kin",
    "path-of-might": "the card of a unit",
    "path-of-sorcery": "the card of a unit",
}


def is_known(name: str) -> bool:
    return (
        name in switches()
        or f"target-{name}" in switches()
        or name in APPLIED
        or name in named_tests()
        or name in switches_of_tests()
        or name in named_hazards()
        or name in not_modelled()
        or name in TYPES
        or name in ELSEWHERE
    )


@pytest.mark.parametrize(("section", "name"), PRINTED, ids=[name for _, name in PRINTED])
def test_every_printed_name_is_known(section: str, name: str) -> None:
    assert is_known(name), f"{name} ({section}) is neither a switch nor a test nor listed in not_modelled.toml"


def test_the_rulebook_s_names_are_many_and_once() -> None:
    assert len(PRINTED) > 190
    assert len({name for _, name in PRINTED}) >= len(PRINTED) - 2


def test_races_of_cards_are_switches() -> None:
    assert all(f"target-{race}" in switches() for race in RACES.values())


@pytest.mark.parametrize("name", sorted(not_modelled()))
def test_what_is_not_modelled_has_a_reason(name: str) -> None:
    row = not_modelled()[name]
    assert row.game
    assert row.section
    assert len(row.reason) > 10
