"""Damage without a test against every face of every die."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamriel_odds.odds.call_to_arms.hazards import Acid, Fall, Fire, Hazard, Lava
from tamriel_odds.odds.dice import ICONS, Face, shipped_dice
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion, WrongInput
from tamriel_odds.odds.question import Box, Question, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run
from tamriel_odds.odds.rulings import rulings

DICE = shipped_dice()
EFFECTS = {"oblivion": ("yellow",), "dragonborn": ("black", "yellow")}
ARMOR = "[RED] (1) / [OBLIVION]: add [YELLOW] / [DRAGONBORN]: add [BLACK][YELLOW]"


def rolled(dice: Sequence[str]) -> dict[tuple[Face, ...], Fraction]:
    ways = Counter(product(*(DICE[name].faces for name in dice)))
    return {faces: Fraction(times, 6 ** len(dice)) for faces, times in ways.items()}


def stars(faces: Sequence[Face]) -> int:
    return sum(face.number for face in faces)


def armor_by_hand(dice: Sequence[str], effects: dict[str, tuple[str, ...]]) -> Counter[int]:
    """The stars of an armor roll; of the effects that show, the one with the most stars to be expected."""
    shares: Counter[int] = Counter()
    for faces, share in rolled(dice).items():
        shown = [icon for icon in effects if any(icon in face.signs for face in faces)]
        best = max(shown, key=lambda icon: sum(DICE[name].mean for name in effects[icon]), default=None)
        for more, other in rolled(effects[best] if best else ()).items():
            shares[stars(faces) + stars(more)] += share * other  # type: ignore[assignment]
    return shares


def damage_by_hand(damage: Sequence[str], armor: Counter[int]) -> dict[int, float]:
    shares: Counter[int] = Counter()
    for faces, share in rolled(damage).items():
        for blocked, other in armor.items():
            shares[max(stars(faces) - blocked, 0)] += share * other  # type: ignore[operator]
    return {damage: float(share) for damage, share in shares.items()}


NO_ARMOR = Counter({0: Fraction(1)})


def damage(question: Question) -> dict[int, float]:
    answer = exact(question)
    assert answer.probabilities.sum() == pytest.approx(1, abs=1e-12)
    return {number: float(share) for number, share in enumerate(answer.along("damage")) if share > 1e-15}


@pytest.mark.parametrize(
    ("height", "own", "cushioned", "dice"),
    [
        (0, 0, False, ()),
        (2, 2, False, ()),
        (1, 3, False, ()),
        (3, 2, False, ("yellow",)),
        (4, 2, False, ("red",)),
        (3, 0, False, ("black",)),
        (6, 2, False, ("black", "black")),
        (5, 0, True, ("black", "black")),
        (3, 2, True, ()),
    ],
)
def test_a_fall_rolls_the_dice_of_its_height(height: int, own: int, cushioned: bool, dice: tuple[str, ...]) -> None:
    question = Fall(height=height, own_height=own, cushioned=cushioned, armor=ARMOR)
    assert damage(question) == pytest.approx(damage_by_hand(dice, armor_by_hand(["red"], EFFECTS)))


@pytest.mark.parametrize(("height", "own", "cushioned"), [(5, 0, False), (9, 4, False), (6, 0, True)])
def test_a_fall_of_five_levels_removes(height: int, own: int, cushioned: bool) -> None:
    question = Fall(height=height, own_height=own, cushioned=cushioned, health=9, rank="hero", endurance=9)
    assert exact(question).event("removed") == 1
    assert question.roll(Box.shipped()).is_certain


@pytest.mark.parametrize(("inches", "dice"), [(0.5, 1), (1, 1), (1.01, 2), (3, 3), (12, 3)])
@pytest.mark.parametrize("kind", [Acid, Fire])
def test_acid_and_fire_roll_a_yellow_die_for_every_started_inch_three_at_most(
    kind: Any, inches: float, dice: int
) -> None:
    armor = armor_by_hand(["red"], EFFECTS)
    assert damage(kind(inches=inches, armor=ARMOR)) == pytest.approx(damage_by_hand(["yellow"] * dice, armor))
    assert damage(kind(inches=inches)) == pytest.approx(damage_by_hand(["yellow"] * dice, NO_ARMOR))


@pytest.mark.parametrize(("inches", "dice"), [(1, 1), (3.5, 4)])
def test_lava_rolls_a_black_die_for_every_started_inch_without_end_and_armor(inches: float, dice: int) -> None:
    assert damage(Lava(inches=inches)) == pytest.approx(damage_by_hand(["black"] * dice, NO_ARMOR))
    assert exact(Lava(inches=24)).mean("damage") == pytest.approx(24 * DICE["black"].mean)


@given(
    damaging=st.lists(st.sampled_from(["yellow", "red", "black"]), min_size=1, max_size=2),
    armor=st.lists(st.sampled_from(["yellow", "red", "black"]), max_size=2),
    icons=st.lists(st.sampled_from(ICONS), unique=True),
)
@settings(derandomize=True, deadline=None, max_examples=40)
def test_any_dice_against_any_armor(damaging: list[str], armor: list[str], icons: list[str]) -> None:
    bonus = dict(zip(icons, [("yellow",), ("red", "yellow"), ("black",)], strict=False))
    lines = ["".join(f"[{name}]" for name in armor)]
    lines += [f"[{icon}]: add {''.join(f'[{name}]' for name in dice)}" for icon, dice in bonus.items()] if armor else []
    question = Hazard(damage="".join(f"[{name}]" for name in damaging), armor=" / ".join(lines) if armor else None)
    expected = armor_by_hand(armor, bonus if armor else {})
    assert damage(question) == pytest.approx(damage_by_hand(damaging, expected))


def test_effects_of_a_melee_or_ranged_attack_do_not_apply() -> None:
    plain = damage(Hazard(damage="[RED]", armor="[RED]"))
    assert damage(Hazard(damage="[RED]", armor="[RED] / [SWORDS]: add [BLACK] (melee only)")) == plain


def test_more_armor_never_more_damage() -> None:
    means = [
        exact(Fall(height=4, armor=armor)).mean("damage") for armor in ("none", "yellow", "red", "black", "2 black")
    ]
    assert means == sorted(means, reverse=True)


def test_a_follower_is_removed_when_its_health_is_gone() -> None:
    answer = exact(Hazard(damage="2 black", health=3))
    by_hand = damage_by_hand(["black"] * 2, NO_ARMOR)
    assert answer.event("removed") == pytest.approx(sum(share for lost, share in by_hand.items() if lost >= 3))


@pytest.mark.parametrize("endurance", [1, 4, 10])
def test_a_hero_tests_endurance_and_no_overkill_is_added(endurance: int) -> None:
    answer = exact(Hazard(damage="2 black", health=1, rank="hero", endurance=endurance))
    hurt = 1 - damage_by_hand(["black"] * 2, NO_ARMOR)[0]
    faces = DICE["white"].faces
    critical = sum("critical" in face.signs for face in faces) / 20
    passed = sum("failure" not in face.signs and face.number <= endurance for face in faces) / 20
    assert answer.event("staggered") == pytest.approx(hurt * critical)
    assert answer.event("incapacitated") == pytest.approx(hurt * (passed - critical))
    assert answer.event("removed") == pytest.approx(hurt * (1 - passed))


def test_in_a_fire_pit_only_the_critical_icon_saves() -> None:
    answer = exact(Fire(inches=2, health=1, rank="hero", endurance=10))
    hurt = answer.event("hurt")
    assert answer.event("removed") == pytest.approx(hurt * 0.9)
    assert answer.event("burning") == pytest.approx(hurt * 0.1)
    assert exact(Fire(inches=2)).event("burning") == pytest.approx(hurt)


@pytest.mark.parametrize(
    "question",
    [
        Fall(height=4, armor=ARMOR, health=2),
        Fall(height=9),
        Fall(height=0),
        Acid(inches=2.5, armor="3 black 3 red / dragonborn: add 2 yellow / swords: add yellow", health=1),
        Fire(inches=3, armor="[YELLOW]", health=2, rank="hero", endurance=4),
        Lava(inches=7.5, health=8, rank="hero", endurance=5),
        Hazard(damage="2 yellow", armor=ARMOR, health=1),
    ],
    ids=lambda question: question.command_line(),
)
def test_rolled_and_enumerated_agree(question: Question) -> None:
    assert largest_z(run(question, trials=200_000, seed=3), exact(question)) <= CONTRADICTION
    assert set(question.roll(Box.shipped()).rulings) <= set(rulings())


def test_seven_armor_dice_show_the_icons_of_all() -> None:
    armor = ["black"] * 3 + ["red"] * 3 + ["yellow"]
    shares = Counter[int]()
    # Icons by inclusion: the armor either shows a dragonborn or not; stars and icon of each die counted one by one.
    states: dict[tuple[int, bool], Fraction] = {(0, False): Fraction(1)}
    for name in armor:
        onward: Counter[tuple[int, bool]] = Counter()
        for (total, shown), share in states.items():
            for face in DICE[name].faces:
                onward[total + face.number, shown or "dragonborn" in face.signs] += share / 6  # type: ignore[assignment]
        states = dict(onward)  # type: ignore[arg-type]
    for (total, shown), share in states.items():
        for more, other in rolled(("yellow", "yellow") if shown else ()).items():
            shares[total + stars(more)] += share * other  # type: ignore[assignment]
    question = Hazard(damage="3 black", armor="3 black 3 red 1 yellow / dragonborn: add 2 yellow")
    assert damage(question) == pytest.approx(damage_by_hand(["black"] * 3, shares))


@pytest.mark.parametrize(
    ("kind", "given", "error", "sentence"),
    [
        (Fall, {}, ImpossibleQuestion, "--height"),
        (Fall, {"height": 3, "rank": "hero"}, ImpossibleQuestion, "give --health N"),
        (Fall, {"height": 3, "rank": "hero", "health": 2}, ImpossibleQuestion, "give --endurance N"),
        (Lava, {"inches": 2, "armor": "[RED]"}, ImpossibleQuestion, "Armor Ratings are ignored against lava"),
        (Lava, {"inches": 0}, ImpossibleQuestion, "--inches 0"),
        (Hazard, {"damage": "none"}, ImpossibleQuestion, "such as [RED]"),
        (Hazard, {"damage": "[PURPLE]"}, BadNotation, "PURPLE"),
        (Acid, {"inches": 2, "armor": "[RDE]"}, BadNotation, "RDE"),
    ],
)
def test_wrong_input_is_one_sentence_with_the_way_out(
    kind: type[Question], given: dict[str, Any], error: type[WrongInput], sentence: str
) -> None:
    with pytest.raises(error) as refused:
        build(kind, given).roll(Box.shipped())
    assert sentence in str(refused.value)


def test_dice_over_three_of_a_colour_are_not_rolled() -> None:
    assert damage(Hazard(damage="5 yellow")) == damage(Hazard(damage="3 yellow"))
    roll = Hazard(damage="[RED]", armor="4 yellow").roll(Box.shipped())
    assert len(roll.armor.dice) == 3
    assert "Rule of Three" in roll.notes[0]


def test_a_unit_brings_its_armor() -> None:
    unit = "hadvar + imperial heavy armor"
    answer = exact(Fall(height=4, unit=unit, health=2, endurance=4))
    assert answer.along("damage").tolist() == pytest.approx(
        exact(Fall(height=4, armor="[BLACK]", health=2)).along("damage").tolist()
    )
    assert exact(Lava(inches=1, unit=unit, health=1, endurance=4)).mean("damage") == pytest.approx(1)
    with pytest.raises(ImpossibleQuestion, match="give --health N"):
        Fall(height=4, unit=unit).roll(Box.shipped())


def test_a_unit_brings_height_health_and_endurance(card: Callable[..., None]) -> None:
    card("might", (), perks=("Cushioned",))
    asked = exact(Fall(height=6, unit="tester"))
    by_hand = exact(Fall(height=6, own_height=2, health=3, rank="hero", endurance=4))
    assert asked.probabilities.tolist() == by_hand.probabilities.tolist()
    assert asked.roll.notes == ("Tester is Cushioned: give --cushioned where it wears Heavy Armor",)
    assert exact(Fall(height=6, own_height=3, unit="tester", cushioned=True)).roll.notes == ()


@pytest.mark.parametrize("question", [Fire(unit="tester", inches=3), Lava(unit="tester", inches=3)])
def test_fire_does_nothing_to_a_model_immune_to_it(card: Callable[..., None], question: Question) -> None:
    card("might", (), race="Flame Daedra")
    answer = exact(question)
    assert answer.mean("damage") == 0
    assert answer.event("hurt") == 0
    assert answer.event("removed") == 0
    assert "Tester has Immunity (Fire): it disregards this damage" in answer.roll.notes
    card("might", (), race="Frost Daedra")
    assert exact(question).mean("damage") > 0


def test_a_hazard_is_of_the_type_that_is_typed(card: Callable[..., None]) -> None:
    card("might", (), race="Flame Daedra")
    assert exact(Hazard(unit="tester", damage="[RED] (Fire)")).mean("damage") == 0
    assert exact(Hazard(unit="tester", damage="[RED] (Frost)")).mean("damage") > 0
    assert exact(Hazard(unit="tester", damage="[RED]")).mean("damage") > 0


def test_a_burning_token_that_a_model_resists_is_told_of(card: Callable[..., None]) -> None:
    card("might", (), race="Dunmer")
    note = "Tester has Resistance (Fire): the token is shrugged off on an Endurance Test"
    assert note in exact(Fire(unit="tester", inches=1)).roll.notes
    assert note not in exact(Lava(unit="tester", inches=1)).roll.notes
