"""Each unit of one faction against each of another: a duel for every pair."""

from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from pydantic import PrivateAttr

from tamriel_odds.odds.call_to_arms.battlescribe import SUFFIXES
from tamriel_odds.odds.call_to_arms.duel import Duel
from tamriel_odds.odds.call_to_arms.duel_fight import fought
from tamriel_odds.odds.call_to_arms.fight import Fight
from tamriel_odds.odds.call_to_arms.fighters import Side
from tamriel_odds.odds.call_to_arms.unit_files import Row, list_units
from tamriel_odds.odds.call_to_arms.units import Unit, attack_of, find_unit
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName, WrongInput
from tamriel_odds.odds.interruption import heed
from tamriel_odds.odds.listing import Entry, Listing
from tamriel_odds.odds.measures import Measure
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import LOOK_UP, Answered, Progress, answer, cores, let_go
from tamriel_odds.odds.series import Series
from tamriel_odds.odds.settings import Settings
from tamriel_odds.odds.sweep import Swept

# A duel of the matrix needs no more to be told from another; 400 of them are answered in seconds.
TRIALS = 100_000
MOST_PAIRS = 10_000
MATRIX = "matrix"
WINS = Measure("a-wins", is_event=True)
OTHERS = (Measure("b-wins", True), Measure("undecided", True), Measure("rounds", False))
OTHER_HEALTH = (Measure("health-a", False), Measure("health-b", False))


class Matched(Duel):
    """A duel of two units that are read already."""

    command: ClassVar[str] = "cta duel"
    _sides: tuple[Side, Side] | None = PrivateAttr(None)
    _fight: Fight | None = PrivateAttr(None)

    @classmethod
    def of(cls, given: dict[str, Any], a: Unit, b: Unit) -> "Matched":
        duel = build(cls, given)
        duel._sides = (Side(unit=a, letter="a", block="best"), Side(unit=b, letter="b", block="best"))
        return duel

    def roll(self, box: Box) -> Fight:
        assert self._sides is not None
        if self._fight is None:
            fight = fought(self._sides, box, self.boosts, self.order, self.rounds)
            # Said once for all Heroes of the matrix.
            bare = [one.unit for one in self._sides if one.unit is not None and one.unit.is_bare]
            left = {note for unit in bare for note in (unit.unarmed_note, unit.unprotected_note)}
            self._fight = replace(fight, notes=tuple(note for note in fight.notes if note not in left))
        return self._fight

    def forget(self) -> None:
        """The tables are large, and asked for once."""
        self._fight = None


