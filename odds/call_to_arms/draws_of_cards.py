"""`odds cta draw`: cards and tokens drawn without putting them back."""

from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.draws_of_cards_roll import DrawRoll


class Draw(Question):
    """The odds of what is drawn from a deck or a bag: how many of each kind, and whether any.

    Decks: treasure, event, environment, special-quest, treasure-tokens, objectives, battle-activations,
    delve-activations, spawn, pickpocket; or --cards and --wanted of your own.
    Source: Call to Arms, Curating the Treasure Deck, Curating the Event Deck, Scenario Special Rules.
    """

    command: ClassVar[str] = "cta draw"
    example: ClassVar[str] = "odds cta draw treasure --draw 3 --kind superior"

    deck: str | None = Field(
        None, description="a deck of the book: treasure, event, objectives, ...", json_schema_extra={"positional": True}
    )
    draw: int | None = Field(None, ge=0, le=999, description="how many are drawn; else as many as the book says")
    kind: str | None = Field(None, description="the kind whose table comes first")
    septims: int | None = Field(
        None, ge=0, le=99999, description="the Gold Septim limit, where it says how many are drawn"
    )
    cards: int | None = Field(None, ge=1, le=999, description="how many there are in a pool or a deck of your own")
    wanted: int | None = Field(None, ge=0, le=999, description="how many of --cards are meant [1]")

    def roll(self, box: Box) -> "DrawRoll":
        """The deck and the draws; raises WrongInput for an unknown deck or kind, and for more draws than cards."""
        from tamriel_odds.odds.call_to_arms.draws_of_cards_roll import draw

        return draw(self)
