"""Engages: against every roll of every die written out, against icepool, and what cannot be rolled together."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import numpy as np
import pytest

from tamriel_odds import cli
from tamriel_odds.odds.betrayal.engage import Engage
from tamriel_odds.odds.betrayal.handful import read_handfuls
from tamriel_odds.odds.dice import shipped_dice
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import exact, largest_z, run

# The faces as the reference sheets have them: damage, ignored Defense, tenacity, prevented, marks.
FACES = {
    "combat": [(0, 0, 1, 0, "")] + 4 * [(1, 0, 0, 0, "")] + [(2, 0, 0, 0, "")],
    "enemy-combat": [(0, 0, 0, 0, "")] + 4 * [(1, 0, 0, 0, "")] + [(2, 0, 0, 0, "")],
    "snipe": [(0, 0, 1, 0, "")] + 4 * [(1, 1, 0, 0, "")] + [(2, 1, 0, 0, "")],
    "force-shock": 3 * [(2, 0, 0, 0, "")] + [(4, 0, 0, 0, "backlash"), (0, 0, 1, 0, ""), (0, 0, 2, 0, "backlash")],
    "wrecking-blow": [(0, 0, 1, 0, "")] + 2 * [(2, 0, 0, 0, "")] + 3 * [(3, 0, 0, 0, "strain")],
    "resolve": [(0, 0, 1, 0, "")] + 3 * [(0, 0, 0, 1, "")] + 2 * [(0, 0, 0, 2, "")],
    "onslaught": 2 * [(0, 0, 1, 0, "")] + 2 * [(4, 0, 0, 0, "bane")] + 2 * [(5, 0, 0, 0, "drain")],
}
MARKS = ("backlash", "strain", "bane", "drain")


def enumerated(engages: list[list[str]], defense: int, is_defensive: bool = False) -> dict[tuple[int, ...], Fraction]:
    """Damage taken, tenacity, prevented and which marks show, of every roll of the dice."""
    outcomes: Counter[tuple[int, ...]] = Counter()
    dice = [FACES[name] for engage in engages for name in engage]
    for faces in product(*dice):
        rest, total, tenacity, prevented, marks = list(faces), 0, 0, 0, set()
        for engage in engages:
            mine, rest = rest[: len(engage)], rest[len(engage) :]
            damage = sum(face[0] for face in mine)
            prevented += sum(face[3] for face in mine) + (damage if is_defensive else 0)
            total += 0 if is_defensive else max(0, damage - max(0, defense - sum(face[1] for face in mine)))
            tenacity += sum(face[2] for face in mine)
            marks |= {face[4] for face in mine}
        outcomes[(total, tenacity, prevented, *(int(mark in marks) for mark in MARKS))] += 1
    rolls = sum(outcomes.values())
    return {outcome: Fraction(ways, rolls) for outcome, ways in outcomes.items()}


@pytest.mark.parametrize(
    ("text", "engages", "defense"),
    [
        ("2 combat, snipe, free 2 enemy combat", [["combat", "combat", "snipe", "enemy-combat", "enemy-combat"]], 1),
        ("2 snipes", [["snipe", "snipe"]], 2),
        ("6 snipe", [["snipe"] * 6], 4),
        ("snipe / 2 snipe / combat", [["snipe"], ["snipe"] * 2, ["combat"]], 1),
        (
            "free 2 combat + combat; 2 wrecking blow",
            [["combat", "enemy-combat", "enemy-combat"], ["wrecking-blow"] * 2],
            2,
        ),
        ("force shock and 2x Force Shock", [["force-shock"] * 3], 3),
        ("3 onslaught, wrecking-blow", [["onslaught"] * 3 + ["wrecking-blow"]], 5),
        ("combat", [["combat"]], 0),
        ("0 combat", [[]], 3),
        ("", [[]], 0),
    ],
)
def test_the_joint_distribution_is_that_of_every_roll(text: str, engages: list[list[str]], defense: int) -> None:
    answer = exact(Engage(dice=text, defense=defense))
    wanted = enumerated(engages, defense)
    axes = [axis.name for axis in answer.outcomes.axes]
    names = ("damage", "tenacity", "prevented", *MARKS)
    for cell in product(*(range(size) for size in answer.outcomes.shape)):
        values = dict(zip(axes, cell, strict=True))
        key = tuple(values.get(name, 0) for name in names)
        assert answer.exact[cell] == pytest.approx(float(wanted.pop(key, Fraction(0))), abs=1e-12)
    assert not wanted


@pytest.mark.parametrize("text", ["2 resolve, combat", "6 combat"])
def test_in_defensive_form_dice_prevent(text: str) -> None:
    answer = exact(Engage(dice=text, form="defensive"))
    dice = ["resolve", "resolve", "combat"] if "resolve" in text else ["combat"] * 6
    wanted = enumerated([dice], 0, is_defensive=True)
    assert answer.outcomes.tables[0] == "prevented"
    assert answer.outcomes.shape[0] == 1
    for (_, tenacity, prevented, *_), share in wanted.items():
        assert answer.exact[0, tenacity, prevented] == pytest.approx(float(share))


def test_two_snipes_against_defense_two() -> None:
    damage = exact(Engage(dice="2 snipe", defense=2)).along("damage")
    assert damage.tolist() == pytest.approx([1 / 4, 1 / 18, 4 / 9, 2 / 9, 1 / 36])


@pytest.mark.parametrize(("combat", "snipes", "defense", "health"), [(2, 3, 2, 4), (5, 5, 3, 7), (0, 8, 5, 6)])
def test_icepool_says_the_same(combat: int, snipes: int, defense: int, health: int) -> None:
    vector = icepool.Vector
    plain = icepool.Die([vector((0, 0, 1)), *4 * [vector((1, 0, 0))], vector((2, 0, 0))])
    bow = icepool.Die([vector((0, 0, 1)), *4 * [vector((1, 1, 0))], vector((2, 1, 0))])
    rolled = combat @ plain + snipes @ bow if combat else snipes @ bow
    joint = rolled.map(lambda damage, ignored, tenacity: (max(0, damage - max(0, defense - ignored)), tenacity))
    answer = exact(Engage(dice=f"{combat} combat, {snipes} snipe", defense=defense, health=health))
    for damage, tenacity in product(*(range(size) for size in answer.outcomes.shape)):
        assert answer.exact[damage, tenacity] == pytest.approx(float(joint.probability((damage, tenacity))), abs=1e-12)
    assert answer.event("defeated") == pytest.approx(float(joint.marginals[0].probability(">=", health)))


@pytest.mark.parametrize(
    "options",
    [
        {"dice": "5 combat, 5 snipe", "defense": 3, "health": 8},
        {"dice": "2 combat, free 3 enemy combat / 2 onslaught", "defense": 2},
        {"dice": "3 resolve", "form": "defensive"},
    ],
)
def test_simulated_agrees_with_exact(options: dict[str, object]) -> None:
    question = build(Engage, options)
    assert largest_z(run(question, trials=200_000), exact(question)) < 4.5


def test_more_defense_is_never_more_damage_and_order_does_not_matter() -> None:
    means = [exact(Engage(dice="3 combat, 2 snipe", defense=defense)).mean("damage") for defense in range(8)]
    assert means == sorted(means, reverse=True)
    one, other = exact(Engage(dice="3 combat, 2 snipe", defense=2)), exact(Engage(dice="2 snipe, 3 combat", defense=2))
    assert one.exact.ravel().tolist() == pytest.approx(other.exact.ravel().tolist())


def test_a_free_die_leaves_the_own_dice_as_they_were() -> None:
    roll = Engage(dice="6 combat, free 2 combat").roll(Box.shipped())
    assert roll.tables()["draws"].tolist() == [0, 1, 4]
    more = Engage(dice="2 combat / 2 snipe").roll(Box.shipped())
    assert more.tables()["draws"].tolist() == [0, 8]


@pytest.mark.parametrize(
    ("options", "notes"),
    [
        ({"dice": "15 combat"}, ["15 dice combat: the box has 14"]),
        ({"dice": "8 combat / 7 combat"}, ["15 dice combat: the box has 14", "2 engages in one turn: 1 light fatigue"]),
        ({"dice": "4 free combat / 4 free combat"}, ["2 engages in one turn: 1 light fatigue"]),
        (
            {"dice": "2 force shock"},
            ["backlash: 1 true damage to an adventurer"],
        ),
        ({"dice": "wrecking blow"}, ["strain: 2 light fatigue or 1 overfatigue for the one who rolls it"]),
        ({"dice": "2 combat, 2 resolve"}, []),
        ({"dice": "2 combat, 3 resolve"}, ["5 dice prevent: only 4 can be in active slots at a time"]),
        ({"dice": "free 8 combat"}, ["8 Enemy Combat dice: the box has 6, the others cannot be added"]),
        ({"dice": "combat / combat / combat"}, ["3 engages in one turn: 2 light fatigue"]),
        ({"dice": "combat / combat / combat", "expert": True}, ["3 engages in one turn: 4 light fatigue"]),
        ({"dice": "combat / combat / combat", "granted": 1}, ["3 engages in one turn: 1 light fatigue"]),
        ({"dice": "combat"}, []),
    ],
)
def test_what_a_player_is_told(options: dict[str, object], notes: list[str]) -> None:
    roll = build(Engage, options).roll(Box.shipped())
    assert list(roll.notes) == notes
    if options["dice"] == "free 8 combat":
        assert exact(build(Engage, options)).outcomes.shape[0] == 13


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--dice", "2 combatt"], "there is no die 'combatt' in Betrayal; did you mean 'combat'"),
        (["--dice", "2 yellow"], "there is no die 'yellow' in Betrayal"),
        (["--dice", "2 combat,, snipe"], "is no dice; write 2 combat"),
        (["--dice", "-1 combat"], "there is no die '-1 combat'"),
        (["--dice", "21 combat"], "at most 20"),
        (["--dice", "99999999999999999999 combat"], "99999999999999999999 dice, at most 20"),
        (["--dice", "1000 x combat"], "1000 dice, at most 20"),
        (["--dice", "2 authority"], "authority is no die of an engage but of Speech"),
        (["--dice", "lockpick"], "no die of an engage"),
        (["--dice", "snipe, force shock"], "force-shock needs the form magic, snipe is ranged"),
        (["--dice", "snipe", "--form", "light"], "snipe needs the form ranged, --form light is light"),
        (["--dice", "force shock, combat"], "Combat dice cannot be gathered in magic form"),
        (["--dice", "combat, free combat", "--form", "defensive"], "cannot be placed in an active slot"),
        (["--dice", "resolve / combat"], "engages in defensive form by themselves"),
        (["--dice", "3 combat", "--stamina", "2"], "3 dice count toward Stamina"),
        (["--dice", "2 force shock", "--magicka", "1"], "2 dice count toward Magicka"),
        (["--dice", "combat", "--defense", "-1"], "at least 0"),
        (["--dice", "combat", "--health", "0"], "at least 1"),
        (["--dice", " / ".join(["9 snipe"] * 6), "--defense", "9"], "too many dice for one answer"),
        (
            ["--dice", "19 elemental rage / 19 wrecking blow / 20 onslaught / 20 onslaught"],
            "too many dice for one answer",
        ),
        ([], "--dice is missing"),
    ],
)
def test_what_cannot_be_rolled_is_refused(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["betrayal", "engage", *options, "--exact"]) == 2
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1


def test_stats_count_each_die_toward_its_own_and_free_dice_toward_none() -> None:
    text = "2 combat, 2 snipe, free 3 combat"
    assert Engage(dice=text, stamina=4).roll(Box.shipped()).rulings == ("combat-counts-toward-stamina",)
    assert len(read_handfuls(text, shipped_dice())[0].free) == 3


def test_damage_of_engages_adds_up_to_the_health() -> None:
    """Three Combat dice at 5 Health: two engages reach 86.10 %, as two engages of one turn do; three 99.58 %."""
    asked = Engage(dice="3 combat", health=5)
    tries = asked.roll(Box.shipped()).tries
    assert tries is not None
    assert (tries.axis, tries.goal, tries.unit) == ("damage", 5, "engages")
    damage = exact(asked).along("damage")
    twice = np.convolve(damage, damage)[5:].sum()
    assert twice == pytest.approx(exact(Engage(dice="3 combat / 3 combat", health=5)).event("defeated"), abs=1e-12)
    assert round(float(twice), 4) == 0.8610
