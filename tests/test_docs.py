"""The README says what the program does: outputs, list of commands and measurements are written by `make docs`."""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tamriel_odds import cli
from tamriel_odds.benchmarks.record import LATEST, read
from tamriel_odds.benchmarks.report import report
from tamriel_odds.odds.betrayal.battle_file import examples
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.question import option_name

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"```console\n\$ (odds [^\n]*)\n.*?```", re.DOTALL)
WHOLE_HELP = "odds cta attack --help"
EXIT_CODES = re.compile(r"\n  Exit codes: .*\Z", re.DOTALL)
OPTION = re.compile(r"  (?:-\w, )?--([\w-]+).*?(?=^  -|^  \(|^$)", re.DOTALL | re.MULTILINE)
COMMON_OPTIONS = re.compile(r"  --or .*?(?=  -h, --help)", re.DOTALL)
COMMANDS = re.compile(r"(<!-- commands -->\n).*(<!-- end of commands -->)", re.DOTALL)
BENCHMARKS = re.compile(r"(<!-- benchmarks -->\n).*(<!-- end of benchmarks -->)", re.DOTALL)


def output(line: str) -> str:
    """What the command line prints, for somebody without dice, data and colours of their own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ODDS_", "FORCE_COLOR"))}
    with tempfile.TemporaryDirectory() as folder:
        environment |= {"XDG_CONFIG_HOME": folder, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONUTF8": "1"}
        call = [sys.executable, "-m", "tamriel_odds.cli", *shlex.split(line)[1:]]
        done = subprocess.run(call, env=environment, stdout=subprocess.PIPE, encoding="utf-8", check=True, cwd=folder)
    return done.stdout


def block(line: str) -> str:
    """A line and what it prints; help says of the attack alone what every question takes, or every attack."""
    printed = output(line)
    if line.endswith("--help") and line != WHOLE_HELP:
        kind = cli.question_named(line.removeprefix("odds ").removesuffix(" --help"))
        taken = {option_name(name) for name in Attack.model_fields} if issubclass(kind, Attack) else set()
        whose = "an attack and of every question" if taken else "every question"
        printed = COMMON_OPTIONS.sub(f"  (and those of {whose}, see `{WHOLE_HELP}`)\n", printed)
        printed = OPTION.sub(lambda option: "" if option[1] in taken else option[0], EXIT_CODES.sub("", printed))
    return f"```console\n$ {line}\n{printed}```"


def commands() -> str:
    """One table of all commands, and the help of each question."""
    table = ["| command | what it answers |", "|---|---|"]
    table += [f"| `odds {row.command}` | {row.help} |" for row in cli.ROWS]
    asked = [f"odds {row.command} --help" for row in cli.ROWS if row.is_question]
    helps = [f"<details><summary><code>{line}</code></summary>\n\n{block(line)}\n\n</details>" for line in asked]
    return "\n\n".join(["\n".join(table), *helps])


def measured(text: str) -> str:
    """The README with the tables of the run that is kept."""
    return BENCHMARKS.sub(lambda found: f"{found[1]}\n{report(read(LATEST))}\n\n{found[2]}", text)


def written(text: str) -> str:
    """The README with every output in it as it is now."""
    text = COMMANDS.sub(lambda found: f"{found[1]}\n{commands()}\n\n{found[2]}", text)
    return measured(BLOCK.sub(lambda found: block(found[1]), text))


def test_the_readme_shows_what_the_program_prints() -> None:
    text = README.read_text(encoding="utf-8")
    assert text == written(text), "run `make docs`"


def test_the_readme_shows_what_was_measured() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(BENCHMARKS.findall(text)) == 1
    assert text == measured(text), "run `make docs`"


@pytest.mark.parametrize("row", cli.ROWS, ids=lambda row: row.command)
def test_every_command_has_help_and_stands_in_the_readme(row: cli.Row) -> None:
    assert row.help.endswith(".")
    assert f"`odds {row.command}`" in README.read_text(encoding="utf-8")


def lines_to_type() -> list[str]:
    """The indented command lines of the README but for those that need files of the reader."""
    lines = re.findall(r"^    odds (.*)", README.read_text(encoding="utf-8"), re.MULTILINE)
    return [line for line in dict.fromkeys(lines) if "FOLDER" not in line and ".rosz" not in line]


@pytest.mark.parametrize("line", lines_to_type())
def test_every_line_of_the_readme_can_be_typed(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ODDS_DICE_FILE", str(tmp_path / "dice.toml"))
    (tmp_path / "clash.toml").write_text(examples()["clash"], encoding="utf-8")
    words = shlex.split(line.partition(" > ")[0])
    row = next(row for row in cli.ROWS if row.command in (words[0], " ".join(words[:2])))
    few = ["--trials", "1000"] if row.is_question and "--exact" not in words else []
    assert cli.main([*words, *few]) == 0, capsys.readouterr().err


def test_the_python_of_the_readme_runs() -> None:
    for example in re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(example, str(README), "exec"), {})


if __name__ == "__main__":
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
