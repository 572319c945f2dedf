"""`odds betrayal draw`: cards, tokens or chips drawn without putting any back."""

from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.draw_roll import DeckRoll, OverlandRoll

Cards = Annotated[int, Field(ge=0, le=999)]


class Draw(Question):
    """The odds of drawing wanted cards from a deck or a bag: guild, side-quest, trainer, class, overland, ...

    What is set aside and drawn again, such as tokens of a closed constellation, is as if it were not there. Source:
    Betrayal, Setup Procedure, Town Encounters.
    """

    command: ClassVar[str] = "betrayal draw"
    example: ClassVar[str] = "odds betrayal draw trainer --drawn 4 --wanted 2 --aside 6"

    deck: str | None = Field(
        None,
        description="guild, side-quest, trainer, class, common-items, legendary-items, enemies-1-5, enemies-10-20, "
        "jailbreak or overland; else give --cards and --drawn",
        json_schema_extra={"positional": True},
    )
    wanted: tuple[Cards, ...] = Field((1,), description="how many cards you want; once more for another kind")
    drawn: int | None = Field(None, ge=0, le=60, description="how many are drawn")
    cards: int | None = Field(None, ge=1, le=999, description="how many there are, where your box has others")
    aside: int = Field(0, ge=0, le=999, description="cards that are drawn again when they come, and none of the wanted")
    general: int = Field(0, ge=0, le=10, description="of an overland deck: the wanted among the ten general cards")

    def roll(self, box: Box) -> "DeckRoll | OverlandRoll":
        """The draw this comes to; raises WrongInput where there are not as many cards."""
        from tamriel_odds.odds.betrayal.draw_roll import resolve

        return resolve(self)
