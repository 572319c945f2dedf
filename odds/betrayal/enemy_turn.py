"""`odds betrayal enemy-turn`: what one enemy does to the party in its turn."""

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.enemy_turn_roll import EnemyTurnRoll


class EnemyTurn(Question):
    """The odds of an enemy's turn: damage rolled, HP lost by its targets, who is defeated.

    Its Combat dice are rolled once, and each of its targets is dealt that damage. Source: Betrayal, Enemy Chip
    Anatomy, Preventing Damage, Enemy Turns.
    """

    command: ClassVar[str] = "betrayal enemy-turn"
    example: ClassVar[str] = 'odds betrayal enemy-turn --combat 3 --targets 2 --party "Lydia 5, Aela 4+2 prevents 2 1"'

    combat: int = Field(ge=0, le=20, description="the enemy's Combat: how many Enemy Combat dice it rolls")
    party: str = Field(
        description="who is in range and sight: HP, +bonus HP, `prevents` with the dice in active slots in the order "
        "they are used: Lydia 5, Aela 4+2 prevents 2 1",
        json_schema_extra={"metavar": "UNITS"},
    )
    targets: int = Field(1, ge=1, le=20, description="how many units it engages; more than there are is all of them")
    priority: Literal["weakest", "strongest"] = Field("weakest", description="whom it targets: lowest or highest HP")
    true_damage: bool = Field(False, description="true damage: nothing prevents it, and it spares bonus HP")

    def roll(self, box: Box) -> "EnemyTurnRoll":
        """The targets and the pools; raises WrongInput where the party cannot be read."""
        from tamriel_odds.odds.betrayal.enemy_turn_roll import resolve

        return resolve(self, box)
