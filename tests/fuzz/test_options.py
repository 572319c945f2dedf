"""Command lines of every row of the table, right and wrong: an answer or one sentence, whatever is typed."""

import re
import shlex
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st

from tamriel_odds import cli

ROWS = {row.command: row for row in cli.ROWS}
# What is never asked here: other machines, and more trials than two seconds are for.
LEFT_OUT = {"--cluster", "--trials", "--precision", "--threads", "--help"}
# A fight is enumerated on every combination of faces, which takes a minute.
FIGHTS = {"cta duel", "cta activation", "compare", "run"}
HOW = (
    *(
        2
        * (
            [],
            ["--trials", "700"],
            ["--exact"],
            ["--trials", "1025", "--threads", "3"],
            ["--trials", "700", "--verify"],
        )
    ),
    *(["--trials", "1"], ["--trials", "700", "--precision", "0.4"], ["--exact", "-q"], ["--seed", "random"]),
    *(["--trials", "0"], ["--trials", "1e3"], ["--precision", "0"], ["--threads", "0"], ["--exact", "--verify"]),
)
NUMBERS = ("0", "1", "2", "3", "-1", "5", "7", "12", "99", "1000", "99999999999999999999", "1.5", "x", "", "½", "0x1")
SHARES = ("0.5", "0.9", "0", "1", "-0.1", "1e-9", "nan", "inf", "1e999", "half", "")
PATHS = (
    "asked.toml",
    "dice.toml",
    "units.cat",
    "clash",
    "draugr",
    "tomb",
    "jailbreak",
    ".",
    "none",
    "-",
    "new.out",
    "",
    "x" * 300,
    "a\0b",
)
TEXTS = (
    *("", " ", "-", "--", "0", "1", "a=1", "skill=2..8", "trials=1..3"),
    *("with=,power-attack", "health=1,2", "skill=1..999999999"),
    *("power-attack", "high-ground", "block-token", "expert-locks:2"),
    *("resistance:frost", "target-staggered", "no:thing"),
    *("[GREEN][RED] / [SWORDS]: Piercing (1)", "[BLACK] (1)"),
    *("[PURPLE]", "ggrryyk", "12 red", "[RED]" * 400, "--skill 4"),
    *("--with power-attack", "'", "2 combat, snipe", "3-5-6", "1-1-1"),
    *("7-8-9", "é🎲", "%s{0}", "a" * 5000, "9" * 400, "a\0b", "\ud800"),
    *("Ferry Guard: Spearman", "Ferry Guard: Spearman + Fish Knife"),
    *("Nobody", "damage", "events", "joint", "clash", "draugr"),
)  # fmt: skip


@cache
def options_of(command: str) -> dict[str, tuple[str, ...]]:
    """Each option of a command with values to try: those in its help, those beside its limits, and rubbish."""
    tried: dict[str, tuple[str, ...]] = {"": TEXTS}
    for parameter in cli.load(ROWS[command]).params:
        name = parameter.opts[0] if parameter.param_type_name == "option" else ""
        if name in LEFT_OUT or (name == "--plausible" and command in FIGHTS):
            continue
        if getattr(parameter, "is_flag", False):
            tried[name] = ()
            continue
        said, text = str(parameter.metavar or ""), str(getattr(parameter, "help", "") or "")
        limits = [
            int(limit) + step for limit in re.findall(r"-?\d{1,6}", text.rpartition("[")[2]) for step in (-1, 0, 1)
        ]
        kinds = {"N": (*NUMBERS, *map(str, limits)), "X": SHARES, "PATH": PATHS}
        words = tuple(said.split("|")) if "|" in said else ()
        # A text may be a path and more: only names that lead nowhere else are typed.
        tried[name] = tuple(dict.fromkeys((*kinds.get(said, TEXTS), *words)))
    return tried


@cache
def example_of(command: str) -> tuple[str, ...]:
    """The words of the example in the help of a command, without the command."""
    said = str(cli.load(ROWS[command]).epilog or "").splitlines()
    example = next((line for line in said if line.startswith(f"odds {command} ")), "")
    return tuple(shlex.split(example)[1 + len(command.split()) :])


@st.composite
def lines(draw: Any, command: str) -> list[str]:
    """The example, mostly, with options taken out, given other values and put in, and a way to run it."""
    words = list(example_of(command)) if draw(st.integers(0, 4)) else []
    if words and draw(st.integers(0, 3)) == 0:
        words.pop(draw(st.integers(0, len(words) - 1)))
    tried = options_of(command)
    for _ in range(draw(st.sampled_from((0, 1, 1, 1, 2, 3)))):
        name = draw(st.sampled_from(sorted(tried)))
        value = [draw(st.sampled_from(tried[name]))] if tried[name] else []
        if name and value and name in words[:-1] and draw(st.integers(0, 9)):
            words[words.index(name) + 1] = value[0]
        elif name and value and draw(st.booleans()):
            words.append(f"{name}={value[0]}")
        else:
            words += [*([name] if name else []), *value]
    runs = "--trials" in [option for parameter in cli.load(ROWS[command]).params for option in parameter.opts]
    return [*command.split(), *words, *(draw(st.sampled_from(HOW)) if runs else [])]


@pytest.fixture
def given_files(root: Any) -> dict[str, bytes]:
    asked = """
[[question]]
ask = "cta attack"
skill = 3
attack = "[GREEN][RED]"

[[question]]
ask = "skyrim test"
need = 2
symbol = "circle"
"""
    units = (root / "tests/data/units/Harbour.cat").read_bytes()
    return {"asked.toml": asked.encode(), "dice.toml": b'[yellow]\nfaces = "3xblank 3x1"\n', "units.cat": units}


@pytest.mark.parametrize("command", ROWS)
def test_every_command_line_ends_in_an_answer_or_a_sentence(
    command: str, fuzz: Any, ask: Any, given_files: dict[str, bytes]
) -> None:
    fuzz(8, lines(command), lambda words: ask(words, given_files))


@pytest.mark.slow
@pytest.mark.parametrize("command", [command for command, row in ROWS.items() if row.is_question])
def test_every_number_at_its_limits(command: str, fuzz: Any, ask: Any, given_files: dict[str, bytes]) -> None:
    """The example with one number as large, and as small, as the help says it may be: rolled, and exact."""
    for parameter in cli.load(ROWS[command]).params:
        limits = re.search(r"\[(-?\d+)\.\.(-?\d+)\b[^]]*\]$", str(getattr(parameter, "help", "") or ""))
        if limits is None or parameter.opts[0] in LEFT_OUT:
            continue
        for limit in limits.groups():
            words = [*command.split(), *example_of(command)]
            if parameter.opts[0] in words:
                words[words.index(parameter.opts[0]) + 1] = limit
            else:
                words += [f"{parameter.opts[0]}={limit}"]
            for how in (["--exact"], ["--trials", "700"]):
                fuzz(0, st.none(), lambda asked: ask(asked, given_files), [*words, *how])


def test_words_in_any_order(fuzz: Any, ask: Any, given_files: dict[str, bytes]) -> None:
    words = (
        *ROWS,
        "odds",
        "-h",
        "--version",
        "--force",
        "--exact",
        "--json",
        "-",
        "cta",
        "--no-such",
        "-x",
        "",
        "\0",
        "--",
        "=",
    )
    some = st.lists(st.sampled_from(words), max_size=5)
    fuzz(60, some, lambda chosen: ask([part for word in chosen for part in word.split(" ")], given_files))
