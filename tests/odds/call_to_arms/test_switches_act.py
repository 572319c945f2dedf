"""No switch is an empty name: each changes the answer to one of these attacks at least."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.switches import switches
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.rolling import exact

TARGET: dict[str, Any] = {"skill": 5, "armor": "[BLACK]", "health": 3, "rank": "hero", "endurance": 4, "wisdom": 4}
EFFECTS = "[SWORDS]: Stagger / [DRAGONBORN]: add [YELLOW] / Bleed, Piercing (1)"
BOW = f'Archery: 10" [RED][YELLOW] / 20" [RED] / {EFFECTS}'
BLOCKING: dict[str, Any] = {"block_dice": "[RED]", "block_skill": 5}
TESTS, TYPES = ("Destruction", "Strength"), ("Fire", "Frost", "Shock", "Force", "Magic")
ATTACKS: tuple[dict[str, Any], ...] = (
    {"attack": f"One-Handed: [RED][YELLOW] / {EFFECTS}"},
    {"attack": f"Two-Handed: [RED][YELLOW] / {EFFECTS}"},
    {"attack": "Two-Handed: [BLACK][BLACK][RED]"},
    {"attack": BOW, "range": 5},
    {"attack": BOW, "range": 15},
    {"attack": BOW, "range": 25},
    *({"attack": f"{test}: [RED][YELLOW] ({type_}) / {EFFECTS}"} for test, type_ in product(TESTS, TYPES)),
    *({"attack": f"{school}: [RED]"} for school in ("Alteration", "Conjuration", "Illusion", "Restoration")),
    {"attack": f"Strength: [RED] (Sun) / {EFFECTS}"},
    {"attack": f"Strength: [RED] (Poison) / Poison (Health), Disease / {EFFECTS}"},
    {"attack": "One-Handed: [RED]", **BLOCKING, "block": "keep"},
    {"attack": "One-Handed: [RED] (Magic)", **BLOCKING, "block": "keep"},
    {"attack": "One-Handed: [RED]", **BLOCKING, "block": "spend"},
    {"attack": BOW, "range": 5, **BLOCKING, "block": "best"},
)  # fmt: skip
BESIDE: tuple[tuple[str, ...], ...] = (
    (), ("block-token",), ("power-attack",), ("secondary-weapon",), ("sneak-attack",), ("aimed-shot",),
    ("resistance:magic",), ("target-ethereal",), ("terrifying",), ("unarmed",),
)  # fmt: skip


@cache
def answered(attack: int, given: tuple[str, ...]) -> dict[str, list[float]] | None:
    """Every table and event of an answer; None where the switches do not fit the attack."""
    try:
        answer = exact(Attack(**TARGET, **ATTACKS[attack], with_=given))
    except WrongInput:
        return None
    tables = {name: answer.along(name).tolist() for name in (*answer.outcomes.tables, "hit")}
    return {**tables, **{name: [answer.event(name)] for name in answer.outcomes.events}}


def differ(one: dict[str, list[float]], other: dict[str, list[float]]) -> bool:
    if set(one) != set(other):
        return True
    return any(
        len(one[name]) != len(other[name]) or not np.allclose(one[name], other[name], atol=1e-12) for name in one
    )


def acts(switch: str) -> bool:
    for beside, attack in product(BESIDE, range(len(ATTACKS))):
        with_it, without = answered(attack, (*beside, switch)), answered(attack, beside)
        # An option that only a switch allows is an effect, too.
        if with_it is not None and (without is None or differ(with_it, without)):
            return True
    return False


@pytest.mark.parametrize("name", switches())
def test_a_switch_changes_an_answer(name: str) -> None:
    switch = switches()[name]
    assert acts(f"{name}:{switch.takes[0]}" if switch.takes else name)


def test_a_switch_that_is_no_switch_would_be_found() -> None:
    assert not acts("armsman:no")
