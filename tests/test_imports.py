"""What is imported when: nobody waits for a library that the answer does not need."""

import subprocess
import sys

import pytest

HEAVY = {"numba", "pandas", "matplotlib", "numpy", "pydantic"}
# What only files, charts, long runs, dice of one's own and unit cards need.
FURTHER = {"pandas", "matplotlib", "defusedxml", "tomlkit", "dask", "rich.progress", "xml.etree"}
EXACT = ["cta", "attack", "--skill", "3", "--attack", "[GREEN][RED]", "--exact"]


def imported(statement: str, of: set[str] = HEAVY | FURTHER) -> set[str]:
    """The heavy libraries (or other modules) that are loaded after `statement`, in a process of its own."""
    report = f"{statement}\nimport sys\nprint('imported', *{of!r} & sys.modules.keys(), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split()[1:])


def command(*arguments: str) -> str:
    return f"from tamriel_odds.cli import main\nmain({list(arguments)})"


@pytest.mark.parametrize(
    "statement",
    [
        "import tamriel_odds.cli",
        command("--help"),
        command("cta", "--help"),
        command("--version"),
        command("cta", "atack"),
    ],
)
def test_help_and_wrong_commands_import_nothing_heavy(statement: str) -> None:
    assert imported(statement) == set()


def test_the_help_of_a_command_needs_its_question_only() -> None:
    assert imported(command("cta", "attack", "--help")) == {"pydantic"}


def test_a_wrong_value_is_refused_before_anything_is_rolled() -> None:
    assert imported(command("cta", "attack", "--trials", "0")) == {"pydantic"}
    assert "numba" not in imported(command("cta", "attack", "--attack", "[PURPLE]"))


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("call_to_arms", EXACT),
        ("betrayal", ["betrayal", "engage", "--dice", "2 combat", "--exact"]),
        ("skyrim", ["skyrim", "test", "--need", "2", "--symbol", "circle", "--exact"]),
    ],
)
def test_a_question_loads_nothing_of_other_games(game: str, words: list[str]) -> None:
    others = {f"tamriel_odds.odds.{name}" for name in ("call_to_arms", "betrayal", "skyrim")}
    assert imported(command(*words), others) == {f"tamriel_odds.odds.{game}"}


@pytest.mark.parametrize("further", [[], ["--json", "-"], ["--json", "-", "--quiet"]], ids=" ".join)
def test_an_exact_answer_compiles_nothing_and_needs_no_data_frames(further: list[str]) -> None:
    assert imported(command(*EXACT, *further)) == {"numpy", "pydantic"}


def test_a_simulated_answer_needs_no_data_frames() -> None:
    assert imported(command(*EXACT[:-1], "--trials", "1000")) == {"numpy", "pydantic", "numba"}


@pytest.mark.parametrize("several", [["--or", "--skill 4"], ["--sweep", "skill=2..4"]], ids=" ".join)
def test_options_side_by_side_need_no_data_frames(several: list[str]) -> None:
    assert imported(command(*EXACT, *several)) == {"numpy", "pydantic"}


@pytest.mark.parametrize("several", [[], ["--or", "--skill 4"]], ids=" ".join)
def test_a_chart_needs_no_data_frames(several: list[str]) -> None:
    assert imported(command(*EXACT, *several, "--svg", "-")) == {"numpy", "pydantic", "matplotlib"}


def test_a_csv_file_draws_nothing() -> None:
    assert imported(command(*EXACT, "--csv", "-")) == {"numpy", "pydantic", "pandas"}
