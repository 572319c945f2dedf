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
from tamriel_odds.odds.call_to_arms.named_hazards import named_hazards
from tamriel_odds.odds.dice import ICONS, Face, shipped_dice
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion, UnknownName, WrongInput
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
        (Hazard, {}, ImpossibleQuestion, "give --damage DICE, or its name with --as"),
        (Hazard, {"damage": "[RED]", "as_": "impulse"}, ImpossibleQuestion, "give one of the two"),
        (Hazard, {"as_": "impulze"}, UnknownName, "did you mean 'impulse'?"),
        (Hazard, {"as_": "impulse:fire"}, UnknownName, "takes no damage type"),
        (Hazard, {"as_": "death-explosion"}, UnknownName, "needs one of fire, frost"),
        (Hazard, {"as_": "death-explosion:fyre"}, UnknownName, "did you mean 'fire' or 'force'?"),
        (Hazard, {"damage": "[RED]", "with_": ("barrier",)}, ImpossibleQuestion, "changes nothing outside an attack"),
        (Hazard, {"damage": "[RED]", "with_": ("relentles",)}, UnknownName, "did you mean 'relentless'?"),
        (Hazard, {"damage": "[RED]", "with_": ("resistance",)}, UnknownName, "needs one of"),
        (
            Fire,
            {"inches": 1, "with_": ("nord",), "rank": "hero", "health": 1},
            ImpossibleQuestion,
            "give --endurance N",
        ),
        (Fire, {"inches": 1, "with_": ("dunmer",)}, ImpossibleQuestion, "the test against the Burning Token"),
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
    used = "Tester has no armor, Health 3, Endurance 4"
    assert asked.roll.notes == (used, "Tester is Cushioned: give --cushioned where it wears Heavy Armor")
    assert exact(Fall(height=6, own_height=3, unit="tester", cushioned=True)).roll.notes == (used,)
    typed = Fall(height=6, unit="tester", cushioned=True, health=2, endurance=3, armor="[RED]")
    assert exact(typed).roll.notes == ()


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
    immune = exact(Hazard(unit="tester", damage="[RED] (Fire)"))
    assert (immune.mean("damage"), immune.roll.rulings) == (0, ())
    assert exact(Hazard(unit="tester", damage="[RED] (Frost)")).mean("damage") > 0
    assert exact(Hazard(unit="tester", damage="[RED]")).mean("damage") > 0


def share(holds: Callable[[Face], bool]) -> float:
    return sum(holds(face) for face in DICE["white"].faces) / 20


@pytest.mark.parametrize("asked", [{"with_": ("resistance:fire",)}, {"unit": "tester"}], ids=["typed", "by race"])
def test_a_burning_token_is_shrugged_off_by_the_resistant(card: Callable[..., None], asked: dict[str, Any]) -> None:
    """An Endurance Test of its own against the token; in the pit itself nobody stays in play Incapacitated."""
    card("might", (), race="Dunmer")
    question = Fire(inches=2, health=1, rank="hero", endurance=4, **asked)
    answer = exact(question)
    hurt, saved = damage(Fire(inches=2)), share(lambda face: "critical" in face.signs)
    burned = 1 - share(lambda face: "failure" not in face.signs and face.number <= 4)
    assert answer.event("removed") == pytest.approx((1 - hurt[0]) * (1 - saved))
    assert answer.event("burning") == pytest.approx((1 - hurt[0]) * saved * burned)
    assert largest_z(run(question, trials=200_000, seed=3), answer) <= CONTRADICTION
    assert exact(Fire(inches=2, with_=("resistance:frost",))).event("burning") == pytest.approx(1 - hurt[0])


def test_who_avoids_death_rolls_no_test() -> None:
    asked: dict[str, Any] = {"damage": "[RED]", "health": 1, "rank": "hero", "endurance": 4}
    plain, avoided = exact(Hazard(**asked)), exact(Hazard(**asked, with_=("avoid-death",)))
    assert plain.event("removed") > 0
    assert avoided.event("removed") == avoided.event("incapacitated") == 0
    assert avoided.event("staggered") == pytest.approx(avoided.event("hurt"))
    assert [die.name for die in avoided.dice] == ["red"]
    in_fire = exact(Fire(inches=1, health=1, rank="hero", endurance=1, with_=("target-avoid-death",)))
    assert in_fire.event("burning") == pytest.approx(in_fire.event("hurt"))


def test_the_relentless_are_never_staggered(card: Callable[..., None]) -> None:
    asked: dict[str, Any] = {"damage": "[RED]", "health": 1, "endurance": 4}
    plain = exact(Hazard(**asked, rank="hero"))
    card("might", (), keywords=("relentless",))
    for relentless in (exact(Hazard(**asked, rank="hero", with_=("relentless",))), exact(Hazard(**asked, unit="a"))):
        assert "staggered" not in relentless.outcomes.events
        for event in ("removed", "incapacitated"):
            assert relentless.event(event) == pytest.approx(plain.event(event))


def test_perks_of_the_armor_rating_count_without_an_attack() -> None:
    asked: dict[str, Any] = {"height": 3, "armor": "[RED] / [OBLIVION]: add [YELLOW]"}
    effects = {"oblivion": ("yellow",)}
    found = damage(Fall(**asked, with_=("juggernaut",)))
    assert found == pytest.approx(damage_by_hand(["black"], armor_by_hand(["red", "yellow"], effects)))
    assert damage(Lava(inches=1, with_=("juggernaut",))) == pytest.approx(damage_by_hand(["black"], NO_ARMOR))


