"""Generated duels and activations: exact answers sum to 1 and agree with what is rolled."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tamriel_odds.odds.call_to_arms.activation import Activation
from tamriel_odds.odds.call_to_arms.duel import Duel
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.question import Question, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, run

TRIALS = 1 << 15
dice = st.lists(st.sampled_from(["[GREEN]", "[YELLOW]", "[RED]", "[BLACK]"]), min_size=1, max_size=3).map("".join)
effects = st.sampled_from(
    ["", " / [SWORDS]: Piercing (1)", " / [DRAGONBORN]: Stagger", " / [OBLIVION]: add [YELLOW] / Follow-Up",
     " / Linebreaker", " / Punishing (1)", " / Bleed", " (Fire)", " (Frost)", " / Poison", " / Incapacitate",
     " / Absorb Health (1)", " / Extra Damage"]
)  # fmt: skip
attacks = st.tuples(dice, effects).map("".join)
weapons = st.lists(attacks, min_size=1, max_size=2).map(" /// ".join)
armors = st.sampled_from(["none", "[YELLOW]", "[RED] (1)", "[YELLOW][RED] / [DRAGONBORN]: add [YELLOW]"])
ranks = st.sampled_from(
    [{}, {"rank": "hero", "endurance": 5}, {"rank": "hero", "endurance": 9}, {"endurance": 4, "agility": 5},
     {"rank": "hero", "endurance": 7, "agility": 3}]
)  # fmt: skip
perks = st.sampled_from([(), (), (), ("target-defensive-posture",), ("target-avoid-death",), ("target-relentless",)])
blocks = st.sampled_from(
    [{}, *({"block-dice": "[RED]", "block-skill": 6, "block": block} for block in ("keep", "spend", "best")),
     {"block-dice": "none", "block-skill": 7, "block": "best"}]
)  # fmt: skip
manners = st.sampled_from([{"stamina": 0}, {"stamina": 2}, {"attitude": "aggressive"}, {"attitude": "cautious"}])


@st.composite
def sides(draw: st.DrawFn) -> dict[str, Any]:
    typed = {"attack": draw(weapons), "skill": draw(st.integers(2, 8)), "armor": draw(armors)}
    rest = {**draw(ranks), **draw(blocks), **draw(manners), "with": draw(perks)}
    return {**typed, "health": draw(st.integers(1, 4)), **rest}


@st.composite
def duels(draw: st.DrawFn) -> Duel:
    both = {f"{name}-{letter}": value for letter in "ab" for name, value in draw(sides()).items()}
    order, boosts = (
        draw(st.sampled_from(["advantage", "first"])),
        draw(st.sampled_from(["never", "always", "when-better"])),
    )
    return build(Duel, {**both, "order": order, "boosts": boosts, "rounds": draw(st.integers(1, 5))})


@st.composite
def activations(draw: st.DrawFn) -> Activation:
    side = draw(sides())
    kept = ("armor", "health", "rank", "endurance", "with", *blocks_of(side))
    target = {name: side[name] for name in kept if name in side}
    attacker = {"attack": draw(weapons), "skill": side["skill"], "stamina": draw(st.integers(0, 3))}
    boosts = draw(st.sampled_from(["never", "always", "when-better"]))
    then = tuple(draw(st.lists(attacks, max_size=1)))
    return build(
        Activation, {**target, **attacker, "boosts": boosts, "then": then, "activations": draw(st.integers(1, 3))}
    )


def blocks_of(side: dict[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in side if name.startswith("block"))


def agree(question: Question) -> None:
    answer, counted = exact(question), run(question, trials=TRIALS, seed=8)
    assert answer.probabilities.sum() == pytest.approx(1, abs=1e-12)
    for table in answer.outcomes.tables:
        for count, share in zip(counted.counts_along(table), answer.along(table), strict=True):
            assert z_score(int(count), TRIALS, min(float(share), 1.0)) < CONTRADICTION


# Where a Hero of one Health bleeds, recovers with a Potion or not, two ways lead to the same.
FRAIL = {
    "attack-a": "[YELLOW] / Bleed", "skill-a": 6, "health-a": 4,
    "attack-b": "[YELLOW]", "skill-b": 8, "health-b": 1, "rank-b": "hero", "endurance-b": 2,
}  # fmt: skip


@settings(max_examples=25, deadline=None, derandomize=True)
@given(duels())
@example(build(Duel, {**FRAIL, "rounds": 1}))
@example(build(Duel, {**FRAIL, "rounds": 20}))
def test_duels_agree(question: Duel) -> None:
    agree(question)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(activations())
def test_activations_agree(question: Activation) -> None:
    agree(question)
