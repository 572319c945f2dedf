"""Listings beside an answer: in the terminal, as JSON, as CSV, and no chart."""

import json

import pytest

from tamriel_odds import cli

LINE = ["betrayal", "lockpick", "3-5-6", "--attempts", "2", "--fatigue", "1", "--exact"]


def test_a_listing_is_shown_below_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*LINE, "--want", "1"]) == 0
    shown = capsys.readouterr().out
    assert "the chance before any roll, by attempts and fatigue budget (optimal):" in shown
    assert "       2     11.54%     37.00%" in shown
    # With twelve fatigue the worst of three dice open the lock; with one no number of attempts is certain to.
    assert "fatigue budget, 2 attempts" in shown
    row = next(line for line in shown.splitlines() if line.startswith("attempts, fatigue"))
    assert row.split()[-3:] == ["-"] * 3


def test_json_holds_listings_among_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*LINE, "--advise", "3 4 6", "--json", "-"]) == 0
    tables = json.loads(capsys.readouterr().out)["tables"]
    assert list(tables) == ["fatigue", "attempts", "advice", "chances"]
    assert tables["advice"][0] == {"move": "turn 4 to 5, open", "chance": 1.0, "expected fatigue": 1.0}
    assert tables["chances"][1]["fatigue 1"] == pytest.approx(0.3699845679, abs=1e-9)


def test_csv_writes_a_listing_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*LINE, "--csv", "-", "--table", "Chances"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == "attempts,fatigue 0,fatigue 1"
    assert float(rows[1].split(",")[2]) == pytest.approx(30 / 216)
    assert cli.main([*LINE, "--csv", "-", "--table", "chanses"]) == 2
    assert "did you mean 'chances'" in capsys.readouterr().err
