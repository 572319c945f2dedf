"""`odds tour` and `--decimal-comma`."""

import csv
import io
import locale
import time
from collections.abc import Callable

import pytest

from tamriel_odds import cli

Run = Callable[..., tuple[int, str, str]]
ATTACK = ("cta", "attack", "--skill", "3", "--attack", "[GREEN][RED]", "--exact")


@pytest.fixture
def odds(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def test_the_tour_shows_five_questions_with_their_lines(odds: Run) -> None:
    started = time.process_time()
    code, out, err = odds("tour")
    assert (code, err) == (0, "")
    assert time.process_time() - started < 10
    lines = [line for line in out.splitlines() if line.startswith("odds ")]
    assert [line.split()[1] for line in lines] == ["cta", "cta", "betrayal", "betrayal", "skyrim"]


def test_the_lines_of_the_tour_can_be_asked(odds: Run) -> None:
    import shlex

    _, out, _ = odds("tour")
    for line in [line for line in out.splitlines() if line.startswith("odds ")]:
        assert odds(*shlex.split(line)[1:])[1].strip() in out


def test_the_csv_opens_with_dots_and_with_commas(odds: Run) -> None:
    _, dots, _ = odds(*ATTACK, "--csv", "-")
    _, commas, _ = odds(*ATTACK, "--csv", "-", "--decimal-comma")
    with_dots = list(csv.reader(io.StringIO(dots)))
    with_commas = list(csv.reader(io.StringIO(commas), delimiter=";"))
    assert [[cell.replace(",", ".") for cell in row] for row in with_commas] == with_dots
    assert "," not in with_dots[1][2]
    assert "," in with_commas[1][2]
    assert "\r" not in dots + commas


@pytest.mark.parametrize("further", [("--sweep", "skill=2..3"), ("--or", "--skill 4")], ids=["sweep", "or"])
def test_several_answers_have_the_commas_too(odds: Run, further: tuple[str, ...]) -> None:
    _, out, _ = odds(*ATTACK, *further, "--csv", "-", "--decimal-comma")
    assert out.startswith("question;")


def test_the_locale_of_the_process_changes_nothing(odds: Run) -> None:
    _, before, _ = odds(*ATTACK, "--csv", "-")
    known = locale.setlocale(locale.LC_ALL)
    try:
        for name in ("de_DE.UTF-8", "de_DE.utf8", "C.UTF-8"):
            try:
                locale.setlocale(locale.LC_ALL, name)
            except locale.Error:
                continue
            assert odds(*ATTACK, "--csv", "-")[1] == before
    finally:
        locale.setlocale(locale.LC_ALL, known)


def test_commas_without_a_file_are_refused(odds: Run) -> None:
    code, out, err = odds(*ATTACK, "--decimal-comma")
    assert (code, out) == (2, "")
    assert "--decimal-comma is about the file that --csv writes" in err
