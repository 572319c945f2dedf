"""The creatures of a combat file: what enemies, Followers and summoned creatures do on a symbol of the enemy die."""

from collections.abc import Iterator
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from tamriel_odds.odds.dice import SYMBOLS
from tamriel_odds.odds.skyrim.attacks import TYPES
from tamriel_odds.odds.skyrim.combat_notation import Damage, Entry, Name, Need, Tracks, Worn, WrongAt

ICONS = SYMBOLS["enemy"][1:]
MOST_ENEMIES = 6


class Line(Entry):
    """What an enemy, a Follower or a summoned creature does when the enemy die shows its symbol."""

    attack: Damage | None = None
    all: bool = False
    heal: Worn = (0, 0, 0)
    spawn: str | None = None
    dark: bool = False
    gives: Tracks = (0, 0, 0)


def _line(value: Any) -> Any:
    return {"attack": value} if isinstance(value, str) else value


Shown = Annotated[Line, BeforeValidator(_line)]


class Creature(Entry):
    """Someone with lines to the symbols of the enemy die."""

    name: Name
    axe: Shown | None = None
    sword: Shown | None = None
    fire: Shown | None = None
    skull: Shown | None = None
    lightning: Shown | None = None

    def lines(self) -> Iterator[tuple[str, Line]]:
        for icon in ICONS:
            line = getattr(self, icon)
            if line is not None:
                yield icon, line


class Follower(Creature):
    """A Follower, or what a spell summons: it strikes the leftmost enemy."""

    @model_validator(mode="after")
    def _helps(self) -> Self:
        for icon, line in self.lines():
            if line.spawn or any(line.heal) or line.dark:
                raise WrongAt(f"follower {self.name!r}, {icon}: it attacks, hits all players, or gives", icon)
            if line.attack and not line.all and (line.attack.stamina or line.attack.magicka or not line.attack.damage):
                raise WrongAt(f"follower {self.name!r}, {icon}: an enemy loses nothing but armor", icon, "attack")
        return self


class Enemy(Creature):
    """An enemy or trap: armor tracks, Sneak value, and what it does on a symbol; count 0 is one only spawned."""

    armor: Worn
    now: Worn | None = None
    count: int = Field(1, ge=0, le=MOST_ENEMIES)
    sneak: Need | None = None
    ambush: bool = False
    trap: bool = False
    disarm: Need | None = None

    @model_validator(mode="after")
    def _can_be(self) -> Self:
        if not any(self.armor) or max(self.armor) > 10:
            raise WrongAt(f"enemy {self.name!r}: it has at least one armor track, of 1 to 10", "armor")
        if self.now is not None:
            for kind, there, start in zip(TYPES, self.now, self.armor, strict=True):
                if there > start:
                    raise WrongAt(f"enemy {self.name!r}: {there} {kind} is above its start {start}", "now")
            if not any(self.now):
                raise WrongAt(f"enemy {self.name!r}: without armor it is defeated", "now")
        if self.disarm is not None and not self.trap:
            raise WrongAt(f"enemy {self.name!r}: only a trap is disarmed, give trap = true", "disarm")
        for icon, line in self.lines():
            if any(line.gives):
                told = f"enemy {self.name!r}, {icon}: an enemy gives nothing; heal is its own armor"
                raise WrongAt(told, icon, "gives")
        return self


class Encounter(Entry):
    """One Encounter of a dungeon: its enemies from left to right."""

    enemies: tuple[Name, ...] = Field(min_length=1, max_length=MOST_ENEMIES)