@dataclass(frozen=True)
class Faction:
    """The units of a faction that can fight, by the name each is asked for, and a sentence for each that cannot."""

    name: str
    units: dict[str, Unit]
    left_out: tuple[str, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """What is told of the faction: which Heroes fight without the items they need, and who is left out."""
        bare = ", ".join(name for name, unit in self.units.items() if unit.is_bare)
        said = (
            f"without items, so Unarmed and without armor: {bare}; a roster (.ros, .rosz) says what each of them"
            " carries, and `odds cta duel` takes NAME + ITEM"
        )
        return (*([said] if bare else []), *(f"left out: {reason}" for reason in self.left_out))


def faction_of(text: str, box: Box) -> Faction:
    """The units of a unit file or roster (`Draugr` or `Draugr.cat`) or of a faction printed on the cards."""
    rows = [row for row in list_units(box.data) if Path(row.file).is_file()]
    stems = {row.file: plain(Path(row.file).stem) for row in rows}
    named = Path(text)
    wanted = plain(named.stem if named.suffix.lower() in SUFFIXES else text)
    found = [row for row in rows if stems[row.file] == wanted]
    units: dict[str, Unit] = {}
    left_out: list[str] = []
    candidates = found or rows
    printed: dict[str, None] = {}
    for row in candidates:
        try:
            name, unit = _found(row, box)
            printed.setdefault(unit.faction)
            if not found and plain(unit.faction) != wanted:
                continue
            attack_of(unit)
            if unit.health is None:
                raise ImpossibleQuestion(f"{unit.name}: its card prints no Health")
        except WrongInput as error:
            left_out += [str(error)] if found else []
        else:
            units[name] = unit
    if not units and not left_out:
        known = [*dict.fromkeys(Path(row.file).stem for row in rows), *(one for one in printed if one)]
        near = offer(text, dict.fromkeys(known)) if known else "; give your unit files with --data or ODDS_DATA"
        raise UnknownName(f"{text!r} is no faction and no unit file{near}")
    return Faction(text, units, tuple(left_out))


def _found(row: Row, box: Box) -> tuple[str, Unit]:
    """A unit and the shortest text that asks for it and no other."""
    kind = row.kind.title()
    texts = [row.name, f"{row.name} @ {Path(row.file).name}", f"{row.name} ({kind})"]
    for text in texts:
        with suppress(UnknownName):
            unit = find_unit(text, box.data)
            if unit.source == f"{row.file}:{row.line}":
                return text, unit
    return texts[1], find_unit(texts[1], box.data)


@dataclass(frozen=True)
class Pair:
    """One duel of the matrix."""

    name: str
    values: tuple[str, str]
    question: Matched


def pairs(a: Faction, b: Faction, given: dict[str, Any]) -> tuple[Pair, ...]:
    """Each against each, those of the second faction the fastest."""
    if len(a.units) * len(b.units) > MOST_PAIRS:
        raise ImpossibleQuestion(f"{len(a.units)} against {len(b.units)} units are more than {MOST_PAIRS} duels")
    for faction in (a, b):
        if not faction.units:
            raise ImpossibleQuestion(f"{faction.name}: no unit of it can fight: {faction.left_out[0]}")
    return tuple(
        Pair(f"{one} against {other}", (one, other), Matched.of({**given, "a": one, "b": other}, unit, enemy))
        for one, unit in a.units.items()
        for other, enemy in b.units.items()
    )


def matrix(asked: Sequence[Pair], settings: Settings, box: Box, progress: Progress | None = None) -> Series:
    """The answers to all duels, several at once; Ctrl-C leaves those that are finished."""
    threads = settings.threads or cores()
    alone = settings.model_copy(update={"threads": 1})
    answered: dict[str, Answered] = {}
    refused: list[str] = []
    is_interrupted = False
    waiting: dict[Future[Answered], Pair] = {}
    pool = ThreadPoolExecutor(threads)
    try:
        waiting = {pool.submit(partial(_fought, one.question, alone, box)): one for one in asked}
        done: set[Future[Answered]] = set()
        while len(done) < len(waiting):
            finished, _ = wait(set(waiting) - done, LOOK_UP, FIRST_COMPLETED)
            heed()
            done |= finished
            if progress is not None:
                trials = settings.trials or 1
                progress(len(done) * trials, len(waiting) * trials)
    except KeyboardInterrupt:
        is_interrupted = True
    finally:
        let_go(pool, waiting)
    for future, one in waiting.items():
        if future.cancelled() or not future.done():
            continue
        try:
            answered[one.name] = future.result()
        except KeyboardInterrupt:  # Its own roll was given up.
            continue
        except WrongInput as error:
            refused.append(f"{one.name}: {error}")
    values = {one.name: one.values for one in asked}
    listing = _listing(answered, values)
    return Series(answered, listings=(listing,), refused=tuple(refused), is_interrupted=is_interrupted)


def _fought(question: Matched, settings: Settings, box: Box) -> Answered:
    try:
        return answer(question, settings, box)
    finally:
        question.forget()


def _listing(answered: dict[str, Answered], values: dict[str, tuple[str, str]]) -> Listing:
    rows: list[tuple[Entry, ...]] = []
    for name, one in answered.items():
        told = [measure.of(one.answer) for measure in (*OTHERS, *OTHER_HEALTH)]
        rows.append((name, *values[name], WINS.of(one.answer), *WINS.interval(one.answer), *told))
    others = tuple(measure.name for measure in (*OTHERS, *OTHER_HEALTH))
    columns = ("duel", "a", "b", WINS.name, "low", "high", *others)
    return Listing(MATRIX, "Every duel", columns, tuple(rows), (WINS.name, "low", "high", "b-wins", "undecided"))


def swept(a: Faction, b: Faction) -> tuple[Swept, Swept]:
    """The two sides as a sweep has them, for its heat map."""
    return Swept("a", tuple(a.units)), Swept("b", tuple(b.units))
