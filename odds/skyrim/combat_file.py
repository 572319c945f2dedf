"""A combat or dungeon as a file describes it: players with actions and rules, enemies, followers, encounters."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, PrivateAttr, ValidationError, model_validator

from tamriel_odds.odds.errors import BadFile
from tamriel_odds.odds.examples import examples_in, text_or_example
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.reasons import reason
from tamriel_odds.odds.skyrim.combat_creatures import Encounter, Enemy, Follower, Line
from tamriel_odds.odds.skyrim.combat_notation import Entry, WrongAt, second_of
from tamriel_odds.odds.skyrim.combat_players import Action, Player, Potion, Rule
from tamriel_odds.odds.toml import line_at, parse

MOST_PLAYERS = 4


class CombatFile(Entry):
    """A whole file."""

    source: str = ""
    certainty: Literal["printed", "reported", "assumed"] | None = None
    story_mode: bool = False
    hard_mode: bool = False
    pushes_by_current: bool = False
    player: tuple[Player, ...] = Field(min_length=1, max_length=MOST_PLAYERS)
    enemy: tuple[Enemy, ...] = Field(min_length=1)
    follower: tuple[Follower, ...] = ()
    encounter: tuple[Encounter, ...] = ()
    _text: str = PrivateAttr("")

    def line(self, *where: str | int) -> int:
        """The line of the value that these keys and numbers lead to."""
        return line_at(self._text, where)

    def enemy_named(self, name: str, *where: str | int) -> int:
        return _place(name, [enemy.name for enemy in self.enemy], "enemy", where)

    def follower_named(self, name: str, *where: str | int) -> int:
        return _place(name, [follower.name for follower in self.follower], "follower", where)

    @model_validator(mode="after")
    def _all_names_are_there(self) -> Self:
        for what, key in (("players", "player"), ("enemies", "enemy"), ("followers", "follower")):
            twice = second_of([one.name for one in getattr(self, key)])
            if twice is not None:
                way_out = "; an enemy that comes twice has count = 2" * (what == "enemies")
                raise WrongAt(f"two {what} have one name{way_out}", key, twice, "name")
        for number, enemy in enumerate(self.enemy):
            for icon, line in enemy.lines():
                if line.spawn:
                    self.enemy_named(line.spawn, "enemy", number, icon, "spawn")
        for number, encounter in enumerate(self.encounter):
            for name in encounter.enemies:
                self.enemy_named(name, "encounter", number, "enemies")
        for number, player in enumerate(self.player):
            if player.follower:
                self.follower_named(player.follower, "player", number, "follower")
            for place, action in enumerate(player.action):
                if action.summon:
                    self.follower_named(action.summon, "player", number, "action", place, "summon")
        return self


def _place(name: str, names: list[str], what: str, where: tuple[str | int, ...]) -> int:
    for place, known in enumerate(names):
        if plain(known) == plain(name):
            return place
    raise WrongAt(f"{what} {name!r}: there is no [[{what}]] of that name{offer(name, names)}", *where)


def examples() -> Mapping[str, str]:
    """The example files of this program, by name."""
    return examples_in("examples/skyrim")


def read_combat(file: Path) -> CombatFile:
    """The combat of a file, or of the example of that name; BadFile with file, line and key where it is wrong."""
    text = text_or_example(file, examples())
    try:
        combat = CombatFile(**parse(text, file))
    except ValidationError as error:
        raise BadFile(_sentence(text, file, error)) from None
    combat._text = text
    return combat


def _sentence(text: str, file: Path, error: ValidationError) -> str:
    """What is wrong, at the table and key where it stands."""
    # A key that is misspelt is told before the one that is missing for it.
    first = min(error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")
    names = [part for part in first["loc"] if isinstance(part, str)]
    cause = first.get("ctx", {}).get("error")
    within = cause.where if isinstance(cause, WrongAt) else ()
    line = line_at(text, (*first["loc"], *within))
    is_told = first["type"] in ("extra_forbidden", "missing", "too_short", "too_long", "value_error")
    label = f"{names[-1]}: " if names and first["type"] != "value_error" else ""
    shown = "" if is_told else f"{first['input']!r}: "
    return f"{file}:{line}: {label}{shown}{reason(first, _keys(names[:-1]))}"


def _keys(names: list[str]) -> list[str]:
    kind: Any = CombatFile
    for name in names:
        kind = {
            "player": Player,
            "enemy": Enemy,
            "follower": Follower,
            "encounter": Encounter,
            "action": Action,
            "rule": Rule,
            "potion": Potion,
        }.get(name, Line)
    return list(kind.model_fields)
