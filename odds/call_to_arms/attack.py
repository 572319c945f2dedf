"""`odds cta attack`: one attack on one target, from what is typed or from unit cards."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll

Choice = Annotated[str, Field(pattern=r"(?i)^\s*(best|adversary|[a-z]+(\s*,\s*[a-z]+)*)\s*$")]
Score = Annotated[int, Field(ge=-99, le=99)]


class Attack(Question):
    """The odds of one attack: damage, hit, critical hit, and what becomes of the target.

    Name an attacker and a defender of the unit files, or type what the cards say; an option given beside a unit
    replaces what its card says. Source: Call to Arms, Skill Tests, Melee Attack, Ranged Attack, Damage.
    """

    command: ClassVar[str] = "cta attack"
    example: ClassVar[str] = (
        'odds cta attack --skill 3 --attack "[GREEN][RED] / [SWORDS]: Piercing (1)" --armor "[BLACK] (1)" --health 2'
    )

    attacker: str | None = Field(
        None, description="a unit, `NAME` or `NAME + ITEM + ITEM`", json_schema_extra={"positional": True}
    )
    vs: str | None = Field(None, description="the defending unit, `NAME` or `NAME + ITEM`")
    attack: str | None = Field(
        None, description="the attack's dice, effects and keywords: [GREEN][RED] / [SWORDS]: Piercing (1)"
    )
    skill: Score | None = Field(None, description="the Attribute the Skill Test is made on, clamped to 1..10")
    attribute_test: bool = Field(False, description="an Attribute Test instead of a Skill Test: no critical hits")
    modifier: Score = Field(0, description="added to the score: +2 is a penalty")
    with_: tuple[str, ...] = Field(
        (), description="a switch such as power-attack, see `odds cta switches`; may be repeated"
    )
    piercing: int | None = Field(None, ge=0, le=99, description="Piercing instead of the attack's own")
    choose: Choice | None = Field(
        None, description="which Special Effect: best, adversary, or icons in order: swords,dragonborn"
    )
    armor: str | None = Field(None, description="the target's armor: [RED] (1) / [OBLIVION]: add [YELLOW]")
    strong_armor: int | None = Field(None, ge=0, le=99, description="Strong Armor instead of the armor's own")
    health: int | None = Field(None, ge=1, le=999, description="the target's remaining Health")
    rank: Literal["follower", "hero"] | None = Field(
        None, description="a hero (or Master) tests Endurance when injured, a follower is removed"
    )
    endurance: Score | None = Field(None, description="the Endurance of a hero")
    wisdom: Score | None = Field(
        None, description="the target's Wisdom: its Morale Check after a Terrifying model's attack, Turn Undead"
    )
    block: Literal["keep", "spend", "best"] | None = Field(
        None, description="the target has a Block Token: what it does with it"
    )
    block_skill: Score | None = Field(None, description="the Attribute of the target's Block Skill Test")
    block_dice: str | None = Field(
        None, description="the target's Block dice: [RED] / [OBLIVION]: add [YELLOW]; none is a Two-Handed Block"
    )
    weapon: str | None = Field(
        None, description="a weapon card, or which of the unit's attacks: melee, ranged, name, number"
    )
    wear: tuple[str, ...] = Field((), description="a card the attacker wears; may be repeated")
    range: int | None = Field(None, ge=0, le=999, description="the distance in inches, for the dice of a ranged attack")

    def roll(self, box: Box) -> "AttackRoll":
        """The pools and tests this comes to; raises WrongInput where something is missing or contradicts itself."""
        # Not at the top: the help of a command needs its fields, and not numpy.
        from tamriel_odds.odds.call_to_arms.resolve import resolve
        from tamriel_odds.odds.call_to_arms.sides import Sides

        return resolve(self, Sides.of(self, box), box)

    def paid(self, box: Box) -> tuple[float, str] | None:
        """The Stamina of its Boosts; an Adversary pays none."""
        from tamriel_odds.odds.call_to_arms.resolve import Attacked
        from tamriel_odds.odds.call_to_arms.sides import Sides

        sides = Sides.of(self, box)
        cost = sum(switch.boost or 0 for switch in Attacked.of(self, sides, box).switched.boosts)
        return (cost, "Stamina") if cost and not sides.is_adversary else None
