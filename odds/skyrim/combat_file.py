"""A combat or dungeon as a file describes it: players with actions and rules, enemies, followers, encounters."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from tamriel_odds.odds.errors import BadFile
from tamriel_odds.odds.examples import examples_in, text_or_example
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.reasons import reason
from tamriel_odds.odds.skyrim.combat_creatures import Encounter, Enemy, Follower, Line
from tamriel_odds.odds.skyrim.combat_notation import Entry
from tamriel_odds.odds.skyrim.combat_players import Action, Player, Potion, Rule
from tamriel_odds.odds.toml import line_of, parse

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

    def enemy_named(self, name: str) -> int:
        return _place(name, [enemy.name for enemy in self.enemy], "enemy")

    def follower_named(self, name: str) -> int:
        return _place(name, [follower.name for follower in self.follower], "follower")

    @model_validator(mode="after")
    def _all_names_are_there(self) -> Self:
        for what, entries in (("players", self.player), ("enemies", self.enemy), ("followers", self.follower)):
            if len({plain(one.name) for one in entries}) < len(entries):
                way_out = "; an enemy that comes twice has count = 2" * (what == "enemies")
                raise ValueError(f"two {what} have one name{way_out}")
        for enemy in self.enemy:
            for _, line in enemy.lines():
                if line.spawn:
                    self.enemy_named(line.spawn)
        for encounter in self.encounter:
            for name in encounter.enemies:
                self.enemy_named(name)
        for player in self.player:
            if player.follower:
                self.follower_named(player.follower)
            for action in player.action:
                if action.summon:
                    self.follower_named(action.summon)
        return self


def _place(name: str, names: list[str], what: str) -> int:
    for place, known in enumerate(names):
        if plain(known) == plain(name):
            return place
    raise ValueError(f"{what} {name!r}: there is no [[{what}]] of that name{offer(name, names)}")


def examples() -> Mapping[str, str]:
    """The example files of this program, by name."""
    return examples_in("examples/skyrim")


def read_combat(file: Path) -> CombatFile:
    """The combat of a file, or of the example of that name; BadFile with file, line and key where it is wrong."""
    text = text_or_example(file, examples())
    try:
        return CombatFile(**parse(text, file))
    except ValidationError as error:
        raise BadFile(_sentence(text, file, error)) from None


def _sentence(text: str, file: Path, error: ValidationError) -> str:
    """What is wrong, at the table and key where it stands."""
    # A key that is misspelt is told before the one that is missing for it.
    first = min(error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")
    names = [part for part in first["loc"] if isinstance(part, str)]
    numbers = [part for part in first["loc"] if isinstance(part, int)]
    table, key = ".".join(names[:-1]) or None, names[-1] if names else ""
    if first["type"] == "value_error" and len(names) == len(numbers):
        table, key = ".".join(names) or None, ""
    number = _number(text, names, numbers)
    line = line_of(text, key, table, number) if table else line_of(text, key)
    is_told = first["type"] in ("extra_forbidden", "missing", "too_short", "too_long", "value_error")
    label = f"{key}: " if key and first["type"] != "value_error" else ""
    shown = "" if is_told else f"{first['input']!r}: "
    return f"{file}:{line}: {label}{shown}{reason(first, _keys(names[:-1]))}"


def _number(text: str, names: list[str], numbers: list[int]) -> int:
    """Which of all tables of that name in the file it is; inner tables are counted through all outer ones."""
    if len(numbers) < 2:
        return numbers[0] if numbers else 0
    outer, inner, seen, count = names[0], f"{names[0]}.{names[1]}", -1, 0
    for content in text.splitlines():
        header = re.match(r"\s*\[\[\s*([\w.]+)\s*\]\]", content)
        if header and header[1] == outer:
            seen += 1
        if header and header[1] == inner and seen < numbers[0]:
            count += 1
    return count + numbers[1]


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
