"""The matrix of duels: which units a faction has, the duel of every pair, its grid, its rows and its heat map."""

import threading
from pathlib import Path
from typing import Any

import pytest

from tamriel_odds import cli
from tamriel_odds.odds import rolling
from tamriel_odds.odds.call_to_arms import matrix as matrices
from tamriel_odds.odds.call_to_arms.duel import Duel
from tamriel_odds.odds.call_to_arms.matrix import faction_of, matrix, pairs
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import Answered, exact, run
from tamriel_odds.odds.settings import Settings

DATA = Path(__file__).parents[2] / "data" / "units"


@pytest.fixture
def box() -> Box:
    return Box(Box.shipped().dice, (DATA,))


def test_a_faction_is_a_file_or_printed_on_the_cards(box: Box) -> None:
    by_file = faction_of("harbour", box)
    assert by_file.units
    printed = next(unit.faction for unit in by_file.units.values())
    assert set(faction_of(printed, box).units)
    assert faction_of("somewhere/Harbour.GST", box).units == by_file.units


def test_every_pair_is_the_duel_that_is_asked_for_alone(box: Box) -> None:
    faction = faction_of("Harbour", box)
    asked = pairs(faction, faction, {"rounds": 3})
    assert len(asked) == len(faction.units) ** 2
    for settings in (Settings(trials=2000), Settings(exact=True)):
        series = matrix(asked[:4], settings, box)
        for one in asked[:4]:
            alone = build(Duel, {"a": one.values[0], "b": one.values[1], "rounds": 3})
            answer = series.answers[one.name]
            expected = exact(alone, box=box) if settings.exact else run(alone, box=box, trials=2000)
            assert answer.event("a-wins") == pytest.approx(expected.event("a-wins"), abs=1e-12)
            assert answer.question.command_line() == alone.command_line()


def test_heroes_without_items_are_named_once_for_the_whole_faction(box: Box) -> None:
    faction = faction_of("Harbour", box)
    bare = [name for name, unit in faction.units.items() if unit.is_bare]
    assert bare
    assert sum(all(name in note for name in bare) for note in faction.notes) == 1
    duels = [one for one in pairs(faction, faction, {}) if one.values[0] == one.values[1] == bare[0]]
    (alone,) = matrix(duels, Settings(trials=100), box).answers.values()
    assert not any("fights Unarmed" in note or "wears nothing" in note for note in alone.roll.notes)
    assert any("fights Unarmed" in note for note in build(Duel, {"a": bare[0], "b": bare[0]}).roll(box).notes)


def test_threads_change_no_count(box: Box) -> None:
    faction = faction_of("Harbour", box)
    asked = pairs(faction, faction, {})[:4]
    one, two = (matrix(asked, Settings(trials=1000, threads=threads), box) for threads in (1, 2))
    assert one.listings == two.listings


def test_the_command_prints_a_grid_and_writes_rows_and_a_chart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    line = ["cta", "matrix", "Harbour", "Harbour", "--data", str(DATA), "--trials", "500", "--rounds", "2"]
    files = ["--csv", str(tmp_path / "m.csv"), "--png", str(tmp_path / "m.png")]
    assert cli.main([*line, *files]) in (0, 2)
    shown = capsys.readouterr().out
    assert "odds cta matrix Harbour Harbour --rounds 2" in shown
    assert "Chance that the unit of the row wins" in shown
    header, *rows = (tmp_path / "m.csv").read_text(encoding="utf-8").splitlines()
    assert header.startswith("duel,a,b,a-wins,low,high,b-wins,undecided,rounds")
    assert len(rows) == len(faction_of("Harbour", Box(Box.shipped().dice, (DATA,))).units) ** 2
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("name", "message"),
    [("Harbor", "did you mean 'Harbour'"), ("Zzzzz", "is no faction and no unit file; known are Harbour")],
)
def test_an_unknown_faction_is_named_with_the_nearest(name: str, message: str, box: Box) -> None:
    with pytest.raises(WrongInput, match=message):
        faction_of(name, box)


def test_without_files_there_are_no_factions() -> None:
    with pytest.raises(WrongInput, match="--data"):
        faction_of("Draugr", Box.shipped())


def test_a_wrong_option_of_the_duels_is_refused(box: Box) -> None:
    faction = faction_of("Harbour", box)
    with pytest.raises(WrongInput, match="--order last"):
        pairs(faction, faction, {"order": "last"})


def test_ctrl_c_leaves_the_finished_duels_and_waits_for_no_other(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    faction = faction_of("Harbour", box)
    asked = pairs(faction, faction, {"rounds": 3})[:3]
    goes_on = threading.Event()
    waited: list[bool] = []
    fought = matrices._fought

    def fight(question: Any, settings: Settings, box: Box) -> Answered:
        if question is asked[1].question:
            waited.append(goes_on.wait(60))
        return fought(question, settings, box)

    def interrupt(done: int, planned: int) -> None:
        if done:
            raise KeyboardInterrupt

    monkeypatch.setattr(matrices, "_fought", fight)
    monkeypatch.setattr(rolling, "GRACE", 0.01)
    series = matrix(asked, Settings(trials=1000, threads=1), box, interrupt)
    assert series.is_interrupted
    assert list(series.answers) == [asked[0].name]
    assert not waited
    goes_on.set()
