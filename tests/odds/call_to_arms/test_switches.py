"""Switches: every row of the data, what each does to a roll, and what is refused."""

import re
from typing import Any

import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.switches import Switch, Switched, switch_named, switches
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rulings import rulings


@pytest.mark.parametrize("switch", switches().values(), ids=str)
def test_every_row_is_whole(switch: Switch) -> None:
    assert switch.help
    assert re.match(r"(Call to Arms|Core rules)\b.*, \S", switch.section)
    assert not re.search(r"\blines? \d|\bL\d", switch.section)
    assert switch.when in (None, "melee", "ranged")
    assert {*switch.attack, *switch.armor} <= {"green", "yellow", "red", "black"}
    assert set(switch.changes) <= set(switches())
    assert switch.ruling is None or switch.ruling in rulings()
    for value in switch.takes or (None,):
        assert switch_named(f"{switch.name}:{value}" if value else switch.name).name == switch.name


def rolled(*names: str, attack: str = "[RED]", armor: str = "[BLACK]", **more: Any) -> AttackRoll:
    return Attack(skill=5, attack=attack, armor=armor, with_=names, **more).roll(Box.shipped())


def dice_of(roll: AttackRoll) -> tuple[list[str], list[str]]:
    """The colours of the attack and of the armor, behind the printed red and black."""
    return [die.name for die in roll.attack[1:]], [die.name for die in roll.options[0].armor[1:]]


# Switches, the dice added to the attack and to the armor, what is added to the score.
EFFECTS: dict[tuple[str, ...], tuple[list[str], list[str], int]] = {
    ("target-staggered",): ([], [], -2),
    ("high-ground",): ([], [], -1),
    ("high-ground", "target-staggered"): ([], [], -3),
    ("outnumbered",): (["green"], [], 0),
    ("secondary-weapon",): ([], [], 2),
    ("secondary-weapon", "lightweight"): ([], [], 0),
    ("lightweight",): ([], [], 0),
    ("sneak-attack",): (["yellow"], [], 0),
    ("sneak-attack", "path-of-shadow"): (["red"], [], 0),
    ("path-of-shadow",): ([], [], 0),
    ("obscured",): ([], ["yellow"], 0),
    ("barrier",): ([], ["yellow"], 0),
    ("power-attack",): (["yellow"], [], 0),
    ("power-attack", "cumbersome"): (["red"], [], 0),
    ("cumbersome",): ([], [], 0),
    ("precision-strike",): (["green"], [], 0),
    ("precision-strike", "cumbersome"): (["green"], [], 0),
    ("power-attack", "precision-strike"): (["yellow", "green"], [], 0),
    ("aimed-shot",): (["green"], [], 0),
    ("mounted",): (["yellow"], [], 0),
    ("block-token",): ([], ["yellow"], 0),
    ("block-token", "fortress"): ([], ["red"], 0),
    ("fortress",): ([], [], 0),
    ("block-token", "sneak-attack"): (["yellow"], [], 0),
    ("resistance:physical",): ([], ["red"], 0),
    ("resistance:physical", "resistance:fire"): ([], ["red"], 0),
    ("resistance:fire",): ([], [], 0),
    ("resistance:fire", "type:fire"): ([], ["red"], 0),
    ("resistance:magic", "type:fire", "type:magic"): ([], ["red"], 0),
    ("resistance:physical", "type:fire"): ([], [], 0),
    ("power-attack", "power-attack"): (["yellow"], [], 0),
}


@pytest.mark.parametrize(("names", "effect"), EFFECTS.items(), ids=lambda value: " ".join(map(str, value)))
def test_what_a_switch_adds(names: tuple[str, ...], effect: tuple[list[str], list[str], int]) -> None:
    roll = rolled(*names)
    assert (*dice_of(roll), roll.test.modifier) == effect


def test_a_block_token_holds_against_a_ranged_sneak_attack() -> None:
    assert dice_of(rolled("block-token", "sneak-attack", attack='12" [RED]')) == (["yellow"], ["yellow"])


def test_a_die_that_a_rule_gives_is_rolled_without_armor() -> None:
    roll = rolled("barrier", armor="")
    assert [die.name for die in roll.options[0].armor] == ["yellow"]
    assert "dice-without-armor" in roll.rulings


def test_the_rule_of_three_binds_what_switches_add() -> None:
    roll = rolled("power-attack", attack="[YELLOW][YELLOW][YELLOW]")
    assert [die.name for die in roll.attack] == ["yellow"] * 3
    assert "Rule of Three: of 4 yellow dice in the attack roll 3 are rolled" in roll.notes


@pytest.mark.parametrize("name", ["feeble", "unarmed"])
def test_no_critical_hits(name: str) -> None:
    roll = rolled(name)
    assert not roll.test.is_skill_test
    assert roll.test.critical is None


