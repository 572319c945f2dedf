"""The files of battles: party and enemies in TOML, checked to the key, and the examples that come with the program."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tamriel_odds.odds.errors import BadFile
from tamriel_odds.odds.examples import example_named, examples_in, text_or_example
from tamriel_odds.odds.reasons import reason
from tamriel_odds.odds.toml import line_of, parse

Amount = Annotated[int, Field(ge=0, le=99)]
Target = Literal["weakest", "strongest", "highest"]


class Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Adventurer(Table):
    """An ``[[adventurer]]``: what a race leaves open has to be given, what it says can be replaced."""

    name: str = "adventurer"
    race: str | None = None
    health: Annotated[int, Field(ge=1, le=99)] | None = None
    bonus: Amount = 0
    stamina: Annotated[int, Field(ge=0, le=20)] | None = None
    magicka: Annotated[int, Field(ge=0, le=20)] | None = None
    cooldown: Annotated[int, Field(ge=0, le=13)] | None = None
    dice: str
    target: Target = "weakest"
    engages: Annotated[int, Field(ge=0, le=6)] = 1
    guard: Annotated[int, Field(ge=0, le=4)] = 0


class Enemy(Table):
    """An ``[[enemy]]``, as its chip says; `count` of them."""

    name: str = "enemy"
    level: Literal[1, 5, 10, 20, "quest"] = 1
    health: Annotated[int, Field(ge=1, le=999)]
    combat: Annotated[int, Field(ge=0, le=20)]
    defense: Amount = 0
    targets: Annotated[int, Field(ge=1, le=4)] | Literal["all"] = 1
    priority: Literal["weakest", "strongest"] = "weakest"
    count: Annotated[int, Field(ge=1, le=28)] = 1
    certainty: Literal["printed", "reported", "assumed", "yours"] = "yours"


class BattleFile(Table):
    """A whole file."""

    adventurer: Annotated[tuple[Adventurer, ...], Field(min_length=1, max_length=4)]
    enemy: Annotated[tuple[Enemy, ...], Field(min_length=1)]
    rounds: Annotated[int, Field(ge=1, le=50)] = 20
    difficulty: Literal["apprentice", "adept", "expert"] = "adept"
    drawn: Annotated[int, Field(ge=1)] | None = None


def examples() -> dict[str, str]:
    """The example files by name."""
    return examples_in("examples")


def example(name: str) -> str:
    """The text of one example; BadFile with the names there are otherwise."""
    return example_named(name, examples())


def read_battle(name: str) -> tuple[BattleFile, str, Path]:
    """The battle in the file of that name or path, its text, and where it stands; BadFile with file, line and key."""
    path = Path(name)
    text = text_or_example(path, examples(), "battle")
    return _checked(parse(text, path), text, path), text, path


def _checked(tables: dict[str, Any], text: str, path: Path) -> BattleFile:
    for table in ("adventurer", "enemy"):
        rows = tables.get(table, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise BadFile(f"{path}:{line_of(text, table)}: {table}: write [[{table}]] above each of them")
    rows = {table: tuple(tables.get(table, ())) for table in ("adventurer", "enemy")}
    try:
        return BattleFile(**{**tables, **rows})
    except ValidationError as error:
        raise BadFile(_sentence(error, text, path)) from None


def _sentence(error: ValidationError, text: str, path: Path) -> str:
    # A key that is misspelt is told before the one that is missing for it.
    first = min(error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")
    where = [
        part
        for part in first["loc"]
        if not isinstance(part, str) or not part.startswith(("literal[", "int", "constrained"))
    ]
    table = str(where[0]) if len(where) > 2 else None
    number = where[1] if table is not None else 0
    key = str(where[-1]) if not isinstance(where[-1], int) else str(where[0])
    line = line_of(text, key, table, int(number))
    named = f"{table} {int(number) + 1}: {key}" if table is not None else key
    kinds: dict[str | None, type[Table]] = {"adventurer": Adventurer, "enemy": Enemy}
    kind = kinds.get(table, BattleFile)
    said = reason(first, kind.model_fields)
    if first["type"] == "missing":
        return f"{path}:{line}: {named} is missing"
    if first["type"] == "too_short":
        said += f": write [[{key}]] above each of them"
    shown = "" if first["type"] in ("extra_forbidden", "too_short", "too_long") else f" {first['input']!r}"
    return f"{path}:{line}: {named}{shown}: {said}"


@cache
def races() -> dict[str, dict[str, int]]:
    """The starting stats of the races, by name (odds/data/betrayal_races.toml)."""
    import tomllib

    text = files("tamriel_odds.odds").joinpath("data/betrayal_races.toml").read_text(encoding="utf-8")
    table: dict[str, dict[str, int]] = tomllib.loads(text)["races"]
    return table
