"""A lockpick check as tables: the policy by attempt, state and face, its exact answer, and what to do with a roll."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.attempts import Stage
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.betrayal.lock import (
    DICE,
    MOST_ATTEMPTS,
    MOST_FATIGUE,
    ROLLS,
    SIDES,
    Lock,
    Move,
    Policy,
    State,
    Values,
    policy,
    read,
    rolls,
)
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.sums import calls_of

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.lockpick import Lockpick

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Open:
    """The lock is open: in which attempt, for how much fatigue."""

    attempt: int
    spent: int


Standing = State | Open


@dataclass(frozen=True)
class LockpickRoll(Roll):
    """A check resolved. `shown` are the dice of the first attempt where they lie on the table already."""

    lock: Lock
    policy: Policy
    start: State
    attempts: int
    budget: int
    shown: Values | None
    want: float | None
    dice: tuple[Die, ...]
    rulings: tuple[str, ...]
    notes: tuple[str, ...]

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes fatigue (spent), attempts (used; all of them where the lock stays shut), opened."""
        attempts = Axis("attempts", tuple(range(1, self.attempts + 1)) or (0,))
        axes = (Axis.counting("fatigue", self.budget), attempts, Axis.claim("opened"))
        plain = Outcomes(axes, ("fatigue", "attempts"), {})
        return Outcomes(axes, plain.tables, {"opened": plain.where("opened", 1)})

    @cached_property
    def _walk(self) -> tuple[tuple[tuple[Standing, ...], tuple[dict[Values, Standing], ...]], ...]:
        """For each attempt the standings it can begin with, and where each goes with what the three dice show."""
        standings: tuple[Standing, ...] = (self.start,)
        walk = []
        for attempt in range(1, self.attempts + 1):
            after = tuple(self._after(standing, attempt) for standing in standings)
            walk.append((standings, after))
            standings = tuple(dict.fromkeys(there for going in after for there in going.values()))
        return (*walk, (standings, ()))

    def _after(self, standing: Standing, attempt: int) -> dict[Values, Standing]:
        if isinstance(standing, Open):
            return {(): standing}
        after: dict[Values, Standing] = {}
        for dice, _ in self._rolls(standing, attempt):
            move = self.policy.move(self.attempts - attempt, standing.is_matched, dice, self.budget - standing.spent)
            spent = standing.spent + move.spent
            after[dice] = Open(attempt, spent) if move.is_open else self.lock.after(standing, move)
        return after

    def _rolls(self, state: State, attempt: int) -> tuple[tuple[Values, int], ...]:
        if self.shown is not None and attempt == 1:
            return ((self.shown, ROLLS),)
        return rolls(state.kept)

    def exact(self) -> Floats:
        """The joint distribution over the axes: ways counted in whole numbers, divided at the end."""
        ways: dict[Standing, int] = {self.start: 1}
        for number, (standings, after) in enumerate(self._walk[:-1], start=1):
            reached: dict[Standing, int] = {}
            for standing, going in zip(standings, after, strict=True):
                faces = (((), ROLLS),) if isinstance(standing, Open) else self._rolls(standing, number)
                for dice, of_faces in faces:
                    there = going[dice]
                    reached[there] = reached.get(there, 0) + ways[standing] * of_faces
            ways = reached
        counts: dict[tuple[int, int, int], int] = {}
        for standing, count in ways.items():
            counts[self._place(standing)] = counts.get(self._place(standing), 0) + count
        joint = np.zeros(self.outcomes.shape)
        for place, count in counts.items():
            joint[place] = count / ROLLS**self.attempts
        return joint

    def _place(self, standing: Standing) -> tuple[int, int, int]:
        if isinstance(standing, Open):
            return standing.spent, standing.attempt - 1, 1
        return standing.spent, max(self.attempts - 1, 0), 0

    def stages(self) -> tuple[Stage, ...]:
        """The attempts: how likely it is that the lock is still shut after each."""
        opened = self.exact()[..., 1].sum(axis=0)[: self.attempts]
        shut = np.minimum.accumulate(np.clip(1 - np.cumsum(opened), 0, 1))
        return tuple(Stage(f"attempt {n}", "the lock is still shut", float(one)) for n, one in enumerate(shut, 1))

    def kernel(self) -> str:
        return "betrayal.lockpick"

    def tables(self) -> dict[str, Any]:
        most = max(len(standings) for standings, _ in self._walk)
        after = np.zeros((self.attempts, most, ROLLS), np.uint16)
        for attempt, (standings, going) in enumerate(self._walk[:-1]):
            number = {standing: place for place, standing in enumerate(self._walk[attempt + 1][0])}
            for place, standing in enumerate(standings):
                after[attempt, place] = [number[there] for there in self._by_face(standing, going[place], attempt + 1)]
        last = [np.ravel_multi_index(self._place(standing), self.outcomes.shape) for standing in self._walk[-1][0]]
        return {
            "calls": calls_of(range(max(self.attempts, 1))),
            "after": after.reshape(self.attempts, most * ROLLS),
            "cell_by_state": np.array(last, np.uint16),
        }

    def _by_face(self, standing: Standing, going: dict[Values, Standing], attempt: int) -> Iterator[Standing]:
        if len(going) == 1:
            yield from list(going.values()) * ROLLS
            return
        assert isinstance(standing, State)
        for faces in product(range(1, SIDES + 1), repeat=DICE):
            yield going[tuple(sorted((*standing.kept, *faces[: DICE - len(standing.kept)])))]

    @property
    def listings(self) -> tuple[Listing, ...]:
        listings = [self._advice()] if self.shown is not None else []
        listings += [self._wanted()] if self.want is not None else []
        return (*listings, self._chances()) if self.attempts else tuple(listings)

    def _chances(self) -> Listing:
        """The chance from the start by attempts and budget, up to those asked for."""
        budgets = range(self.budget + 1)
        columns = tuple(f"fatigue {budget}" for budget in budgets)
        rows = tuple(
            (attempts, *(self._worth(attempts, budget)[0] for budget in budgets))
            for attempts in range(1, self.attempts + 1)
        )
        title = f"the chance before any roll, by attempts and fatigue budget ({self.policy.name})"
        return Listing("chances", title, ("attempts", *columns), rows, columns)

    def _worth(self, attempts: int, budget: int) -> tuple[float, float]:
        start = State((), self.start.is_matched, 0)
        return read(self.policy.worth(attempts, start, budget), attempts)

    def _wanted(self) -> Listing:
        """The smallest budget, and the fewest attempts, whose chance reaches the one wanted."""
        assert self.want is not None
        budgets = ((budget, *self._worth(self.attempts, budget)) for budget in range(MOST_FATIGUE + 1))
        attempts = ((number, *self._worth(number, self.budget)) for number in range(1, MOST_ATTEMPTS + 1))
        nothing = (None, None, None)
        rows = (
            (f"fatigue budget, {self.attempts} attempts", *self._first(budgets, self.want, nothing)),
            (f"attempts, fatigue budget {self.budget}", *self._first(attempts, self.want, nothing)),
        )
        title = f"the smallest that reaches a chance of {self.want:.12g}, and what it costs ({self.policy.name})"
        return Listing("want", title, ("smallest", "needed", "chance", "expected fatigue"), rows, ("chance",))

    @staticmethod
    def _first(worths: Any, want: float, nothing: tuple[None, None, None]) -> tuple[Any, Any, Any]:
        return next((worth for worth in worths if worth[1] >= want), nothing)

    def _advice(self) -> Listing:
        """Every move with the dice on the table, the best first, and what it is worth when the rest is played well."""
        assert self.shown is not None
        left = self.attempts - 1
        best = policy("optimal", self.lock)
        worths: dict[str, int] = {}
        for move in self.lock.moves(self.start.is_matched, self.shown, self.budget):
            worth = best.worth_of(move, left, self.start.is_matched, self.budget)
            worths.setdefault(self._words(move), worth)
        ranked = sorted(worths.items(), key=lambda row: -row[1])
        rows = tuple((words, *read(worth, left)) for words, worth in ranked)
        title = f"what to do with {' '.join(map(str, self.shown))}, the best first, and what it is worth from here"
        return Listing("advice", title, ("move", "chance", "expected fatigue"), rows, ("chance",))

    def _words(self, move: Move) -> str:
        """A move as one says it: ``turn 4 to 6 (the key), keep 2, roll two``."""
        assert self.shown is not None
        said, dice = [], list(self.shown)
        if move.turned_to_key is not None:
            dice.remove(move.turned_to_key)
            turned = f"turn {move.turned_to_key} to {self.lock.key}" if move.turned_to_key != self.lock.key else "show"
            said.append(f"{turned} (the key)" if turned != "show" else f"show {self.lock.key} (the key)")
        if move.is_open:
            said += [f"turn {die} to {digit}" for die, digit in turns(tuple(dice), self.lock.digits) if die != digit]
            return ", ".join([*said, "open"])
        kept = f"keep {' '.join(map(str, move.kept))}" if move.kept else "keep none"
        rolled = f"roll {('none', 'one', 'two', 'three')[DICE - len(move.kept)]}"
        return ", ".join([*said, kept, rolled])


