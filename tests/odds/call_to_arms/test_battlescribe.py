"""Unit files, good and bad: each bad one is one sentence."""

import io
import os
import struct
import time
import zipfile
from pathlib import Path

import pytest

from tamriel_odds.odds.call_to_arms import packed
from tamriel_odds.odds.call_to_arms.battlescribe import parse, read_profiles
from tamriel_odds.odds.errors import BadFile

FOLDER = Path(__file__).parents[2] / "data" / "units"


def zipped(content: bytes, name: str = "inside.cat", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as file:
        file.writestr(name, content)
    return target.getvalue()


def zipped_files(*names: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as file:
        for name in names:
            file.writestr(name, name)
    return target.getvalue()


def with_bytes(content: bytes, of_file: int, of_directory: int, said: bytes) -> bytes:
    """A zip with these bytes in both places where it says the same of its file."""
    for header, place in ((b"PK\x03\x04", of_file), (b"PK\x01\x02", of_directory)):
        start = content.index(header) + place
        content = content[:start] + said + content[start + len(said) :]
    return content


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
        ("cut.catz", zipped(b"<catalogue/>")[:40], "zip file cannot be read: it is damaged"),
        ("locked.catz", with_bytes(zipped(b"<catalogue/>"), 6, 8, b"\x01\x00"), "it is encrypted"),
        ("method.catz", with_bytes(zipped(b"<catalogue/>"), 8, 10, b"\x63\x00"), "another method than deflate"),
        ("lzma.catz", zipped(b"<catalogue/>", method=zipfile.ZIP_LZMA), "another method than deflate"),
        ("none.catz", zipped_files(), "there is no file in this zip"),
        ("both.catz", zipped_files("a.cat", "b.cat"), "2 unit files in this zip; unpack it"),
        ("notes.catz", zipped_files("a.txt", "b.txt"), "2 files in this zip, and none of them is a .cat"),
        ("tags.cat", b"<catalogue>" + b"<a/>" * 250_000 + b"</catalogue>", "more than 250000 tags"),
        ("said.cat", b"<catalogue " + b" ".join(b"a%d='1'" % i for i in range(150_001)) + b"/>", "150000 attributes"),
        ("deep.cat", b"<catalogue>" + b"<a>" * 200 + b"</a>" * 200 + b"</catalogue>", "tags within tags"),
        ("cards.cat", b"<catalogue>" + b"<profile/>" * 20_001 + b"</catalogue>", "more than 20000 profiles"),
        ("name.cat", b"<catalogue><profile name='%s'/></catalogue>" % (b"x" * 301), "a name of more than 300"),
        (
            "text.gst",
            b"<catalogue><profile><characteristic>%s</characteristic></profile></catalogue>" % (b"[" * 20_001),
            "a text of more than 20000",
        ),
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
    monkeypatch.setattr(packed, "LARGEST", 1 << 20)
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
    monkeypatch.setattr(packed, "LARGEST", 100)
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


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.cat"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null")):
        with pytest.raises(BadFile, match="this is no file"):
            read_profiles([path])


def test_a_path_that_cannot_be_one() -> None:
    for path, said in ((Path("x\0y.cat"), "null byte"), (Path("x" * 10_000), "name too long")):
        with pytest.raises(BadFile, match=said) as error:
            read_profiles([path])
        assert len(str(error.value)) < 400


def test_many_models_that_carry_much_are_read_at_once() -> None:
    models = b"<profile typeName='Hero' name='Ada'/>" * 9_000 + b"<profile typeName='Item' name='Rope'/>" * 9_000
    started = time.perf_counter()
    profiles = parse(b"<roster><selection>" + models + b"</selection></roster>", "many.ros")
    assert time.perf_counter() - started < 5
    assert {profile.name for profile in profiles} == {"Ada", "Rope"}
    assert len(profiles[0].carried) == 9_000


def test_only_profiles_are_kept() -> None:
    document = b"<catalogue><rules><rule name='x'><description>[RED]</description></rule></rules></catalogue>"
    assert parse(document, "rules.cat") == ()
