"""`odds betrayal battle`: a party against enemies, round by round to the end."""

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.battle_roll import BattleRoll


class Battle(Question):
    """The odds of a battle from a file: won, lost or undecided, rounds, HP left, adventurers defeated.

    A file has [[adventurer]] and [[enemy]] tables; `odds betrayal example` prints one to begin with. Options given
    here hold for every adventurer, whatever the file says. Source: Betrayal, Battle Rounds, Adventurer Turns, Enemy
    Turns.
    """

    command: ClassVar[str] = "betrayal battle"
    example: ClassVar[str] = "odds betrayal battle jailbreak --target weakest"

    file: str = Field(
        description="a TOML file, or the name of an example: jailbreak, clash", json_schema_extra={"positional": True}
    )
    target: Literal["weakest", "strongest", "highest"] | None = Field(
        None, description="whom all adventurers attack: lowest HP, highest HP, or highest level"
    )
    engages: int | None = Field(None, ge=0, le=6, description="attacks of each adventurer in a turn at most")
    guard: int | None = Field(None, ge=0, le=4, description="defensive dice each adventurer keeps in active slots")
    rounds: int | None = Field(None, ge=1, le=50, description="the round after which a battle counts as undecided")

    def roll(self, box: Box) -> "BattleRoll":
        """The party and its enemies; raises BadFile with file, line and key where the file is wrong."""
        from tamriel_odds.odds.betrayal.battle_roll import resolve

        return resolve(self, box)
