"""Several questions from start to end: settings, run, outputs, and what the terminal shows."""

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

from rich.console import Console

from tamriel_odds.odds.compare import COMPARISON, Option, compare
from tamriel_odds.odds.decision import Decision, laid_over, read_options
from tamriel_odds.odds.errors import BadFile, WrongInput
from tamriel_odds.odds.measures import Measure, common_measures, measures
from tamriel_odds.odds.names import clipped, plain
from tamriel_odds.odds.own_dice import load_dice
from tamriel_odds.odds.plausible import order
from tamriel_odds.odds.question import Box, Question, Roll, build
from tamriel_odds.odds.question_file import Asked, QuestionFile
from tamriel_odds.odds.rolling import answer as answer_question
from tamriel_odds.odds.series import Series, answer_all
from tamriel_odds.odds.settings import Settings
from tamriel_odds.odds.sweep import SWEEP, points, read_sweep, sweep, unswept
from tamriel_odds.odds.want import want_of_each
from tamriel_odds.tables.columns import has_table, table_named
from tamriel_odds.tables.comparisons import show_comparison
from tamriel_odds.tables.documents import csv_text, document, entries, tidy, write_text
from tamriel_odds.tables.outputs import Folder, Outputs, rendered
from tamriel_odds.tables.progress import RunProgress, aside_of, say_written
from tamriel_odds.tables.provenance import line_of_words, verdict
from tamriel_odds.tables.provenance import notes as notes_of
from tamriel_odds.tables.sweeps import show_sweep
from tamriel_odds.tables.terminal import console, say, show, show_listing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Draw = Callable[[Series], "Figure"]


class Show(Protocol):
    """A function that prints several answers; only the numbers where it is to be quiet."""

    def __call__(self, series: Series, to: Console, *, is_quiet: bool = False) -> None: ...


TRIALS_OF_TOUR = 1_000_000


def settings_of(read: QuestionFile, given: dict[str, Any], command: str) -> Settings:
    """The settings of ``[run]``, with those of the command line over them."""
    run = {key.replace("_", "-"): value for key, value in read.run.items()}
    if given.get("exact"):
        run = {key: value for key, value in run.items() if key not in ("trials", "precision", "verify")}
    return build(Settings, run | given, command)


def answer_file(read: QuestionFile, given: dict[str, Any]) -> Series:
    """Answer the questions of a file one after the other, write what was asked for, and show the answers."""
    settings = settings_of(read, given, "run")
    box = Box(load_dice(settings.dice_file), settings.data)
    asked, refused = _possible(read.asked, box)
    names = [one.name for one in asked]
    _check_table(asked, box, settings.table)
    outputs = Outputs.checked(json=settings.json_, csv=settings.csv, force=settings.force)
    kinds = (("png", settings.png), ("svg", settings.svg))
    folders = [Folder.checked(kind, path, names, force=settings.force) for kind, path in kinds if path]
    with RunProgress(aside_of(settings, read.run | given)) as progress:
        series = answer_all(asked, settings, box, progress, (*read.refused, *refused))
    if series.is_interrupted and not series.answers:
        return series
    charts = {
        folder.files(names)[name]: rendered(answer, folder.kind)
        for folder in folders
        for name, answer in series.answers.items()
    }
    written = outputs.deliver({kind: _bytes(series, kind, settings) for kind in outputs.paths}, more=charts)
    if not outputs.takes_standard_output:
        show_series(series, console(sys.stdout), is_quiet=settings.quiet)
    say_written(written, settings)
    return series


def compare_file(read: QuestionFile, further: Mapping[str, Any], given: dict[str, Any]) -> Series:
    """Hold the questions of a file against the first of them, write what was asked for, and show it.

    `further` holds the options of a `Decision` that a comparison takes.
    """
    settings, decision = settings_of(read, given, "compare"), build(Decision, dict(further), "compare")
    box = Box(load_dice(settings.dice_file), settings.data)
    asked, refused = _possible(read.asked, box)
    refused = [*read.refused, *refused]
    if len(asked) < 2:
        raise BadFile("; ".join([*refused, f"{read.file}: a comparison needs two questions or more"]))
    options = [Option(one.name, one.question, one.cost or one.question.paid(box)) for one in asked]
    line = line_of_words(["odds", "compare", str(read.file), *decision.words, *settings.words])
    return _compared(options, settings, box, read.run | given, line, refused, decision)


