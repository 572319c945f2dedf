"""What an outcome is made of: named axes, and the events that are read off them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.errors import UnknownName
from tamriel_odds.odds.names import offer

Label = int | str


@dataclass(frozen=True, slots=True)
class Axis:
    """One side of a tally: its name and what each index along it means, such as damage 0, 1, 2, ..."""

    name: str
    values: tuple[Label, ...]

    @classmethod
    def counting(cls, name: str, most: int) -> "Axis":
        """The axis of the whole numbers 0 to `most`."""
        return cls(name, tuple(range(most + 1)))

    @classmethod
    def claim(cls, name: str) -> "Axis":
        """The axis of something that happened (index 1) or did not (index 0)."""
        return cls(name, (0, 1))

    @property
    def is_numeric(self) -> bool:
        return all(isinstance(value, int) for value in self.values)


@dataclass(frozen=True, slots=True)
class Reading:
    """A number read off every cell, such as the Health that damage absorbs: its axis, and each cell's index on it."""

    axis: Axis
    index: NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The cells a question's outcome can fall into, and what is read off them.

    `axes` span the cells in C order. `tables` names the axes and readings that are shown as tables, the main one first.
    `events` are boolean masks of the shape of the cells: True where the event happened.
    """

    axes: tuple[Axis, ...]
    tables: tuple[str, ...]
    events: Mapping[str, NDArray[np.bool_]]
    readings: Mapping[str, Reading] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(axis.values) for axis in self.axes)

    @property
    def cells(self) -> int:
        return int(np.prod(self.shape))

    def axis(self, name: str) -> Axis:
        if name in self.readings:
            return self.readings[name].axis
        return self.axes[self.position(name)]

    def position(self, name: str) -> int:
        names = [axis.name for axis in self.axes]
        if name not in names:
            raise UnknownName(f"table {name!r}: there is no such axis{offer(name, names)}")
        return names.index(name)

    def where(self, name: str, *values: Label) -> NDArray[np.bool_]:
        """The mask of the cells whose value on axis `name` is one of `values`."""
        axis = self.axis(name)
        chosen = np.array([value in values for value in axis.values])
        along = [1] * len(self.axes)
        along[self.position(name)] = len(axis.values)
        return np.broadcast_to(chosen.reshape(along), self.shape)
