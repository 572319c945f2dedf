"""Dice: what is shipped, how faces are written, and what a user types in instead."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tamriel_odds.odds.dice import (
    Die,
    Face,
    die_named,
    read_face,
    read_faces,
    shipped_dice,
    with_faces,
    write_faces,
)
from tamriel_odds.odds.errors import BadFile, BadNotation, UnknownDie
from tamriel_odds.odds.own_dice import dice_file, load_dice, set_faces

SHIPPED = list(shipped_dice().values())


def name_of(die: Die) -> str:
    return die.name


@pytest.mark.parametrize("die", SHIPPED, ids=name_of)
def test_every_shipped_die_says_where_its_faces_are_from(die: Die) -> None:
    assert die.certainty in ("printed", "reported", "assumed")
    assert re.match(r"(Call to Arms|Betrayal|Skyrim)\b", die.source)
    assert not re.search(r"\blines? \d|\bL\d", die.source)
    assert die.game in ("Call to Arms", "Betrayal", "Skyrim")
    assert die.title


@pytest.mark.parametrize("die", SHIPPED, ids=name_of)
def test_every_shipped_die_has_its_number_of_faces(die: Die) -> None:
    assert len(die.faces) == (20 if die.name == "white" else 6)


@pytest.mark.parametrize("die", SHIPPED, ids=name_of)
def test_alternatives_are_other_faces_of_the_same_die(die: Die) -> None:
    sets = [sorted(map(str, faces)) for faces in (die.faces, *die.alternatives)]
    assert len({tuple(faces) for faces in sets}) == len(sets)
    for faces in die.alternatives:
        assert with_faces(die, write_faces(faces)).faces == faces
    assert not (die.alternatives and die.certainty == "printed")


@pytest.mark.parametrize("die", SHIPPED, ids=name_of)
def test_faces_are_read_as_they_are_written(die: Die) -> None:
    assert read_faces(write_faces(die.faces)) == die.faces
    for face in die.faces:
        assert read_face(str(face)) == face


# Call to Arms, Effect Dice: yellow is the weakest, black the strongest.
def test_stars_grow_with_the_colour() -> None:
    means = [shipped_dice()[colour].mean for colour in ("green", "yellow", "red", "black")]
    assert means == pytest.approx([0, 3 / 6, 4 / 6, 6 / 6])
    assert all(weaker < stronger for weaker, stronger in pairwise(means))


# Call to Arms, The Skill Dice: 2 to 10, two faces with a Potion, one of them a Failure.
def test_the_skill_die_is_as_printed() -> None:
    faces = shipped_dice()["white"].faces
    plain = [face.number for face in faces if not face.signs]
    assert len(plain) == 16
    assert set(plain) == set(range(2, 11))
    assert sorted(face.signs for face in faces if "potion" in face.signs) == [
        ("critical", "potion"),
        ("failure", "potion"),
    ]
    assert all(face.number == 1 for face in faces if "critical" in face.signs)


def test_mean_and_deviation_of_a_plain_die() -> None:
    die = Die("d6", "D6", "None", tuple(Face(number) for number in range(1, 7)), "printed", "a test")
    assert die.mean == 3.5
    assert die.standard_deviation == pytest.approx((35 / 12) ** 0.5)


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("blank", Face()),
        ("3", Face(3)),
        ("-2", Face(accuracy=2)),
        ("d", Face(signs=("dragonborn",))),
        ("HELMET", Face(signs=("dragonborn",))),
        ("swords+1", Face(1, signs=("swords",))),
        ("s+o", Face(signs=("swords", "oblivion"))),
        ("critical", Face(1, signs=("critical",))),
        ("potion+failure", Face(signs=("failure", "potion"))),
    ],
)
def test_a_face_as_written(text: str, face: Face) -> None:
    assert read_face(text) == face


@pytest.mark.parametrize(
    ("text", "faces"),
    [("3x1", "1 1 1"), ("2*blank,1", "blank blank 1"), ("  1\n2 ", "1 2"), ("2X1+swords", "1+swords 1+swords")],
)
def test_several_faces_as_written(text: str, faces: str) -> None:
    assert [str(face) for face in read_faces(text)] == faces.split()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("dragonbron", "did you mean 'dragonborn'"),
        ("11", "at most 9 stars"),
        ("", "is no number and no sign"),
        ("1+", "is no number and no sign"),
        ("--1", "is no number and no sign"),
        ("1.5", "is no number and no sign"),
        ("100", "is no number and no sign"),
    ],
)
def test_what_is_no_face_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(reason)):
        read_face(text)


@pytest.mark.parametrize(
    ("name", "faces", "reason"),
    [
        ("yellow", "5x1", "it has 6 faces, '5x1' names 5"),
        ("yellow", "5x1 critical", "belongs on the Skill Die only"),
        ("yellow", "5x1 10", "belongs on the Skill Die only"),
        ("black", "5x1 -1", "belongs on the green Accuracy Die only"),
        ("white", "19x2 blank", "a number, critical or failure, not blank"),
        ("white", "19x2 swords", "a number, critical or failure, not swords"),
        ("white", "20x-1", "a number, critical or failure, not -1"),
    ],
)
def test_faces_that_a_die_cannot_have_are_refused(name: str, faces: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(reason)):
        with_faces(shipped_dice()[name], faces)


def test_faces_typed_in_are_the_owners_own() -> None:
    die = with_faces(shipped_dice()["yellow"], "3xblank 3x1")
    assert (die.certainty, die.alternatives) == ("yours", ())
    assert die.title == shipped_dice()["yellow"].title


@pytest.mark.parametrize("name", ["yellow", "Yellow Effect Die", " YELLOW "])
def test_a_die_is_named_by_name_or_title(name: str) -> None:
    assert die_named(name, shipped_dice()).name == "yellow"


def test_an_unknown_die_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownDie, match="die 'yelow': there is no such die; did you mean 'yellow'"):
        die_named("yelow", shipped_dice())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "dice.toml"


def test_without_a_file_the_shipped_dice_are_rolled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load_dice() == shipped_dice()


def test_set_faces_are_rolled(file: Path) -> None:
    die, written = set_faces("Yellow", "3xblank 3x1", file)
    assert written == file
    assert load_dice(file)["yellow"] == die
    assert {name: own for name, own in load_dice(file).items() if name != "yellow"} == {
        name: shipped for name, shipped in shipped_dice().items() if name != "yellow"
    }


def test_the_file_is_named_by_the_environment_or_lies_where_settings_lie(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert dice_file() == tmp_path / "tamriel-odds" / "dice.toml"
    monkeypatch.setenv("ODDS_DICE_FILE", str(tmp_path / "mine.toml"))
    assert dice_file() == tmp_path / "mine.toml"
    assert dice_file(Path("other.toml")) == Path("other.toml")


def test_setting_a_die_keeps_the_rest_of_the_file(file: Path) -> None:
    set_faces("red", "6x1", file)
    file.write_text("# my own dice\n" + file.read_text())
    set_faces("green", "6x-1", file)
    set_faces("Red Effect Die", "6x2", file)
    assert file.read_text().startswith("# my own dice\n")
    dice = load_dice(file)
    assert write_faces(dice["red"].faces) == "6x2"
    assert write_faces(dice["green"].faces) == "6x-1"


@pytest.mark.parametrize("faces", ["5x1", "6xnothing"])
def test_wrong_faces_leave_the_file_as_it_was(file: Path, faces: str) -> None:
    set_faces("red", "6x1", file)
    before = file.read_bytes()
    with pytest.raises(BadNotation):
        set_faces("red", faces, file)
    assert file.read_bytes() == before


def test_a_broken_file_is_not_written_over(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("[red\n")
    with pytest.raises(BadFile, match=r"dice\.toml:1: "):
        set_faces("red", "6x1", file)
    assert file.read_text() == "[red\n"


def test_a_folder_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match=r"cannot be read .Not a directory"):
        set_faces("red", "6x1", tmp_path / "file" / "dice.toml")


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('[red]\nfaces = "6x1"\n\n[yelow]\nfaces = "6x1"\n', 4, "did you mean 'yellow'"),
        ('# mine\n\n[red]\nfaces = "5x1"\n', 3, "it has 6 faces"),
        ('[red]\nfaces = "6xfoo"\n', 1, "'foo' is no number"),
        ("[red]\nfaces = 6\n", 1, 'a die is a table with one key, faces = "..."'),
        ('[red]\nsides = "6x1"\n', 1, 'a die is a table with one key, faces = "..."'),
        ('red = "6x1"\n', 1, 'a die is a table with one key, faces = "..."'),
        ("[red]\nfaces = \n", 2, "invalid value"),
    ],
    ids=["unknown die", "too few faces", "no face", "no text", "another key", "no table", "no TOML"],
)
def test_a_slip_in_the_file_is_named_with_its_line(tmp_path: Path, text: str, line: int, reason: str) -> None:
    file = tmp_path / "dice.toml"
    file.write_text(text)
    with pytest.raises(BadFile, match=re.escape(f"{file}:{line}: ")) as raised:
        load_dice(file)
    assert reason in str(raised.value)


def test_a_file_that_is_read_must_exist_and_one_to_keep_faces_in_need_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(BadFile, match="there is no such dice file"):
        load_dice(tmp_path / "none.toml")
    monkeypatch.setenv("ODDS_DICE_FILE", str(tmp_path / "none.toml"))
    assert load_dice() == shipped_dice()
    die, file = set_faces("red", "6x1")
    assert (file, load_dice()["red"]) == (tmp_path / "none.toml", die)


def test_a_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    file = tmp_path / "dice.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadFile, match="it is not UTF-8 text"):
        load_dice(file)
    with pytest.raises(BadFile, match="cannot be read"):
        load_dice(tmp_path)
