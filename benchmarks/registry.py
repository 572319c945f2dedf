"""Every mechanic that is measured: its question, the dice it can roll, its rivals, and how far we mean to get.

A new mechanic is a row here and a module of rivals; tests and benchmarks find both.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tamriel_odds.benchmarks.rivals import attack, betrayal, fight, skyrim
from tamriel_odds.odds.betrayal.engage import Engage
from tamriel_odds.odds.betrayal.lockpick import Lockpick
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.duel import Duel
from tamriel_odds.odds.question import Question
from tamriel_odds.odds.skyrim.skill_test import SkillTest

# What a rival gets is the resolved roll, whose faces and policy it shares; it gives counts (or probabilities) by cell.
Rolls = Callable[[Any, int], Any]
Enumerates = Callable[[Any], Any]


@dataclass(frozen=True)
class Rival:
    """Another way to roll: `trials` is what it rolls in a fraction of a second, `reach` how many times slower it is."""

    name: str
    rolls: Rolls
    trials: int
    reach: float | None = None


@dataclass(frozen=True)
class Mechanic:
    """A question, `dice` the most dice a trial of it rolls, `reach` the most times R(dice) that it may take.

    `enumerates` answers it exactly by other means, `exact_reach` times slower than we do at least.
    """

    name: str
    question: Question
    dice: int
    reach: float
    rivals: tuple[Rival, ...]
    enumerates: Enumerates
    exact_reach: float = 5
    # Short enough to fit between the disturbances of a busy machine: the best of many rounds counts.
    trials: int = 1 << 25


ATTACK_RIVALS = (
    Rival("numpy, a draw a die", attack.numpy_by_die, 1 << 18, 25),
    Rival("numpy, pools as dice", attack.numpy_by_pool, 1 << 18, 10),
    Rival("plain Python", attack.plain_python, 1 << 13),
)

FIGHTER: dict[str, Any] = {
    "attack": "[GREEN][RED][BLACK] / [DRAGONBORN]: add [YELLOW] / [SWORDS]: Piercing (2)",
    "skill": 4,
    "armor": "[BLACK][YELLOW] (1)",
    "health": 6,
}

MECHANICS = (
    Mechanic(
        "attack of 5 dice",
        Attack(skill=3, attack="[GREEN][RED] / [SWORDS]: Piercing (1)", armor="[BLACK] (1)"),
        5,
        2,
        ATTACK_RIVALS,
        attack.icepool_exact,
    ),
    Mechanic(
        "attack of 7 dice",
        Attack(skill=5, attack="[GREEN][RED][BLACK] / [SWORDS]: Piercing (2)", armor="[BLACK][YELLOW] (1)"),
        7,
        2,
        ATTACK_RIVALS,
        attack.icepool_exact,
    ),
    Mechanic(
        "engage of 10 dice",
        Engage(dice="6 combat, 4 snipe", defense=3, health=6),
        12,
        1.0,
        (
            Rival("numpy, a draw a die", betrayal.numpy_engage, 1 << 18),
            Rival("plain Python", betrayal.plain_engage, 1 << 13),
        ),
        betrayal.icepool_engage,
    ),
    Mechanic(
        "lockpick of 3 attempts",
        Lockpick(code="3-5-6", attempts=3, fatigue=2),
        12,
        1.5,
        (
            Rival("numpy along the policy", betrayal.numpy_lockpick, 1 << 18),
            Rival("plain Python", betrayal.plain_lockpick, 1 << 13),
        ),
        betrayal.enumerated_lockpick,
        1,
    ),
    Mechanic(
        "skill test with 3 pushes",
        SkillTest(need=2, symbol="circle", pushes=3),
        6,
        1.5,
        (
            Rival("numpy, a draw a die", skyrim.numpy_test, 1 << 18),
            Rival("plain Python", skyrim.plain_test, 1 << 13),
        ),
        skyrim.icepool_test,
        0,
    ),
    Mechanic(
        "duel of 16 attacks of 8 dice",
        Duel(rounds=8, **{f"{name}_{side}": value for side in "ab" for name, value in FIGHTER.items()}),
        128,
        4,
        (),
        fight.folded_duel,
        0,
        1 << 21,
    ),
    Mechanic(
        "attack of 12 dice",
        Attack(
            skill=5,
            attack="[GREEN][RED][BLACK] / [DRAGONBORN]: add [GREEN][YELLOW][YELLOW] / [SWORDS]: Piercing (2)"
            " / [OBLIVION]: add [YELLOW], damage +1",
            choose="dragonborn,swords,oblivion",
            armor="[BLACK][YELLOW][RED] (1) / [OBLIVION]: add [YELLOW] / [SWORDS]: add [RED]",
        ),
        12,
        1.8,
        ATTACK_RIVALS,
        attack.icepool_exact,
    ),
)
