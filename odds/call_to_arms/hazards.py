"""`odds cta fall`, `acid`, `fire`, `lava` and `hazard`: dice of damage that no test goes before."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.hazards_roll import HazardRoll

Score = Annotated[int, Field(ge=-99, le=99)]
Inches = Annotated[float, Field(gt=0, le=24)]


class Suffered(Question):
    """What all dice of damage come to: the armor that is rolled against them, and who is removed."""

    unit: str | None = Field(
        None, description="the unit, `NAME` or `NAME + ITEM + ITEM`", json_schema_extra={"positional": True}
    )
    armor: str | None = Field(None, description="the armor: [RED] (1) / [OBLIVION]: add [YELLOW]")
    health: int | None = Field(None, ge=1, le=999, description="the Health that is left")
    rank: Literal["follower", "hero"] | None = Field(
        None, description="a hero (or Master) tests Endurance when injured, a follower is removed"
    )
    endurance: Score | None = Field(None, description="the Endurance of a hero")
    with_: tuple[str, ...] = Field(
        (), description="a switch of the model: avoid-death, relentless, resistance:fire, juggernaut; may be repeated"
    )


class Fall(Suffered):
    """The odds of a fall. Source: Call to Arms, Falling."""

    command: ClassVar[str] = "cta fall"
    example: ClassVar[str] = 'odds cta fall --height 4 --own-height 2 --armor "[YELLOW]" --health 2'

    height: int = Field(ge=0, le=99, description="the Height Level the model falls from")
    own_height: int | None = Field(
        None, ge=0, le=99, description="the model's own Height Level, taken off the height; else the unit's, else 0"
    )
    cushioned: bool = Field(False, description="the Perk Cushioned, with Heavy Armor: one Height Level less")

    def roll(self, box: Box) -> "HazardRoll":
        """The dice this height comes to."""
        from tamriel_odds.odds.call_to_arms.suffered import fall

        return fall(self, box)


class Pool(Suffered):
    """What moving through something deadly takes."""

    inches: Inches = Field(description="how far the model moves through it, a part of an inch counted whole")


class Acid(Pool):
    """The odds of moving through an Acid Pool: [YELLOW] an inch, three at most. Source: Call to Arms, Acid Pools."""

    command: ClassVar[str] = "cta acid"
    example: ClassVar[str] = 'odds cta acid --inches 2.5 --armor "[RED] (1)" --health 3'

    def roll(self, box: Box) -> "HazardRoll":
        """The dice these inches come to."""
        from tamriel_odds.odds.call_to_arms.suffered import through

        return through(self, box, "yellow", most=3)


class Fire(Pool):
    """The odds of moving through a Fire Pit: [YELLOW] an inch, three at most. Source: Call to Arms, Fire Pits."""

    command: ClassVar[str] = "cta fire"
    example: ClassVar[str] = 'odds cta fire --inches 2 --armor "[RED]" --health 2 --rank hero --endurance 4'

    def roll(self, box: Box) -> "HazardRoll":
        """The dice these inches come to; who suffers damage burns, and an Incapacitated model is removed."""
        from tamriel_odds.odds.call_to_arms.suffered import through

        return through(self, box, "yellow", most=3, burns=True)


class Lava(Pool):
    """The odds of moving through lava: [BLACK] an inch, no armor. Source: Call to Arms, Lava."""

    command: ClassVar[str] = "cta lava"
    example: ClassVar[str] = "odds cta lava --inches 1 --health 3"

    def roll(self, box: Box) -> "HazardRoll":
        """The dice these inches come to."""
        from tamriel_odds.odds.call_to_arms.suffered import lava

        return lava(self, box)


class Hazard(Suffered):
    """The odds of any damage without a test: a Trap, an explosion, a bash with a shield.

    Source: Call to Arms, Damage, Damage Types, Death Explosion, Perks.
    """

    command: ClassVar[str] = "cta hazard"
    example: ClassVar[str] = 'odds cta hazard --damage "[RED]" --armor "[YELLOW]" --health 1'

    damage: str | None = Field(
        None, description="the dice of damage: [RED] (Force), or 2 yellow", json_schema_extra={"metavar": "DICE"}
    )
    as_: str | None = Field(
        None,
        description="damage of the rulebook: deadly-bash, power-bash, impulse, death-explosion:TYPE, ancestors-wrath",
        json_schema_extra={"metavar": "NAME"},
    )

    def roll(self, box: Box) -> "HazardRoll":
        """The dice against the armor."""
        from tamriel_odds.odds.call_to_arms.suffered import hazard

        return hazard(self, box)
