"""The command `odds`: exit codes, streams, pipes, consoles, Ctrl-C."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tamriel_odds import cli

ATTACK = [
    "cta",
    "attack",
    "--skill",
    "3",
    "--attack",
    "[GREEN][RED] / [SWORDS]: Piercing (1)",
    "--armor",
    "[BLACK] (1)",
]
FEW = ["--trials", "10000"]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def odds(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line in this process: exit code, standard output, standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        return code, *capsys.readouterr()

    return run


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """The command line in a process of its own; `environment` is added to ours."""
    environment = {**os.environ, **options.pop("environment", {})}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **options}
    return subprocess.run([sys.executable, "-m", "tamriel_odds.cli", *arguments], env=environment, **options)


# In this process


def test_the_version_stands_alone_on_standard_output(odds: Run) -> None:
    assert odds("-V") == odds("--version") == (0, "odds 0.1.0\n", "")


@pytest.mark.parametrize("line", ["", "-h", "--help", "cta", "cta -h", "cta attack --help", "dice set -h"])
def test_help_is_an_answer(odds: Run, line: str) -> None:
    code, out, err = odds(*line.split())
    assert (code, err) == (0, "")
    assert out.startswith("Usage: odds")


def test_help_shows_brackets_as_they_are_typed(odds: Run) -> None:
    _, out, _ = odds("cta", "attack", "--help")
    assert '"[GREEN][RED] / [SWORDS]: Piercing (1)" --armor "[BLACK] (1)"' in out


def test_an_answer_is_a_table_on_standard_output(odds: Run) -> None:
    code, out, err = odds(*ATTACK, "--exact")
    assert (code, err) == (0, "")
    assert "damage" in out
    assert "45" in out


def test_the_same_line_gives_the_same_bytes(odds: Run) -> None:
    assert odds(*ATTACK, *FEW) == odds(*ATTACK, *FEW, "--threads", "1") == odds(*ATTACK, *FEW, "--seed=1")
    assert odds(*ATTACK, *FEW) != odds(*ATTACK, *FEW, "--seed=2")


def test_exact_values_of_the_book(odds: Run) -> None:
    _, out, _ = odds(*ATTACK, "--exact", "--json", "-")
    answer = json.loads(out)
    assert answer["events"]["hit"]["probability"] == pytest.approx(0.45, abs=5e-7)
    assert answer["summary"]["damage"]["mean"] == pytest.approx(0.236111, abs=5e-7)
    assert (answer["method"], answer["trials"], answer["seed"]) == ("exact", None, None)


def test_a_drawn_seed_is_told_and_can_be_given_again(odds: Run) -> None:
    _, out, err = odds(*ATTACK, *FEW, "--seed", "random", "--json", "-")
    answer = json.loads(out)
    assert err.splitlines()[0] == f"seed {answer['seed']}"
    _, again, err = odds(*ATTACK, *FEW, "--seed", str(answer["seed"]), "--json", "-")
    assert again == out
    assert "seed" not in err


def test_verify_shows_the_largest_z_score(odds: Run) -> None:
    code, out, _ = odds(*ATTACK, *FEW, "--verify")
    assert code == 0
    assert "largest z-score" in out.splitlines()[-1]


def test_verify_fails_where_the_two_answers_contradict_each_other(odds: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tamriel_odds.odds.rolling.largest_z", lambda tally, distribution: 4.6)
    code, out, _ = odds(*ATTACK, *FEW, "--verify")
    assert code == 1
    assert "4.60, beyond 4.5" in out


def test_a_precision_that_is_not_reached_is_an_answer_and_exit_3(odds: Run) -> None:
    code, out, _ = odds(*ATTACK, *FEW, "--precision", "0.00001")
    assert code == 3
    assert "not reached" in out
    assert odds(*ATTACK, "--precision", "0.01")[0] == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--trials 0", "--trials 0: it must be at least 1"),
        ("--trials -5", "--trials -5: "),
        ("--trials 1e99", "--trials 1e99: "),
        ("--precision 0", "--precision 0: "),
        ("--precision nan", "--precision nan: "),
        ("--precision 0.5", "--precision 0.5: "),
        ("--level 0", "--level 0: "),
        ("--level 1", "--level 1: "),
        ("--level nan", "--level nan: "),
        ("--seed -1", "--seed -1: "),
        ("--seed 18446744073709551616", "--seed 18446744073709551616: "),
        ("--seed lucky", "--seed lucky: "),
        ("--threads 0", "--threads 0: "),
        ("--exact --trials 5", "--exact and --trials exclude each other"),
        ("--exact --precision 0.1", "--exact and --precision exclude each other"),
        ("--exact --verify", "--exact and --verify exclude each other"),
        ("--table events", "--table names the table that --csv writes"),
        ("--skil 4", "--skil: odds cta attack has no such option; did you mean '--skill'"),
        ("--skill 300", "--skill"),
        ("--with powerattack", "--with powerattack: "),
        ("--data nowhere", "--data: nowhere: there is no such file or folder"),
        ("--dice-file nowhere.toml", "--dice-file: nowhere.toml: there is no such file"),
        ("--json - --csv -", ""),
        ("--json nowhere/at/all/x.json", ""),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_2(odds: Run, options: str, sentence: str) -> None:
    arguments = ATTACK[:2] + ATTACK[4:] if "--skill" in options else ATTACK
    code, out, err = odds(*arguments, *options.split())
    assert (code, out) == (2, "")
    assert err.startswith(f"odds: {sentence}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "option", ["--vs", "--with", "--armor", "--or", "--sweep", "--data", "--dice-file", "--choose"]
)
@pytest.mark.parametrize("text", ["Zq" * 3000, "Zq " * 3000])
def test_however_long_the_input_the_sentence_is_one(odds: Run, option: str, text: str) -> None:
    code, out, error = odds(*ATTACK, option, text)
    assert (code, out) == (2, "")
    assert error.count("\n") == 1
    assert len(error) < 1300


def test_control_characters_of_the_input_are_not_printed(odds: Run) -> None:
    code, _, err = odds("cta", "attack", "--skill", "3", "--attack", "[GR\x1b[31m\n\x07EEN]")
    assert code == 2
    assert "\x1b" not in err
    assert "\x07" not in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("modifier", [["--modifier", "-2"], ["--modifier=-2"]])
def test_negative_numbers_are_values(odds: Run, modifier: list[str]) -> None:
    code, out, _ = odds(*ATTACK, "--exact", *modifier, "--json", "-")
    assert code == 0
    assert json.loads(out)["question"]["modifier"] == -2


def test_quiet_keeps_the_answer(odds: Run) -> None:
    code, out, err = odds(*ATTACK, *FEW, "--seed", "random", "--quiet")
    assert (code, err) == (0, "")
    assert "damage" in out
    assert "odds cta attack" not in out
    assert "assumed" not in out


def test_every_file_that_was_written_is_named_unless_quiet(odds: Run, tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("odds.json", "odds.csv")]
    files = ["--json", paths[0], "--csv", paths[1]]
    assert odds(*ATTACK, "--exact", *files)[2] == "".join(f"wrote {path}\n" for path in paths)
    assert odds(*ATTACK, "--exact", *files, "--force", "--quiet")[2] == ""
    assert odds(*ATTACK, "--exact", *files[:2], "--csv", "-", "--force")[2].endswith(f"wrote {paths[0]}\n")


def test_files_are_written_and_replaced_only_by_force(odds: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "odds.csv")
    assert odds(*ATTACK, "--exact", "--csv", path)[0] == 0
    before = Path(path).read_bytes()
    assert before.startswith(b"damage,count,probability,low,high,at_least,at_most\n0,,")
    code, out, err = odds(*ATTACK, *FEW, "--csv", path)
    assert (code, out) == (2, "")
    assert "--force" in err
    assert Path(path).read_bytes() == before
    assert odds(*ATTACK, *FEW, "--csv", path, "--force")[0] == 0
    assert Path(path).read_bytes() != before


def test_a_bug_is_not_dressed_up_as_wrong_input(odds: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("bug")

    monkeypatch.setattr("tamriel_odds.odds.rolling.exact", broken)
    with pytest.raises(KeyError):
        odds(*ATTACK, "--exact")


def test_debugging_shows_where_wrong_input_was_found(odds: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODDS_DEBUG", "1")
    with pytest.raises(ValueError, match="--trials 0"):
        odds(*ATTACK, "--trials", "0")


# The commands that are no questions


def test_dice_are_shown_kept_and_checked(odds: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "dice.toml")
    code, out, _ = odds("dice", "show", "yellow")
    assert code == 0
    assert "2xblank 3x1 dragonborn" in out
    assert odds("dice", "set", "yellow", "3xblank 2 2 dragonborn", "--dice-file", file)[0] == 0
    assert "yours" in odds("dice", "show", "yellow", "--dice-file", file)[1]
    code, out, err = odds("dice", "check", "--dice-file", file)
    assert code == 0
    assert "yellow: 6 faces, yours" in out
    assert file in err


def test_faces_may_be_typed_without_quotes_and_kept_in_a_file_that_is_new(
    odds: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODDS_DICE_FILE", str(tmp_path / "new" / "dice.toml"))
    assert "green: 6 faces, assumed" in odds("dice", "check")[1]
    assert odds("dice", "set", "green", "-1", "-1+helmet", "2xblank", "1", "2")[:2] == (
        0, "green: -1 -1+dragonborn 2xblank 1 2\n",
    )  # fmt: skip
    assert odds("dice", "set", "yellow", "blank", "3x1", "2xdragonborn")[0] == 0
    assert "green: 6 faces, yours" in odds("dice", "check")[1]


def test_every_die_is_shown(odds: Run) -> None:
    code, out, _ = odds("dice", "show")
    assert code == 0
    for name in ("white", "green", "yellow", "red", "black"):
        assert f"{name}: " in out


@pytest.mark.parametrize("line", ["dice set yellow 1", "dice set purple 1", "dice show purple", "dice set yellow"])
def test_wrong_dice_are_refused(odds: Run, line: str) -> None:
    code, out, err = odds(*line.split())
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_rulings_and_switches_are_listed(odds: Run) -> None:
    assert "one-clamp: " in odds("rulings")[1]
    assert "power-attack: " in odds("cta", "switches")[1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("attack", "attack: odds has no such command; did you mean 'odds cta attack'?"),
        ("lockpik 356", "lockpik: odds has no such command; did you mean 'odds betrayal lockpick'?"),
        ("cta engage", "engage: odds cta has no such command; did you mean 'odds betrayal engage'?"),
        ("test", "did you mean 'odds cta test' or 'odds skyrim test'?"),
        ("cta atack", "did you mean 'attack'?"),
        ("cta attack --attack gr --skill 4 --armor k1x", "cannot be read"),
        ("cta attack --attack gr --skill 4 --armor 'black 1'", "in brackets as Strong Armor or of a keyword: (1)"),
        ("cta attack --attack gr --skill 4 --with cover", "did you mean 'obscured'"),
        ("cta attack --attack gr/s:stagger --skill 4", "lines are separated by a / with a space on both sides"),
        ("cta attack --attack '3 red 2 blue' --skill 4", "'blue' in '3 red 2 blue' cannot be read as dice"),
        ("cta attack --attack gr --skill 4 --or power-attack", "--or 'power-attack': 'power-attack' is no unit"),
        ("cta attack --attack gr --skill 4 --or power-attack", "; an option begins with --"),
        (
            "cta attack --attack gr --skill 4 --or '--with powr-attack'",
            "--or '--with powr-attack': --with powr-attack: ",
        ),
        ("cta attack Imperial Soldier", "Soldier: one word too many; a text of several words goes in quotes"),
        ("cta attack Hadvar,Sword --vs Hadvar", "items stand behind a +: 'Hadvar + Sword'"),
        ("units list soldir", "'soldir': nothing here holds that; did you mean 'soldier'?"),
    ],
)
def test_who_is_lost_is_shown_the_way(odds: Run, line: str, sentence: str) -> None:
    code, out, err = odds(*shlex.split(line))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


def test_lists_show_what_holds_the_words(odds: Run) -> None:
    code, out, _ = odds("cta", "switches", "Precision", "STRIKE")
    assert (code, out.startswith("precision-strike: "), "power-attack: " in out) == (0, True, False)
    code, out, err = odds("cta", "switches", "precison-strike")
    assert (code, out, "precision-strike" in err) == (2, "", True)
    assert "Heavy Armor" in odds("units", "items", "imperial", "armor")[1]


def test_items_are_listed_with_what_they_give_and_shown(odds: Run, root: Path) -> None:
    data = "--data", str(root / "tests" / "data" / "units")
    code, out, _ = odds("units", "items", *data)
    assert code == 0
    assert "Ring Of Scales (enchantment/attachment/consumable): +[RED] / (+1), Harbour.gst:77" in out
    code, out, _ = odds("units", "show", "steel warhammer")
    assert (code, out.splitlines()[1]) == (0, "kind: melee weapon")
    code, out, err = odds("units", "show", "stel warhamer")
    assert (code, out) == (2, "")
    assert "no unit and no item; did you mean 'Steel Warhammer'" in err


def test_units_are_listed_shown_and_checked(odds: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = str(root / "tests" / "data" / "units")
    assert "Ferry Guard: Spearman (follower, Breton)" in odds("units", "list", "--data", data)[1]
    monkeypatch.setenv("ODDS_DATA", data)
    code, out, _ = odds("units", "show", "ferry guard: spearman")
    assert code == 0
    assert out.startswith("name: Ferry Guard: Spearman\n")
    assert odds("cta", "attack", "ferry guard: spearman", "--exact")[0] == 0


def test_a_text_that_cannot_be_read_fails_the_check(odds: Run, root: Path) -> None:
    code, out, err = odds("units", "check", "--data", str(root / "tests" / "data" / "units"))
    assert (code, err) == (1, "")
    assert "1 refused" in out.splitlines()[-1]


def test_without_files_of_ones_own_the_units_of_the_rulebooks_are_there(odds: Run) -> None:
    assert "Hadvar" in odds("units", "list")[1]
    code, out, err = odds("units", "check")
    assert (code, out, err.count("\n")) == (2, "", 1)


# In a process of its own


def test_the_installed_command_answers() -> None:
    command = Path(sys.executable).with_name("odds")
    done = subprocess.run([command, *ATTACK, "--exact", "--json", "-"], capture_output=True, check=True)
    assert json.loads(done.stdout)["command"] == "cta attack"


def test_wrong_input_is_exit_2_without_a_traceback() -> None:
    done = process(*ATTACK, "--trials", "0")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("environment", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(
    "arguments", [[*ATTACK, "--exact"], [*ATTACK, "--exact", "--csv", "-"], ["--help"], ["dice", "show"]]
)
def test_a_closed_pipe_is_no_error(arguments: list[str], environment: dict[str, str]) -> None:
    read, write = os.pipe()
    os.close(read)
    done = process(*arguments, stdout=write, environment=environment)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell is needed")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_streams_that_are_closed_from_the_start_are_no_error(closed: str) -> None:
    line = f'"$@" {closed}'
    call = ["sh", "-c", line, "sh", sys.executable, "-m", "tamriel_odds.cli", *ATTACK, "--exact"]
    done = subprocess.run(call, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("environment", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("arguments", [[*ATTACK, "--exact"], [*ATTACK, "--exact", "--json", "-"], ["rulings"]])
def test_a_full_disk_is_one_sentence(arguments: list[str], environment: dict[str, str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = process(*arguments, stdout=full, environment=environment)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"No space left on device" in done.stderr


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"LC_ALL": "C", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"TERM": "dumb"},
    ],
    ids=lambda environment: next(iter(environment)),
)
def test_a_console_without_blocks_gets_plain_letters(environment: dict[str, str]) -> None:
    done = process(*ATTACK, "--exact", environment=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"damage" in done.stdout


def test_colour_is_off_in_a_pipe_and_on_where_it_is_forced() -> None:
    assert b"\x1b" not in process(*ATTACK, "--exact").stdout
    assert b"\x1b" not in process(*ATTACK, "--exact", environment={"NO_COLOR": "1"}).stdout
    assert b"\x1b" in process(*ATTACK, "--exact", environment={"FORCE_COLOR": "1", "TERM": "xterm"}).stdout


@pytest.mark.parametrize("delay", [0.0, 0.1, 1.5])
def test_ctrl_c_is_exit_130_without_a_traceback(delay: float) -> None:
    # The seed is drawn and told just before the roll: from then on it is certain to be running.
    line = [sys.executable, "-m", "tamriel_odds.cli", *ATTACK, "--trials", str(10**12), "--seed", "random"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stderr is not None
        assert running.stderr.readline().startswith(b"seed ")
        time.sleep(delay)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    assert (running.returncode, out, err) == (130, b"", b"")


def test_no_home_and_no_cache_folder_is_needed() -> None:
    nowhere = {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"}
    done = process(*ATTACK, *FEW, environment=nowhere)
    assert (done.returncode, done.stderr) == (0, b"")
