"""Unit files, good and bad: each bad one is one sentence."""

import io
import struct
import zipfile
from pathlib import Path

import pytest

from tamriel_odds.odds.call_to_arms import battlescribe
from tamriel_odds.odds.call_to_arms.battlescribe import parse, read_profiles
from tamriel_odds.odds.errors import BadFile

FOLDER = Path(__file__).parents[2] / "data" / "units"


def zipped(content: bytes, name: str = "inside.cat") -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, content)
    return target.getvalue()


def test_profiles_have_file_and_lines() -> None:
    guard = read_profiles([FOLDER])[0]
    assert (guard.type, guard.name, guard.line) == ("Follower", "Ferry Guard: Spearman", 5 - 1)
    assert guard.file == str(FOLDER / "Harbour.cat")
    assert guard.fields["Melee Attacks"].line == 9
    assert guard.text("Nothing") == ""


@pytest.mark.parametrize("suffix", [".catz", ".gstz", ".cat"])
def test_zipped_files_are_the_same(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"harbour{suffix}"
    file.write_bytes(zipped((FOLDER / "Harbour.cat").read_bytes()))
    assert [card.name for card in read_profiles([file])] == [
        card.name for card in read_profiles([FOLDER / "Harbour.cat"])
    ]


BOMB = b"""<!DOCTYPE bomb [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><catalogue>&b;</catalogue>"""


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("broken.cat", b"<catalogue>\n<profile>\n</catalogue>", r"broken.cat:3: broken XML, mismatched tag"),
        ("cut.cat", b"<catalogue>\n<profile name='x'", r"cut.cat:2: broken XML"),
        ("empty.cat", b"", r"empty.cat:1: broken XML"),
        ("bomb.cat", BOMB, "document type or entities"),
        ("outside.cat", b'<!DOCTYPE c SYSTEM "file:///etc/passwd"><catalogue/>', "document type or entities"),
        ("page.cat", b"<html><body/></html>", "not a BattleScribe catalogue.*<html>"),
        ("text.catz", b"<catalogue/>", "no zip file"),
        ("cut.catz", zipped(b"<catalogue/>")[:40], "zip file cannot be read"),
        ("text.cat", b"\x00\xff\x00\xff", "broken XML"),
        ("strange.cat", b'<?xml version="1.0" encoding="klingon"?><catalogue/>', "strange.cat"),
        ("strange.catz", zipped(b"<html/>", "page.html"), "<html>"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(BadFile, match=said) as error:
        read_profiles([file])
    assert "\n" not in str(error.value)
    assert name in str(error.value)


def test_a_zip_that_grows_past_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battlescribe, "LARGEST", 1 << 20)
    honest = zipped(b"<catalogue>" + b" " * (2 << 20) + b"</catalogue>")
    # The same with a directory that declares a hundred bytes.
    size = struct.pack("<L", (2 << 20) + 23)
    assert size in honest
    for name, content in (("honest.catz", honest), ("liar.catz", honest.replace(size, struct.pack("<L", 100)))):
        file = tmp_path / name
        file.write_bytes(content)
        with pytest.raises(BadFile, match=r"unzips to more than|cannot be read"):
            read_profiles([file])


def test_a_file_past_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battlescribe, "LARGEST", 100)
    file = tmp_path / "large.cat"
    file.write_bytes(b"<catalogue>" + b" " * 100 + b"</catalogue>")
    with pytest.raises(BadFile, match="larger than"):
        read_profiles([file])


def test_missing_file_and_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="No such file"):
        read_profiles([tmp_path / "none.cat"])
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(BadFile, match="no unit file in this folder"):
        read_profiles([tmp_path])


def test_a_zip_without_a_catalogue(tmp_path: Path) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as file:
        file.writestr("one.txt", "1")
        file.writestr("two.txt", "2")
    path = tmp_path / "two.catz"
    path.write_bytes(target.getvalue())
    with pytest.raises(BadFile, match="2 files in this zip"):
        read_profiles([path])


def test_only_profiles_are_kept() -> None:
    document = b"<catalogue><rules><rule name='x'><description>[RED]</description></rule></rules></catalogue>"
    assert parse(document, "rules.cat") == ()
