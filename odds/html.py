"""An answer as plain HTML, for notebooks: no style, no script, every text escaped."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from tamriel_odds.odds.measures import Measure

if TYPE_CHECKING:
    from tamriel_odds.odds.answer import Answer


def as_html(answer: "Answer") -> str:
    """The question, a table of each numeric or named table of the answer, and one of its events."""
    parts = [f"<p><code>{escape(answer.question.command_line())}</code><br>{escape(_method(answer))}</p>"]
    for name in answer.outcomes.tables:
        shares = answer.along(name)
        rows = [
            [str(value), f"{share:.6f}"] for value, share in zip(answer.outcomes.axis(name).values, shares, strict=True)
        ]
        parts.append(_table([name, "probability"], rows))
    events = [Measure(name, True) for name in answer.outcomes.events]
    if events:
        told = [
            [event.name, *(f"{value:.6f}" for value in (event.of(answer), *event.interval(answer)))] for event in events
        ]
        parts.append(_table(["event", "probability", "low", "high"], told))
    return "\n".join(parts)


def _method(answer: "Answer") -> str:
    trials, seed = getattr(answer, "trials", None), getattr(answer, "seed", None)
    return "exact" if trials is None else f"simulated: {trials} trials, seed {seed}"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
