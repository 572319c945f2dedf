"""`odds betrayal social`: a social check with the Speech dice of the party."""

from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.social_roll import SocialRoll


class Social(Question):
    """The odds of a social check: success, tenacity spent after the roll, and the chance for any tenacity there is.

    Tenacity is spent only where it makes the check succeed. Source: Betrayal, Social Check Sequence.
    """

    command: ClassVar[str] = "betrayal social"
    example: ClassVar[str] = 'odds betrayal social --dice "2 persuasive will, authority" --difficulty 9 --tenacity 2'

    dice: str = Field(
        description="the dice of the whole party: 2 persuasive will, authority", json_schema_extra={"metavar": "DICE"}
    )
    difficulty: int = Field(ge=0, le=999, description="the difficulty value")
    tenacity: int = Field(0, ge=0, le=99, description="the tenacity that the adventurers can spend in all")

    def roll(self, box: Box) -> "SocialRoll":
        """The pools this comes to; raises WrongInput where there is no such die."""
        from tamriel_odds.odds.betrayal.social_roll import resolve

        return resolve(self, box)
