"""Where answers go besides the terminal: files and standard output, checked before the run and written after it."""

import io
import os
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, cast

from tamriel_odds.odds.answer import Answer
from tamriel_odds.odds.errors import BadFile, WrongInput
from tamriel_odds.odds.files import is_special, place, replace_all
from tamriel_odds.odds.names import plain

STANDARD_OUTPUT = "-"
KINDS = ("json", "csv", "png", "svg")


@dataclass(frozen=True)
class Outputs:
    """The outputs asked for: for each kind (json, csv, png, svg) a path, or ``-`` for standard output.

    `may_replace` files that are there, be it only since they were checked.
    """

    paths: Mapping[str, str]
    may_replace: bool = False

    @classmethod
    def checked(
        cls,
        *,
        json: str | None = None,
        csv: str | None = None,
        png: str | None = None,
        svg: str | None = None,
        force: bool = False,
    ) -> "Outputs":
        """The outputs, when every one of them can be written as things stand.

        Raises WrongInput when two want standard output or one place, BadFile when a path cannot be written to, or is
        a file already and `force` is not given.
        """
        given = {kind: path for kind, path in zip(KINDS, (json, csv, png, svg), strict=True) if path is not None}
        places: dict[str, str] = {}
        for kind, path in given.items():
            place = path if path == STANDARD_OUTPUT else _identity(path)
            if place in places:
                raise WrongInput(_twice(kind, places[place], path))
            places[place] = kind
            if path != STANDARD_OUTPUT:
                _check(Path(path), force=force)
        return cls(given, force)

    @property
    def takes_standard_output(self) -> bool:
        """Whether one of them has standard output to itself, so that nothing else may be printed there."""
        return STANDARD_OUTPUT in self.paths.values()

    def write(
        self,
        answer: Answer,
        table: str | None = None,
        *,
        decimal_comma: bool = False,
        standard_output: BinaryIO | None = None,
    ) -> tuple[Path, ...]:
        """Render all outputs of an answer, then write all of them, or raise BadFile and write none.

        Returns the files that were written.
        """
        return self.deliver(
            {kind: rendered(answer, kind, table, decimal_comma=decimal_comma) for kind in self.paths}, standard_output
        )

    def deliver(
        self,
        contents: Mapping[str, bytes],
        standard_output: BinaryIO | None = None,
        more: Mapping[Path, bytes] | None = None,
    ) -> tuple[Path, ...]:
        """Put rendered contents, by kind, where they were asked for: files first, all or none, then standard output.

        `more` are files beside them. Returns the files that were written.
        """
        files = {Path(path): contents[kind] for kind, path in self.paths.items() if path != STANDARD_OUTPUT}
        files |= dict(more or {})
        replace_all(files, may_replace=self.may_replace)
        for kind, path in self.paths.items():
            if path == STANDARD_OUTPUT:
                _print(contents[kind], standard_output)
        return tuple(files)


def rendered(answer: Answer, kind: str, table: str | None = None, *, decimal_comma: bool = False) -> bytes:
    """The bytes of one kind of output. JSON holds every table, the others the one named or the first."""
    if kind in ("png", "svg"):
        from tamriel_odds.tables.charts import chart, save

        stream = io.BytesIO()
        save(chart(answer, table), stream, cast("Literal['png', 'svg']", kind))
        return stream.getvalue()
    from tamriel_odds.tables.documents import write_csv, write_json

    return write_json(answer) if kind == "json" else write_csv(answer, table, decimal_comma=decimal_comma)


@dataclass(frozen=True)
class Folder:
    """A folder of charts: a file for each name, of one kind (png or svg)."""

    kind: str
    path: Path

    @classmethod
    def checked(cls, kind: str, path: str, names: Sequence[str], *, force: bool = False) -> "Folder":
        """The folder, made where it is missing; BadFile when one of its files could not be written."""
        folder = cls(kind, Path(path))
        if path == STANDARD_OUTPUT:
            raise WrongInput(f"--{kind} -: the charts of several questions go into a folder; name one")
        if folder.path.exists() and not folder.path.is_dir():
            raise BadFile(f"{path}: is a file; --{kind} names a folder for the charts of several questions")
        try:
            folder.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFile(f"{path}: cannot be made ({error.strerror or error})") from None
        for file in folder.files(names).values():
            _check(file, force=force)
        return folder

    def files(self, names: Sequence[str]) -> dict[str, Path]:
        """The file of each name, in letters that every disk takes; names that come out alike get a number."""
        files: dict[str, Path] = {}
        for name in names:
            stem = re.sub(r"[^a-z0-9]+", "-", plain(name)).strip("-")[:60] or "question"
            number = 1
            while (file := self.path / f"{stem}{f'-{number}' if number > 1 else ''}.{self.kind}") in files.values():
                number += 1
            files[name] = file
        return files


def _twice(kind: str, other: str, path: str) -> str:
    if path == STANDARD_OUTPUT:
        return f"--{other} and --{kind} both want standard output, which one of them can have to itself"
    return f"--{other} and --{kind} both name {path}: give each a file of its own"


def _identity(path: str) -> str:
    """One text for all the names of a place: links followed, a file known by its number."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return path if "\0" in path else os.path.normcase(os.path.realpath(path))
    return f"{status.st_dev}:{status.st_ino}"


def _check(path: Path, *, force: bool) -> None:
    """BadFile when this file cannot be written, or is there and may not be replaced."""
    if "\0" in str(path):
        raise BadFile(f"{str(path)!r}: is no name a file can have")
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            path.lstat()
        if path.is_dir():
            raise BadFile(f"{path}: is a folder; name a file in it")
        if is_special(path):
            return
        if path.exists() and not force:
            raise BadFile(f"{path}: exists already; --force replaces it")
        folder = place(path).parent
        if folder.exists() and not folder.is_dir():
            raise BadFile(f"{path}: {folder} is a file, not a folder")
        if not folder.exists():
            raise BadFile(f"{path}: there is no folder {folder}; make it first")
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise BadFile(f"{path}: cannot be written ({error.strerror or error})") from None


def _print(content: bytes, stream: BinaryIO | None) -> None:
    sys.stdout.flush()
    stream = stream or sys.stdout.buffer
    try:
        stream.write(content)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BadFile(f"standard output: cannot be written ({error.strerror or error})") from None
