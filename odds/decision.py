"""What more is asked about a question than its answer: the options that turn an answer into a decision."""

import shlex
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tamriel_odds.odds.errors import BadNotation, WrongInput
from tamriel_odds.odds.names import offer
from tamriel_odds.odds.question import Question, is_positional, option_name, value_type


class Decision(BaseModel):
    """Options beside those of the question and those of the run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    or_: tuple[str, ...] = Field(
        (), description="another option, laid over this question and held against it: `--with power-attack`; repeatable"
    )

    sweep: tuple[str, ...] = Field(
        (),
        description="ask for each value of an option: skill=2..8, skill=2,4,8, with=,power-attack; may be repeated",
        json_schema_extra={"metavar": "OPTION=VALUES"},
    )

    want: float | None = Field(
        None, gt=0, lt=1, description="the chance you want: what is the fewest attempts that reach it?"
    )
    luck: int | None = Field(None, ge=-(10**9), le=10**9, description="a result on the table: how unusual is it?")
    explain: bool = Field(False, description="stage by stage, each with its chance given the stage before")
    plausible: bool = Field(
        False, description="the lowest and the highest answer on all plausible faces of the assumed dice"
    )

    @model_validator(mode="after")
    def _one_at_a_time(self) -> Self:
        if self.or_ and self.sweep:
            raise ValueError("--or and --sweep exclude each other: sweep one option, or compare at one point")
        for name in ("luck", "explain"):
            if (self.or_ or self.sweep) and getattr(self, name) not in (None, False):
                raise ValueError(f"--{name} is asked of one answer: leave out --or and --sweep")
        if self.want is not None and self.sweep:
            raise ValueError("--want and --sweep exclude each other: ask it at one point, or of options with --or")
        if self.plausible and self.sweep:
            raise ValueError("--plausible and --sweep exclude each other: ask it at one point")
        return self

    @property
    def listings(self) -> tuple[str, ...]:
        """The names of the listings that are added to an answer."""
        return tuple(
            name for name in ("want", "luck", "explain", "plausible") if getattr(self, name) not in (None, False)
        )

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command line that ask for all of this again."""
        words: list[str] = []
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if value == field.default:
                continue
            for one in value if isinstance(value, tuple) else (value,):
                words += [f"--{option_name(name)}", *([] if one is True else [str(one)])]
        return tuple(words)


def laid_over(kind: type[Question], asked: dict[str, Any], text: str) -> dict[str, Any]:
    """The options of a question with those typed in `text` over them; an option in it replaces the question's own."""
    if not text.strip():
        raise BadNotation("--or: it is empty, so it changes nothing; type options in quotes, such as `--modifier 2`")
    return {**asked, **read_options(kind, text)}


def read_options(kind: type[Question], text: str) -> dict[str, Any]:
    """The options of a text such as ``--with power-attack --skill 4``, as the command line of `kind` reads them."""
    fields = {option_name(name): field for name, field in kind.model_fields.items()}
    positional = [name for name, field in fields.items() if is_positional(field)]
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadNotation(f"--or {text!r}: {str(error).lower()}") from None
    read: dict[str, Any] = {}
    while words:
        word = words.pop(0)
        option, has_value, value = word.partition("=")
        name = option.removeprefix("--")
        if not word.startswith("--"):
            if not positional:
                raise BadNotation(f"--or {text!r}: {word!r} is no option; options begin with --")
            read[positional.pop(0)] = word
            continue
        if name not in fields:
            known = offer(option, [f"--{known}" for known in fields])
            raise WrongInput(f"--or {text!r}: {option}: odds {kind.command} has no such option{known}")
        plain_type, is_repeated = value_type(fields[name].annotation)
        if plain_type is bool:
            read[name] = True
            continue
        if not has_value and not words:
            raise BadNotation(f"--or {text!r}: {option} needs a value")
        value = value if has_value else words.pop(0)
        read[name] = [*read.get(name, []), value] if is_repeated else value
    return read
