"""Tests against real unit files are collected only where there are some: nothing of them is shipped."""

import os
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from tamriel_odds.odds.call_to_arms import units
from tamriel_odds.odds.call_to_arms.keywords import ATTRIBUTES, SKILLS
from tamriel_odds.odds.call_to_arms.terms import Keyword

collect_ignore = [] if os.environ.get("TAMRIEL_ODDS_BATTLESCRIBE") else ["test_real_files.py"]


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts the card of a Hero, all Attributes 4, into the place of the unit files."""

    def put(
        path: str,
        skills: tuple[str, ...],
        keywords: tuple[str, ...] = (),
        perks: tuple[str, ...] = (),
        immunity: str | None = None,
        race: str = "",
    ) -> None:
        unit = SimpleNamespace(
            name="Tester",
            kind="hero",
            race=race,
            path=path,
            attributes=dict.fromkeys(ATTRIBUTES, 4),
            skills={attribute: tuple(s for s in skills if SKILLS[s] == attribute) for attribute in ATTRIBUTES},
            keywords=[
                *(Keyword(keyword) for keyword in keywords),
                *([Keyword("immunity", detail=immunity)] if immunity else []),
            ],
            perks=perks,
            health=3,
            height=2,
            tests_endurance=True,
            armor=None,
            items=(),
        )
        monkeypatch.setattr(units, "find_unit", lambda *_: unit)
        monkeypatch.setattr(units, "armor_of", lambda unit: unit.armor)

    return put
