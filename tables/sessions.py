"""Several questions from start to end: settings, run, outputs, and what the terminal shows."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from tamriel_odds.odds.dice import load_dice
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.question_file import Asked, QuestionFile
from tamriel_odds.odds.run import CONTRADICTION
from tamriel_odds.odds.series import Series, answer_all
from tamriel_odds.odds.settings import Settings
from tamriel_odds.tables.documents import csv_text, document, entries, tidy, write_text
from tamriel_odds.tables.frames import listed, table_named
from tamriel_odds.tables.outputs import Folder, Outputs, rendered
from tamriel_odds.tables.progress import RunProgress
from tamriel_odds.tables.terminal import console, say, show, show_listing


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
    aside = aside_of(settings)
    with RunProgress(aside) as progress:
        series = answer_all(asked, settings, box, progress, (*read.refused, *refused))
    charts = {
        folder.files(names)[name]: rendered(answer, folder.kind)
        for folder in folders
        for name, answer in series.answers.items()
    }
    outputs.deliver({kind: series_bytes(series, kind, settings) for kind in outputs.paths}, more=charts)
    if not outputs.takes_standard_output:
        show_series(series, console(sys.stdout))
    return series


def aside_of(settings: Settings) -> Console:
    """Standard error, silent where that is asked for."""
    aside = console(sys.stderr)
    aside.quiet = settings.quiet
    return aside


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


def _check_table(asked: Sequence[Asked], box: Box, table: str | None) -> None:
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


def series_bytes(series: Series, kind: str, settings: Settings) -> bytes:
    """The JSON or CSV of several answers. CSV holds what is told of all together, where there is such a listing."""
    if kind == "json":
        return write_text(series_document(series))
    joint = [listing for listing in series.listings if settings.table in (None, listing.name)]
    rows = listed(joint[0]) if joint else tidy(series.answers, settings.table)
    return csv_text(rows)


def series_document(series: Series) -> dict[str, Any]:
    """One object with the objects of the answers, each with its name, and what is told of all of them."""
    told: Mapping[str, Any] = {listing.name: entries(listing) for listing in series.listings}
    notes = {"notes": list(series.notes)} if series.notes else {}
    refused = {"refused": list(series.refused)} if series.refused else {}
    return {**document(series.answers), **told, **notes, **refused, "interrupted": series.is_interrupted}


def show_series(series: Series, to: Console) -> None:
    """Print the answers under their names, then what is told of all of them."""
    for number, (name, answer) in enumerate(series.answers.items()):
        if number:
            say(to, "")
        say(to, name, "bold")
        show(answer, to)
    for listing in series.listings:
        show_listing(to, listing)
    for note in series.notes:
        say(to, f"Note: {note}")
    if series.z is not None:
        say(to, verdict(series.z))


def verdict(z: float) -> str:
    """Whether simulation and exact answer agree: ``largest z-score 1.23, within 4.5``."""
    return f"largest z-score {z:.2f}, {'beyond' if z > CONTRADICTION else 'within'} {CONTRADICTION}"
