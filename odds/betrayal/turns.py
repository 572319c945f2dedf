"""`odds betrayal turns`: an adventurer's rounds of battle, with the cooldown track and fatigue."""

from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.turns_by_chance import ChanceTurnsRoll
    from tamriel_odds.odds.betrayal.turns_roll import TurnsRoll


class Turns(Question):
    """The odds of an adventurer's rounds: damage in all, dice available, fatigue, the best number of engages a turn.

    Every turn the dice are gathered in the order they are named, up to Stamina and Magicka, and exhausted in that
    order; without dice there is no further engage. Source: Betrayal, Adventurer Turns, Cooldown Track, Fatigue.
    """

    command: ClassVar[str] = "betrayal turns"
    example: ClassVar[str] = 'odds betrayal turns --dice "2 snipe, 2 combat" --stamina 2 --cooldown 2 --rounds 6'

    dice: str = Field(
        description="all skill dice of the adventurer, those gathered first first: 2 snipe, 2 combat",
        json_schema_extra={"metavar": "DICE"},
    )
    stamina: int = Field(ge=0, le=20, description="physical dice in an engage")
    magicka: int = Field(0, ge=0, le=20, description="magical dice in an engage")
    cooldown: int = Field(ge=0, le=13, description="the Cooldown stat: dice that recover at the start of a turn")
    rounds: int = Field(5, ge=1, le=20, description="rounds of the battle; from the sixth on each is a fatigue round")
    engages: int = Field(1, ge=0, le=6, description="engages a turn at most")
    defense: int = Field(0, ge=0, le=99, description="the Defense of the target, anew in each engage")
    expert: bool = Field(False, description="Expert difficulty: 2 light fatigue for each further engage")
    health: int | None = Field(None, ge=1, le=99, description="the adventurer's HP, which fatigue rounds take")

    def roll(self, box: Box) -> "TurnsRoll | ChanceTurnsRoll":
        """The engages this comes to; raises WrongInput where the dice cannot be rolled."""
        from tamriel_odds.odds.betrayal.turns_roll import resolve

        return resolve(self, box)
