"""`odds cta burning`, `bleed` and `poison`: what a token does to a model, activation after activation."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.chain import ChainRoll

Score = Annotated[int, Field(ge=-99, le=99)]
Health = Annotated[int, Field(ge=1, le=99)]


class TokenOverTime(Question):
    """What all of them ask of the model: its Health, and whether it tests Endurance when injured."""

    unit: str | None = Field(
        None, description="the unit, `NAME` or `NAME + ITEM + ITEM`", json_schema_extra={"positional": True}
    )
    health: Health | None = Field(None, description="the Health that is left")
    full_health: Health | None = Field(
        None, description="the whole Health Reserve, which a Potion face can restore; else what is left"
    )
    rank: Literal["follower", "hero"] | None = Field(
        None, description="a hero (or Master) tests Endurance when injured, a follower is removed"
    )
    endurance: Score | None = Field(None, description="the model's Endurance")
    with_: tuple[str, ...] = Field((), description="avoid-death: the first test of the injured counts as a Critical")
    activations: int = Field(10, ge=1, le=50, description="activations to follow")


class Burning(TokenOverTime):
    """How long a model burns: 1 damage an activation until an Agility Test puts the fire out.

    Source: Call to Arms, Fire, Incapacitated.
    """

    command: ClassVar[str] = "cta burning"
    example: ClassVar[str] = "odds cta burning --health 3 --agility 4"

    agility: Score | None = Field(None, description="the model's Agility")
    green: int = Field(0, ge=0, le=99, description="Accuracy Dice in the Agility Test; three at most are rolled")
    modifier: Score = Field(0, description="added to the score of the Agility Test: +2 is a penalty")
    let_burn: bool = Field(False, description="no Action is spent on the fire")
    with_: tuple[str, ...] = Field(
        (), description="avoid-death, or a switch such as deft-movement, see `odds cta tests`"
    )

    def roll(self, box: Box) -> "ChainRoll":
        """The activations this comes to; raises WrongInput where something is missing."""
        from tamriel_odds.odds.call_to_arms.burning_roll import burning

        return burning(self, box)


class Bleed(TokenOverTime):
    """How long a model bleeds: an Endurance Test for each token, then 1 damage and one token less for each Action.

    Source: Call to Arms, Bleed, Incapacitated.
    """

    command: ClassVar[str] = "cta bleed"
    example: ClassVar[str] = "odds cta bleed --tokens 2 --health 3 --endurance 4"

    tokens: int = Field(1, ge=1, le=9, description="Bleed Tokens on the model")
    actions: int = Field(2, ge=0, le=4, description="Actions it performs in each activation")
    green: int = Field(
        0, ge=0, le=99, description="Accuracy Dice in the tests for the tokens; three at most are rolled"
    )
    modifier: Score = Field(0, description="added to the score of the tests for the tokens: +2 is a penalty")

    def roll(self, box: Box) -> "ChainRoll":
        """The activations this comes to; raises WrongInput where something is missing."""
        from tamriel_odds.odds.call_to_arms.bleed_roll import bleed

        return bleed(self, box)


class Poison(TokenOverTime):
    """What Poison Tokens take: 1 Health each at the start of every activation. Source: Call to Arms, Poison."""

    command: ClassVar[str] = "cta poison"
    example: ClassVar[str] = "odds cta poison --tokens 1 --health 3 --rank hero --endurance 4 --activations 6"

    tokens: int = Field(1, ge=1, le=9, description="Health Tokens on the model's Poison Tokens")

    def roll(self, box: Box) -> "ChainRoll":
        """The activations this comes to; raises WrongInput where something is missing."""
        from tamriel_odds.odds.call_to_arms.bleed_roll import poison

        return poison(self, box)
