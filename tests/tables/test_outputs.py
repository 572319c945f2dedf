"""Outputs: checked before the run, written whole and together after it."""

import io
import json
import os
import subprocess
import sys

import pytest

from tamriel_odds.odds.errors import BadFile, WrongInput
from tamriel_odds.tables import Outputs, write_csv


def test_every_kind_is_written(tally, tmp_path):
    paths = {kind: str(tmp_path / f"odds.{kind}") for kind in ("json", "csv", "png", "svg")}
    Outputs.checked(**paths).write(tally)
    assert json.loads((tmp_path / "odds.json").read_bytes())["trials"] == 1000
    assert (tmp_path / "odds.csv").read_bytes() == write_csv(tally)
    assert (tmp_path / "odds.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "odds.svg").read_bytes().startswith(b"<?xml")
    assert len(list(tmp_path.iterdir())) == 4


def test_nothing_asked_for_writes_nothing(tally):
    outputs = Outputs.checked()
    assert not outputs.takes_standard_output
    outputs.write(tally)


def test_standard_output_gets_the_same_bytes_as_a_file(tally, tmp_path):
    stream = io.BytesIO()
    outputs = Outputs.checked(csv="-", json=str(tmp_path / "odds.json"))
    assert outputs.takes_standard_output
    outputs.write(tally, "events", standard_output=stream)
    assert stream.getvalue() == write_csv(tally, "events")
    assert [path.name for path in tmp_path.iterdir()] == ["odds.json"]


def test_standard_output_is_not_shared():
    with pytest.raises(WrongInput, match="--json and --csv both want standard output"):
        Outputs.checked(csv="-", json="-")


def test_an_existing_file_is_replaced_only_by_force(tally, tmp_path):
    path = tmp_path / "odds.csv"
    path.write_text("mine")
    with pytest.raises(BadFile, match="exists already; --force replaces it"):
        Outputs.checked(csv=str(path))
    assert path.read_text() == "mine"
    Outputs.checked(csv=str(path), force=True).write(tally)
    assert path.read_bytes() == write_csv(tally)


def test_a_file_that_appeared_during_the_run_is_replaced_only_by_force(tally, tmp_path):
    path, other = tmp_path / "odds.csv", tmp_path / "odds.json"
    careful, forced = (Outputs.checked(json=str(other), csv=str(path), force=force) for force in (False, True))
    path.write_text("yours")
    with pytest.raises(BadFile, match=r"odds.csv: exists by now; --force replaces it"):
        careful.write(tally)
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {"odds.csv": "yours"}
    forced.write(tally)
    assert path.read_bytes() == write_csv(tally)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing/odds.csv", "there is no folder"),
        ("file/odds.csv", "is a file, not a folder"),
        ("file/deeper/odds.csv", "there is no folder"),
        ("folder", "is a folder"),
        ("", "is a folder"),
        ("x" * 300, r"cannot be written \(File name too long\)"),
        ("x" * 300 + "/odds.csv", r"cannot be written \(File name too long\)"),
        ("nul\0", "is no name a file can have"),
    ],
)
def test_a_path_that_cannot_be_written_is_refused_before_the_run(tmp_path, monkeypatch, name, reason):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadFile, match=reason):
        Outputs.checked(csv=name)


def test_one_place_is_not_for_two_outputs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WrongInput, match=r"--json and --csv both name ./odds: give each a file of its own"):
        Outputs.checked(json="odds", csv="./odds")
    (tmp_path / "one").write_text("")
    (tmp_path / "two").hardlink_to(tmp_path / "one")
    with pytest.raises(WrongInput, match="both name"):
        Outputs.checked(png="one", svg="two", force=True)
    (tmp_path / "link").symlink_to("new")
    with pytest.raises(WrongInput, match="both name"):
        Outputs.checked(png="link", svg="new")


def test_a_link_that_leads_in_circles_does_not_crash(tally, tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    Outputs.checked(csv=str(tmp_path / "a")).write(tally)
    assert (tmp_path / "a").read_bytes() == write_csv(tally)


def test_when_one_output_fails_none_appears(tally, tmp_path):
    kept = tmp_path / "kept.csv"
    kept.write_text("mine")
    stream = io.BytesIO()
    outputs = Outputs.checked(csv=str(kept), svg="/dev/full", png=str(tmp_path / "odds.png"), json="-", force=True)
    with pytest.raises(BadFile, match="/dev/full: cannot be written"):
        outputs.write(tally, standard_output=stream)
    assert kept.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.csv"]
    assert stream.getvalue() == b""


def test_a_folder_that_vanished_during_the_run_is_one_sentence(tally, tmp_path):
    (tmp_path / "folder").mkdir()
    outputs = Outputs.checked(csv=str(tmp_path / "folder" / "odds.csv"), json=str(tmp_path / "odds.json"))
    (tmp_path / "folder").rmdir()
    with pytest.raises(BadFile, match=r"odds.csv: cannot be written \(No such file or directory\)"):
        outputs.write(tally)
    assert list(tmp_path.iterdir()) == []


def test_a_full_standard_output_is_one_sentence(tally):
    with (
        open("/dev/full", "wb", buffering=0) as full,  # noqa: PTH123
        pytest.raises(BadFile, match=r"standard output: cannot be written"),
    ):
        Outputs.checked(csv="-").write(tally, standard_output=full)


def test_an_answer_without_a_chart_does_not_wait_for_matplotlib():
    code = (
        "import sys, tamriel_odds.tables as t; t.frame, t.show, t.Outputs, t.document; "
        "print(*sorted({'matplotlib', 'numba', 'typer'} & set(sys.modules)), dir(t) > [])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == " True\n" or done.stdout == "True\n"


def test_a_chart_needs_neither_display_nor_pyplot():
    code = "import sys, tamriel_odds.tables as t; t.chart, t.save; print('matplotlib.pyplot' in sys.modules)"
    environment = {**os.environ, "MPLBACKEND": "TkAgg"}
    environment.pop("DISPLAY", None)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "False\n"


def test_tables_has_no_other_names():
    import tamriel_odds.tables

    with pytest.raises(AttributeError, match="no attribute 'graph'"):
        _ = tamriel_odds.tables.graph