def turns(dice: Values, digits: Values) -> tuple[tuple[int, int], ...]:
    """Which die shows which digit in the end, for the least fatigue; ties to the lowest dice and digits."""
    ways = [tuple(zip(order, digits, strict=True)) for order in permutations(dice, len(digits))]
    return min(ways, key=lambda way: (sum(abs(die - digit) for die, digit in way), way))


def resolve(asked: "Lockpick", box: Box) -> LockpickRoll:
    """The roll of a lockpick question; raises WrongInput where the code is none."""
    lock = read_lock(asked.code, asked.key)
    if asked.key_matched and asked.key is None:
        raise ImpossibleQuestion("--key-matched: this code has no key; give --key D")
    shown = read_dice(asked.advise) if asked.advise is not None else None
    if shown is not None and not asked.attempts:
        raise ImpossibleQuestion("--advise: without an attempt no dice lie on the table; --attempts counts this roll")
    if shown is not None and asked.policy != "optimal":
        raise ImpossibleQuestion(f"--advise: advice is what the optimal policy does; leave out --policy {asked.policy}")
    notes = [] if asked.attempts else ["without an attempt no lock opens: the chance is 0"]
    notes += [f"the answer is given {' '.join(map(str, shown))} in the first attempt"] if shown is not None else []
    notes += ["the frugal policy gains no fatigue"] if asked.policy == "frugal" and asked.fatigue else []
    start = State((), lock.start.is_matched or asked.key_matched, 0)
    rulings = ["kept-dice-may-be-turned"] if asked.fatigue else []
    rulings += ["key-die-is-free-at-once"] if not start.is_matched else []
    return LockpickRoll(
        lock=lock,
        policy=policy(asked.policy, lock),
        start=start,
        attempts=asked.attempts,
        budget=asked.fatigue,
        shown=shown,
        want=asked.want,
        dice=(box.dice["lockpick"],),
        rulings=tuple(rulings),
        notes=tuple(notes),
    )


