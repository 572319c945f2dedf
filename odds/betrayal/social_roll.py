"""A social check as one sum: the dice, then the tenacity that is missing (Betrayal, Social Check Sequence)."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.betrayal.handful import beyond_the_box, read_handfuls
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.sums import Pool, Sum

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.social import Social

DICE_A_WORD = 5


@dataclass(frozen=True)
class SocialRoll(Roll):
    """A social check resolved."""

    rolled: tuple[Die, ...]
    difficulty: int
    tenacity: int
    notes: tuple[str, ...]
    rulings: tuple[str, ...] = ("speech-without-stamina",)

    @property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        return tuple(dict.fromkeys(self.rolled))

    @cached_property
    def _least(self) -> int:
        return sum(min(face.number for face in die.faces) for die in self.rolled)

    @cached_property
    def _most(self) -> int:
        return sum(max(face.number for face in die.faces) for die in self.rolled)

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes total (of the dice), tenacity (spent)."""
        axes = (Axis("total", tuple(range(self._least, self._most + 1))), Axis.counting("tenacity", self.tenacity))
        plain = Outcomes(axes, ("total", "tenacity"), {})
        enough = plain.where("total", *range(max(self.difficulty - self.tenacity, 0), self._most + 1))
        alone = plain.where("total", *range(self.difficulty, self._most + 1))
        return Outcomes(axes, plain.tables, {"success": enough, "success without tenacity": alone})

    @cached_property
    def _sum(self) -> Sum:
        pools = []
        for start in range(0, len(self.rolled), DICE_A_WORD):
            numbers = np.zeros(1, np.int32)
            for die in self.rolled[start : start + DICE_A_WORD]:
                numbers = (numbers[:, None] + np.array([face.number for face in die.faces], np.int32)).ravel()
            pools.append(Pool(start // DICE_A_WORD, numbers.astype(np.int32)))
        totals = np.arange(self._most + 1)
        missing = np.maximum(self.difficulty - totals, 0)
        spent = np.where(missing <= self.tenacity, missing, 0)
        cells = np.maximum(totals - self._least, 0) * (self.tenacity + 1) + spent
        return Sum(tuple(pools), cells.astype(np.uint16))

    @property
    def listings(self) -> tuple[Listing, ...]:
        totals = self.exact().sum(axis=1)
        most = max(self.difficulty, self.tenacity)
        rows = []
        for tenacity in range(min(most, max(self.tenacity, 10)) + 1):
            failing = totals[: max(self.difficulty - tenacity - self._least, 0)]
            rows.append((tenacity, float(1 - failing.sum()) if failing.any() else 1.0))
        return (
            Listing("chances", "the chance by the tenacity there is", ("tenacity", "chance"), tuple(rows), ("chance",)),
        )

    def exact(self) -> NDArray[np.float64]:
        return self._sum.exact(self.outcomes.cells).reshape(self.outcomes.shape)

    def kernel(self) -> str:
        return "sums"

    def tables(self) -> dict[str, Any]:
        return self._sum.tables()


def resolve(asked: "Social", box: Box) -> SocialRoll:
    """The roll of a social question; raises WrongInput where its dice are none of a check."""
    handfuls = read_handfuls(asked.dice, box.dice)
    if len(handfuls) > 1:
        raise ImpossibleQuestion("--dice: all dice of a social check are rolled together: separate them by commas")
    rolled = handfuls[0].dice
    if any(die.name == "lockpick" for die in rolled):
        raise ImpossibleQuestion("--dice: lockpick is no skill die")
    return SocialRoll(rolled, asked.difficulty, asked.tenacity, tuple(beyond_the_box(rolled)))
