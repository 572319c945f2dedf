"""Tables rolled on one die as sums, and the roll for Setup Priority as a chain."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.attempts import Attempts
from tamriel_odds.odds.axes import Axis, Label, Outcomes
from tamriel_odds.odds.chain import Chain, ChainRoll, Move
from tamriel_odds.odds.dice import LETTERS, SIGNS, Die, Face, die_named
from tamriel_odds.odds.digits import Integers, Shown, summed
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.sums import Sum

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.rolled_tables import Priority, Table

OTHERWISE = "otherwise"
MOST_CELLS = 1 << 16


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table: what is rolled in turn until a result comes, and what it is without one."""

    name: str
    help: str
    section: str
    rolls: tuple[Mapping[str, str], ...]
    otherwise: str
    column: str = "result"
    ruling: str | None = None


@cache
def tables_of_the_book() -> dict[str, TableRow]:
    """All tables, in the order of the data file."""
    rows = tomllib.loads(files("tamriel_odds.odds").joinpath("data/tables.toml").read_text(encoding="utf-8"))
    return {name: TableRow(name, **{**row, "rolls": tuple(row["rolls"])}) for name, row in rows.items()}


def shows(face: Face, text: str) -> bool:
    """Whether a face is among those `text` names: ``critical failure``, ``at most 3``, ``1-3 dragonborn``.

    A number means a face that shows that and no sign; in ``at most`` a Critical counts as 1, and a Failure as nothing.

    >>> shows(Face(1, signs=("critical",)), "at most 3"), shows(Face(2), "critical 2-4"), shows(Face(), "1 dragonborn")
    (True, True, False)
    """
    if found := re.fullmatch(r"at most (\d+)", text.strip()):
        return "failure" not in face.signs and face.number <= int(found[1])
    return any(_shows_word(face, word) for word in re.split(r"[\s,]+", text.strip()))


def _shows_word(face: Face, word: str) -> bool:
    word = LETTERS.get(word, word)
    if word in SIGNS:
        return word in face.signs
    if word == "blank":
        return face == Face()
    found = re.fullmatch(r"(\d+)(?:-(\d+))?", word)
    if not found:
        raise BadNotation(f"--results: {word!r} is no number and no sign of a die{offer(word, ('blank', *SIGNS))}")
    low, high = int(found[1]), int(found[2] or found[1])
    return not set(face.signs) - {"potion"} and face.number > 0 and low <= face.number <= high


@dataclass(frozen=True)
class TableRoll(Roll):
    """A table with the die it is rolled on, rolled so many times; more than once, its results are counted."""

    die: Die
    row: TableRow
    times: int
    rulings: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        return (self.die,)

    @cached_property
    def results(self) -> tuple[str, ...]:
        """Every result that a roll gives, then the one without a roll of its own where there is one."""
        named = dict.fromkeys(result for roll in self.row.rolls for result in roll)
        is_left = any(not any(shows(face, text) for text in self.row.rolls[-1].values()) for face in self.die.faces)
        return (*named, *((self.row.otherwise,) if is_left else ()))

    @property
    def counted(self) -> tuple[str, ...]:
        """The results that are counted when the table is rolled more than once."""
        return tuple(self.row.rolls[0])

    @cached_property
    def outcomes(self) -> Outcomes:
        """One axis of results; or, rolled more than once, the count of each that is named."""
        if self.times == 1:
            are_numbers = all(result.isdecimal() for result in self.results)
            labels: tuple[Label, ...] = tuple(int(result) for result in self.results) if are_numbers else self.results
            return Outcomes((Axis(self.row.column, labels),), (self.row.column,), {})
        axes = tuple(Axis.counting(result, self.times) for result in self.counted)
        seen = Outcomes(axes, self.counted, {})
        return Outcomes(axes, seen.tables, {f"any {axis.name}": ~seen.where(axis.name, 0) for axis in axes})

    def _by_face(self, roll: Mapping[str, str]) -> NDArray[np.int32]:
        """By face: the number of the first result of this roll that it shows, counted from 1, or 0."""
        found = [
            next((self.results.index(result) + 1 for result, text in roll.items() if shows(face, text)), 0)
            for face in self.die.faces
        ]
        return np.array(found, np.int32)

    @cached_property
    def sum(self) -> Sum:
        """A digit for every roll of the table: its result; or, rolled more than once, for every result: its count."""
        if self.times == 1:
            digits = len(self.row.rolls)
            pools = [
                Shown.of(word, digits, **{f"at_{word}": self._by_face(roll)})
                for word, roll in enumerate(self.row.rolls)
            ]
            return summed(pools, self._first)
        result = self._by_face(self.row.rolls[0])
        counted = np.stack([result == number for number in range(1, len(self.counted) + 1)]).astype(np.int32)
        pools = [Shown(word, counted) for word in range(self.times)]
        return summed(pools, self._cell)

    def _first(self, *shown: Integers) -> Integers:
        """The result of the first roll that gives one, else the last result of all."""
        found = np.full_like(shown[0], len(self.results))
        for result in reversed(shown):
            found = np.where(result > 0, result, found)
        return found - 1

    def _cell(self, *counts: Integers) -> Integers:
        return np.asarray(np.ravel_multi_index(counts, self.outcomes.shape))

    def exact(self) -> NDArray[np.float64]:
        return self.sum.exact(self.outcomes.cells).reshape(self.outcomes.shape)

    def kernel(self) -> str:
        return "sums"

    def tables(self) -> dict[str, Any]:
        return self.sum.tables()


