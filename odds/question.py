"""The frozen description of a roll: one class per mechanic, whose fields are its options, keys and JSON."""

import shlex
import types
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from tamriel_odds.odds.attempts import Attempts, Stage
from tamriel_odds.odds.dice import Dice, Die, shipped_dice
from tamriel_odds.odds.errors import ImpossibleQuestion, WrongInput
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.names import clipped, offer, plain
from tamriel_odds.odds.numbers import read_number
from tamriel_odds.odds.reasons import reason

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tamriel_odds.odds.axes import Outcomes


@dataclass(frozen=True)
class Box:
    """What lies on the table when a question is asked: the dice, and the files that hold unit cards."""

    dice: Dice
    data: tuple[Path, ...] = ()

    @classmethod
    def shipped(cls) -> "Box":
        """The dice that come with the program, no unit files."""
        return cls(shipped_dice())


class Roll(ABC):
    """A question resolved against a box: numbers and pools only, ready to be enumerated or rolled.

    `dice` are those it rolls, `rulings` the names of our readings it rests on, `notes` what a player should be told
    once, `words` the number of dice it can roll (the yardstick of the benchmarks).
    """

    dice: tuple[Die, ...]
    rulings: tuple[str, ...]
    notes: tuple[str, ...]
    # The tables and events of which a player wants less, in every game; a roll may name others.
    less_is_better: ClassVar[tuple[str, ...]] = ("attempts", "failure", "fatigue", "pushes", "rounds", "trap")
    # The tables and events that are told before all others; of an answer that has none of them, its first event.
    headline: ClassVar[tuple[str, ...]] = (
        "success", "opened", "won", "damage", "health_lost", "hit", "removed", "defeated",
    )  # fmt: skip
    # The table that says all that the events do, so that print needs them no second time.
    told_by: ClassVar[str | None] = None

    @cached_property
    @abstractmethod
    def outcomes(self) -> "Outcomes":
        """The axes, tables and events of the answer."""

    @property
    def listings(self) -> tuple[Listing, ...]:
        """What is told beside the distributions, worked out exactly; nothing for most rolls."""
        return ()

    @property
    def is_certain(self) -> bool:
        """Whether nothing is rolled at all, so that the answer is exact without being asked to be."""
        return False

    @property
    def tries(self) -> Attempts | None:
        """What another attempt is, for `--want`; None leaves it to the question's fields (see `want.attempts_of`)."""
        return None

    def stages(self) -> tuple[Stage, ...]:
        """The stages on the way to the event that matters, for `--explain`; none where there is only one roll."""
        return ()

    @abstractmethod
    def exact(self) -> "NDArray[np.float64] | None":
        """The probability of each cell, shape of the axes; None where the roll cannot be enumerated."""

    @abstractmethod
    def kernel(self) -> str:
        """The module of the kernel that rolls it, below ``tamriel_odds.kernels``."""

    @abstractmethod
    def tables(self) -> dict[str, Any]:
        """The fields of the kernel module's ``Tables``: arrays and integers it looks things up in."""


