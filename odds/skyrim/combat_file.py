"""A combat or dungeon as a file describes it: players with actions and rules, enemies, followers, encounters."""

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from tamriel_odds.odds.dice import SYMBOLS
from tamriel_odds.odds.errors import BadFile
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.skyrim.attacks import TYPES, Armor, Strike, read_armor, read_strike
from tamriel_odds.odds.skyrim.characters import LEVELS, Race, race_named, skill_named
from tamriel_odds.odds.skyrim.pushes import read_need
from tamriel_odds.odds.skyrim.skill_test import Pushing
from tamriel_odds.odds.skyrim.when import Condition, read_condition
from tamriel_odds.odds.toml import line_of, parse

TRACKS = ("health", "stamina", "magicka")
ICONS = SYMBOLS["enemy"][1:]
MOST_NEED = 7
MOST_PLAYERS, MOST_ENEMIES = 4, 6
REST, ESCAPE = "rest", "escape"
# Innate abilities that change an action; the others of the races are listed as not modelled.
INNATES = ("berserk", "battle-cry", "highborn")

Track = Annotated[int, Field(ge=1, le=10)]
Needed = tuple[str, int]
Amounts = tuple[int, int, int]


def _read_tracks(text: Any) -> Any:
    """Amounts of Health, Stamina and Magicka: ``2 health, 1 stamina``."""
    if not isinstance(text, str):
        return text
    amounts = dict.fromkeys(TRACKS, 0)
    for part in re.split(r"[+,]", text.casefold()):
        found = re.fullmatch(r"\s*(\d{1,2})\s+([a-z]+)\s*", part)
        if not found or found[2] not in amounts:
            raise ValueError(f"{text!r}: it is amounts of Health, Stamina and Magicka, such as `2 health, 1 stamina`")
        amounts[found[2]] += int(found[1])
    return tuple(amounts.values())


def _said(read: Any) -> Any:
    """A reader of texts as a step of validation."""
    return lambda value: read(value) if isinstance(value, str) else value


Need = Annotated[Needed, BeforeValidator(_said(read_need))]
Tracks = Annotated[Amounts, BeforeValidator(_read_tracks)]
Worn = Annotated[Armor, BeforeValidator(_said(read_armor))]
Damage = Annotated[Strike, BeforeValidator(_said(read_strike))]
When = Annotated[Condition, BeforeValidator(_said(read_condition))]
Name = Annotated[str, Field(min_length=1, max_length=60)]


class Entry(BaseModel):
    """A table of the file; keys it does not know are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Action(Entry):
    """What a card lets a player do: its test, its cost, and what a success does."""

    name: Name
    kind: Literal["offensive", "defensive", "special"] | None = None
    skill: str | None = None
    need: Need | None = None
    cost: Tracks = (0, 0, 0)
    damage: Damage | None = None
    heal: Tracks = (0, 0, 0)
    to: Literal["self", "weakest"] = "self"
    summon: str | None = None
    times: int | None = Field(None, ge=1, le=9)
    spell: bool = False
    push: Pushing = "while-hopeful:0"
    health_pushes: bool = True

    @model_validator(mode="after")
    def _does_something(self) -> Self:
        if plain(self.name) in (REST, ESCAPE) or "+" in self.name:
            raise ValueError(f"an action is not named {self.name!r}: all can rest and escape, + adds an ability")
        kind = "offensive" if self.damage else "special" if any(self.heal) or self.summon else "defensive"
        if self.kind is None and kind == "defensive":
            raise ValueError(f'action {self.name!r}: give damage, heal or summon, or kind = "defensive"')
        if self.kind is not None and self.kind != kind:
            raise ValueError(f"action {self.name!r}: what it does is {kind}, not {self.kind}")
        if self.damage and not self.damage.damage:
            raise ValueError(f"action {self.name!r}: enemies have armor only, so it deals heavy, light or magic damage")
        if self.damage and (self.damage.stamina or self.damage.magicka):
            raise ValueError(f"action {self.name!r}: enemies have no Stamina and no Magicka")
        if self.need and self.need[1] > MOST_NEED:
            raise ValueError(f"action {self.name!r}: a need is at most {MOST_NEED} symbols")
        if self.cost[0]:
            raise ValueError(f"action {self.name!r}: a cost is Stamina or Magicka; Health pays only what they lack")
        if self.skill is not None:
            skill_named(self.skill)
        return self

    @property
    def does(self) -> str:
        return self.kind or ("offensive" if self.damage else "special")


class Rule(Entry):
    """A line of a player's policy: what is done when something holds."""

    when: When = Condition(())
    do: Name


class Potion(Entry):
    """A potion and when it is drunk, at the beginning of a Combat Round."""

    name: str = "potion"
    heal: Tracks
    uses: int = Field(1, ge=1, le=9)
    when: When = Condition(())