def read_lock(code: str, key: int | None) -> Lock:
    """The lock of a code as it is typed, ``3-5-6`` or ``356``; BadNotation where it is none.

    >>> read_lock("5-2-3", 6)
    Lock(digits=(2, 3, 5), key=6)
    """
    typed = code.strip()
    digits = list(typed) if re.fullmatch(r"\d{2,}", typed) else re.split(r"[\s,;./-]+", typed)
    for digit in digits:
        if digit not in ("1", "2", "3", "4", "5", "6"):
            raise BadNotation(f"code {code!r}: {digit or 'nothing'} is no digit of a lock, which are 1 to 6")
    if key is None and len(digits) != DICE:
        more = "; a fourth digit can only be a key: give it as --key D" if len(digits) > DICE else ""
        raise ImpossibleQuestion(f"code {code!r}: a code without a key has {DICE} digits, one for each die{more}")
    if len(digits) > DICE:
        raise ImpossibleQuestion(f"code {code!r}: three dice cannot show more than {DICE} digits besides the key")
    if len(digits) < DICE - 1:
        raise ImpossibleQuestion(f"code {code!r}: a code has three or more digits, so two or three besides the key")
    return Lock(tuple(sorted(int(digit) for digit in digits)), key)


def read_dice(text: str) -> Values:
    """The three dice on the table, sorted; BadNotation where they are not three faces."""
    words = list(text.strip()) if re.fullmatch(r"\d{3}", text.strip()) else re.split(r"[\s,;/-]+", text.strip())
    if len(words) != DICE or not all(word in ("1", "2", "3", "4", "5", "6") for word in words):
        raise BadNotation(f"--advise {text!r}: give the three dice as they lie, such as 4 2 2")
    return tuple(sorted(int(word) for word in words))
