"""`odds skyrim test`: a Skill Test or Track Test, pushed as long as the player likes."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.skyrim.skill_test_roll import SkillTestRoll

Symbol = Literal["circle", "triangle", "diamond"]
Skill = Literal["none", "learned", "legendary"]
Pushing = Annotated[str, Field(pattern=r"^(never|up-to:\d{1,2}|while-hopeful:(0|1|0?\.\d{1,12}|[01]\.0*))$")]


class SkillTest(Question):
    """The odds of a Skill Test: whether it succeeds, and how many pushes are paid for.

    Three dice, one more with the Skill, two more with the Legendary Skill; a Track Test rolls the track's maximum.
    Source: Skyrim, Skill Tests, Track Tests, How to Read a Skill Test, Legendary Skills, Story Mode.
    """

    command: ClassVar[str] = "skyrim test"
    example: ClassVar[str] = "odds skyrim test --need 2 --symbol circle --skill learned --pushes 3"

    need: int = Field(ge=1, le=99, description="how many symbols are needed")
    symbol: Symbol = Field(description="the symbol that counts")
    also: tuple[str, ...] = Field((), description="a second need, `1 triangle`: no test of the book; may be repeated")
    skill: Skill = Field("none", description="whether the character knows the Skill")
    dice: int | None = Field(None, ge=0, le=15, description="a Track Test: the maximum of the track, no skill dice")
    pushes: int = Field(0, ge=0, le=20, description="how many pushes can be paid for")
    policy: Pushing | None = Field(
        None,
        description="never, up-to:N, or while-hopeful:P: stop when the chance with all pushes left is nothing or"
        " below P; else pay as long as it can",
        json_schema_extra={"metavar": "never|up-to:N|while-hopeful:P"},
    )
    story_mode: bool = Field(False, description="Story Mode: one die more")
    every_need: bool = Field(False, description="add the table of every need, number of dice and number of pushes")
    advise: str | None = Field(
        None, description="a roll on the table, to push or not: `3 dice rolled, 1 circle, 2 Stamina left`"
    )

    @model_validator(mode="after")
    def _track_tests_have_no_skill(self) -> Self:
        if self.dice is not None and self.skill != "none":
            raise ValueError(f"--dice and --skill {self.skill} exclude each other: a Track Test rolls no skill dice")
        return self

    def roll(self, box: Box) -> "SkillTestRoll":
        """The dice, needs and pushes this comes to; raises WrongInput where they contradict each other."""
        from tamriel_odds.odds.skyrim.skill_test_roll import resolve

        return resolve(self, box)
