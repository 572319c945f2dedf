"""`odds betrayal engage`: the dice of an engage, or of several in one turn, against one target."""

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.engage_roll import EngageRoll


class Engage(Question):
    """The odds of an engage: damage taken by the target, tenacity gained, what is prevented, what special faces do.

    Source: Betrayal, Engage and Resolve the Roll.
    """

    command: ClassVar[str] = "betrayal engage"
    example: ClassVar[str] = 'odds betrayal engage --dice "2 combat, snipe" --defense 1 --health 5'

    dice: str = Field(
        description="2 combat, snipe, free 2 enemy combat; a slash begins the next engage of the turn",
        json_schema_extra={"metavar": "DICE"},
    )
    defense: int = Field(0, ge=0, le=99, description="the target's Defense, anew in each engage")
    health: int | None = Field(None, ge=1, le=999, description="the target's HP")
    stamina: int | None = Field(None, ge=0, le=99, description="refuse more physical dice than this in an engage")
    magicka: int | None = Field(None, ge=0, le=99, description="refuse more magical dice than this in an engage")
    form: Literal["light", "heavy", "defensive", "ranged", "magic"] | None = Field(
        None, description="the battle form, where the dice do not say; in defensive form Combat dice prevent damage"
    )
    granted: int = Field(0, ge=0, le=99, description="engages that an ability grants: they cost no fatigue")
    expert: bool = Field(False, description="Expert difficulty: 2 light fatigue for each further engage")

    def roll(self, box: Box) -> "EngageRoll":
        """The pools this comes to; raises WrongInput where the dice cannot be rolled together."""
        from tamriel_odds.odds.betrayal.engage_roll import resolve

        return resolve(self, box)