def compare_with(
    question: Question, asked: dict[str, Any], decision: Decision, settings: Settings, box: Box, how: dict[str, Any]
) -> Series:
    """Hold the options of ``--or`` against the question they are laid over."""
    options = [Option("as asked", question, question.paid(box))]
    for text in decision.or_:
        kind = type(question)
        number = sum(option.name.startswith(text) for option in options)
        name = f"{text} ({number + 1})" if number else text
        try:
            other = build(kind, laid_over(kind, asked, text))
            options.append(Option(name, other, other.paid(box)))
        except WrongInput as error:
            if str(error).startswith("--or"):
                raise
            way_out = "" if text.lstrip().startswith("-") else "; an option begins with --"
            raise type(error)(f"--or '{clipped(text)}': {error}{way_out}") from None
    line = line_of_words(words=[*decision.words, *settings.words], before=question.command_line())
    return _compared(options, settings, box, how, line, (), decision)


def sweep_over(
    kind: type[Question], asked: dict[str, Any], decision: Decision, settings: Settings, box: Box, how: dict[str, Any]
) -> Series:
    """Ask a question at every point of ``--sweep``, write what was asked for, and show it."""
    swept = [read_sweep(kind, text) for text in decision.sweep]
    asked_at = points(kind, asked, swept)
    before = unswept(asked_at[0].question, asked, swept).command_line()
    line = line_of_words([*decision.words, *settings.words], before=before)
    measure = _measure(asked_at[0].question.roll(box), settings.table)

    def draw(series: Series) -> "Figure":
        from tamriel_odds.tables.sweep_charts import sweep_chart

        return sweep_chart(series, swept, line, measure)

    outputs = Outputs.checked(**settings.outputs)
    if len(swept) > 2 and (settings.png or settings.svg):
        raise WrongInput(
            "--sweep: a chart shows one or two options, not more; leave out --png and --svg, or sweep fewer"
        )
    with RunProgress(aside_of(settings, how)) as progress:
        series = sweep(asked_at, swept, settings, box, progress).told(command_line=line)
    deliver(series, settings, outputs, draw, partial(show_sweep, swept=swept))
    return series


def _measure(roll: Roll, table: str | None) -> Measure:
    """The measure that a chart shows: the one that is named, or the first; UnknownName for what is no table either."""
    known = measures(roll.outcomes)
    named = [measure for measure in known if table is not None and plain(measure.name) == plain(table)]
    if not named and table != SWEEP:
        table_named(roll.outcomes, table, roll.listings)
    if not known:
        raise WrongInput("--sweep: this question has no average and no event, so there is nothing to sweep")
    return (*named, *known)[0]


def _compared(
    options: Sequence[Option],
    settings: Settings,
    box: Box,
    how: dict[str, Any],
    line: str,
    refused: Sequence[str],
    decision: Decision,
) -> Series:
    def draw(series: Series) -> "Figure":
        from tamriel_odds.tables.overlays import overlay

        return overlay(series.answers, line)

    outputs = Outputs.checked(**settings.outputs)
    if settings.table not in (COMPARISON, *decision.listings):
        _check_table(options, box, settings.table)
    with RunProgress(aside_of(settings, how)) as progress:
        series = compare(options, settings, box, progress)
        if decision.plausible:
            listing, notes = order(
                options, common_measures([answer.outcomes for answer in series.answers.values()]), box
            )
            series = series.told(listings=(*series.listings, listing), notes=notes)
        if decision.want is not None:
            listing, notes = want_of_each(decision.want, series.answers, settings, box)
            series = series.told(listings=(*series.listings, listing), notes=(*series.notes, *notes))
    series = series.told(command_line=line, refused=tuple(refused))
    deliver(series, settings, outputs, draw, show_comparison)
    return series


