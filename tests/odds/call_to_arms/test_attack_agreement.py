"""Generated attacks: simulated and exact answers agree, and what helps one side never helps the other."""

from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tamriel_odds.odds.answer import Distribution
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.call_to_arms.cast import Cast
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.rolling import CONTRADICTION, exact, run

TRIALS = 1 << 14
ICONS = ("dragonborn", "swords", "oblivion")
MELEE = (
    "target-staggered", "high-ground", "outnumbered", "sneak-attack", "power-attack", "precision-strike", "armsman",
    "devastating-blow", "flurry", "imperial-luck", "extra-damage", "target-incapacitated", "target-relentless",
    "target-defensive-posture", "target-defensive-posture:always", "target-custom-fit", "target-tower-of-strength",
    "target-ethereal", "resistance:fire", "resistance:poison", "weakness:frost", "immunity:bleed", "target-avoid-death",
    "barrier", "momentum", "deep-wounds", "linebreaker", "terrifying", "target-alone",
)  # fmt: skip
KEYWORDS = (
    "Piercing (1)", "Piercing (2)", "Bleed", "Punishing (2)", "Incapacitate", "Absorb Health (2)", "Poison (Stamina)",
    "Stagger", "Scatter", "Slowed", "Follow-Up", "Feeble",
)  # fmt: skip

colours = st.sampled_from(("green", "yellow", "red", "black"))
dice = st.lists(colours, min_size=1, max_size=4).map(lambda names: "".join(f"[{name.upper()}]" for name in names))
effects = st.dictionaries(
    st.sampled_from(ICONS),
    st.one_of(
        dice.map("add {}".format),
        st.sampled_from(("Stagger", "Bleed", "add [YELLOW] (Fire)", "damage +1", "Linebreaker")),
    ),
    max_size=3,
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    lines = [draw(dice) + draw(st.sampled_from(("", "", " (Fire)", " (Frost)", " (Shock)", " (Force)")))]
    lines += [f"[{icon.upper()}]: {effect}" for icon, effect in draw(effects).items()]
    words = draw(st.lists(st.sampled_from(KEYWORDS), max_size=2, unique=True))
    return " / ".join([*lines, *([", ".join(words)] if words else [])])


@st.composite
def armors(draw: st.DrawFn) -> str:
    lines = [draw(dice) + draw(st.sampled_from(("", " (1)", " (2)")))]
    return " / ".join(lines + [f"[{icon.upper()}]: add [YELLOW]" for icon in draw(st.sets(st.sampled_from(ICONS)))])


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """An attack as it may be asked, Health and Endurance of the target among it."""
    asked: dict[str, Any] = {
        "skill": draw(st.integers(1, 10)),
        "modifier": draw(st.integers(-3, 3)),
        "attack": draw(texts()),
        "endurance": draw(st.integers(1, 10)),
        "wisdom": draw(st.integers(1, 10)),
        "with_": tuple(draw(st.sets(st.sampled_from(MELEE), max_size=4))),
    }
    if draw(st.booleans()):
        asked["armor"] = draw(armors())
    if draw(st.booleans()):
        asked |= {"health": draw(st.integers(1, 4)), "rank": draw(st.sampled_from((None, "hero")))}
    if draw(st.booleans()):
        asked["choose"] = draw(st.sampled_from(ICONS))
    if draw(st.integers(0, 2)) == 0:
        asked |= {"block": draw(st.sampled_from(("keep", "spend", "best"))), "block_skill": draw(st.integers(1, 10))}
        asked["block_dice"] = draw(st.sampled_from(("none", "[RED]", "[GREEN][RED] / [OBLIVION]: add [YELLOW]")))
    return asked


@cache
def known(question: Attack) -> Distribution:
    return exact(question)


def answerable(asked: dict[str, Any]) -> Attack:
    question = Attack(**asked)
    try:
        known(question)
    except WrongInput:
        assume(False)
    return question


@settings(max_examples=300, derandomize=True, deadline=None)
@given(questions())
def test_simulated_and_exact_answers_agree(asked: dict[str, Any]) -> None:
    question = answerable(asked)
    distribution, tally = known(question), run(question, trials=TRIALS, threads=1)
    assert abs(distribution.probabilities.sum() - 1) < 1e-12
    outcomes = tally.outcomes
    pairs = [
        (int(count), float(share))
        for table in (*outcomes.tables, *(axis.name for axis in outcomes.axes))
        for count, share in zip(tally.counts_along(table), distribution.along(table), strict=True)
    ]
    pairs += [(tally.event_count(event), distribution.event(event)) for event in outcomes.events]
    for count, share in pairs:
        assert z_score(count, TRIALS, min(share, 1.0)) < CONTRADICTION


@settings(max_examples=40, derandomize=True, deadline=None)
@given(texts(), armors(), st.integers(1, 10), st.integers(1, 3), st.integers(1, 4))
def test_area_effects_agree(attack: str, armor: str, skill: int, targets: int, health: int) -> None:
    question = Cast(attack=attack, armor=armor, skill=skill, targets=targets, health=health)
    distribution, tally = exact(question), run(question, trials=TRIALS, threads=1)
    for table in tally.outcomes.tables:
        for count, share in zip(tally.counts_along(table), distribution.along(table), strict=True):
            assert z_score(int(count), TRIALS, min(float(share), 1.0)) < CONTRADICTION


def mean(**asked: Any) -> float:
    return known(answerable(asked)).mean("damage")


@settings(max_examples=60, derandomize=True, deadline=None)
@given(questions())
def test_block_best_is_never_worse_than_either_choice(asked: dict[str, Any]) -> None:
    block = {"block_dice": "[RED][YELLOW] / [OBLIVION]: add [YELLOW]", "block_skill": asked["skill"]}
    switches = tuple(switch for switch in asked["with_"] if switch != "sneak-attack")
    keep, spend, best = (
        mean(**{**asked, **block, "with_": switches, "block": use}) for use in ("keep", "spend", "best")
    )
    assert best == pytest.approx(min(keep, spend), abs=1e-12)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(questions(), st.sampled_from(("yellow", "red", "black")))
def test_more_armor_never_more_damage(asked: dict[str, Any], more: str) -> None:
    asked = {name: value for name, value in asked.items() if not name.startswith("block")} | {"choose": None}
    less = mean(**{**asked, "armor": "[RED]"})
    assert mean(**{**asked, "armor": f"[RED][{more.upper()}]"}) <= less + 1e-12


@settings(max_examples=60, derandomize=True, deadline=None)
@given(questions(), st.integers(0, 4))
def test_more_piercing_never_less_damage(asked: dict[str, Any], piercing: int) -> None:
    asked = {name: value for name, value in asked.items() if not name.startswith("block")}
    asked["with_"] = tuple(switch for switch in asked["with_"] if not switch.startswith("target-defensive"))
    assert mean(**{**asked, "piercing": piercing}) <= mean(**{**asked, "piercing": piercing + 1}) + 1e-12


@settings(max_examples=60, derandomize=True, deadline=None)
@given(questions(), st.integers(0, 3))
def test_strong_armor_is_never_worse(asked: dict[str, Any], strong: int) -> None:
    asked = {name: value for name, value in asked.items() if not name.startswith("block")}
    asked |= {"armor": "[RED][BLACK]"}
    assert mean(**{**asked, "strong_armor": strong + 1}) <= mean(**{**asked, "strong_armor": strong}) + 1e-12