def test_an_incapacitated_target_is_hit_on_anything_but_a_failure() -> None:
    roll = Attack(skill=1, modifier=99, attack="[RED]", with_=("target-incapacitated",)).roll(Box.shipped())
    exact = roll.exact()
    assert exact[:, 1].sum() == pytest.approx(0.9)
    assert exact[:, :, 1].sum() == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("names", "weak", "immune"),
    [
        (("weakness:physical",), True, False),
        (("weakness:fire",), False, False),
        (("weakness:fire", "type:fire"), True, False),
        (("immunity:physical",), False, True),
        (("immunity:fire", "type:fire"), False, True),
        (("immunity:fire", "type:fire", "type:magic"), False, True),
        (("immunity:magic", "type:fire", "type:magic"), False, True),
        (("immunity:physical", "type:fire", "type:magic"), False, False),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else str(value),
)
def test_weakness_and_immunity_go_by_type(names: tuple[str, ...], weak: bool, immune: bool) -> None:
    option = rolled(*names).options[0]
    assert (option.is_weak, option.is_immune) == (weak, immune)


def test_immunity_to_one_of_two_types_is_a_reading_of_ours() -> None:
    of_two = rolled("immunity:fire", "type:fire", "type:magic")
    assert "immunity-to-one-type" in of_two.rulings
    assert "immunity-to-one-type" not in rolled("immunity:fire", "type:fire").rulings


@pytest.mark.parametrize("names", [("block-token",), ("block-token", "target-elemental-protection", "type:fire")])
def test_a_linebreaker_leaves_nothing_of_the_block_token(names: tuple[str, ...]) -> None:
    assert dice_of(rolled(*names, "linebreaker")) == ([], [])
    assert dice_of(rolled(*names, "linebreaker", attack="[RED] / Linebreaker")) == ([], [])


def test_an_arrow_breaks_no_line() -> None:
    assert dice_of(rolled("block-token", attack='12" [RED] / Linebreaker')) == ([], ["yellow"])
    with pytest.raises(ImpossibleQuestion, match="--with linebreaker: that is for melee attacks"):
        rolled("linebreaker", attack='12" [RED]')


def test_enchanted_attacks_meet_no_ethereal_die_and_no_reading_of_it() -> None:
    roll = rolled("target-ethereal", "enchanted")
    assert dice_of(roll) == ([], [])
    assert "dice-without-armor" not in roll.rulings


BOW = 'Archery: 10" [RED] / 20" [YELLOW]'


@pytest.mark.parametrize(
    ("name", "range_", "refused"),
    [
        ("long-shots", None, True),
        ("long-shots", 10, True),
        ("long-shots", 11, False),
        ("power-shot", None, False),
        ("power-shot", 10, False),
        ("power-shot", 11, True),
    ],
)
def test_perks_of_one_range(name: str, range_: int | None, refused: bool) -> None:
    if refused:
        with pytest.raises(ImpossibleQuestion, match="range, which --range tells"):
            rolled(name, attack=BOW, range=range_)
    else:
        assert rolled(name, attack=BOW, range=range_).attack


def test_a_weapon_of_one_range_does_not_say_which_it_is() -> None:
    assert dice_of(rolled("long-shots", attack='Archery: 10" [RED]'))[0] == ["yellow"]


def test_power_attack_staggers_by_damage() -> None:
    roll = rolled("power-attack")
    staggered = roll.outcomes.events["staggered"]
    assert staggered.sum() == roll.outcomes.where("damage", *range(1, roll.most_damage + 1)).sum()
    assert "staggered" not in rolled("power-attack", "target-staggered").outcomes.events
    assert "staggered" not in rolled().outcomes.events


@pytest.mark.parametrize(
    ("names", "more", "sentence"),
    [
        (("aimed-shot", "power-attack"), {}, "--with power-attack: that is for melee attacks"),
        (("power-attack", "obscured"), {}, "--with obscured: that is for ranged attacks"),
        (("power-attack",), {"attack": 'Archery: 12" [RED]'}, "this one is ranged"),
        (("power-attack", "unarmed"), {}, "an Unarmed attack cannot be boosted"),
        (("sneak-attack",), {"attack": "Two-Handed: [RED]"}, "a Two-Handed weapon gains nothing"),
    ],
)
def test_what_contradicts_itself_is_refused(names: tuple[str, ...], more: dict[str, str], sentence: str) -> None:
    with pytest.raises(ImpossibleQuestion, match=re.escape(sentence)):
        rolled(*names, **more)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("power-atack", "--with power-atack: there is no switch 'power-atack'; did you mean 'power-attack'"),
        ("barrier:3", "--with barrier:3: barrier takes no value"),
        ("resistance", "--with resistance: resistance needs one of fire, frost,"),
        ("resistance:frots", "did you mean 'frost'?"),
        ("", "--with : there is no switch ''"),
    ],
)
def test_what_is_no_switch_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(UnknownName, match=re.escape(sentence)):
        switch_named(name)


@pytest.mark.parametrize("name", ["Power Attack", "POWER_ATTACK", "Resistance: Fire", "resistance:FIRE"])
def test_spelling_does_not_matter(name: str) -> None:
    assert str(switch_named(name)) in ("power-attack", "resistance:fire")


def test_switches_change_each_other_whatever_their_order() -> None:
    one, other = Switched.read(["power-attack", "cumbersome"]), Switched.read(["cumbersome", "power-attack"])
    assert one.attack == other.attack == ("red",)
    assert [boost.boost for boost in one.boosts] == [boost.boost for boost in other.boosts] == [2]