def deliver(series: Series, settings: Settings, outputs: Outputs, draw: Draw, shown: Show) -> None:
    """Write the outputs of several answers that are told together, then show them; of none there is nothing to tell."""
    if not series.answers:
        return
    written = outputs.deliver(
        {
            kind: _drawn(draw(series), kind) if kind in ("png", "svg") else _bytes(series, kind, settings)
            for kind in outputs.paths
        }
    )
    to = console(sys.stderr if outputs.takes_standard_output else sys.stdout)
    if not outputs.takes_standard_output:
        shown(series, to, is_quiet=settings.quiet)
    elif not settings.quiet:
        for note in dict.fromkeys(note for answer in series.answers.values() for note in notes_of(answer)):
            say(to, note)
    if series.z is not None:
        say(to, verdict(series.z))
    say_written(written, settings)


def _drawn(figure: "Figure", kind: str) -> bytes:
    from tamriel_odds.tables.charts import save

    stream = io.BytesIO()
    save(figure, stream, cast("Literal['png', 'svg']", kind))
    return stream.getvalue()


def _possible(asked: Sequence[Asked], box: Box) -> tuple[list[Asked], list[str]]:
    """The questions that have an answer with these dice and cards, and a sentence for each of the others."""
    possible, refused = [], []
    for one in asked:
        try:
            one.question.roll(box)
        except WrongInput as error:
            refused.append(one.sentence(error))
        else:
            possible.append(one)
    return possible, refused


def _check_table(asked: Sequence[Asked | Option], box: Box, table: str | None) -> None:
    """UnknownName when none of the questions has a table of that name."""
    wrong: WrongInput | None = None
    for one in asked:
        roll = one.question.roll(box)
        try:
            table_named(roll.outcomes, table, roll.listings)
        except WrongInput as error:
            wrong = error
        else:
            return
    if wrong is not None:
        raise wrong


def _bytes(series: Series, kind: str, settings: Settings) -> bytes:
    """The JSON or CSV of several answers. CSV holds what is told of all together, where there is such a listing."""
    if kind == "json":
        return write_text(series_document(series))
    from tamriel_odds.tables.frames import listed

    table = settings.table
    is_told = table is not None and any(has_table(answer, table) for answer in series.answers.values())
    told = [listing for listing in series.listings if table is not None and plain(listing.name) == plain(table)]
    told = told or [*series.listings[:1]] if not is_told else []
    rows = listed(told[0]) if told else tidy(series.answers, table)
    return csv_text(rows, decimal_comma=settings.decimal_comma)


def series_document(series: Series) -> dict[str, Any]:
    """One object with the objects of the answers, each with its name, and what is told of all of them."""
    told: dict[str, Any] = {listing.name: entries(listing) for listing in series.listings}
    told |= {"command_line": series.command_line} if series.command_line else {}
    told |= {"notes": list(series.notes)} if series.notes else {}
    told |= {"refused": list(series.refused)} if series.refused else {}
    return {**document(series.answers), **told, "interrupted": series.is_interrupted}


def show_series(series: Series, to: Console, *, is_quiet: bool = False) -> None:
    """Print the answers under their names, then what is told of all of them."""
    for number, (name, answer) in enumerate(series.answers.items()):
        if number:
            say(to, "")
        say(to, name, "bold")
        show(answer, to, is_quiet=is_quiet)
    for listing in series.listings:
        show_listing(to, listing)
    for note in () if is_quiet else series.notes:
        say(to, f"Note: {note}")
    if series.z is not None:
        say(to, verdict(series.z))


def take_tour(kinds: Sequence[type[Question]]) -> None:
    """Show the example of each question, exactly where that can be: nothing has to be compiled for it."""
    to, box = console(sys.stdout), Box(load_dice())
    for number, kind in enumerate(kinds):
        words = kind.example.removeprefix(f"odds {kind.command}")
        question = build(kind, read_options(kind, words))
        is_exact = question.roll(box).exact() is not None
        settings = Settings(exact=True) if is_exact else Settings(trials=TRIALS_OF_TOUR)
        if number:
            say(to, "")
        show(answer_question(question, settings, box).answer, to)
