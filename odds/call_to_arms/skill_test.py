"""`odds cta test`: one Skill or Attribute Test, plain or one that the rulebook names."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.skill_test_roll import RolledTest

Score = Annotated[int, Field(ge=-99, le=99)]
Reroll = Literal["none", "failed", "failed-skill-die", "succeeded"]


class SkillOrAttributeTest(Question):
    """The odds of one test: success, the Critical, Failure and Potion faces, and the score.

    Source: Call to Arms, Skill Tests, Attribute Tests, Rerolls.
    """

    command: ClassVar[str] = "cta test"
    example: ClassVar[str] = "odds cta test --as detect --attribute 4 --with within-6 --with muffled"

    unit: str | None = Field(
        None,
        description="the unit that tests, `NAME` or `NAME + ITEM`; with --as",
        json_schema_extra={"positional": True},
    )
    as_: str | None = Field(
        None, description="a test of the rulebook, see `odds cta tests`", json_schema_extra={"metavar": "NAME"}
    )
    attribute: Score | None = Field(None, description="the Attribute it is made on, clamped to 1..10")
    green: int = Field(0, ge=0, le=99, description="Accuracy Dice; three at most are rolled")
    modifier: Score = Field(0, description="added to the score: +2 is a penalty")
    attribute_test: bool = Field(False, description="an Attribute Test, not a Skill Test: the Critical face is a 1")
    with_: tuple[str, ...] = Field((), description="a switch such as within-6, see `odds cta tests`; may be repeated")
    reroll: Reroll = Field(
        "none",
        description="what is rolled again, once: a failed test, its Skill Die alone, or a successful test",
    )

    def roll(self, box: Box) -> "RolledTest":
        """The test this comes to; raises WrongInput where something is missing or contradicts itself."""
        from tamriel_odds.odds.call_to_arms.skill_test_roll import resolve

        return resolve(self, box)
