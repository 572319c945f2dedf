"""`odds skyrim draw`: the chance to see a wanted card at the market, when upgrading or enchanting, or in any deck."""

from typing import TYPE_CHECKING, ClassVar, Literal, Self

from pydantic import Field, model_validator

from tamriel_odds.odds.question import Box, Question
from tamriel_odds.odds.skyrim.skill_test import Skill

if TYPE_CHECKING:
    from tamriel_odds.odds.skyrim.drawn import CardsRoll


class DrawCards(Question):
    """The odds of seeing a wanted card among those drawn from one deck, for so much Gold or so many cards.

    Source: Skyrim, Visiting the Market; Upgrading and Enchanting; Skills; Heroes of the Game.
    """

    command: ClassVar[str] = "skyrim draw"
    example: ClassVar[str] = "odds skyrim draw --deck 30 --wanted 2 --gold 3 --skill learned"

    deck: int = Field(ge=1, le=500, description="how many cards the deck has, or the part of it that was shuffled")
    wanted: int = Field(1, ge=0, le=500, description="how many of them are wanted")
    at: Literal["market", "upgrade", "enchant", "deck"] = Field(
        "market", description="where: the Market, an Upgrade, an Enchantment, or any deck"
    )
    gold: int | None = Field(None, ge=0, le=500, description="the Gold to spend on drawing")
    cards: int | None = Field(None, ge=0, le=500, description="how many cards are drawn from any deck")
    price: int = Field(1, ge=0, le=99, description="what the first draw costs")
    push: int | None = Field(None, ge=1, le=99, description="what each further card costs (as the first draw)")
    skill: Skill = Field("none", description="Speech at the Market, Smithing to upgrade, Enchanting to enchant")
    race: str | None = Field(None, description="a race whose ability for it is learned: orsimer, altmer, nord")

    @model_validator(mode="after")
    def _paid_or_counted(self) -> Self:
        if self.at == "deck" and (self.cards is None or self.gold is not None):
            raise ValueError("--at deck: give --cards, the number of cards that are drawn, and no --gold")
        if self.at != "deck" and (self.gold is None or self.cards is not None):
            raise ValueError(f"--at {self.at}: give --gold, the Gold to spend, and no --cards")
        if self.wanted > self.deck:
            raise ValueError(f"--wanted {self.wanted}: a deck of {self.deck} cards does not hold them")
        return self

    def roll(self, box: Box) -> "CardsRoll":
        """The cards this draws; raises WrongInput where they cannot be drawn."""
        from tamriel_odds.odds.skyrim.drawn import resolve

        return resolve(self)
