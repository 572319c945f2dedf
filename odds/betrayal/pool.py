"""`odds betrayal pool`: the enemies of a battle, and the chance that wanted ones are among them."""

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.pool_roll import PoolRoll


class Pool(Question):
    """The levels of the enemies that an enemy pool (EP) buys, and the chance to meet enemies of a name.

    Source: Betrayal, Enemy Pool, End of Session Difficulty EP, Deploy Enemies in a delve.
    """

    command: ClassVar[str] = "betrayal pool"
    example: ClassVar[str] = "odds betrayal pool --xp 4 --adventurers 2 --hexes 6"

    xp: int | None = Field(None, ge=0, le=99, description="the party's XP, as on the XP Dial")
    adventurers: int = Field(ge=1, le=4, description="adventurers in the party, defeated or not")
    hexes: int | None = Field(None, ge=0, le=99, description="numbered enemy hexes; more enemies find no place")
    session: int | None = Field(None, ge=1, le=3, description="a session's last battle: the EP of its table, not of XP")
    difficulty: Literal["apprentice", "adept", "expert"] = Field("adept", description="the row of that table")
    scale: str | None = Field(
        None,
        description="the challenge scale of a delve card, from the left: 10 5 5",
        json_schema_extra={"metavar": "LEVELS"},
    )
    named: int = Field(0, ge=0, le=99, description="chips in the bag that have the enemies you mean on them")
    enemy_level: Literal["1", "5", "10", "20"] = Field("1", description="the level of those enemies")
    bag: int = Field(25, ge=1, le=99, description="chips in that bag which can appear in this province")

    def roll(self, box: Box) -> "PoolRoll":
        """The enemies this comes to; raises WrongInput where the pool is not said."""
        from tamriel_odds.odds.betrayal.pool_roll import resolve

        return resolve(self)
