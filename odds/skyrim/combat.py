"""`odds skyrim combat` and `odds skyrim dungeon`: fights to their end, from a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.skyrim.combat_roll import CombatRoll

Tallied = Annotated[str, Field(pattern=r"^(health|stamina|magicka|injuries|cleared)$")]


class _Fight(Question):
    """What combats and dungeons have in common."""

    file: Path = Field(
        description="the file of players, enemies and rules, or an example: draugr, tomb",
        json_schema_extra={"positional": True},
    )
    policy: Literal["rules", "best"] = Field(
        "rules",
        description="follow the rules of the file, or decide everything for the best chance to win (one player)",
    )
    rounds: int = Field(30, ge=1, le=99, description="after so many Combat Rounds it is unfinished")
    tally: tuple[Tallied, ...] = Field(
        (), description="what is counted beside result and rounds: health, stamina, magicka, injuries, cleared"
    )


class Combat(_Fight):
    """The odds of a combat: won or lost, its rounds, and what is left of Health, Stamina and Magicka.

    Source: Skyrim, Combat Round Sequence, Player Actions, Enemy Actions, Fighting Multiple Enemies, Final Blow.
    """

    command: ClassVar[str] = "skyrim combat"
    example: ClassVar[str] = "odds skyrim combat draugr --policy best"

    def roll(self, box: Box) -> "CombatRoll":
        """The combat of the file; raises WrongInput with its line where something cannot be."""
        from tamriel_odds.odds.skyrim.combat_roll import resolve

        return resolve(self, box, is_dungeon=False)


class Dungeon(_Fight):
    """The odds of a dungeon: how many of its Encounters are cleared. Stamina and Health come back between them.

    Source: Skyrim, Dungeon Exploration, Ending a Combat.
    """

    command: ClassVar[str] = "skyrim dungeon"
    example: ClassVar[str] = "odds skyrim dungeon tomb"

    def roll(self, box: Box) -> "CombatRoll":
        """The Encounters of the file; raises WrongInput with its line where something cannot be."""
        from tamriel_odds.odds.skyrim.combat_roll import resolve

        return resolve(self, box, is_dungeon=True)
