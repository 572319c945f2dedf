"""What is looked up instead of asked: a class whose fields are the options of its command, and what it tells."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tamriel_odds.odds.errors import UnknownName
from tamriel_odds.odds.names import clipped, meant, nearest, plain


@dataclass(frozen=True)
class Told:
    """Lines to print, what is said beside them, and whether what was looked at is in order."""

    lines: Iterable[str]
    aside: tuple[str, ...] = ()
    is_failed: bool = False


class LookUp(BaseModel, ABC):
    """A command that prints what is known. Fields are options, as those of a `Question` are."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @abstractmethod
    def told(self) -> Told:
        """What is printed; raises WrongInput where there is nothing of that name."""


def argument(default: Any, description: str, metavar: str = "TEXT") -> Any:
    """A field that is an argument of its command instead of an option."""
    extra: dict[str, Any] = {"positional": True, "metavar": metavar}
    return Field(default, description=description, json_schema_extra=extra)


def holding(words: Sequence[str], lines: Sequence[str], names: Iterable[str]) -> Iterator[str]:
    """The lines that hold all of the words, however these are spelt; UnknownName with the nearest names for none."""
    wanted = [plain(word) for word in words]
    found = [line for line in lines if all(word in plain(line) for word in wanted)]
    if not found:
        known = {part for name in names for part in (plain(name), *plain(name.replace(":", " ")).split("-"))}
        missing = next((word for word in wanted if not any(word in plain(line) for line in lines)), "")
        near = meant(nearest(missing, known))
        raise UnknownName(
            f"'{clipped(' '.join(words))}': nothing here holds {'that' if missing else 'all of it'}{near}"
        )
    yield from found