class Player(Entry):
    """A player's character: tracks, armor, race, Skills, actions, and the rules to follow."""

    name: Name
    health: Track = 5
    stamina: Track = 5
    magicka: Track = 5
    now: Tracks | None = None
    armor: Worn = (0, 0, 0)
    race: str | None = None
    skills: tuple[str, ...] = ()
    wears: tuple[str, ...] = ()
    shield_armor: Literal["heavy", "light"] = "heavy"
    sneak: int = Field(0, ge=0, le=9)
    sneaks: bool = False
    sneak_attack: str | None = None
    final_blows: int = Field(1, ge=1, le=5)
    push_limit: int | None = Field(None, ge=0, le=4)
    follower: str | None = None
    action: tuple[Action, ...] = ()
    rule: tuple[Rule, ...] = ()
    potion: tuple[Potion, ...] = ()

    @model_validator(mode="after")
    def _can_be(self) -> Self:
        if self.race is not None:
            race_named(self.race)
        self.levels  # noqa: B018  raises where a Skill is unknown
        if self.now is not None:
            for track, there, most in zip(TRACKS, self.now, self.maxima, strict=True):
                if there > most:
                    raise ValueError(f"player {self.name!r}: {there} {track} is above its maximum {most}")
            if not self.now[0]:
                raise ValueError(f"player {self.name!r}: without Health there is no combat")
        for worn in self.wears:
            if plain(worn) not in WORN:
                raise ValueError(f"player {self.name!r}: {worn!r} changes no roll{offer(worn, WORN)}")
        if self.sneaks and "heavy-armor" in map(plain, self.wears):
            raise ValueError(f"player {self.name!r}: Heavy Armor forbids sneaking")
        names = [plain(action.name) for action in self.action]
        if len(set(names)) < len(names):
            raise ValueError(f"player {self.name!r}: two actions have one name")
        if self.final_blows >= self.maxima[0]:
            raise ValueError(f"player {self.name!r}: the Final Blow lies below the maximum of Health")
        return self

    @property
    def levels(self) -> dict[str, str]:
        """The level of each Skill: ``block`` is learned, ``block legendary`` is Legendary."""
        levels = {}
        for text in self.skills:
            name = re.sub(r"[\s(]*\blegendary\b\)?", "", text.casefold()).strip()
            levels[skill_named(name).name] = LEVELS[2 if "legendary" in text.casefold() else 1]
        return levels

    def level(self, skill: str | None) -> str:
        return self.levels.get(skill_named(skill).name, LEVELS[0]) if skill else LEVELS[0]

    @property
    def race_or_none(self) -> Race | None:
        return race_named(self.race) if self.race else None

    @property
    def maxima(self) -> Amounts:
        """The maxima of Health, Stamina and Magicka, with what Skills add."""
        from tamriel_odds.odds.skyrim.bonuses import bonuses_of

        return self.health, min(self.stamina + sum(bonus.stamina for bonus in bonuses_of(self)), 10), self.magicka


# What a Skill or race can ask to be worn.
WORN = ("shield", "heavy-armor", "alteration")


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
                raise ValueError(f"follower {self.name!r}, {icon}: it attacks, hits all players, or gives")
            if line.attack and not line.all and (line.attack.stamina or line.attack.magicka or not line.attack.damage):
                raise ValueError(f"follower {self.name!r}, {icon}: an enemy loses nothing but armor")
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
            raise ValueError(f"enemy {self.name!r}: it has at least one armor track, of 1 to 10")
        if self.now is not None:
            for kind, there, start in zip(TYPES, self.now, self.armor, strict=True):
                if there > start:
                    raise ValueError(f"enemy {self.name!r}: {there} {kind} is above its start {start}")
            if not any(self.now):
                raise ValueError(f"enemy {self.name!r}: without armor it is defeated")
        if self.disarm is not None and not self.trap:
            raise ValueError(f"enemy {self.name!r}: only a trap is disarmed, give trap = true")
        for icon, line in self.lines():
            if any(line.gives):
                raise ValueError(f"enemy {self.name!r}, {icon}: an enemy gives nothing; heal is its own armor")
        return self


class Encounter(Entry):
    """One Encounter of a dungeon: its enemies from left to right."""

    enemies: tuple[Name, ...] = Field(min_length=1, max_length=MOST_ENEMIES)


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
        for names in ([one.name for one in self.player], [one.name for one in self.enemy]):
            if len(set(map(plain, names))) < len(names):
                raise ValueError("two players or two enemies have one name; an enemy that comes twice has count = 2")
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
    folder = files("tamriel_odds.odds").joinpath("data/examples/skyrim")
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    return {entry.name.removesuffix(".toml"): entry.read_text(encoding="utf-8") for entry in entries}


def read_combat(file: Path) -> CombatFile:
    """The combat of a file, or of the example of that name; BadFile with file, line and key where it is wrong."""
    try:
        text = (
            file.read_text(encoding="utf-8") if file.exists() or str(file) not in examples() else examples()[str(file)]
        )
    except FileNotFoundError:
        raise BadFile(
            f"{file}: there is no such file, and no example of that name{offer(str(file), examples())}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error.strerror
        raise BadFile(f"{file}: the file cannot be read ({reason})") from None
    try:
        return CombatFile(**parse(text, file))
    except ValidationError as error:
        raise BadFile(_sentence(text, file, error)) from None


def _sentence(text: str, file: Path, error: ValidationError) -> str:
    """What is wrong, at the table and key where it stands."""
    first = error.errors(include_url=False)[0]
    names = [part for part in first["loc"] if isinstance(part, str)]
    numbers = [part for part in first["loc"] if isinstance(part, int)]
    table, key = ".".join(names[:-1]) or None, names[-1] if names else ""
    if first["type"] == "value_error" and len(names) == len(numbers):
        table, key = ".".join(names) or None, ""
    number = _number(text, names, numbers)
    line = line_of(text, key, table, number) if table else line_of(text, key)
    reason = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        reason = f"a combat has no such key{offer(key, _keys(names[:-1]))}"
    elif first["type"] == "missing":
        reason = "it is missing"
    label = f"{key}: " if key and first["type"] != "value_error" else ""
    shown = "" if first["type"] in ("extra_forbidden", "missing", "value_error") else f"{first['input']!r}: "
    return f"{file}:{line}: {label}{shown}{reason[:1].lower() + reason[1:] if label else reason}"


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
