"""The commands of tests, locks, hazards, tables and decks: their examples run, and their counts stay what they are."""

import shlex
from collections.abc import Sequence
from importlib import import_module

import pytest

from tamriel_odds import cli
from tamriel_odds.odds.question import Box, Question, build, is_positional, option_name, value_type
from tamriel_odds.odds.rolling import CHUNK, Roller, run

COMMANDS = (
    "test", "chest", "door", "ammunition", "fall", "acid", "fire", "lava", "hazard", "burning", "bleed", "poison",
    "table", "priority", "draw",
)  # fmt: skip
ROWS = [row for row in cli.ROWS if row.group == "cta" and row.name in COMMANDS]

# Counts of the first table of 5000 trials with seed 20, with the dice that are shipped.
GOLDEN = {
    "odds cta test --attribute 4 --green 1 --modifier 1": [754, 498, 463, 517, 514, 471, 431, 399, 267, 142, 36, 508],
    "odds cta test --attribute 3 --green 2 --reroll failed": [2805, 721, 655, 186, 174, 125, 87, 34, 15, 2, 196],
    "odds cta chest --lockpicking 4 --complexity 2 --attempts 3": [1699, 2187, 1114],
    "odds cta door --lockpicking 3 --attempts 2": [2499, 2169, 332],
    "odds cta ammunition --shots 5": [508, 441, 418, 366, 3267],
    'odds cta fall --armor "[RED] / [OBLIVION]: add [YELLOW]" --health 2 --height 4': [
        1906,
        954,
        967,
        655,
        299,
        166,
        53,
    ],
    'odds cta fire --armor "[YELLOW]" --health 1 --rank hero --endurance 4 --inches 3.0': [1579, 1890, 1222, 309],
    "odds cta lava --health 6 --inches 7.0": [
        39,
        101,
        183,
        301,
        434,
        521,
        603,
        649,
        612,
        525,
        396,
        245,
        182,
        103,
        52,
        28,
        19,
        5,
        1,
        0,
        1,
        0,
    ],
    "odds cta burning --health 3 --agility 4": [1988, 1161, 1684, 150, 17, 0, 0, 0, 0, 0],
    "odds cta bleed --health 3 --endurance 3 --tokens 3": [3232, 1768, 0, 0, 0, 0, 0, 0, 0, 0],
    "odds cta poison --health 2 --rank hero --endurance 5": [0, 2530, 1075, 629, 356, 180, 109, 55, 29, 37],
    "odds cta table breaking-dawn": [1469, 1368, 1101, 1062],
    "odds cta table wilderness --times 3": [3597, 1241, 159, 3],
    "odds cta priority --players 3": [4267, 628, 94, 8, 3],
    "odds cta draw treasure --draw 4": [357, 1574, 2051, 912, 106],
}


def question_class(row: cli.Row) -> type[Question]:
    module, name = str(row.target).split(":")
    kind: type[Question] = getattr(import_module(f"tamriel_odds.{module}"), name)
    return kind


def asked(line: str) -> Question:
    """The question a command line asks."""
    _, group, name, *words = shlex.split(line)
    kind = question_class(next(row for row in cli.ROWS if (row.group, row.name) == (group, name)))
    repeated = {option_name(name) for name, field in kind.model_fields.items() if value_type(field.annotation)[1]}
    positional = [option_name(name) for name, field in kind.model_fields.items() if is_positional(field)]
    given: dict[str, object] = {}
    while words:
        word = words.pop(0)
        option = word.removeprefix("--") if word.startswith("--") else positional[0]
        value = words.pop(0) if word.startswith("--") else word
        given[option] = (*given.get(option, ()), value) if option in repeated else value  # type: ignore[misc]
    return build(kind, given)


def test_every_command_is_a_row() -> None:
    assert {row.name for row in ROWS} == set(COMMANDS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_example_of_a_command_runs_and_agrees_with_its_exact_answer(
    row: cli.Row, capsys: pytest.CaptureFixture[str]
) -> None:
    example = question_class(row).example
    assert example.startswith(f"odds {row.command}")
    line = [*shlex.split(example)[1:], "--trials", "20000", "--verify", "--quiet"]
    assert cli.main(line) == 0
    shown = capsys.readouterr()
    assert "within 4.5" in shown.out
    assert shown.err == ""
    assert cli.main([*shlex.split(example)[1:], "--exact", "--csv", "-", "--quiet"]) == 0
    assert capsys.readouterr().out.count("\n") > 1


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_command_line_asks_the_same_question_again(row: cli.Row) -> None:
    question = asked(question_class(row).example)
    assert asked(question.command_line()) == question


@pytest.mark.parametrize(("line", "counts"), GOLDEN.items(), ids=[line.split()[2] for line in GOLDEN])
def test_counts_stay_what_they_are(line: str, counts: Sequence[int]) -> None:
    tally = run(asked(line), trials=5000, seed=20)
    assert tally.counts_along(tally.outcomes.tables[0]).tolist() == counts


@pytest.mark.parametrize("line", GOLDEN, ids=[line.split()[2] for line in GOLDEN])
def test_threads_and_chunks_change_no_count(line: str) -> None:
    roll = asked(line).roll(Box.shipped())
    counts = []
    for threads, chunk in ((1, CHUNK), (2, 777), (2, 64)):
        with Roller(roll, seed=20, threads=threads, chunk=chunk) as roller:
            counts.append(roller.roll(0, 3000).tolist())
    assert counts[0] == counts[1] == counts[2]
    assert sum(counts[0]) == 3000


@pytest.mark.parametrize(
    ("line", "wanted", "fewest"),
    [
        ("chest --lockpicking 4 --complexity 3", "0.5", "4 attempts"),
        ("door --lockpicking 3", "0.5", "2 attempts"),
        ("ammunition", "0.5", "7 shots"),
        ("draw treasure --kind junk", "0.5", "9 draw"),
        ("test --attribute 4", "0.5", "2 attempts"),
        ("burning --health 5 --agility 4", "0.5", "2 activations"),
        ("priority", "0.99", "2 rolls"),
    ],
)
def test_how_many_are_wanted(line: str, wanted: str, fewest: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cta", *line.split(), "--exact", "--want", wanted]) == 0
    assert f"{fewest} are the fewest that reach" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("odds cta test --attribute 4", {"failure"}),
        ("odds cta chest", {"trap", "attempts"}),
        ("odds cta door --lockpicking 3", {"move ended", "attempts"}),
        ("odds cta ammunition", {"gone"}),
        ("odds cta fall --height 4 --health 1", {"damage", "hurt", "removed"}),
        ("odds cta poison --health 3", {"removed"}),
    ],
)
def test_of_what_a_player_wants_less(line: str, names: set[str]) -> None:
    roll = asked(line).roll(Box.shipped())
    assert set(roll.less_is_better) == names
    assert names <= {*roll.outcomes.events, *roll.outcomes.tables}
