"""One question asked for many values of its fields: every combination is a question, all measures one long table."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion, WrongInput
from tamriel_odds.odds.listing import Entry, Listing
from tamriel_odds.odds.measures import measures
from tamriel_odds.odds.names import offer
from tamriel_odds.odds.question import Box, Question, build, option_name, value_type
from tamriel_odds.odds.rolling import Progress
from tamriel_odds.odds.series import Series, answer_all
from tamriel_odds.odds.settings import Settings

SWEEP = "sweep"
MOST_POINTS = 10_000
CLAIMS = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True)
class Swept:
    """A field of a question and the values it is asked for, as they are typed; numbers where they are numbers."""

    option: str
    values: tuple[int | str, ...]
    is_repeated: bool = False

    @property
    def column(self) -> str:
        return self.option.replace("-", "_")

    @property
    def is_numeric(self) -> bool:
        return all(isinstance(value, int) for value in self.values)

    def given(self, asked: dict[str, Any], value: int | str) -> Any:
        """The option's value at a point: a repeatable one is added to those that are asked for anyway."""
        if self.is_repeated:
            return [*asked.get(self.option, ()), *([value] if value != "" else [])]
        return CLAIMS.get(str(value).casefold(), value) if str(value).casefold() in CLAIMS else value


@dataclass(frozen=True)
class Point:
    """One question of a sweep, and the value of each swept field there."""

    name: str
    question: Question
    values: tuple[int | str, ...]

    def sentence(self, error: WrongInput) -> str:
        return f"--sweep at {self.name}: {error}"


def read_sweep(kind: type[Question], text: str) -> Swept:
    """``skill=2..8``, ``skill=2,4,8``, ``with=power-attack,high-ground``; ``|`` separates values that hold a comma.

    An empty value of a repeatable option adds nothing: ``with=,power-attack`` is without and with it.
    """
    option, sign, values = text.partition("=")
    fields = {option_name(name): field for name, field in kind.model_fields.items()}
    name = option_name(option.strip().removeprefix("--"))
    if not sign:
        raise BadNotation(f"--sweep {text!r}: it is an option and its values, such as skill=2..8 or skill=2,4,8")
    if name not in fields:
        raise WrongInput(f"--sweep {text!r}: odds {kind.command} has no option --{name}{offer(name, fields)}")
    _, is_repeated = value_type(fields[name].annotation)
    separator = "|" if "|" in values else ","
    found: list[int | str] = []
    for part in values.split(separator):
        word = part.strip()
        span = re.fullmatch(r"(-?\d{1,9})\.\.(-?\d{1,9})", word)
        if span:
            first, last = int(span[1]), int(span[2])
            if abs(last - first) >= MOST_POINTS:
                raise ImpossibleQuestion(f"--sweep {text!r}: a sweep has at most {MOST_POINTS} points")
            found += range(first, last + 1) if first <= last else range(first, last - 1, -1)
        elif word == "" and not is_repeated:
            raise BadNotation(f"--sweep {text!r}: a value is missing")
        else:
            found.append(int(word) if re.fullmatch(r"-?\d{1,18}", word) else word)
    return Swept(name, tuple(dict.fromkeys(found)), is_repeated)


def points(kind: type[Question], asked: dict[str, Any], swept: Sequence[Swept]) -> tuple[Point, ...]:
    """The question at every combination of the values, the last field the fastest; WrongInput with the wrong one."""
    twice = [one.option for number, one in enumerate(swept) if one.option in {other.option for other in swept[:number]}]
    if twice:
        raise WrongInput(f"--sweep {twice[0]}: it is swept twice; give all values in one")
    total = 1
    for one in swept:
        total *= len(one.values)
    if total > MOST_POINTS:
        raise ImpossibleQuestion(f"--sweep: these are {total} points, at most {MOST_POINTS} are asked at once")
    found = []
    for values in itertools.product(*(one.values for one in swept)):
        pairs = list(zip(swept, values, strict=True))
        name = ", ".join(f"{one.option}={value}" for one, value in pairs)
        over = {one.option: one.given(asked, value) for one, value in pairs}
        try:
            found.append(Point(name, build(kind, asked | over), values))
        except WrongInput as error:
            raise ImpossibleQuestion(f"--sweep at {name}: {error}") from None
    return tuple(found)


def unswept(question: Question, asked: dict[str, Any], swept: Sequence[Swept]) -> Question:
    """The question of a point without what only the sweep gives it, for the line that asks for the sweep again."""
    fields = {option_name(name): name for name in type(question).model_fields}
    left = [fields[one.option] for one in swept if one.option not in asked or not one.is_repeated]
    defaults = {name: type(question).model_fields[name].get_default(call_default_factory=True) for name in left}
    given = {fields[one.option]: tuple(asked[one.option]) for one in swept if one.is_repeated and one.option in asked}
    return question.model_copy(update=defaults | given)


def sweep(
    asked: Sequence[Point], swept: Sequence[Swept], settings: Settings, box: Box, progress: Progress | None = None
) -> Series:
    """The answers at all points, and a listing of every measure at each of them; Ctrl-C leaves those finished."""
    asked[0].question.roll(box)
    series = answer_all(asked, settings, box, progress)
    values = {point.name: point.values for point in asked}
    rows: list[tuple[Entry, ...]] = []
    for name, answer in series.answers.items():
        for measure in measures(answer.outcomes):
            rows.append((name, *values[name], measure.name, measure.of(answer), *measure.interval(answer)))
    columns = ("question", *(one.column for one in swept), "measure", "value", "low", "high")
    return series.told(listings=(Listing(SWEEP, "Every measure at every point", columns, tuple(rows)),))