def table(asked: "Table", box: Box) -> TableRoll:
    """The table that is named, or the one that is typed."""
    if (asked.name is None) == (asked.results is None):
        known = ", ".join(tables_of_the_book())
        raise ImpossibleQuestion(f'name a table of the book ({known}) or type one with --results "attack: 1-3"')
    if asked.name is not None:
        row = tables_of_the_book().get(plain(asked.name))
        if row is None:
            raise UnknownName(
                f"table {asked.name}: the book has no such table{offer(asked.name, tables_of_the_book())}"
            )
        if plain(asked.die) != "white":
            raise ImpossibleQuestion(f"--die {asked.die}: {row.name} is rolled on the Skill Die")
    else:
        row = _typed(asked.results or "")
    if asked.times > 1 and len(row.rolls) > 1:
        raise ImpossibleQuestion(f"--times {asked.times}: {row.name} is rolled once a game")
    if asked.times > 1 and (asked.times + 1) ** len(row.rolls[0]) > MOST_CELLS:
        raise ImpossibleQuestion(f"--times {asked.times}: too many results to count together; name fewer of them")
    roll = TableRoll(die_named(asked.die, box.dice), row, asked.times, (row.ruling,) if row.ruling else ())
    if asked.name is None:
        _refuse_unseen(roll)
    return roll


def _typed(text: str) -> TableRow:
    results: dict[str, str] = {}
    for part in text.split(";"):
        name, colon, faces = part.partition(":")
        if not colon or not name.strip() or not faces.strip():
            raise BadNotation(f'--results {part.strip()!r}: a result is a name, a colon and its faces: "attack: 1-3"')
        if name.strip() in (*results, OTHERWISE):
            raise BadNotation(f"--results: {name.strip()!r} is there twice")
        results[name.strip()] = faces.strip().casefold()
    return TableRow("your table", "", "", (results,), OTHERWISE)


def _refuse_unseen(roll: TableRoll) -> None:
    for result, text in roll.row.rolls[0].items():
        if not any(shows(face, text) for face in roll.die.faces):
            raise BadNotation(f"--results: no face of the {roll.die.name} die is {text!r} ({result})")


class Rolling(NamedTuple):
    """A roll for Setup Priority: which, who rolls next, the lowest result so far, who alone has it (nobody: -1)."""

    roll: int
    player: int
    lowest: int
    leader: int


class Decided(NamedTuple):
    roll: int
    leader: int


NOBODY = -1
WORST = 11


def priority(asked: "Priority", box: Box) -> ChainRoll:
    """Rolls of all players until one alone has the lowest result."""
    die = box.dice["white"]

    def rolled(state: Rolling, face: Face) -> Rolling | Decided:
        result = WORST if "failure" in face.signs else face.number
        lowest, leader = state.lowest, state.leader
        if result == lowest and state.player:
            leader = NOBODY
        elif result < lowest or not state.player:
            lowest, leader = result, state.player
        if state.player + 1 < asked.players:
            return Rolling(state.roll, state.player + 1, lowest, leader)
        if leader != NOBODY or state.roll == asked.rolls:
            return Decided(state.roll, leader)
        return Rolling(state.roll + 1, 0, WORST, NOBODY)

    def move(state: Rolling | Decided) -> Move | None:
        if isinstance(state, Decided):
            return None
        return Move.by_face([rolled(state, face) for face in die.faces])

    names = [f"player {number + 1}" for number in range(asked.players)]
    axes = (Axis("rolls", tuple(range(1, asked.rolls + 1))), Axis("lowest", (*names, "tied")))
    seen = Outcomes(axes, ("rolls", "lowest"), {})
    return ChainRoll(
        chain=Chain.walked(Rolling(1, 0, WORST, NOBODY), move),
        read=lambda state: {"rolls": state.roll, "lowest": (*names, "tied")[state.leader]},
        answers=Outcomes(axes, seen.tables, {"decided": ~seen.where("lowest", "tied")}),
        dice=(die,),
        rulings=("setup-priority", *(("tie-for-the-lowest",) if asked.players > 2 else ())),
        notes=(),
        more=Attempts("decided", field="rolls"),
    )