def test_a_card_s_perks_of_the_armor_rating_count(card: Callable[..., None]) -> None:
    card("might", (), perks=("Mage Armor", "Juggernaut", "Avoid Death"))
    roll = Fall(unit="tester", height=5).roll(Box.shipped())
    assert [die.name for die in roll.armor.dice] == ["red"]
    assert roll.notes == (
        "Tester has armor [RED], Health 3, Endurance 4",
        "Tester: turned on by --with: avoid-death",
        "Tester: applied target-mage-armor",
    )
    with pytest.raises(ImpossibleQuestion, match="a target in heavy armor"):
        Fall(unit="tester", height=5, with_=("juggernaut",)).roll(Box.shipped())


# What the rulebook names


def test_deadly_bash_is_two_yellow_dice_against_the_armor() -> None:
    asked = Hazard(as_="deadly-bash", armor="[RED]", health=1)
    assert damage(asked) == pytest.approx(damage_by_hand(["yellow"] * 2, armor_by_hand(["red"], {})))
    assert exact(asked).event("removed") == pytest.approx(1 - damage(asked)[0])


def test_power_bash_pushes_a_black_die_and_does_no_damage() -> None:
    answer = exact(Hazard(as_="power-bash", health=2, rank="hero", endurance=3))
    assert answer.outcomes.tables == ("push",)
    assert not answer.outcomes.events
    assert answer.roll.notes == ("a push without damage: armor, Health and Endurance change nothing",)
    assert exact(Hazard(as_="power-bash")).roll.notes == ()
    black = [face.number for face in DICE["black"].faces]
    assert answer.along("push").tolist() == pytest.approx([black.count(n) / 6 for n in range(max(black) + 1)])


def test_impulse_pushes_by_its_damage_and_a_black_die() -> None:
    """Only who suffers damage and stays in play is pushed."""
    question = Hazard(as_="impulse", armor="[YELLOW]", health=2)
    answer, expected = exact(question), Counter[int]()
    for suffered, part in damage_by_hand(["red"], armor_by_hand(["yellow"], {})).items():
        for face in DICE["black"].faces:
            expected[suffered + face.number if suffered == 1 else 0] += part / 6  # type: ignore[assignment]
    found = {inches: float(part) for inches, part in enumerate(answer.along("push")) if part > 1e-15}
    assert found == pytest.approx(dict(expected))
    assert "damage-of-a-type" in answer.roll.rulings
    assert largest_z(run(question, trials=200_000, seed=3), answer) <= CONTRADICTION


@pytest.mark.parametrize(("type_", "name"), [("frost", "stamina-lost"), ("shock", "magicka-lost")])
def test_explosions_drain_as_their_type_does(type_: str, name: str) -> None:
    question = Hazard(as_=f"death-explosion:{type_}", armor="[YELLOW]", health=2)
    answer = exact(question)
    suffered = damage_by_hand(["red"], armor_by_hand(["yellow"], {}))
    drained = sum(face.number > 0 for face in DICE["yellow"].faces) / 6
    assert answer.along(name)[1:].sum() == pytest.approx(suffered[1] * drained)
    assert largest_z(run(question, trials=200_000, seed=3), answer) <= CONTRADICTION
    assert answer.outcomes.tables == ("damage", name)


def test_an_explosion_of_fire_burns_whoever_is_left() -> None:
    answer = exact(Hazard(as_="death-explosion:fire", health=2))
    assert answer.event("burning") == pytest.approx(damage(Hazard(damage="[RED]"))[1])
    hero = exact(Hazard(as_="ancestors-wrath", health=1, rank="hero", endurance=5))
    assert hero.event("burning") == pytest.approx(hero.event("hurt") - hero.event("removed"))
    assert hero.event("incapacitated") > 0
    assert exact(Hazard(damage="[RED] (Fire)", health=2)).event("burning") == pytest.approx(answer.event("burning"))
    assert not exact(Hazard(damage="[RED]")).roll.rulings


def test_every_hazard_that_is_named_is_one_of_the_help() -> None:
    said = str(Hazard.model_fields["as_"].description)
    assert [part.strip(" ").partition(":")[0] for part in said.partition(": ")[2].split(",")] == list(named_hazards())
    for row in named_hazards().values():
        assert row.help
        assert row.section.startswith("Call to Arms, ")
        assert row.damage or row.pushes
        assert set(row.damage) <= set(DICE)


WAYS = [
    Hazard(damage="[RED][YELLOW]", armor=ARMOR, health=2),
    Hazard(damage="[BLACK]", armor="[RED]", health=1, rank="hero", endurance=4),
    Fall(height=4, armor="[YELLOW]"),
    Fire(inches=3, health=2, rank="hero", endurance=9),
]


@pytest.mark.parametrize("question", WAYS, ids=lambda question: question.command_line())
def test_the_way_of_a_hazard_is_stage_by_stage(question: Question) -> None:
    roll, answer = question.roll(Box.shipped()), exact(question)
    stages = {stage.name: stage.reached for stage in roll.stages()}
    by_damage = damage(question)
    assert stages["armor"] == pytest.approx(1 - by_damage[0])
    assert 0 < stages["stars"] < 1
    if "damage" in stages:
        assert stages["damage"] == pytest.approx(sum(part for n, part in by_damage.items() if n >= roll.health))  # type: ignore[attr-defined]
    if "endurance" in stages:
        assert stages["endurance"] == pytest.approx(answer.event("removed"))
    assert list(stages.values()) == sorted(stages.values(), reverse=True)


def test_the_dice_that_show_a_success_by_enumeration() -> None:
    stars_shown = sum(stars(faces) > 0 for faces in product(DICE["red"].faces, DICE["yellow"].faces)) / 36
    assert Hazard(damage="[RED][YELLOW]").roll(Box.shipped()).stages()[0].reached == pytest.approx(stars_shown)
