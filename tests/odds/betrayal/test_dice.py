"""The dice of Betrayal as data, and skill dice that users add."""

from pathlib import Path

import pytest

from tamriel_odds import cli
from tamriel_odds.odds.betrayal.engage import Engage
from tamriel_odds.odds.dice import read_faces, shipped_dice, with_faces, write_faces
from tamriel_odds.odds.errors import BadFile, BadNotation
from tamriel_odds.odds.own_dice import load_dice
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact

DICE = {name: die for name, die in shipped_dice().items() if die.game == "Betrayal"}
BOLT = """
[fire-bolt]
game = "Betrayal"
title = "Fire Bolt"
line = "Destruction Staff"
stat = "magicka"
form = "magic"
box = 3
faces = "T 3x2 3+ignore 5+strain"
"""


@pytest.mark.parametrize("die", DICE.values(), ids=list(DICE))
def test_every_die_has_six_faces_and_is_written_as_it_is_read(die: object) -> None:
    die = DICE[die.name]  # type: ignore[attr-defined]
    assert len(die.faces) == 6
    assert read_faces(write_faces(die.faces)) == die.faces
    assert with_faces(die, write_faces(die.faces)).faces == die.faces
    assert die.skill is not None
    assert die.certainty in ("printed", "reported", "assumed")
    assert die.source.startswith("Betrayal, ")


def test_the_box_and_the_printed_faces() -> None:
    assert [DICE[name].skill.box for name in ("combat", "enemy-combat", "lockpick")] == [14, 6, 3]  # type: ignore[union-attr]
    for name in ("combat", "snipe", "shield-discipline"):
        assert sorted((face.number, face.tenacity) for face in DICE[name].faces) == [(0, 1), *4 * [(1, 0)], (2, 0)]
    assert all(face.ignores == (face.number > 0) for face in DICE["snipe"].faces)
    assert [face.tenacity for face in DICE["force-shock"].faces] == [0, 0, 0, 0, 1, 2]


def test_a_skill_die_of_ones_own_is_rolled(tmp_path: Path) -> None:
    file = tmp_path / "dice.toml"
    file.write_text(BOLT, encoding="utf-8")
    box = Box(load_dice(file))
    answer = exact(Engage(dice="fire bolt", defense=3, magicka=1), box=box)
    # T and three 2s stop at Defense 3, the 3 ignores one of it, the 5 costs fatigue.
    assert answer.along("damage").tolist() == pytest.approx([4 / 6, 1 / 6, 1 / 6])
    assert answer.event("strain") == pytest.approx(1 / 6)
    assert "4 dice fire-bolt: the box has 3" in Engage(dice="4 fire-bolt").roll(box).notes
    assert answer.dice[0].certainty == "yours"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('stat = "magicka"', 'stta = "magicka"', ":2: fire-bolt: a skill die has no key 'stta'; did you mean 'stat'"),
        ('stat = "magicka"', 'stat = "health"', "it is one of stamina, magicka"),
        ('form = "magic"', 'form = "spell"', "it is one of light, heavy, defensive, ranged, magic"),
        ("box = 3", 'box = "three"', "box is a number"),
        ("box = 3", "box = true", "box is a number"),
        ('line = "Destruction Staff"\n', "", "a skill die needs line"),
        ('"T 3x2 3+ignore 5+strain"', '"T 3x2 3+ignore"', "it has 6 faces"),
        ('"T 3x2 3+ignore 5+strain"', '"T 3x2 3+ignore swords"', "is blank, miss, 1 to 9, T, ignore, prevents"),
        ('"T 3x2 3+ignore 5+strain"', '"T 3x2 3+ignore 5+starin"', "did you mean 'strain'"),
        ('game = "Betrayal"', 'game = "Skyrim"', "only skill dice of Betrayal can be added"),
        ("[fire-bolt]", "[combat]", "there is such a die"),
    ],
)
def test_what_is_no_skill_die_is_refused_with_file_and_line(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    file = tmp_path / "dice.toml"
    file.write_text(BOLT.replace(old, new), encoding="utf-8")
    with pytest.raises(BadFile, match=r"dice\.toml:2: ") as refused:
        load_dice(file)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("name", "faces"),
    [
        ("combat", "T 4x1 swords"),
        ("combat", "T 4x1 -1"),
        ("combat", "T 4x1 10"),
        ("lockpick", "1 2 3 4 5 5"),
        ("yellow", "2xblank 3x1 T"),
        ("yellow", "2xblank 3x1 1+ignore"),
        ("yellow", "2xblank 3x1 1+strain"),
        ("white", "critical critical+potion failure failure+potion 2x2 2x3 2x4 2x5 2x6 2x7 2x8 9 T"),
    ],
)
def test_faces_of_one_game_do_not_belong_on_dice_of_another(name: str, faces: str) -> None:
    with pytest.raises(BadNotation):
        with_faces(shipped_dice()[name], faces)


def test_faces_are_set_by_their_own_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "dice.toml")
    assert cli.main(["dice", "set", "enemy combat", "2xmiss 3x1 2", "--dice-file", file]) == 0
    assert "enemy-combat: 2xmiss 3x1 2" in capsys.readouterr().out
    assert exact(Engage(dice="free combat"), box=Box(load_dice(Path(file)))).along("damage")[0] == pytest.approx(2 / 6)
    with (tmp_path / "dice.toml").open("a") as stream:
        stream.write(BOLT)
    assert cli.main(["dice", "set", "combat", "TT 4x1 2", "--dice-file", file]) == 0
    assert set(load_dice(Path(file))) >= {"fire-bolt", "combat"}
    assert load_dice(Path(file))["combat"].faces[0].tenacity == 2
