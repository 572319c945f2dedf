"""A fight as its kernels look it up (kernels/call_to_arms/fight_tables.py)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.attack_tables import calls_of
from tamriel_odds.odds.call_to_arms.fight_model import STANDING, Model
from tamriel_odds.odds.call_to_arms.pools import stacked
from tamriel_odds.odds.call_to_arms.variants import (
    BLEEDS,
    BURNS,
    BURNS_IF_FAILED,
    FREEZES,
    POISONS_IF_FAILED,
    SHOCKS,
    block_of,
)

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.fight import Fight, Turn

Integers = NDArray[np.int32]
# The rows of the state: of the fight, of each model, and (where a fight needs them) more of each model, in the order of
# kernels/call_to_arms/fight_steps.py and fight_tokens.py.
FIGHT_ROWS = ("total", "spent", "follow-up", "moment", "trial")
ROWS = ("health", "status", "token", "stamina")
MORE_ROWS = ("bleed", "burning", "poison", "magicka", "avoids", "began", "acted", "extra", "ward")
# The tables, in the order of kernels/call_to_arms/fight_tables.py.
TABLES = (
    "calls", "apart_calls", "toll_calls", "start", "strides", "variant", "cost", "spends", "skill_die", "attack",
    "choice", "bonus", "effect", "armor_row", "armor", "fates", "block_kind", "block_test", "block", "block_die",
    "attack_6", "attack_11", "bonus_6", "bonus_11", "armor_dice", "armor_6", "armor_11", "armor_choice", "armor_bonus",
    "armor_bonus_6", "armor_bonus_11", "extra_row", "extra", "again", "gain", "bash", "renews", "tests", "bleed_test",
    "drain",
)  # fmt: skip


def fight_tables(fight: "Fight") -> dict[str, Any]:
    """The fields of the kernels' ``Tables``."""
    attacks = fight.strikes.tables
    brings = [_only(fight, choice, attacks["effect"]) != 0 for choice in range(len(fight.choices))]
    numbers = {
        "never": fight.never,
        "rows": fight.strikes.all_rows,
        "punishings": len(fight.strikes.punishing),
        "most_missing": attacks["most_missing"],
        "most_stars": attacks["most_stars"],
        "healths": fight.healths,
        "staminas": fight.choices[0].shape[1],
        "costs": any(fight.costs),
        "extras": fight.choices[0].shape[0] - 1,
        "renewing": fight.renews.any(),
    }
    return {
        "plan": _plan(fight, attacks, brings),
        "models": _bodies(fight, brings),
        "entries": packed({**attacks, **_tables(fight, attacks)}),
        **{name: np.int32(number) for name, number in numbers.items()},
    }


def packed(tables: dict[str, Any]) -> Integers:
    """All tables in one array: first where each begins and how long its rows are, then they."""
    header: list[int] = []
    begin = 2 * len(TABLES)
    for name in TABLES:
        header += [begin, tables[name].shape[-1]]
        begin += tables[name].size
    parts = [np.array(header, np.int32), *(tables[name].ravel() for name in TABLES)]
    return np.concatenate(parts, dtype=np.int32, casting="same_kind")


