"""Enemy pools: what they buy, and which chips come out of the bags."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.deck import Draw
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.question import Roll

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.pool import Pool

LEVELS = (20, 10, 5, 1)
# Chips show one level on each side and share a bag (Betrayal, Enemies).
BAGS = {1: (1, 5), 5: (1, 5), 10: (10, 20), 20: (10, 20)}


@cache
def end_of_session(session: int, difficulty: str, players: int) -> int:
    """The XP behind the enemy pool of a session's last battle (End of Session Difficulty EP).

    >>> end_of_session(3, "expert", 4)
    38
    """
    table = tomllib.loads(files("tamriel_odds.odds").joinpath("data/end_of_session.toml").read_text(encoding="utf-8"))
    return int(table[f"session-{session}"][difficulty][players - 1])


def bought(points: int, places: int | None = None) -> tuple[int, ...]:
    """The levels of the enemies drawn, in order: always the highest that fits (Enemy Pool).

    >>> bought(8)
    (5, 1, 1, 1)
    """
    levels: list[int] = []
    for level in LEVELS:
        while points >= level and (places is None or len(levels) < places):
            levels.append(level)
            points -= level
    return tuple(levels)


def bought_on_scale(points: int, scale: Sequence[int], places: int | None = None) -> tuple[int, ...]:
    """The levels drawn for a tile of a delve: each printed level, or the highest below it that fits (Deploy Enemies).

    >>> bought_on_scale(13, (10, 5, 5))
    (10, 1, 1)
    """
    levels: list[int] = []
    for most in scale[:places]:
        fitting = [level for level in LEVELS if level <= min(most, points)]
        if not fitting:
            break
        levels.append(fitting[0])
        points -= fitting[0]
    return tuple(levels)


@dataclass(frozen=True)
class PoolRoll(Roll):
    """A pool resolved: its levels, and how many wanted chips there are in a bag."""

    points: int
    levels: tuple[int, ...]
    named: int
    level: int
    bag: int
    rulings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        return ()

    @cached_property
    def _draw(self) -> Draw:
        """Only chips that lie with that level up count; which of those drawn lie so is nothing to their names."""
        return Draw((self.named,), self.bag - self.named, self.levels.count(self.level))

    @property
    def is_certain(self) -> bool:
        return self.named == 0

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axis named: how many of the wanted enemies are met; no axis at all where none is wanted."""
        if self.is_certain:
            return Outcomes((), (), {})
        axis = Axis.counting("named", self._draw.shape[0] - 1)
        plain = Outcomes((axis,), ("named",), {})
        return Outcomes((axis,), ("named",), {"met": plain.where("named", *axis.values[1:])})

    @property
    def listings(self) -> tuple[Listing, ...]:
        spent = sum(self.levels)
        title = f"the enemies by level, in the order they are drawn: EP {self.points}, of which {spent} are used"
        return (Listing("levels", title, ("level",), tuple((level,) for level in self.levels)),)

    def exact(self) -> NDArray[np.float64]:
        return np.ones(()) if self.is_certain else self._draw.exact()

    def kernel(self) -> str:
        return "deck"

    def tables(self) -> dict[str, Any]:
        return self._draw.tables()


def resolve(asked: "Pool") -> PoolRoll:
    """The roll of a pool question; raises WrongInput where the pool is not said, or a chip cannot be drawn."""
    if asked.session is not None and asked.xp is not None:
        raise ImpossibleQuestion("--xp and --session exclude each other: a session's last battle has an EP of its own")
    if asked.session is not None:
        xp = end_of_session(asked.session, asked.difficulty, asked.adventurers)
    elif asked.xp is not None:
        xp = asked.xp
    else:
        raise ImpossibleQuestion("the enemy pool needs the party's XP: give --xp N, or --session N for its last battle")
    points, level = xp * asked.adventurers, int(asked.enemy_level)
    if asked.scale is None:
        levels = bought(points, asked.hexes)
    else:
        levels = bought_on_scale(points, read_scale(asked.scale), asked.hexes)
    if asked.named:
        drawn = sum(other in BAGS[level] for other in levels)
        if asked.named > asked.bag:
            raise ImpossibleQuestion(f"--named {asked.named}: the bag has {asked.bag} chips")
        if drawn > asked.bag:
            raise ImpossibleQuestion(
                f"--bag {asked.bag}: this pool draws {drawn} chips of levels {BAGS[level]} from it"
            )
    notes = [] if asked.named == 0 else [f"{levels.count(level)} of the enemies are of level {level}"]
    return PoolRoll(points, levels, asked.named, level, asked.bag, (), tuple(notes))


def read_scale(text: str) -> tuple[int, ...]:
    """The levels of a challenge scale; BadNotation where one is none."""
    words = re.split(r"[\s,/-]+", text.strip())
    if not all(word in ("1", "5", "10", "20") for word in words):
        raise BadNotation(f"--scale {text!r}: a challenge scale has the levels 1, 5, 10 and 20: write 10 5 5")
    return tuple(int(word) for word in words)
