"""`--luck 7`: how unusual a result on the table is."""

from tamriel_odds.odds.answer import Answer, Tally
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.intervals import wilson
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.measures import measures

LUCK = "luck"


def luck(result: int, answer: Answer) -> tuple[Listing, str]:
    """The chances of at least, exactly and at most this result in the first table, and a sentence; ties are split."""
    tables = [measure for measure in measures(answer.outcomes) if not measure.is_event]
    if not tables:
        raise ImpossibleQuestion(
            f"--luck: odds {answer.question.command} has no table of numbers to look a result up in"
        )
    name = tables[0].name
    values, shares = tables[0].distribution(answer)
    claims = (
        (f"at least {result}", values >= result),
        (f"exactly {result}", values == result),
        (f"at most {result}", values <= result),
    )
    rows = []
    for text, claim in claims:
        share = min(float(shares[claim].sum()), 1.0)
        low, high = share, share
        if isinstance(answer, Tally):
            bounds = wilson(round(share * answer.trials), answer.trials, answer.level)
            low, high = float(bounds[0]), float(bounds[1])
        rows.append((text, share, low, high))
    more, same, less = float(shares[values > result].sum()), rows[1][1], float(shares[values < result].sum())
    rarer = min(rows[0][1], rows[2][1])
    if not same:
        seen = "was never seen" if isinstance(answer, Tally) and values.min() <= result <= values.max() else "cannot be"
        sentence = f"{name} {result} {seen}: {less * 100:.4g}% of all rolls come to less, {more * 100:.4g}% to more"
    else:
        side = "at least" if rows[0][1] <= rows[2][1] else "at most"
        sentence = (
            f"{side} {result} {name} comes once in {1 / rarer:.4g} rolls; the result stands at"
            f" {(less + same / 2) * 100:.4g}% of all rolls, those that equal it split in half"
        )
    return Listing(
        LUCK,
        f"How usual {result} {name} is",
        ("result", "chance", "low", "high"),
        tuple(rows),
        ("chance", "low", "high"),
    ), sentence
