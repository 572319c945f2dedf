"""Tests that cannot be pushed, as numbers: sneaking and disarming."""

import numpy as np

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.skyrim.pushes import SKILL_DICE, TEST_DICE, read_need
from tamriel_odds.odds.skyrim.sneak import Disarm, Sneak
from tamriel_odds.odds.skyrim.summed_roll import SummedRoll, pools_of
from tamriel_odds.odds.sums import Sum


def sneak(asked: Sneak, box: Box) -> SummedRoll:
    """The test against the highest Sneak value; only that enemy can ambush."""
    enemies = [(str(asked.symbol), asked.need or 0, asked.ambush)] if not asked.enemy else map(_enemy, asked.enemy)
    symbol, need, ambush = max(enemies, key=lambda enemy: enemy[1])
    dice = (0 if asked.hard_mode else TEST_DICE) + asked.sneak + asked.story_mode
    notes = ("Heavy Armor forbids it: nothing is rolled",) if asked.heavy_armor else ()
    rulings = ("sneak-skill-is-its-value",) + (("highest-sneak-value",) if len(asked.enemy) > 1 else ())
    fails = ("ambushed",) if ambush else ()
    return _test(box, 0 if asked.heavy_armor else dice, symbol, need, fails, rulings, notes)


def _enemy(text: str) -> tuple[str, int, bool]:
    words = text.casefold().replace(",", " ").split()
    ambush = "ambush" in words
    return *read_need(" ".join(word for word in words if word != "ambush")), ambush


def disarm(asked: Disarm, box: Box) -> SummedRoll:
    """The Lockpicking test on a trap."""
    dice = TEST_DICE + SKILL_DICE[asked.skill] + asked.story_mode
    return _test(box, dice, str(asked.symbol), asked.need, ("sprung",), ("disarmed-is-defeated",), ())


def _test(
    box: Box,
    dice: int,
    symbol: str,
    need: int,
    fails: tuple[str, ...],
    rulings: tuple[str, ...],
    notes: tuple[str, ...],
) -> SummedRoll:
    """Symbols shown by that many dice, whether they are enough, and what happens when they are not."""
    die = box.dice["test"]
    axes = (Axis.counting("symbols", dice),)
    enough = np.arange(dice + 1) >= need
    events = {"success": enough} | dict.fromkeys(fails, ~enough)
    if need > dice and not notes:
        notes = (f"it cannot succeed: {dice} dice do not show {need} {symbol}{'s' * (need > 1)}",)
    cells = np.arange(max(dice, 1) + 1, dtype=np.uint16)
    summed = Sum(pools_of(die, dice, symbol), cells)
    return SummedRoll(summed, Outcomes(axes, ("symbols",), events), (die,) if dice else (), rulings, notes)
