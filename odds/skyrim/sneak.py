"""`odds skyrim sneak` and `odds skyrim disarm`: the tests before a combat, which cannot be pushed."""

from typing import TYPE_CHECKING, ClassVar, Self

from pydantic import Field, model_validator

from tamriel_odds.odds.question import Box, Question
from tamriel_odds.odds.skyrim.skill_test import Skill, Symbol

if TYPE_CHECKING:
    from tamriel_odds.odds.skyrim.summed_roll import SummedRoll


class Sneak(Question):
    """The odds of sneaking up on enemies: a free attack on success, an Ambush suffered on failure where there is one.

    Three dice (none in Hard Mode) and one for every Sneak; no pushes. Source: Skyrim, Sneak, Awareness, Ambush.
    """

    command: ClassVar[str] = "skyrim sneak"
    example: ClassVar[str] = 'odds skyrim sneak --sneak 2 --enemy "2 circles" --enemy "3 circles ambush"'

    need: int | None = Field(None, ge=1, le=99, description="the enemy's Sneak value: how many symbols are needed")
    symbol: Symbol | None = Field(None, description="the symbol that counts")
    ambush: bool = Field(False, description="the enemy has Ambush")
    enemy: tuple[str, ...] = Field(
        (), description="one of several enemies instead: `2 circles`, `3 circles ambush`; may be repeated"
    )
    sneak: int = Field(0, ge=0, le=16, description="Sneak of all items and Skills together, a die for each")
    heavy_armor: bool = Field(False, description="the player wears Heavy Armor, which forbids it")
    hard_mode: bool = Field(False, description="Hard Mode: without the three dice")
    story_mode: bool = Field(False, description="Story Mode: one die more")

    @model_validator(mode="after")
    def _one_way_to_name_the_enemy(self) -> Self:
        if self.enemy and (self.need is not None or self.symbol is not None or self.ambush):
            raise ValueError("--enemy and --need, --symbol, --ambush exclude each other: both name the enemy")
        if not self.enemy and (self.need is None or self.symbol is None):
            raise ValueError("the enemy's Sneak value is missing: give --need and --symbol, or --enemy `2 circles`")
        return self

    def roll(self, box: Box) -> "SummedRoll":
        """The dice and the need; raises WrongInput for an enemy that cannot be read."""
        from tamriel_odds.odds.skyrim.unpushed import sneak

        return sneak(self, box)


class Disarm(Question):
    """The odds of disarming a trap: a Lockpicking test without pushes; success defeats the trap, failure springs it.

    Source: Skyrim, Traps.
    """

    command: ClassVar[str] = "skyrim disarm"
    example: ClassVar[str] = "odds skyrim disarm --need 2 --symbol circle --skill learned"

    need: int = Field(ge=1, le=99, description="how many symbols are needed")
    symbol: Symbol = Field(description="the symbol that counts")
    skill: Skill = Field("none", description="whether the character knows Lockpicking")
    story_mode: bool = Field(False, description="Story Mode: one die more")

    def roll(self, box: Box) -> "SummedRoll":
        """The dice and the need."""
        from tamriel_odds.odds.skyrim.unpushed import disarm

        return disarm(self, box)
