"""The players of a combat file: their characters, what their cards let them do, and the rules they follow."""

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.skyrim.characters import LEVELS, Race, race_named, skill_named
from tamriel_odds.odds.skyrim.combat_notation import (
    TRACKS,
    Amounts,
    Damage,
    Entry,
    Name,
    Need,
    Tracks,
    When,
    Worn,
    WrongAt,
    second_of,
)
from tamriel_odds.odds.skyrim.skill_test import Pushing
from tamriel_odds.odds.skyrim.when import Condition

MOST_NEED = 7
REST, ESCAPE = "rest", "escape"
# Innate abilities that change an action; the others of the races are listed as not modelled.
INNATES = ("berserk", "battle-cry", "highborn")
# What a Skill or race can ask to be worn.
WORN = ("shield", "heavy-armor", "alteration")

Track = Annotated[int, Field(ge=1, le=10)]


def skill_and_level(text: str) -> tuple[str, str]:
    """A Skill and its level: ``block`` is learned, ``block legendary`` is Legendary; UnknownName otherwise."""
    name = re.sub(r"[\s(]*\blegendary\b\)?", "", text.casefold()).strip()
    return skill_named(name).name, LEVELS[2 if "legendary" in text.casefold() else 1]


def _known(find: Callable[[str], Any]) -> AfterValidator:
    def check(name: str) -> str:
        find(name)
        return name

    return AfterValidator(check)


SkillName = Annotated[str, _known(skill_named)]
LearnedSkill = Annotated[str, _known(skill_and_level)]
RaceName = Annotated[str, _known(race_named)]


class Action(Entry):
    """What a card lets a player do: its test, its cost, and what a success does."""

    name: Name
    kind: Literal["offensive", "defensive", "special"] | None = None
    skill: SkillName | None = None
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
            told = f"an action is not named {self.name!r}: all can rest and escape, + adds an ability"
            raise WrongAt(told, "name")
        kind = "offensive" if self.damage else "special" if any(self.heal) or self.summon else "defensive"
        if self.kind is None and kind == "defensive":
            raise ValueError(f'action {self.name!r}: give damage, heal or summon, or kind = "defensive"')
        if self.kind is not None and self.kind != kind:
            raise WrongAt(f"action {self.name!r}: what it does is {kind}, not {self.kind}", "kind")
        if self.damage and not self.damage.damage:
            told = f"action {self.name!r}: enemies have armor only, so it deals heavy, light or magic damage"
            raise WrongAt(told, "damage")
        if self.damage and (self.damage.stamina or self.damage.magicka):
            raise WrongAt(f"action {self.name!r}: enemies have no Stamina and no Magicka", "damage")
        if self.need and self.need[1] > MOST_NEED:
            raise WrongAt(f"action {self.name!r}: a need is at most {MOST_NEED} symbols", "need")
        if self.cost[0]:
            told = f"action {self.name!r}: a cost is Stamina or Magicka; Health pays only what they lack"
            raise WrongAt(told, "cost")
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
    race: RaceName | None = None
    skills: tuple[LearnedSkill, ...] = ()
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
        if self.now is not None:
            for track, there, most in zip(TRACKS, self.now, self.maxima, strict=True):
                if there > most:
                    raise WrongAt(f"player {self.name!r}: {there} {track} is above its maximum {most}", "now")
            if not self.now[0]:
                raise WrongAt(f"player {self.name!r}: without Health there is no combat", "now")
        for worn in self.wears:
            if plain(worn) not in WORN:
                raise WrongAt(f"player {self.name!r}: {worn!r} changes no roll{offer(worn, WORN)}", "wears")
        if self.sneaks and "heavy-armor" in map(plain, self.wears):
            raise WrongAt(f"player {self.name!r}: Heavy Armor forbids sneaking", "sneaks")
        twice = second_of([action.name for action in self.action])
        if twice is not None:
            raise WrongAt(f"player {self.name!r}: two actions have one name", "action", twice, "name")
        if self.final_blows >= self.maxima[0]:
            told = f"player {self.name!r}: the Final Blow lies below the maximum of Health"
            raise WrongAt(told, "final_blows" if "final_blows" in self.model_fields_set else "health")
        return self

    @property
    def levels(self) -> dict[str, str]:
        """The level of each Skill."""
        return dict(map(skill_and_level, self.skills))

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
