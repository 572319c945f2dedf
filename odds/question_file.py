"""Many questions in one TOML file: what is asked, how it is run, and where a key that is wrong stands."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamriel_odds.odds.errors import BadFile, WrongInput
from tamriel_odds.odds.files import alike, read_text
from tamriel_odds.odds.names import offer
from tamriel_odds.odds.question import Question, build, option_name, value_type
from tamriel_odds.odds.settings import Settings
from tamriel_odds.odds.toml import line_of, parse

TABLE = "question"
RUN_KEYS = ("trials", "precision", "seed", "level", "exact", "verify", "threads")
# What an entry says beside the options of its question.
ENTRY_KEYS = ("name", "ask", "cost")

KindNamed = Callable[[str], type[Question]]


@dataclass(frozen=True)
class Asked:
    """One question of a file, with its name, what it costs (``2 Stamina``), and the lines of its keys."""

    name: str
    question: Question
    cost: tuple[float, str] | None
    file: Path
    line: int
    lines: Mapping[str, int]

    def sentence(self, error: WrongInput) -> str:
        """What is wrong, with the file and the line of the key it speaks of first, or of the question."""
        return _sentence(error, self.file, self.line, self.lines, self.name, self.question.options())


@dataclass(frozen=True)
class QuestionFile:
    """A file as it was read: the settings of ``[run]``, the questions, and a sentence for each that is none."""

    file: Path
    run: dict[str, Any]
    asked: tuple[Asked, ...]
    refused: tuple[str, ...]


def read_questions(file: Path, kind_named: KindNamed) -> QuestionFile:
    """The questions of a file; `kind_named` tells the class of ``ask = "cta attack"``.

    Raises BadFile with file and line where the file is no TOML, has a key of no meaning, or asks nothing. A question
    that is wrong is refused by itself and stops no other.
    """
    try:
        text = read_text(file)
    except FileNotFoundError:
        raise BadFile(f"{file}: there is no such file{alike(file)}") from None
    read = parse(text, file)
    for key in read:
        if key not in (TABLE, "run"):
            known = offer(key, ("run", TABLE))
            raise BadFile(f"{file}:{line_of(text, key)}: {key}: a file of questions has no such key{known}")
    entries = read.get(TABLE, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries) or not entries:
        raise BadFile(f'{file}:1: it asks nothing: give [[question]] with ask = "cta attack" and its options')
    asked: dict[str, Asked] = {}
    refused = []
    for number, entry in enumerate(entries):
        where = line_of(text, "", TABLE, number)
        lines = {option_name(key): line_of(text, key, TABLE, number) for key in entry}
        try:
            one = _asked(entry, number, file, where, lines, kind_named)
            if one.name in asked:
                raise WrongInput(f"name {one.name!r}: the question in line {asked[one.name].line} has it already")
        except WrongInput as error:
            refused.append(_sentence(error, file, where, lines, str(entry.get("name", number + 1)), entry))
        else:
            asked[one.name] = one
    return QuestionFile(file, _run(read.get("run", {}), text, file), tuple(asked.values()), tuple(refused))


def _run(given: Any, text: str, file: Path) -> dict[str, Any]:
    """The settings of ``[run]``; BadFile with the line of the one that is wrong."""
    if not isinstance(given, dict):
        raise BadFile(f"{file}:{line_of(text, 'run')}: run: it is a table, [run]")
    lines = {option_name(key): line_of(text, key, "run") for key in given}
    try:
        for key, value in given.items():
            if option_name(key) not in RUN_KEYS:
                raise WrongInput(f"{key}: [run] has no such key{offer(key, RUN_KEYS)}")
            _refuse_claim(key, value, Settings)
        build(Settings, given, "run")
    except WrongInput as error:
        raise BadFile(_sentence(error, file, line_of(text, "run"), lines)) from None
    return given


def _asked(
    entry: dict[str, Any], number: int, file: Path, line: int, lines: Mapping[str, int], kind_named: KindNamed
) -> Asked:
    if not isinstance(entry.get("ask"), str):
        raise WrongInput('ask: a question says what it asks, such as ask = "cta attack"')
    name = entry.get("name", f"question {number + 1}")
    if not isinstance(name, str) or not name.strip():
        raise WrongInput(f"name: it is a text, not {name!r}")
    kind = kind_named(entry["ask"])
    fields = {option_name(field): field for field in kind.model_fields}
    given: dict[str, Any] = {}
    for key, value in entry.items():
        if key in ENTRY_KEYS and option_name(key) not in fields:
            continue
        if option_name(key) not in fields:
            known = offer(key, [*ENTRY_KEYS, *(field.rstrip("_") for field in kind.model_fields)])
            raise WrongInput(f"{key}: odds {kind.command} has no such key{known}")
        _refuse_claim(key, value, kind)
        is_list = value_type(kind.model_fields[fields[option_name(key)]].annotation)[1]
        given[option_name(key)] = [value] if is_list and not isinstance(value, list) else value
    cost = None if "cost" in fields else read_cost(entry.get("cost"))
    return Asked(name.strip(), build(kind, given), cost, file, line, lines)


def _refuse_claim(key: str, value: Any, kind: Any) -> None:
    """Pydantic would take ``true`` for the number 1."""
    fields = {option_name(field): info for field, info in kind.model_fields.items()}
    if isinstance(value, bool) and value_type(fields[option_name(key)].annotation)[0] is not bool:
        raise WrongInput(f"{key}: it takes a value, not {str(value).lower()}")


def read_cost(cost: Any) -> tuple[float, str] | None:
    """What an option costs: ``2`` or ``"2 Stamina"``, a number and what it is counted in.

    >>> read_cost("2 Stamina"), read_cost(1)
    ((2.0, 'Stamina'), (1.0, ''))
    """
    if cost is None:
        return None
    found = re.fullmatch(r"\s*(\d{1,9}(?:\.\d{1,6})?)\s*(.{0,40}?)\s*", str(cost))
    if found is None or isinstance(cost, bool):
        raise WrongInput(f'cost {cost!r}: it is a number and what it counts, such as cost = "2 Stamina"')
    return float(found[1]), found[2]


def _sentence(
    error: WrongInput,
    file: Path,
    line: int,
    lines: Mapping[str, int],
    name: str = "",
    given: Mapping[str, Any] | None = None,
) -> str:
    """The sentence of an error with file, line and key; options of the command line become keys."""
    text = re.sub(r"^--([\w-]+)", lambda option: option[1].replace("-", "_"), str(error))
    first = re.match(r"\w[\w-]*", text)
    key = option_name(first[0]) if first else ""
    quoted = re.search(r"'([^']+)'", text)
    if key not in lines and quoted:
        # An error of what a text holds quotes the part that is wrong, and does not know which key it came from.
        key = next((option_name(known) for known, value in (given or {}).items() if quoted[1] in str(value)), key)
        text = f"{key.replace('-', '_')}: {text}" if key in lines else text
    return f"{file}:{lines.get(key, line)}: {f'{name}: ' if name else ''}{text}"
