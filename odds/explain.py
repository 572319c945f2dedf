"""`--explain`: the way to an event, stage by stage, whose chances multiply to the answer."""

from fractions import Fraction

from tamriel_odds.odds.attempts import Stage
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.question import Question, Roll

EXPLAIN = "explain"


def explain(question: Question, roll: Roll) -> tuple[Listing, str]:
    """A row for each stage: the chance given the stage before, and overall, worked out exactly."""
    stages = roll.stages()
    if not stages:
        raise ImpossibleQuestion(f"--explain: odds {question.command} has no stages to tell apart")
    rows = []
    before = 1.0
    for stage in stages:
        given = min(float(Fraction(stage.reached) / Fraction(before)), 1.0) if before else None
        rows.append((stage.name, stage.outcome, given, stage.reached))
        if not stage.aside:
            before = stage.reached
    way = [stage for stage in stages if not stage.aside]
    title = "Stage by stage, worked out exactly; `given` is the chance of those who reached the stage before"
    names = ", ".join(stage.name for stage in way)
    said = f"the stages {names} multiply to" if len(way) > 1 else f"the stage {names} comes to"
    sentence = f"{said} {before * 100:.6g}%, {way[-1].outcome}"
    return Listing(
        EXPLAIN, title, ("stage", "outcome", "given", "overall"), tuple(rows), ("given", "overall")
    ), sentence


def product(stages: tuple[Stage, ...]) -> Fraction:
    """The chances of the way multiplied, each given the stage before: exactly that of the last."""
    total, before = Fraction(1), Fraction(1)
    for stage in stages:
        if not stage.aside and before:
            total *= Fraction(stage.reached) / before
            before = Fraction(stage.reached)
    return total