def _tables(fight: "Fight", attacks: dict[str, Any]) -> dict[str, NDArray[Any]]:
    """Those that are not the attacks' own."""
    fates = [row for model in fight.models for more in fight.strikes.punishing for row in model.fates(more)]
    faces = max(map(len, fates))
    suffering = [model if any(fight.suffers) else Model(model.name, 1, 1) for model in fight.models]
    start = _start(fight)
    return {
        "calls": calls_of({**attacks, "fates": np.zeros((1, faces))}),
        "apart_calls": _apart_calls(fight),
        "toll_calls": _toll_calls(fight),
        "start": start,
        "strides": _strides(fight, len(start)),
        "variant": np.concatenate([choice.ravel() for choice in fight.choices]),
        "cost": np.array(fight.costs),
        "spends": np.array(fight.spends),
        "fates": np.array([row * (faces // len(row)) for row in fates]),
        "bash": _bashes(fight),
        "renews": fight.renews,
        "tests": _tests(fight),
        "bleed_test": stacked([test for model in suffering for test in model.bleed_tests()]),
        "drain": np.array([face.number for face in fight.drain.faces] if fight.drain else [0]),
    }


def _start(fight: "Fight") -> Integers:
    start = [0, 0, 0, fight.never, 0]
    for model in fight.models:
        start += [model.health, model.status, model.token, model.stamina + model.boosts]
    for model in () if fight.is_plain else fight.models:
        start += [0, 0, 0, model.magicka, model.avoids_death, 0, 0, model.extra, 0]
    return np.array(start, np.int32)


def _row(name: str, model: int = 0) -> int:
    """The row of the state that holds a model's Health, or what is known of the fight."""
    if name in FIGHT_ROWS:
        return FIGHT_ROWS.index(name)
    return len(FIGHT_ROWS) + len(ROWS) * model + ROWS.index(name)


def _strides(fight: "Fight", rows: int) -> Integers:
    strides = np.zeros(rows, np.int32)
    for place, (name, model) in enumerate(fight.reads):
        strides[_row(name, model)] = np.prod(fight.answers.shape[place + 1 :], dtype=np.int64)
    return strides


def _plan(fight: "Fight", attacks: dict[str, Any], brings: Sequence[bool]) -> Integers:
    """What is known of every attack, in the order of kernels/call_to_arms/fight_turn.py."""
    same_armor = [_only(fight, choice, attacks["armor_row"]) for choice in range(len(fight.choices))]
    if not attacks["armor"].size:
        same_armor = [-1] * len(same_armor)
    sizes = [choice.size for choice in fight.choices]
    rows = [
        (
            turn.attacker, turn.target, turn.opens, turn.closes, turn.is_follow_up,
            sum(1 << model for model in turn.flips), turn.moment, sum(sizes[: turn.choice]),
            _strong_armor(fight, turn), same_armor[turn.choice], brings[turn.choice], fight.is_blocked(turn.choice),
            fight.afflicts(turn), fight.fits(turn), fight.postures(turn), turn.magicka, turn.ends,
            fight.is_apart(turn), fight.gains(turn), fight.is_played_singly(turn),
        )
        for turn in fight.plan
    ]  # fmt: skip
    return np.array(rows, np.int32).T.copy()


def _only(fight: "Fight", choice: int, of_row: Integers) -> int:
    """What is the same for all rows of an attack's variants, -1 where they differ."""
    rows = [fight.strikes.rows(variant) for variant in fight.variants[choice]]
    # Armor rows stand there again with one and two dice added.
    parts = of_row.reshape(-1, fight.strikes.all_rows)
    found = {int(value) for part in parts for row in rows for value in part[row]}
    return found.pop() if len(found) == 1 else -1


def _strong_armor(fight: "Fight", turn: "Turn") -> int:
    """The target's Strong Armor: the same in all variants of an attack."""
    strong = {roll.strong_armor for roll in fight.rolls_of(turn)}
    assert len(strong) == 1, strong
    return strong.pop()


def _bodies(fight: "Fight", brings: Sequence[bool]) -> Integers:
    """What is known of every model, in the order of kernels/call_to_arms/fight_body.py."""
    brought = {turn.target for turn in fight.plan if brings[turn.choice]}
    rows = [
        (
            model.most_health, model.stamina, model.magicka, model.blocks, model.tests, model.lies,
            fight.suffers[number], fight.tracked[number], model.is_adversary, model.ward is not None,
            model.ward.cost if model.ward else 0, model.absorbs, model.has_tower, model.returns,
            fight.reels[number], model.bash_cost, model.quick is not None,
            model.status != STANDING or model.tests or number in brought,
        )
        for number, model in enumerate(fight.models)
    ]  # fmt: skip
    return np.array(rows, np.int32).T.copy()


def _tests(fight: "Fight") -> Integers:
    """The tests of every model: of fire, of tokens it resists, of its armor, of a kept token and of its Ward."""
    if fight.is_plain:
        return np.zeros(1, np.int32)
    by_model = [(one.agility, one.endures, one.endures, one.quick) for one in fight.models]
    asked = [
        model.tested(attributes[test])
        for test in range(4)
        for model, attributes in zip(fight.models, by_model, strict=True)
    ]
    return stacked([*asked, *(model.cast_test() for model in fight.models)])


def _bashes(fight: "Fight") -> Integers:
    """[model, Stamina]: whether a spent Block Token is a Shield Bash."""
    bashes = [model.bash or (0,) for model in fight.models]
    widest = max(map(len, bashes))
    return np.array([[*bash, *[bash[-1]] * (widest - len(bash))] for bash in bashes], np.int32)


def _apart_calls(fight: "Fight") -> NDArray[np.int64]:
    """The calls of what is rolled beside attacks and after them (kernels/call_to_arms/draws.py)."""
    calls = {0} if any(fight.is_beside(turn) for turn in fight.plan) else set()
    brought = fight.afflictions
    has_tower = any(model.has_tower for model in fight.models)
    if has_tower or brought & (FREEZES | SHOCKS):
        calls.add(1)
    if has_tower or brought & (BURNS_IF_FAILED | POISONS_IF_FAILED):
        calls.add(2)
    wide = any(block is not None and block.is_wide for block in map(block_of, fight.strikes.rolls))
    if wide or has_tower or any(model.quick is not None for model in fight.models):
        calls.add(3)
    return np.array(sorted(calls), np.int64)


def _toll_calls(fight: "Fight") -> NDArray[np.int64]:
    """The calls of what tokens take in an activation, and of a Ward that is cast in it."""
    brought = fight.afflictions
    calls = {0} if any(fight.suffers) else set()
    if brought & (BURNS | BURNS_IF_FAILED | BLEEDS):
        calls.add(1)
    if brought & BLEEDS or any(model.ward is not None for model in fight.models):
        calls.add(2)
    return np.array(sorted(calls), np.int64)
