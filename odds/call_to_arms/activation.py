"""`odds cta activation`: several attacks on one target, of one model or of several, in one activation or more."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.question import Box

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.fight import Fight

Stamina = Annotated[int, Field(ge=0, le=20)]


class Activation(Attack):
    """The odds of all attacks on one target: total damage, when it is removed, the Stamina that was spent.

    The attacks are those of the attacker's Action: both weapons of a Dual Wield Strike or Dual Shot, both shots of
    Quick Shot, Follow-Ups that are granted. What the target suffers stays with it. Between activations it recovers.
    Source: Call to Arms, Melee Attack, Follow-Up, Boosts, Injured Models, Recover.
    """

    command: ClassVar[str] = "cta activation"
    example: ClassVar[str] = (
        'odds cta activation --skill 4 --attack "[GREEN][RED] /// [YELLOW]" --armor "[RED]" --health 4 --activations 2'
    )

    then: tuple[str, ...] = Field(
        (), description="another attacker, a unit or the dice of its attack, with the same options; may be repeated"
    )
    activations: int = Field(1, ge=1, le=20, description="how often every attacker is activated")
    stamina: Stamina | None = Field(None, description="the attacker's Stamina, which Boosts cost")
    magicka: Stamina | None = Field(None, description="the attacker's Magicka, which its Spells cost")
    boosts: Literal["never", "always", "when-better"] = Field(
        "never", description="when Power Attack and Precision Strike are paid for; those of --with whenever they can be"
    )

    def roll(self, box: Box) -> "Fight":  # type: ignore[override]
        """The fight this comes to; raises WrongInput where something is missing or contradicts itself."""
        from tamriel_odds.odds.call_to_arms.activation_fight import activation

        return activation(self, box)

    def paid(self, box: Box) -> tuple[float, str] | None:
        """Nothing that is known before it is rolled: Boosts are paid for as it goes."""
        return None
