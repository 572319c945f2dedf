"""`odds cta table` and `odds cta priority`: what the book reads off one die, and who may set up first."""

from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.rolled_tables_roll import TableRoll
    from tamriel_odds.odds.chain import ChainRoll


class Table(Question):
    """The odds of a table that is rolled on one die: one of the book's, or one of yours (a Response Matrix).

    Tables: dungeon, wilderness, settlement, blizzard, breaking-dawn, civilians, adversary-shapeshift, unlocked-chest.
    Source: Call to Arms, Environment Special Rules, Scenario Special Rules.
    """

    command: ClassVar[str] = "cta table"
    example: ClassVar[str] = (
        'odds cta table --die black --results "attack: 1-3; defend: dragonborn swords; move: oblivion"'
    )

    name: str | None = Field(
        None, description="a table of the book: dungeon, breaking-dawn, ...", json_schema_extra={"positional": True}
    )
    results: str | None = Field(
        None, description='a table of yours: "attack: 1-3; move: dragonborn"; all other faces are `otherwise`'
    )
    die: str = Field("white", description="the die that your table is rolled on")
    times: int = Field(1, ge=1, le=20, description="how often it is rolled; then each result is counted")

    def roll(self, box: Box) -> "TableRoll":
        """The table with these dice; raises WrongInput for an unknown table or face."""
        from tamriel_odds.odds.call_to_arms.rolled_tables_roll import table

        return table(self, box)


class Priority(Question):
    """Who has Setup Priority, and how often the dice are rolled for it. Source: Call to Arms, Setup Priority."""

    command: ClassVar[str] = "cta priority"
    example: ClassVar[str] = "odds cta priority --players 3"

    players: int = Field(2, ge=2, le=8, description="who rolls")
    rolls: int = Field(5, ge=1, le=20, description="rolls to follow")

    def roll(self, box: Box) -> "ChainRoll":
        """The rolls until one player alone has the lowest result."""
        from tamriel_odds.odds.call_to_arms.rolled_tables_roll import priority

        return priority(self, box)
