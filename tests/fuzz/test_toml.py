"""Files of questions, dice, battles and combats typed in a hurry: answered, or refused with a sentence."""

from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from tamriel_odds import cli
from tamriel_odds.odds.errors import BadFile
from tamriel_odds.odds.question_file import read_questions

EXAMPLES = files("tamriel_odds.odds") / "data" / "examples"
QUESTIONS = """
[run]
trials = 900
seed = 7

[[question]]
name = "Plain"
ask = "cta attack"
skill = 3
attack = "[GREEN][RED] / [SWORDS]: Piercing (1)"
cost = "2 Stamina"

[[question]]
name = "Boosted"
ask = "cta attack"
skill = 3
attack = "[GREEN][RED]"
armor = "[BLACK] (1)"
with = ["power-attack", "secondary-weapon"]
attribute_test = true

[[question]]
ask = "betrayal lockpick"
code = "3-5-6"
attempts = 2
"""
DICE = """
[yellow]
faces = "2xblank 3x1 dragonborn"

[combat]
faces = "blank 1 2 T 1+T 2+T"
"""
PIECES = (
    *("[", "]", "[[", "]]", "[[question]]", "[run]", "=", '"', "'", '"""', "\n", "\r", "\0", ",", ".", "{", "}", "#"),
    *("true", "false", "0", "-1", "1e400", "nan", "inf", "9" * 30),
    *("0x10", "1979-05-27", "07:32:00", "[]", "{}", "''", '""'),
    *("ask", "name", "skill", "attack", "exact = true", "precision = 0.3", "seed = 'random'", "with = 'high-ground'"),
    *('"cta duel"', '"skyrim test"', '"betrayal battle"'),
    *("file = 'clash'", "faces", "health", "count", "é", "\ud7ff", "🎲"),
    *("[[adventurer]]", "[[enemy]]", "[[player]]", "[[player.rule]]"),
    *("when = ", "do = ", "health <= 2", " and ", "[" * 900),
)  # fmt: skip


def shipped(*names: str) -> list[str]:
    return [EXAMPLES.joinpath(name).read_text(encoding="utf-8") for name in names]


def test_files_of_questions_are_read_or_refused(fuzz: Any, mutated: Any, tmp_path: Path) -> None:
    file = tmp_path / "asked.toml"

    def check(text: str) -> None:
        file.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        with suppress(BadFile):
            read_questions(file, cli.question_named)

    fuzz(
        150,
        mutated([QUESTIONS], PIECES),
        check,
        "a = " + "[" * 5000,
        "a" * 100_000,
        "[" * 100_000,
        ("a." * 900) + "b = 1",
    )


@pytest.mark.parametrize("command", ["run", "compare"])
def test_files_of_questions(command: str, fuzz: Any, mutated: Any, ask: Any) -> None:
    deep = QUESTIONS.replace("skill = 3", f"skill = {'[' * 300}{']' * 300}", 1)
    tables = QUESTIONS.replace("skill = 3", f"skill = {'{a=' * 300}1{'}' * 300}", 1)
    texts = mutated([QUESTIONS], PIECES, 3)
    fuzz(25, texts, lambda text: ask([command, "it.toml", "-q"], {"it.toml": text.encode()}), deep, tables)


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("betrayal battle", ("clash.toml", "jailbreak.toml")),
        ("skyrim combat", ("skyrim/draugr.toml",)),
        ("skyrim dungeon", ("skyrim/tomb.toml",)),
    ],
)
def test_battles_and_combats(command: str, names: tuple[str, ...], fuzz: Any, mutated: Any, ask: Any) -> None:
    words = [*command.split(), "it.toml", "-q", "--trials", "200"]
    fuzz(30, mutated(shipped(*names), PIECES, 3), lambda text: ask(words, {"it.toml": text.encode()}))


def test_files_of_dice(fuzz: Any, mutated: Any, ask: Any) -> None:
    def check(text: str) -> None:
        given = {"it.toml": text.encode()}
        ask(["dice", "check", "--dice-file", "it.toml"], given)
        ask(["dice", "set", "red", "2xblank 3x1 dragonborn", "--dice-file", "it.toml"], given)
        ask(["betrayal", "engage", "--dice", "2 combat", "--exact", "--dice-file", "it.toml"], given)

    fuzz(40, mutated([DICE], PIECES, 4), check)


@pytest.mark.parametrize(
    "command", ["run", "dice check --dice-file", "betrayal battle", "skyrim combat", "units list --data"]
)
def test_any_bytes_at_all(command: str, fuzz: Any, ask: Any) -> None:
    fuzz(15, st.binary(max_size=60), lambda content: ask([*command.split(), "it.toml"], {"it.toml": content}))
