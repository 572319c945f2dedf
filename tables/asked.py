"""One question from start to end: its answer, what more is asked of it, the outputs, and what the terminal shows."""

import sys
from typing import Any

from tamriel_odds.odds.decision import Decision
from tamriel_odds.odds.further import decided
from tamriel_odds.odds.question import Box, Question, Roll
from tamriel_odds.odds.rolling import answer
from tamriel_odds.odds.series import Series
from tamriel_odds.odds.settings import Settings
from tamriel_odds.tables.columns import table_named
from tamriel_odds.tables.outputs import Outputs
from tamriel_odds.tables.progress import RunProgress, aside_of, say_written
from tamriel_odds.tables.provenance import notes, verdict
from tamriel_odds.tables.terminal import console, say, show


def answer_asked(
    question: Question,
    roll: Roll,
    asked: dict[str, Any],
    decision: Decision,
    settings: Settings,
    box: Box,
    how: dict[str, Any],
) -> Series:
    """Answer a question, or hold the options of `--or` against it, write what was asked for, and show it.

    `asked` and `how` hold the options of question and run as they were given.
    """
    if decision.or_:
        from tamriel_odds.tables.sessions import compare_with

        return compare_with(question, asked, decision, settings, box, how)
    outputs = Outputs.checked(**settings.outputs)
    if settings.table not in decision.listings:
        table_named(roll.outcomes, settings.table, roll.listings)
    aside = aside_of(settings, how)
    with RunProgress(aside) as progress:
        answered = decided(answer(question, settings, box, progress), decision, settings, box)
    written = outputs.write(answered.answer, settings.table, decimal_comma=settings.decimal_comma)
    if not outputs.takes_standard_output:
        show(answered.answer, console(sys.stdout), is_quiet=settings.quiet)
    for text in notes(answered.answer) if outputs.takes_standard_output else ():
        say(aside, text)
    if answered.z is not None:
        say(console(sys.stderr if outputs.takes_standard_output else sys.stdout), verdict(answered.z))
    say_written(written, settings)
    return Series({question.command: answered})
