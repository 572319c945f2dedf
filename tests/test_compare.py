"""`odds compare` and `--or`: one table, one chart, one line that asks it again."""

import csv
import io
import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tamriel_odds import cli

Run = Callable[..., tuple[int, str, str]]
ATTACK = ("cta", "attack", "--skill", "3", "--attack", "[GREEN][RED]", "--armor", "[BLACK] (1)", "--trials", "4000")
FILE = """
[[question]]
name = "Plain"
ask = "cta attack"
skill = 3
attack = "[GREEN][RED]"

[[question]]
name = "Power"
ask = "cta attack"
skill = 3
attack = "[GREEN][RED]"
with = "power-attack"
cost = "1 Stamina"
"""


@pytest.fixture
def odds(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "options.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_or_shows_the_options_side_by_side(odds: Run) -> None:
    code, out, err = odds(*ATTACK, "--or", "--with power-attack", "--or", "--with precision-strike")
    assert (code, err) == (0, "")
    assert "B --with power-attack: odds cta attack" in out
    assert "damage (mean)" in out
    assert max(map(len, out.split("damage (mean)")[1].split("\n\n")[0].splitlines())) <= 80


def test_what_differs_in_no_trial_is_told_from_what_differs_little(odds: Run) -> None:
    _, out, _ = odds(*ATTACK[:6], "--trials", "40", "--or", "--skill 4")
    damage, hit, critical = (out.split(title)[1].split("\n\n")[0] for title in ("damage (mean)", "\nhit", "\ncritical"))
    assert "too close to call" in damage
    assert "better" in hit.splitlines()[3]
    assert "0 +-8.76%  no difference seen" in critical


@pytest.mark.parametrize("trials", [["--trials", "4000"], ["--exact"]], ids=" ".join)
def test_options_that_change_nothing_are_told_in_one_table(odds: Run, trials: list[str]) -> None:
    line = [*ATTACK[:-2], *trials, "--health", "9", "--or", "--health 9 --skill 3"]
    _, out, _ = odds(*line)
    assert "B --health 9 --skill 3: odds cta attack" in out
    assert "The options come to the same:" in out
    assert "difference" not in out
    assert "are assumed" in out
    table = out.split("come to the same:")[1].split("\n\n")[0].splitlines()
    assert [row.split()[0] for row in table[2:]] == ["damage", "hit", "critical", "removed", "potion"]
    _, quiet, _ = odds(*line, "--quiet")
    assert "come to the same" in quiet
    assert "odds cta attack" not in quiet
    assert "assumed" not in quiet


def test_the_line_gives_the_same_bytes_again(odds: Run, file: Path) -> None:
    for line in [[*ATTACK, "--or", "--with power-attack", "--level", "0.9"], ["compare", str(file), "--trials", "900"]]:
        _, out, _ = odds(*line, "--json", "-")
        again = shlex.split(json.loads(out)["command_line"])
        assert again[0] == "odds"
        assert odds(*again[1:], "--json", "-")[1] == out


def test_json_and_csv_hold_the_comparison(odds: Run, file: Path) -> None:
    _, out, _ = odds("compare", file, "--trials", "3000", "--json", "-")
    answer = json.loads(out)
    assert [one["name"] for one in answer["answers"]] == ["Plain", "Power"]
    damage = answer["comparison"][1]
    assert (damage["question"], damage["measure"], damage["verdict"]) == ("Power", "damage", "better")
    assert damage["better"] + damage["equal"] + damage["worse"] == pytest.approx(1, abs=1e-12)
    assert (damage["cost"], damage["cost_unit"]) == (1, "Stamina")
    _, out, _ = odds("compare", file, "--trials", "3000", "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert out.startswith("question,measure,value,low,high,difference,difference_low,difference_high,verdict,better,")
    assert float(rows[1]["difference"]) == damage["difference"]
    _, out, _ = odds("compare", file, "--trials", "3000", "--csv", "-", "--table", "damage")
    assert out.startswith("question,damage,count,")


def test_what_a_cost_buys_is_shown(odds: Run, file: Path) -> None:
    _, out, _ = odds("compare", file, "--exact")
    assert "gain for each more" in out
    assert "1 Stamina" in out


def test_charts_are_drawn(odds: Run, file: Path, tmp_path: Path) -> None:
    assert odds("compare", file, "--trials", "500", "--png", tmp_path / "c.png", "--svg", tmp_path / "c.svg")[0] == 0
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")


def test_a_bad_option_leaves_the_others(odds: Run, file: Path) -> None:
    bad = '\n[[question]]\nname = "Bad"\nask = "cta attack"\nattack = "[PINK]"\nskill = 3\n'
    file.write_text(FILE + bad, encoding="utf-8")
    code, out, err = odds("compare", file, "--trials", "500")
    assert code == 2
    assert "Power" in out
    assert "options.toml:19: Bad: attack: '[PINK]' is no die" in err
    file.write_text(bad, encoding="utf-8")
    code, out, err = odds("compare", file)
    assert (code, out) == (2, "")
    assert "needs two questions" in err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("--wiht power-attack", "--wiht: odds cta attack has no such option"), ("--skill 300", "--skill 300: ")],
)
def test_a_wrong_option_is_refused(odds: Run, text: str, sentence: str) -> None:
    code, out, err = odds(*ATTACK, "--or", text)
    assert (code, out) == (2, "")
    assert sentence in err


def test_two_options_of_one_text_have_two_names(odds: Run) -> None:
    _, out, _ = odds(*ATTACK, "--or", "--skill 4", "--or", "--skill 4", "--json", "-")
    assert [one["name"] for one in json.loads(out)["answers"]] == ["as asked", "--skill 4", "--skill 4 (2)"]


def test_standard_output_is_left_to_what_wants_it(odds: Run) -> None:
    _, out, err = odds(*ATTACK, "--or", "--skill 40", "--csv", "-")
    assert out.startswith("question,measure")
    assert "skill 40 counts as 10" in err
    assert odds(*ATTACK, "--or", "--skill 40", "--csv", "-", "--quiet")[2] == ""
