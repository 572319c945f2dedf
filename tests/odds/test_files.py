"""Files that are read within bounds, and files that appear whole or not at all."""

import os
from pathlib import Path

import pytest

from tamriel_odds.odds.errors import BadFile
from tamriel_odds.odds.files import LARGEST_TEXT, alike, read_text, replace_all, replaced


def test_all_files_are_written(tmp_path):
    replace_all({tmp_path / "a": b"one", tmp_path / "b": b"two"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"one", "b": b"two"}


def test_a_replaced_file_keeps_its_mode_and_a_link_its_target(tmp_path):
    (tmp_path / "kept").write_text("old")
    (tmp_path / "kept").chmod(0o600)
    (tmp_path / "link").symlink_to("kept")
    replace_all({tmp_path / "link": b"new"})
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "kept").read_text() == "new"
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o600
    assert len(list(tmp_path.iterdir())) == 2


def test_a_new_file_has_the_mode_of_the_umask(tmp_path):
    mask = os.umask(0o27)
    try:
        replace_all({tmp_path / "a": b""})
    finally:
        os.umask(mask)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


def test_when_one_cannot_be_written_none_is(tmp_path):
    (tmp_path / "kept").write_text("old")
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(BadFile, match="b: cannot be written"):
        replace_all({tmp_path / "kept": b"new", tmp_path / "a": b"new", tmp_path / "file" / "b": b"new"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "kept"]
    assert (tmp_path / "kept").read_text() == "old"


def test_when_one_cannot_be_renamed_the_others_are_put_back(tmp_path, monkeypatch):
    (tmp_path / "kept").write_text("old")
    rename = Path.replace

    def fail_at_b(self: Path, target: Path) -> Path:
        if target.name == "b":
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", fail_at_b)
    with pytest.raises(BadFile, match=r"b: cannot be written \(Permission denied\)"):
        replace_all({tmp_path / "kept": b"new", tmp_path / "a": b"new", tmp_path / "b": b"new"})
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept").read_text() == "old"


def test_where_there_are_no_hard_links_copies_serve(tmp_path, monkeypatch):
    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    (tmp_path / "kept").write_text("old")
    replace_all({tmp_path / "kept": b"new", tmp_path / "a": b"new"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "kept"]
    assert (tmp_path / "kept").read_text() == "new"


def test_a_full_disk_leaves_everything_as_it_was(tmp_path, monkeypatch):
    (tmp_path / "kept").write_text("old")
    with pytest.raises(BadFile, match=r"/dev/full: cannot be written \(No space left on device\)"):
        replace_all({tmp_path / "kept": b"new", Path("/dev/full"): b"new"})
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept").read_text() == "old"


def test_a_device_is_written_to_and_stays_one():
    replace_all({Path("/dev/null"): b"anything"})
    assert Path("/dev/null").is_char_device()


def test_replaced_makes_the_folder_and_forgets_what_failed(tmp_path):
    with replaced(tmp_path / "new" / "file") as stream:
        stream.write(b"whole")
    assert (tmp_path / "new" / "file").read_bytes() == b"whole"
    with pytest.raises(ZeroDivisionError), replaced(tmp_path / "new" / "file") as stream:
        stream.write(bytes(1 // 0))
    assert (tmp_path / "new" / "file").read_bytes() == b"whole"
    with pytest.raises(BadFile), replaced(tmp_path / "new" / "file" / "below") as stream:
        stream.write(b"")


def test_text_is_read_whole_without_its_mark(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    assert read_text(tmp_path / "words.toml") == "a = 1\r\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\xff\xfe\x00", "it is not UTF-8 text"), (b" " * (LARGEST_TEXT + 1), "it is larger than 1 MB")],
    ids=["no text", "too long"],
)
def test_what_is_no_text_is_said(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "words.toml").write_bytes(content)
    with pytest.raises(BadFile, match=said):
        read_text(tmp_path / "words.toml", "dice file")


@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "no name"])
def test_what_is_no_file_is_never_opened(tmp_path: Path, kind: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    path = {"folder": tmp_path, "pipe": pipe, "device": Path("/dev/zero"), "no name": Path("a\0b")}[kind]
    with pytest.raises(BadFile, match="cannot be read"):
        read_text(path)


def test_what_is_no_file_is_said_once() -> None:
    with pytest.raises(BadFile) as error:
        read_text(Path("/dev/zero"))
    assert str(error.value) == "/dev/zero: the file cannot be read (it is no file)"


def test_a_missing_file_is_answered_with_the_like_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "forty.toml").touch()
    (tmp_path / "other").mkdir()
    assert alike(tmp_path / "fourty.toml") == f"; did you mean '{tmp_path / 'forty.toml'}'?"
    for strange in ("nothing like it", "x" * 5000, "a\0b", "nowhere/forty.toml"):
        assert alike(tmp_path / strange) == ""
