"""The matrix of duels from start to end: each unit of one faction against each of another, a grid and a heat map."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.console import Console

from tamriel_odds.odds.call_to_arms.matrix import TRIALS, WINS, faction_of, matrix, pairs, swept
from tamriel_odds.odds.own_dice import load_dice
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.series import Series
from tamriel_odds.odds.settings import Settings
from tamriel_odds.odds.sweep import Swept
from tamriel_odds.tables.outputs import Outputs
from tamriel_odds.tables.progress import RunProgress, aside_of
from tamriel_odds.tables.provenance import line_of_words, method
from tamriel_odds.tables.sessions import deliver
from tamriel_odds.tables.sweeps import number
from tamriel_odds.tables.terminal import Column, grounds, print_columns, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COMMAND = "cta matrix"


def answer_matrix(factions: Sequence[str], given: dict[str, Any], how: dict[str, Any]) -> Series:
    """Fight every duel of two factions, write what was asked for, and show who wins how often."""
    settings = build(Settings, how, COMMAND)
    if not (settings.exact or settings.precision or settings.trials):
        settings = settings.model_copy(update={"trials": TRIALS})
    box = Box(load_dice(settings.dice_file), settings.data)
    a, b = (faction_of(text, box) for text in factions)
    asked, fields = pairs(a, b, given), swept(a, b)
    asked_for = asked[0].question.options().items()
    options = [word for name, value in asked_for if name in given for word in (f"--{name}", str(value))]
    line = line_of_words(["odds", *COMMAND.split(), *factions, *options, *settings.words])

    def draw(series: Series) -> "Figure":
        from tamriel_odds.tables.matrix_charts import matrix_chart

        return matrix_chart(series, fields, f"{a.name} against {b.name}", line, WINS)

    outputs = Outputs.checked(**settings.outputs)
    with RunProgress(aside_of(settings, how)) as progress:
        series = matrix(asked, settings, box, progress)
    series = series.told(command_line=line, notes=tuple(dict.fromkeys((*a.notes, *b.notes))))
    deliver(series, settings, outputs, draw, partial(show_matrix, fields=fields))
    return series


def show_matrix(series: Series, to: Console, fields: tuple[Swept, Swept], *, is_quiet: bool = False) -> None:
    """Print how often the units of the first faction win, a row for each, those of the second in numbered columns."""
    answers = series.answers
    first = next(iter(answers.values()))
    down, across = fields
    cells = {row[1:3]: number(answers[str(row[0])], WINS) for row in series.listings[0].rows}
    if not is_quiet:
        say(to, series.command_line, "bold", wrap=False)
        say(to, method(first))
        say(to, "")
    say(to, "Chance that the unit of the row wins, against")
    for place, name in enumerate(across.values, start=1):
        say(to, f"{place:>4} {name}")
    say(to, "")
    columns = [Column("", [str(name) for name in down.values], is_words=True)]
    for place, name in enumerate(across.values, start=1):
        columns.append(Column(str(place), [cells.get((one, name), "-") for one in down.values]))
    print_columns(to, columns)
    if not is_quiet:
        for note in series.notes:
            say(to, f"Note: {note}")
        grounds(to, list(answers.values()))
