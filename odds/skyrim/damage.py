"""`odds skyrim damage`: what one attack does to a player or to an enemy; nothing is rolled."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.skyrim.summed_roll import SummedRoll

Track = Annotated[int, Field(ge=0, le=99)]


class Damage(Question):
    """What is lost to one attack: Health, Stamina and Magicka of a player, or the armor tracks of an enemy.

    Source: Skyrim, Damage Against Players, Track Damage, Damage Against Enemies, Matching Attack and Armor, Final Blow.
    """

    command: ClassVar[str] = "skyrim damage"
    example: ClassVar[str] = 'odds skyrim damage "5 heavy/light + 2 stamina" --armor "2 heavy, 1 light"'

    attack: str = Field(
        description="the attack: `4 heavy`, `5 heavy/light`, `3 magic + 2 stamina`",
        json_schema_extra={"positional": True},
    )
    to: Literal["player", "enemy"] = Field("player", description="who is attacked")
    armor: str = Field("", description="armor worn, or the enemy's tracks: `2 heavy, 1 light`")
    stamina: Track = Field(5, description="Stamina of the player")
    magicka: Track = Field(5, description="Magicka of the player")
    health: Track | None = Field(None, ge=1, description="Health of the player, for the Final Blow")
    final_blows: int | None = Field(
        None, ge=1, le=9, description="where the Final Blow token lies: further ones move it"
    )

    @model_validator(mode="after")
    def _final_blows_need_health(self) -> Self:
        if self.final_blows is not None and self.health is None:
            raise ValueError("--final-blows says where damage stops: give --health, too")
        return self

    def roll(self, box: Box) -> "SummedRoll":
        """What is lost; raises WrongInput for an attack or armor that cannot be read."""
        from tamriel_odds.odds.skyrim.settled import settle

        return settle(self)
