"""`odds betrayal unstable`: the unstable die of an unstable landmark."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box, Question, Roll
from tamriel_odds.odds.sums import Pool, Sum

ICONS = ("peaceful", "conflict", "caravan")
SIDES = 6


class Unstable(Question):
    """What the unstable die brings; nobody has published its faces, so count those of your own.

    Source: Betrayal, Overland Phase.
    """

    command: ClassVar[str] = "betrayal unstable"
    example: ClassVar[str] = "odds betrayal unstable --peaceful 3 --conflict 2 --caravan 1 --rolls 4"

    peaceful: int = Field(ge=0, le=6, description="faces of your die that bring a peaceful encounter")
    conflict: int = Field(ge=0, le=6, description="faces that bring a conflict")
    caravan: int = Field(ge=0, le=6, description="faces that bring a traveling caravan")
    rolls: int = Field(1, ge=1, le=20, description="how many unstable landmarks the party visits")

    def roll(self, box: Box) -> "UnstableRoll":
        """The die; ImpossibleQuestion where it has not six faces."""
        faces = (self.peaceful, self.conflict, self.caravan)
        if sum(faces) != SIDES:
            raise ImpossibleQuestion(f"the unstable die has {SIDES} faces, these are {sum(faces)}")
        return UnstableRoll(faces, self.rolls)


@dataclass(frozen=True)
class UnstableRoll(Roll):
    """A number of rolls of a die with so many faces of each icon."""

    faces: tuple[int, int, int]
    rolls: int
    dice: tuple[Die, ...] = ()
    rulings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes peaceful, conflict, caravan: how often each is rolled."""
        axes = tuple(Axis.counting(icon, self.rolls) for icon in ICONS)
        plain = Outcomes(axes, ICONS, {})
        return Outcomes(axes, ICONS, {f"any {icon}": plain.where(icon, *range(1, self.rolls + 1)) for icon in ICONS})

    @cached_property
    def _sum(self) -> Sum:
        shape = self.outcomes.shape
        strides = [shape[1] * shape[2], shape[2], 1]
        numbers = np.repeat(np.array(strides, np.int32), self.faces)
        pools = tuple(Pool(number, numbers) for number in range(self.rolls))
        return Sum(pools, np.arange(self.outcomes.cells, dtype=np.uint16))

    def exact(self) -> NDArray[np.float64]:
        return self._sum.exact(self.outcomes.cells).reshape(self.outcomes.shape)

    def kernel(self) -> str:
        return "sums"

    def tables(self) -> dict[str, Any]:
        return self._sum.tables()
