"""`odds cta chest`, `odds cta door` and `odds cta ammunition`: the same roll again until it has done its work."""

from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.chain import ChainRoll

Score = Annotated[int, Field(ge=-99, le=99)]
Times = Annotated[int, Field(ge=1, le=99)]


class Chest(Question):
    """The odds of opening a chest: cards drawn, Traps, and how many activations it takes.

    Without a rating the chest is unlocked. Source: Call to Arms, Search, Locked Chests.
    """

    command: ClassVar[str] = "cta chest"
    example: ClassVar[str] = "odds cta chest --lockpicking 4 --complexity 2 --attempts 3 --with locksmith"

    unit: str | None = Field(
        None,
        description="the unit: it picks a lock of --complexity, and forces one of --resistance",
        json_schema_extra={"positional": True},
    )
    lockpicking: Score | None = Field(None, description="the Agility of a model that picks the lock, clamped to 1..10")
    strength: Score | None = Field(None, description="the Strength of a model that forces the lock, clamped to 1..10")
    complexity: int | None = Field(None, ge=0, le=99, description="the Complexity Rating, added to the score")
    resistance: int | None = Field(None, ge=0, le=99, description="the Resistance Rating, added to the score")
    attempts: Times = Field(1, description="how many activations are spent on it at most")
    green: int = Field(0, ge=0, le=99, description="Accuracy Dice; three at most are rolled")
    modifier: Score = Field(0, description="added to the score: +2 is a penalty")
    master: bool = Field(
        False, description="a Master Chest: one Master Treasure Card, no more cards for Treasure Hunter"
    )
    with_: tuple[str, ...] = Field((), description="a switch such as expert-locks:1, see `odds cta tests`")

    def roll(self, box: Box) -> "ChainRoll":
        """The attempts this comes to; raises WrongInput where something is missing or contradicts itself."""
        from tamriel_odds.odds.call_to_arms.locks_roll import chest

        return chest(self, box)


class Door(Question):
    """The odds of opening a Locked Door on the way. Source: Call to Arms, Locked Doors."""

    command: ClassVar[str] = "cta door"
    example: ClassVar[str] = "odds cta door --lockpicking 4 --attempts 2"

    unit: str | None = Field(
        None, description="the unit, `NAME` or `NAME + ITEM`", json_schema_extra={"positional": True}
    )
    lockpicking: Score | None = Field(None, description="the Agility of the model, clamped to 1..10")
    attempts: Times = Field(1, description="how many Move Actions are spent on it at most")
    green: int = Field(0, ge=0, le=99, description="Accuracy Dice; three at most are rolled")
    modifier: Score = Field(0, description="added to the score: +2 is a penalty")
    with_: tuple[str, ...] = Field((), description="a switch such as locksmith, see `odds cta tests`")

    def roll(self, box: Box) -> "ChainRoll":
        """The attempts this comes to; raises WrongInput where something contradicts itself."""
        from tamriel_odds.odds.call_to_arms.locks_roll import door

        return door(self, box)


class Ammunition(Question):
    """How long Special Ammunition lasts: it is lost on a Failure of the Skill Die rolled after each Attack.

    Source: Call to Arms, Special Ammunition.
    """

    command: ClassVar[str] = "cta ammunition"
    example: ClassVar[str] = "odds cta ammunition --shots 6"

    unit: str | None = Field(
        None, description="the unit, `NAME` or `NAME + ITEM`", json_schema_extra={"positional": True}
    )
    shots: Times = Field(10, description="Attacks made with it at most")
    with_: tuple[str, ...] = Field((), description="hunters-discipline")

    def roll(self, box: Box) -> "ChainRoll":
        """The shots this comes to."""
        from tamriel_odds.odds.call_to_arms.locks_roll import ammunition

        return ammunition(self, box)
