"""What holds for any attack: more armor never means more damage, the order of dice changes nothing, nothing is lost."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamriel_odds.odds.answer import Distribution
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.rolling import exact, run

few = settings(derandomize=True, deadline=None, max_examples=40, database=None)
COLOURS = ("green", "yellow", "red", "black")
EFFECTS = (
    "",
    " / [SWORDS]: Piercing (2)",
    " / [DRAGONBORN]: Stagger / [SWORDS]: add [YELLOW]",
    " / [OBLIVION]: add [GREEN][RED] / [SWORDS]: damage +1",
    " / [SWORDS]: add [BLACK] (Fire)",
)
dice = st.lists(st.sampled_from(COLOURS), max_size=5)
armors = st.lists(st.sampled_from(("yellow", "red", "black")), max_size=3)


def bracketed(colours: list[str]) -> str:
    return "".join(f"[{colour.upper()}]" for colour in colours)


def written(colours: list[str], effects: str) -> str:
    return (bracketed(colours) + effects).removeprefix(" / ")


@st.composite
def attacks(draw: st.DrawFn) -> dict[str, Any]:
    """Options of an attack, without armor."""
    return {
        "skill": draw(st.integers(-1, 12)),
        "modifier": draw(st.integers(-4, 4)),
        "attack": written(draw(dice), draw(st.sampled_from(EFFECTS))),
        "attribute_test": draw(st.booleans()),
        "with_": draw(
            st.sampled_from([(), ("power-attack",), ("resistance:fire",), ("weakness:physical", "block-token")])
        ),
        "choose": draw(st.sampled_from(["best", "adversary", "oblivion,swords"])),
    }


def average(asked: dict[str, Any], **more: Any) -> float:
    return exact(Attack(**asked, **more)).mean("damage")


def answered(asked: dict[str, Any], **more: Any) -> Distribution:
    return exact(Attack(**asked, **more))


@few
@given(attacks(), armors, st.sampled_from(("yellow", "red", "black")))
def test_more_armor_never_means_more_damage(asked: dict[str, Any], armor: list[str], more: str) -> None:
    asked["choose"] = "best" if asked["choose"] == "best" else "adversary"
    assert average(asked, armor=bracketed([*armor, more])) <= average(asked, armor=bracketed(armor)) + 1e-12


@few
@given(attacks(), armors, st.integers(0, 4), st.integers(0, 3))
def test_more_piercing_never_means_less_damage(
    asked: dict[str, Any], armor: list[str], piercing: int, strong: int
) -> None:
    given_armor = {"armor": bracketed(armor), "strong_armor": strong}
    less, more = (average(asked, piercing=number, **given_armor) for number in (piercing, piercing + 1))
    assert less <= more + 1e-12


@few
@given(attacks(), armors, st.integers(0, 3), st.integers(0, 3))
def test_strong_armor_never_hurts_who_wears_it(
    asked: dict[str, Any], armor: list[str], piercing: int, strong: int
) -> None:
    given_armor = {"armor": bracketed(armor), "piercing": piercing}
    weak, strong_one = (average(asked, strong_armor=number, **given_armor) for number in (strong, strong + 1))
    assert strong_one <= weak + 1e-12


@few
@given(dice, armors, st.sampled_from(EFFECTS), st.randoms(use_true_random=False))
def test_the_order_of_the_dice_changes_nothing(attack: list[str], armor: list[str], effects: str, random: Any) -> None:
    shuffled, worn = attack.copy(), armor.copy()
    random.shuffle(shuffled)
    random.shuffle(worn)
    one = exact(Attack(skill=5, attack=written(attack, effects), armor=bracketed(armor)))
    other = exact(Attack(skill=5, attack=written(shuffled, effects), armor=bracketed(worn)))
    assert one.exact == pytest.approx(other.exact, abs=1e-12)


@few
@given(attacks(), armors, st.integers(1, 4), st.integers(1, 10))
def test_probabilities_sum_to_one(asked: dict[str, Any], armor: list[str], health: int, endurance: int) -> None:
    answer = answered(asked, armor=bracketed(armor), health=health, rank="hero", endurance=endurance)
    assert answer.exact.min() >= 0
    assert answer.exact.sum() == pytest.approx(1, abs=1e-12)
    assert answer.event("removed") + answer.event("incapacitated") <= answer.along("damage")[health:].sum() + 1e-12


@few
@given(attacks(), armors, st.integers(0, 2**64 - 1), st.integers(1, 3000))
def test_tallies_sum_to_their_trials_in_cells_that_can_be(
    asked: dict[str, Any], armor: list[str], seed: int, trials: int
) -> None:
    question = Attack(**asked, armor=bracketed(armor), health=1)
    tally = run(question, trials=trials, seed=seed)
    assert tally.counts.sum() == trials
    assert not tally.counts[exact(question).exact == 0].any()


@few
@given(attacks(), armors)
def test_the_best_choice_is_as_good_as_any_order(asked: dict[str, Any], armor: list[str]) -> None:
    averages = {
        choose: average(asked | {"choose": choose}, armor=bracketed(armor))
        for choose in ("best", "adversary", "oblivion,swords", "dragonborn")
    }
    assert averages["best"] >= max(averages.values()) - 1e-12


@few
@given(attacks(), armors, st.integers(-1, 11))
def test_a_higher_attribute_never_hits_less(asked: dict[str, Any], armor: list[str], skill: int) -> None:
    asked = asked | {"choose": "adversary"}
    lower, higher = (
        answered(asked | {"skill": number}, armor=bracketed(armor)).event("hit") for number in (skill, skill + 1)
    )
    assert lower <= higher + 1e-12
