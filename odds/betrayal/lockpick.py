"""`odds betrayal lockpick`: a lockpick check against a difficulty code, played by a named policy."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from tamriel_odds.odds.question import Box, Question

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.lockpick_roll import LockpickRoll

Digit = Annotated[int, Field(ge=1, le=6)]


class Lockpick(Question):
    """The odds of opening a lock: chance, fatigue spent, attempts used, and the chance for every budget.

    Source: Betrayal, Lockpicking.
    """

    command: ClassVar[str] = "betrayal lockpick"
    example: ClassVar[str] = "odds betrayal lockpick 3-5-6 --attempts 3 --fatigue 2"

    code: str = Field(
        description="the digits of the code but for its key: 3-5-6", json_schema_extra={"positional": True}
    )
    attempts: int = Field(ge=0, le=20, description="how often the dice may be rolled")
    fatigue: int = Field(0, ge=0, le=13, description="the light fatigue you would gain at most; the track has 13 spots")
    key: Digit | None = Field(None, description="the key digit, which has to be matched before a die may be kept")
    key_matched: bool = Field(False, description="the key was matched in an attempt before")
    policy: Literal["optimal", "greedy", "frugal"] = Field(
        "optimal",
        description="the highest chance; the cheapest turn at once; or no fatigue, keep what matches",
    )
    want: float | None = Field(None, gt=0, le=1, description="the chance you want: what is the smallest budget for it?")
    advise: str | None = Field(
        None,
        description="three dice on the table, such as 4 2 2: the best move and its alternatives; --attempts counts "
        "this roll, --fatigue is what you may still gain",
        json_schema_extra={"metavar": "DICE"},
    )

    def roll(self, box: Box) -> "LockpickRoll":
        """The lock and the policy; raises WrongInput where the code is none."""
        from tamriel_odds.odds.betrayal.lockpick_roll import resolve

        return resolve(self, box)
