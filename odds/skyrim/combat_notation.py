"""How a combat file writes its values: needs, tracks, armor, attacks, conditions; and what all its tables keep to."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.names import plain
from tamriel_odds.odds.skyrim.attacks import Armor, Strike, read_armor, read_strike
from tamriel_odds.odds.skyrim.pushes import read_need
from tamriel_odds.odds.skyrim.when import Condition, read_condition

TRACKS = ("health", "stamina", "magicka")

Needed = tuple[str, int]
Amounts = tuple[int, int, int]


class WrongAt(ImpossibleQuestion):
    """What cannot be, and the keys and numbers that lead there from the table in which it was seen."""

    def __init__(self, told: str, *where: str | int) -> None:
        super().__init__(told)
        self.where = where


def second_of(names: Sequence[str]) -> int | None:
    """The place of the first name that has come before; None where all differ."""
    read = list(map(plain, names))
    return next((place for place, name in enumerate(read) if name in read[:place]), None)


def _read_tracks(text: Any) -> Any:
    """Amounts of Health, Stamina and Magicka: ``2 health, 1 stamina``."""
    if not isinstance(text, str):
        return _unless_text(text)
    amounts = dict.fromkeys(TRACKS, 0)
    for part in re.split(r"[+,]", text.casefold()):
        found = re.fullmatch(r"\s*(\d{1,2})\s+([a-z]+)\s*", part)
        if not found or found[2] not in amounts:
            raise ValueError(f"{text!r}: it is amounts of Health, Stamina and Magicka, such as `2 health, 1 stamina`")
        amounts[found[2]] += int(found[1])
    return tuple(amounts.values())


def _said(read: Any) -> Any:
    """A reader of texts as a step of validation."""
    return lambda value: read(value) if isinstance(value, str) else _unless_text(value)


def _unless_text(value: Any) -> Any:
    """What is read already; ValueError for what a file has where a text belongs."""
    if isinstance(value, int | float | list | dict):
        raise ValueError(f"{value!r}: it must be a text, in quotes")
    return value


Need = Annotated[Needed, BeforeValidator(_said(read_need))]
Tracks = Annotated[Amounts, BeforeValidator(_read_tracks)]
Worn = Annotated[Armor, BeforeValidator(_said(read_armor))]
Damage = Annotated[Strike, BeforeValidator(_said(read_strike))]
When = Annotated[Condition, BeforeValidator(_said(read_condition))]
Name = Annotated[str, Field(min_length=1, max_length=60)]


class Entry(BaseModel):
    """A table of the file; keys it does not know are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)
