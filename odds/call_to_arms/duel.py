"""`odds cta duel`: two models that fight until one of them is removed or the rounds are over."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.fight import Fight

Score = Annotated[int, Field(ge=-99, le=99)]
Health = Annotated[int, Field(ge=1, le=99)]
Stamina = Annotated[int, Field(ge=0, le=20)]
Magicka = Annotated[int, Field(ge=0, le=20)]
Strong = Annotated[int, Field(ge=0, le=99)]
Inches = Annotated[int, Field(ge=0, le=999)]
Block = Literal["keep", "spend", "best"]
Rank = Literal["follower", "hero"]
Attitude = Literal["aggressive", "cautious"]
Choice = Annotated[str, Field(pattern=r"(?i)^\s*(best|adversary|[a-z]+(\s*,\s*[a-z]+)*)\s*$")]


class Duel(Question):
    """The odds of a duel: who wins, in how many rounds, and with how much Health.

    A and B are engaged and attack each other in turn, A first in the first round; the Advantage passes every round.
    Adversaries behave as the rulebook says: a Boost for every attack, Dual Wield, a Block after it.
    Source: Call to Arms, The Round, Melee Attack, Block, Injured Models, Adversary Activations.
    """

    command: ClassVar[str] = "cta duel"
    example: ClassVar[str] = (
        'odds cta duel --skill-a 4 --attack-a "[GREEN][RED]" --armor-a "[YELLOW]" --health-a 3 '
        '--skill-b 5 --attack-b "[RED]" --armor-b "[RED]" --health-b 2'
    )

    a: str | None = Field(
        None, description="a unit, `NAME` or `NAME + ITEM + ITEM`; it begins", json_schema_extra={"positional": True}
    )
    b: str | None = Field(None, description="the unit it fights", json_schema_extra={"positional": True})
    vs: str | None = Field(None, description="the same as B: the unit that A fights")
    order: Literal["advantage", "first"] = Field(
        "advantage", description="who begins a round: whoever holds the Advantage, or A first in every round"
    )
    boosts: Literal["never", "always", "when-better"] = Field(
        "never",
        description="when players pay for Power Attack, Precision Strike, Shield Bash; Adversaries always use one",
    )
    rounds: int = Field(20, ge=1, le=60, description="rounds after which the duel is undecided")
    with_a: tuple[str, ...] = Field((), description="a switch of A's attacks, see `odds cta switches`; may be repeated")
    with_b: tuple[str, ...] = Field((), description="a switch of B's attacks; may be repeated")
    attack_a: str | None = Field(None, description="A's attack, a second weapon after ///: [GREEN][RED]")
    attack_b: str | None = Field(None, description="B's attack")
    skill_a: Score | None = Field(None, description="the Attribute of A's Skill Test")
    skill_b: Score | None = Field(None, description="the Attribute of B's Skill Test")
    modifier_a: Score = Field(0, description="added to A's score: +2 is a penalty")
    modifier_b: Score = Field(0, description="added to B's score")
    choose_a: Choice | None = Field(None, description="A's Special Effect: best, adversary, or icons in order")
    choose_b: Choice | None = Field(None, description="B's Special Effect")
    armor_a: str | None = Field(None, description="A's armor: [RED] (1) / [OBLIVION]: add [YELLOW]")
    armor_b: str | None = Field(None, description="B's armor")
    strong_armor_a: Strong | None = Field(None, description="A's Strong Armor")
    strong_armor_b: Strong | None = Field(None, description="B's Strong Armor")
    piercing_a: Strong | None = Field(None, description="Piercing of A's attack")
    piercing_b: Strong | None = Field(None, description="Piercing of B's attack")
    range_a: Inches | None = Field(None, description="the distance for the dice of A's ranged attack, in inches")
    range_b: Inches | None = Field(None, description="the distance for the dice of B's ranged attack, in inches")
    health_a: Health | None = Field(None, description="A's Health at the start")
    health_b: Health | None = Field(None, description="B's Health at the start")
    rank_a: Rank | None = Field(None, description="a hero (or Master) tests Endurance when injured")
    rank_b: Rank | None = Field(None, description="a hero (or Master) tests Endurance when injured")
    endurance_a: Score | None = Field(None, description="the Endurance of a hero A")
    endurance_b: Score | None = Field(None, description="the Endurance of a hero B")
    agility_a: Score | None = Field(None, description="the Agility of A, on which it puts out a fire")
    agility_b: Score | None = Field(None, description="the Agility of B, on which it puts out a fire")
    stamina_a: Stamina | None = Field(None, description="A's Stamina, which Boosts cost")
    stamina_b: Stamina | None = Field(None, description="B's Stamina")
    magicka_a: Magicka | None = Field(None, description="A's Magicka, which its Spells cost")
    magicka_b: Magicka | None = Field(None, description="B's Magicka")
    attitude_a: Attitude | None = Field(None, description="A is an Adversary of this attitude")
    attitude_b: Attitude | None = Field(None, description="B is an Adversary of this attitude")
    block_a: Block | None = Field(None, description="A's Block Token: keep it, spend it, or as is best (the default)")
    block_b: Block | None = Field(None, description="B's Block Token")
    block_skill_a: Score | None = Field(None, description="the Attribute of A's Block Skill Test")
    block_skill_b: Score | None = Field(None, description="the Attribute of B's Block Skill Test")
    block_dice_a: str | None = Field(None, description="A's Block dice; none is a Two-Handed Block")
    block_dice_b: str | None = Field(None, description="B's Block dice")
    weapon_a: str | None = Field(None, description="a weapon card, or which of A's attacks")
    weapon_b: str | None = Field(None, description="a weapon card, or which of B's attacks")
    wear_a: tuple[str, ...] = Field((), description="a card A wears; may be repeated")
    wear_b: tuple[str, ...] = Field((), description="a card B wears; may be repeated")

    def roll(self, box: Box) -> "Fight":
        """The fight this comes to; raises WrongInput where something is missing or contradicts itself."""
        from tamriel_odds.odds.call_to_arms.duel_fight import duel

        return duel(self, box)
