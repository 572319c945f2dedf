"""Battles: one worked out in fractions, what policies change, and what is wrong with a file."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from tamriel_odds import cli
from tamriel_odds.odds.betrayal.battle import Battle
from tamriel_odds.odds.betrayal.battle_file import example, examples, races, read_battle
from tamriel_odds.odds.betrayal.battle_roll import BattleRoll
from tamriel_odds.odds.errors import BadFile, ImpossibleQuestion
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact, run

COMBAT = {0: Fraction(1, 6), 1: Fraction(4, 6), 2: Fraction(1, 6)}
DUEL = """
rounds = 5
[[adventurer]]
health = 3
stamina = 1
cooldown = 1
dice = "combat"
bonus = 1
[[enemy]]
health = 4
combat = 1
"""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "battle.toml"
    path.write_text(DUEL, encoding="utf-8")
    return path


@cache
def duel(hp: int, foe: int, number: int) -> dict[tuple[str, int, int], Fraction]:
    """Chance of each result, its round and the HP left; bonus HP are HP of a duel without true damage."""
    if number > 5:
        return {("undecided", 5, hp): Fraction(1)}
    ends: dict[tuple[str, int, int], Fraction] = {}
    for dealt, share in COMBAT.items():
        if dealt >= foe:
            ends[("won", number, hp)] = ends.get(("won", number, hp), Fraction(0)) + share
            continue
        for suffered, other in COMBAT.items():
            rest = (
                {("lost", number, 0): Fraction(1)} if suffered >= hp else duel(hp - suffered, foe - dealt, number + 1)
            )
            for end, chance in rest.items():
                ends[end] = ends.get(end, Fraction(0)) + share * other * chance
    return ends


def test_a_duel_is_what_the_fractions_say(written: Path) -> None:
    trials = 200_000
    tally = run(Battle(file=str(written)), trials=trials)
    seen = dict.fromkeys(["won", "lost", "undecided"], 0)
    for (result, number, hp), share in duel(4, 4, 1).items():
        place = (["won", "lost", "undecided"].index(result), number - 1)
        left = range(min(hp, 3), min(hp, 3) + 1)
        count = int(tally.counts[place][left.start].sum())
        same = sum(
            s for (r, n, h), s in duel(4, 4, 1).items() if (r, n) == (result, number) and min(h, 3) == min(hp, 3)
        )
        assert abs(z_score(count, trials, float(same))) < 4.5
        seen[result] += 1
        assert share > 0
    assert tally.counts.sum() == trials
    for result in seen:
        share = sum(s for (r, _, _), s in duel(4, 4, 1).items() if r == result)
        assert abs(z_score(tally.event_count(result), trials, float(share))) < 4.5


def test_policies_are_named_and_differ() -> None:
    won = {
        target: run(Battle(file="clash", target=target), trials=50_000).event("won")  # type: ignore[arg-type]
        for target in ("weakest", "strongest", "highest")
    }
    # The captain hits two at once: to leave him for last is the worst plan.
    assert won["highest"] > won["strongest"] + 0.1 > won["weakest"] + 0.3
    more = run(Battle(file="clash", engages=0, guard=0, rounds=3), trials=1000)
    assert more.event("won") == 0
    roll = Battle(file="clash", target="strongest", engages=3, guard=4, rounds=7).roll(Box.shipped())
    assert [(f.target, f.engages, f.guard) for f in roll.party] == [("strongest", 3, 4)] * 2
    assert roll.rounds == 7


def test_races_give_what_is_not_said(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(
        '[[adventurer]]\nrace = "wood ELF"\nmagicka = 4\ndice = "combat"\n[[enemy]]\nhealth = 1\ncombat = 1\n'
    )
    roll = Battle(file=str(file)).roll(Box.shipped())
    assert isinstance(roll, BattleRoll)
    assert (roll.party[0].health, roll.party[0].stats, roll.party[0].cooldown) == (5, (3, 4), 2)
    assert len(races()) == 10
    assert races()["redguard"] == {"health": 4, "stamina": 3, "magicka": 2, "combat": 3, "cooldown": 1}


@pytest.mark.parametrize("name", sorted(examples()))
def test_every_example_plays_and_says_what_is_assumed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["betrayal", "example", name]) == 0
    assert capsys.readouterr().out == example(name)
    roll = Battle(file=name).roll(Box.shipped())
    assert any("assumed" in note for note in roll.notes)
    assert run(Battle(file=name), trials=500).counts.sum() == 500
    _, text, _ = read_battle(name)
    assert text == example(name)


def test_the_jailbreak_has_its_five_enemies_and_draws_one_for_each_adventurer() -> None:
    roll = Battle(file="jailbreak").roll(Box.shipped())
    names = {"High Elf Bandit", "Argonian Bandit", "Skeever Pup", "Skeleton", "Spriggan"}
    assert {enemy.name for enemy in roll.enemies} == names
    assert roll.drawn == len(roll.party) == 2
    assert {enemy.level for enemy in roll.enemies} == {1}


def test_enemies_act_from_the_highest_level_down_those_of_one_level_as_the_file_has_them(written: Path) -> None:
    levels = {"A": "1", "B": "20", "C": "5", "D": "20", "E": '"quest"', "F": "1"}
    rows = [f'[[enemy]]\nname = "{name}"\nlevel = {level}\nhealth = 1\ncombat = 1\n' for name, level in levels.items()]
    written.write_text(DUEL[: DUEL.index("[[enemy]]")] + "".join(rows), encoding="utf-8")
    roll = Battle(file=str(written)).roll(Box.shipped())
    assert "".join(enemy.name for enemy in roll.enemies) == "EBDCAF"
    assert "ties-to-the-first" in roll.rulings


def test_a_battle_has_no_exact_answer() -> None:
    with pytest.raises(ImpossibleQuestion, match="too many to enumerate"):
        exact(Battle(file="clash"))


def test_an_example_that_is_not_there() -> None:
    with pytest.raises(BadFile, match="did you mean 'clash'"):
        example("clsh")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("rounds = 5", "round = 5", ":2: round: there is no such key; did you mean 'rounds'"),
        ("rounds = 5", "rounds = 0", ":2: rounds 0: it must be at least 1"),
        ("rounds = 5", "rounds = ", ":2: invalid value"),
        ("rounds = 5", "drawn = 2", ":2: drawn 2: there are 1 enemies to draw"),
        (
            "rounds = 5",
            'difficulty = "hard"',
            ":2: difficulty 'hard': it must be apprentice, adept or expert",
        ),
        ("health = 3", "helth = 3", ":4: adventurer 1: helth: there is no such key; did you mean 'health'"),
        ("health = 3\n", "", ":3: adventurer 1: health is missing: give it, or a race"),
        ("health = 3", 'health = "3"', ":4: adventurer 1: health '3': it must be a whole number"),
        ("health = 3", 'race = "Nrod"', ":4: adventurer 1: race 'Nrod': there is no such race; did you mean 'nord'"),
        ('dice = "combat"', "", "adventurer 1: dice is missing"),
        ('dice = "combat"', 'dice = "comat"', ":7: adventurer 1: dice: there is no die 'comat'"),
        ('dice = "combat"', 'dice = "free combat"', ":7: adventurer 1: dice: name the adventurer's own dice"),
        ('dice = "combat"', 'dice = "authority"', ":7: adventurer 1: dice: authority is no die of an engage"),
        ('dice = "combat"', 'dice = "onslaught"', ":7: adventurer 1: dice: onslaught gives Bane"),
        ("combat = 1", "combat = -1", ":11: enemy 1: combat -1: it must be at least 0"),
        ("combat = 1", "combat = 1\ntarget = 1", ":12: enemy 1: target: there is no such key; did you mean 'targets'"),
        ("combat = 1", 'combat = 1\ntargets = "some"', ":12: enemy 1: targets 'some'"),
        ("combat = 1", "combat = 1\nlevel = 7", ":12: enemy 1: level 7: it must be 1, 5, 10, 20 or quest"),
        ("combat = 1", "combat = 1\ncount = 28\n[[enemy]]\nhealth = 1\ncombat = 1", "29 enemies, at most 28"),
        ("[[enemy]]", "[enemy]", "enemy: write [[enemy]] above each"),
        ("[[enemy]]\nhealth = 4\ncombat = 1", "", "enemy: there is none: write [[enemy]]"),
        ("[[adventurer]]", "[[hero]]", "hero: there is no such key"),
        ("health = 3", "health = 99\n", None),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(
    written: Path, old: str, new: str, sentence: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    written.write_text(DUEL.replace(old, new), encoding="utf-8")
    code = cli.main(["betrayal", "battle", str(written), "--trials", "100"])
    err = capsys.readouterr().err
    if sentence is None:
        assert code == 0
        return
    assert code == 2
    assert f"{written}:" in err
    assert sentence in err
    assert err.count("\n") == 1


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["betrayal", "battle", "clsh"]) == 2
    assert "no example of that name; did you mean 'clash'" in capsys.readouterr().err
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe")
    assert cli.main(["betrayal", "battle", str(tmp_path / "x.toml")]) == 2
    assert "not UTF-8" in capsys.readouterr().err
    assert cli.main(["betrayal", "battle", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err
    big = tmp_path / "big.toml"
    hero = '[[adventurer]]\nhealth = 99\nstamina = 1\ncooldown = 1\ndice = "combat"\n'
    big.write_text(f"rounds = 50\n{hero * 4}[[enemy]]\nhealth = 1\ncombat = 9\n")
    assert cli.main(["betrayal", "battle", str(big)]) == 2
    assert "too many HP for so many rounds" in capsys.readouterr().err
    assert cli.main(["betrayal", "battle", str(big), "--rounds", "5", "--trials", "50"]) == 0
    assert "the box has 6 Enemy Combat dice" in capsys.readouterr().out
