"""`odds cta cast`: a Spell or Shout, with its Difficulty, Magicka Boost and Area Effect, or a Rune."""

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.call_to_arms.attack import Attack, Score
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.question import Roll


class Cast(Attack):
    """The odds of a Spell or Shout that attacks, or of a Rune placed and set off.

    Everything `odds cta attack` takes goes here too. Source: Call to Arms, Magic, Area Effect, Rune, Dragon Shouts.
    """

    command: ClassVar[str] = "cta cast"
    example: ClassVar[str] = 'odds cta cast --skill 4 --attack "[YELLOW] (Fire)" --difficulty -2 --boost 2 --health 2'

    difficulty: Score | None = Field(None, description="the Spell's Difficulty, added to the score")
    boost: int = Field(0, ge=0, le=20, description="the points of Magicka spent on a Magicka Boost")
    boost_dice: str | None = Field(None, description="what each of them adds; else what the card says, or [YELLOW]")
    targets: int = Field(1, ge=1, le=6, description="how many like models the Area Effect reaches")
    rune: Literal["place", "trigger"] | None = Field(
        None, description="a Rune: its Skill Test without Effect Dice, or its damage, which cannot miss"
    )

    def roll(self, box: Box) -> "Roll":  # type: ignore[override]
        """The pools and tests this comes to; raises WrongInput where something is missing or contradicts itself."""
        from tamriel_odds.odds.call_to_arms.cast_roll import cast

        return cast(self, box)

    def paid(self, box: Box) -> tuple[float, str] | None:
        """The points of its Magicka Boost."""
        return (self.boost, "Magicka") if self.boost else None
