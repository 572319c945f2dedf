"""The commands that ask many questions at once: classes whose fields are options beside those of a run."""

from pathlib import Path
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from tamriel_odds.odds.look_up import argument


class Several(BaseModel):
    """Many questions at once. The docstring of each class is what its help says behind the options."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # Whether it takes the options of a run.
    is_run: ClassVar[bool] = True


class OfFile(Several):
    """Questions that stand in a file."""

    file: Path = argument(..., "[[question]] tables, [run] for all of them", "FILE.toml")


class RunFile(OfFile):
    """A [[question]] has a name, ask = "cta attack" and the options of that command as keys (with _ for -); [run] has
    trials, precision, seed, level, exact. --png and --svg name a folder for the charts. A question that is wrong
    stops no other; Ctrl-C leaves those that are finished."""


class CompareFile(OfFile):
    """Each [[question]] is an option; a cost such as cost = "1 Stamina" tells what each point costs. All are rolled
    with the same dice, so that the difference to the first is known better than either; better, equal and worse are
    for dice of their own, as at the table."""

    plausible: bool = Field(False, description="does the order hold on all plausible dice?")
    want: float | None = Field(None, gt=0, lt=1, description="the fewest attempts of each for this chance")


class FightMatrix(Several):
    """Each duel is that of `odds cta duel`, 100 000 trials unless asked otherwise. --csv has a row for each of them,
    --png and --svg a heat map of how often the first faction wins."""

    faction: str = argument(..., "a unit file or roster (`Draugr`), or a faction of the cards", "FACTION")
    against: str = argument(..., "the faction it fights", "AGAINST")
    order: Literal["advantage", "first"] = Field("advantage", description="who begins a round")
    boosts: Literal["never", "always", "when-better"] = Field("never", description="when Boosts are paid")
    rounds: int = Field(20, ge=1, le=60, description="rounds after which a duel is undecided")


class Tour(Several):
    """Each answer begins with the line that asks for it: copy it, change it."""

    is_run: ClassVar[bool] = False
