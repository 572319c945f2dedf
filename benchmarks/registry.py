"""What a row is: a mechanic with its question, the dice it can roll, its rivals, and how far we mean to get; a command.

A new mechanic is a row in the module of its game, and a function of its own for each rival; tests, benchmarks and the
tables of the documents find both.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tamriel_odds.benchmarks.record import Reach
from tamriel_odds.odds.question import Question

# A rival is handed the resolved roll; what it makes of it, tables above all, is made once and not timed.
Rolls = Callable[[int], Any]
Prepares = Callable[[Any], Rolls]
Enumerates = Callable[[Any], Any]

ONE_THREAD = "one thread"
BY_DIE, BY_POOL, PLAIN = "numpy, a draw a die", "numpy, a draw a pool", "plain Python"
ICEPOOL, DYCE = "icepool", "dyce"
START, FIRST, MEMORY = "start", "first answer", "memory"
TWICE = Reach(ONE_THREAD, at_least=1.9)


@dataclass(frozen=True)
class Mechanic:
    """A question and the most dice that a trial of it rolls.

    `rivals` roll it, `exact_rivals` enumerate it. `words` is the d of its yardstick R(d), where that is not a word for
    every die.
    """

    name: str
    question: Question
    dice: int
    rivals: Mapping[str, Prepares] = field(default_factory=dict)
    exact_rivals: Mapping[str, Enumerates] = field(default_factory=dict)
    reaches: tuple[Reach, ...] = ()
    exact_reaches: tuple[Reach, ...] = ()
    words: int = 0

    @property
    def filled(self) -> int:
        """The words a trial that the yardstick fills: whole calls of four."""
        return -(-(self.words or self.dice) // 4) * 4

    @property
    def yardstick(self) -> str:
        return f"R({self.filled})"


@dataclass(frozen=True)
class Command:
    """A program to be started: what is measured of it (its table), and the seconds or bytes it may take at most.

    What `is_long` is left out of quick runs.
    """

    table: str
    what: str
    words: tuple[str, ...]
    reach: float | None = None
    is_long: bool = False


def three(by_die: Prepares, by_pool: Prepares, plain: Prepares) -> dict[str, Prepares]:
    """The three ways in which a question is rolled by others."""
    return {BY_DIE: by_die, BY_POOL: by_pool, PLAIN: plain}


def at_most(words: int, reach: float) -> Reach:
    """A reach in yardsticks."""
    return Reach(f"R({words})", at_most=reach)


def mechanics() -> tuple[Mechanic, ...]:
    """All rows."""
    from tamriel_odds.benchmarks import betrayal, call_to_arms, skyrim

    return (*call_to_arms.MECHANICS, *betrayal.MECHANICS, *skyrim.MECHANICS)
