"""Counts that a seed promises: a change of these is a breaking change, since answers could not be asked for again."""

from typing import Any

import pytest

from tamriel_odds.odds.betrayal.battle import Battle
from tamriel_odds.odds.betrayal.draw import Draw
from tamriel_odds.odds.betrayal.enemy_turn import EnemyTurn
from tamriel_odds.odds.betrayal.engage import Engage
from tamriel_odds.odds.betrayal.social import Social
from tamriel_odds.odds.betrayal.turns import Turns
from tamriel_odds.odds.question import Question, build
from tamriel_odds.odds.rolling import run

GOLDEN: list[tuple[type[Question], dict[str, Any], str, list[int]]] = [
    (
        Engage,
        {"dice": "2 combat, snipe, free 2 enemy combat", "defense": 1},
        "damage",
        [2, 15, 40, 116, 213, 297, 196, 98, 21, 2, 0],
    ),
    (Engage, {"dice": "6 combat / 2 snipe"}, "tenacity", [230, 388, 252, 102, 22, 5, 1, 0, 0]),
    (Social, {"dice": "2 persuasive will, authority", "difficulty": 9, "tenacity": 2}, "tenacity", [644, 168, 188]),
    (
        EnemyTurn,
        {"combat": 6, "party": "5, 4+2 prevents 2 1", "targets": 2},
        "lost",
        [0, 0, 8, 34, 110, 208, 268, 230, 107, 35],
    ),
    (Draw, {"deck": "overland", "wanted": (2,), "general": 2, "drawn": 3}, "wanted", [421, 449, 123, 7]),
    (Draw, {"deck": "trainer", "drawn": 4, "wanted": (2,)}, "wanted", [629, 336, 35]),
    (
        Turns,
        {"dice": "snipe, combat", "stamina": 1, "cooldown": 1, "rounds": 3, "engages": 2},
        "damage",
        [3, 57, 234, 416, 233, 53, 4],
    ),
    (Turns, {"dice": "wrecking blow", "stamina": 1, "cooldown": 2, "rounds": 2}, "damage", [26, 0, 107, 586, 122, 159]),
    (Battle, {"file": "clash"}, "defeated", [533, 325, 142]),
    (Battle, {"file": "jailbreak"}, "rounds", [75, 856, 61, 7, 1, 0, 0, 0, 0, 0, 0, 0]),
]


@pytest.mark.parametrize(
    ("kind", "options", "table", "counts"), GOLDEN, ids=lambda value: getattr(value, "command", "")
)
def test_golden_counts(kind: type[Question], options: dict[str, Any], table: str, counts: list[int]) -> None:
    assert run(build(kind, options), trials=1000, seed=1).counts_along(table).tolist() == counts
