"""How a question is to be answered and where the answer goes: the options every question takes."""

import secrets
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

LARGEST_SEED = 2**64 - 1


def _drawn(seed: Any) -> Any:
    return secrets.randbits(64) if str(seed).strip().casefold() == "random" else seed


def _existing(path: Any) -> Any:
    if not str(path).strip():
        raise ValueError("a path is needed, not an empty text")
    from tamriel_odds.odds.files import alike, exists

    if not exists(Path(path)):
        raise ValueError(f"{path}: there is no such file or folder{alike(Path(path))}")
    return path


# A path that is read: what is not there is said even where nothing would have asked for it.
Existing = Annotated[Path, BeforeValidator(_existing)]


def _path(description: str) -> Any:
    return Field(None, description=description, min_length=1, json_schema_extra={"metavar": "PATH"})


class Settings(BaseModel):
    """The options of a run, checked before anything heavy is imported."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    trials: int | None = Field(None, ge=1, le=10**12, description="how often to roll (10 000 000)")
    precision: float | None = Field(
        None,
        gt=0,
        lt=0.5,
        description="roll until every interval is this narrow (half its width), or --trials are rolled",
    )
    seed: Annotated[int, BeforeValidator(_drawn)] = Field(
        1, ge=0, le=LARGEST_SEED, description="another number, other dice; or `random`"
    )
    level: float = Field(0.95, ge=0.01, le=0.9999999, description="the level of the intervals")
    exact: bool = Field(False, description="enumerate instead of rolling")
    verify: bool = Field(False, description="roll and enumerate, exit 1 where they contradict each other")
    threads: int | None = Field(None, ge=1, le=1024, description="threads to roll with (all cores); changes no count")
    cluster: str | None = Field(
        None,
        description="roll on the workers of this dask scheduler; changes no count",
        min_length=1,
        json_schema_extra={"metavar": "ADDRESS"},
    )
    json_: str | None = _path("write the whole answer as JSON; - is standard output")
    csv: str | None = _path("write the first table as CSV")
    table: str | None = Field(
        None,
        description="the table that is written or drawn instead: its name, `events`, or `joint` (all tables at once)",
        json_schema_extra={"metavar": "NAME"},
    )
    decimal_comma: bool = Field(False, description="write --csv with decimal commas, and semicolons between fields")
    png: str | None = _path("draw the first table as PNG")
    svg: str | None = _path("draw the first table as SVG")
    quiet: bool = Field(False, description="results and errors only", json_schema_extra={"short": ["-q"]})
    force: bool = Field(False, description="replace files that exist")
    dice_file: Existing | None = Field(None, description="faces of your own dice (see `odds dice`)")
    data: tuple[Existing, ...] = Field(
        (), description="a BattleScribe file, or a folder of them; may be repeated (else ODDS_DATA)"
    )

    @model_validator(mode="after")
    def _exact_rolls_nothing(self) -> Self:
        for name in ("trials", "precision", "verify", "cluster"):
            if self.exact and getattr(self, name):
                raise ValueError(f"--exact and --{name} exclude each other: an exact answer rolls nothing")
        return self

    @model_validator(mode="after")
    def _table_is_of_a_file(self) -> Self:
        if self.table is not None and not (self.csv or self.png or self.svg):
            raise ValueError("--table names the table that --csv writes and --png draws: give one of them, too")
        return self

    @model_validator(mode="after")
    def _decimal_comma_is_of_csv(self) -> Self:
        if self.decimal_comma and self.csv is None:
            raise ValueError("--decimal-comma is about the file that --csv writes: give --csv, too")
        return self

    @property
    def files(self) -> tuple[str, ...]:
        """The words of the command line that name what a roll is read from."""
        dice = ("--dice-file", str(self.dice_file)) if self.dice_file else ()
        return (*dice, *(word for path in self.data for word in ("--data", str(path))))

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command line that run several questions this way again."""
        words = list(self.files)
        for name in ("exact", "verify", "trials", "precision", "seed", "level"):
            value = getattr(self, name)
            if value != type(self).model_fields[name].default:
                words += [f"--{name}"] if value is True else [f"--{name}", repr(value)]
        return tuple(words)

    @property
    def rolling(self) -> dict[str, Any]:
        """The arguments of `run`."""
        return self.model_dump(include={"trials", "precision", "seed", "level", "threads", "cluster"})

    @property
    def outputs(self) -> dict[str, Any]:
        """Where the answer is written: a path for each kind, and whether files are replaced."""
        return {"json": self.json_, **self.model_dump(include={"csv", "png", "svg", "force"})}
