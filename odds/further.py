"""What is asked of one answer beside its tables, added to it as listings and remarks."""

from dataclasses import replace

from tamriel_odds.odds.answer import Answer
from tamriel_odds.odds.decision import Decision
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import Answered
from tamriel_odds.odds.settings import Settings


def decided(answered: Answered, decision: Decision, settings: Settings, box: Box) -> Answered:
    """The answer with everything that `decision` asks of it."""
    answer: Answer = answered.answer
    told = []
    if decision.want is not None:
        from tamriel_odds.odds.want import want

        told.append(want(decision.want, answer, settings, box))
    if decision.luck is not None:
        from tamriel_odds.odds.luck import luck

        told.append(luck(decision.luck, answer))
    if decision.explain:
        from tamriel_odds.odds.explain import explain

        told.append(explain(answer.question, answer.roll))
    if decision.plausible:
        from tamriel_odds.odds.plausible import plausible

        told.append(plausible(answer, box))
    listings, remarks = tuple(listing for listing, _ in told), tuple(text for _, text in told)
    return replace(answered, answer=replace(answer, extras=listings, remarks=remarks, further=decision.words))  # type: ignore[arg-type]