class Question(BaseModel, ABC):
    """A question about a roll. Fields are options: name, type, default, limits, one line of help (description).

    A field whose extra has ``positional: True`` is an argument of the command. Fields left out keep their default.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    command: ClassVar[str]
    # A line to copy, shown by --help and in the documents.
    example: ClassVar[str] = ""

    @abstractmethod
    def roll(self, box: Box) -> Roll:
        """What this comes to with these dice and cards; raises WrongInput where it has no answer."""

    def paid(self, box: Box) -> tuple[float, str] | None:
        """What a player pays to roll this instead of the plain roll, such as ``(1, "Stamina")``; None for nothing."""
        return None

    def options(self) -> dict[str, Any]:
        """The fields that were given, by option name (``strong-armor``), in the order of the class."""
        return {
            option_name(name): getattr(self, name)
            for name in type(self).model_fields
            if getattr(self, name) != type(self).model_fields[name].get_default(call_default_factory=True)
        }

    def command_line(self) -> str:
        """The line that asks this question again, without the options of the run."""
        words = ["odds", *self.command.split()]
        fields = type(self).model_fields
        for name, field in fields.items():
            option = option_name(name)
            if option not in self.options():
                continue
            value = getattr(self, name)
            if is_positional(field):
                words.append(str(value))
            elif value is True:
                words.append(f"--{option}")
            else:
                for one in value if isinstance(value, tuple) else (value,):
                    words += [f"--{option}={one}"] if str(one).startswith("-") else [f"--{option}", str(one)]
        return " ".join(quoted(word) for word in words)


def quoted(word: str) -> str:
    """A word as every common shell takes it: double quotes serve cmd.exe too, where nothing in them is special."""
    if shlex.quote(word) == word:
        return word
    return f'"{word}"' if not set(word) & set('"$`\\!%') else shlex.quote(word)


def option_name(field: str) -> str:
    """The option of a field: ``strong_armor`` is ``strong-armor``, ``with_`` is ``with``."""
    return field.rstrip("_").replace("_", "-")


def is_positional(field: Any) -> bool:
    extra = field.json_schema_extra
    return bool(isinstance(extra, dict) and extra.get("positional"))


def value_type(annotation: Any) -> tuple[Any, bool]:
    """The plain type of a field and whether it may be repeated: ``int | None`` is (int, False)."""
    if get_origin(annotation) in (Union, types.UnionType):
        annotation = next(part for part in get_args(annotation) if part is not type(None))
    if get_origin(annotation) is tuple:
        return value_type(get_args(annotation)[0])[0], True
    return (get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation), False


Asked = TypeVar("Asked", bound=BaseModel)


def build(kind: type[Asked], given: dict[str, Any], command: str | None = None) -> Asked:
    """The question (or the settings of its run) with these option values, asked by `command`.

    Raises one sentence of WrongInput for the first thing wrong with them.
    """
    command = command or str(getattr(kind, "command", ""))
    fields = {option_name(name): name for name in kind.model_fields}
    values = {}
    for option, value in given.items():
        if option_name(option) not in fields:
            raise WrongInput(f"--{option_name(option)}: odds {command} has no such option{offer(option, fields)}")
        name = fields[option_name(option)]
        values[name] = _word(kind.model_fields[name].annotation, value)
    try:
        return kind(**values)
    except ValidationError as error:
        raise ImpossibleQuestion(_sentence(kind, error, command)) from None


def _word(annotation: Any, value: Any) -> Any:
    """A word of a fixed set as the set spells it, though typed ``Hero`` or ``circles`` for ``hero`` and ``circle``."""
    if isinstance(value, list | tuple):
        return type(value)(_word(annotation, one) for one in value)
    kind = value_type(annotation)[0]
    if isinstance(value, str) and kind in (int, float):
        return read_number(kind, value)
    words = get_args(kind)
    spelled = {plain(word): word for word in words if isinstance(word, str)}
    if not isinstance(value, str):
        return value
    return spelled.get(plain(value)) or spelled.get(plain(value).removesuffix("s"), value)


def _sentence(kind: type[BaseModel], error: ValidationError, command: str) -> str:
    first = error.errors(include_url=False)[0]
    if not first["loc"]:
        return reason(first)
    name = str(first["loc"][0])
    option = option_name(name)
    field = kind.model_fields.get(name)
    if first["type"] == "value_error":
        return f"--{option}: {reason(first)}"
    limits = f" ({field.description})" if field is not None and field.description else ""
    if first["type"] == "missing":
        named = option.upper() if field is not None and is_positional(field) else f"--{option}"
        return f"{named} is missing{limits}; see `odds {command} --help`"
    return f"--{option} {clipped(first['input'])}: {reason(first)}{limits}; see `odds {command} --help`"
