"""Duels: known values, exact against simulated, what is read off them, and what is refused."""

from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from tamriel_odds.odds.call_to_arms.duel import Duel
from tamriel_odds.odds.call_to_arms.fight import Fight
from tamriel_odds.odds.call_to_arms.fight_model import Ward
from tamriel_odds.odds.dice import Face
from tamriel_odds.odds.errors import ImpossibleQuestion, WrongInput
from tamriel_odds.odds.intervals import z_score
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run

EVERY: dict[str, Any] = {
    "attack-a": "[GREEN][RED]", "skill-a": 4, "armor-a": "[YELLOW]", "health-a": 3,
    "attack-b": "[RED] / [SWORDS]: Piercing (1), Stagger", "skill-b": 5, "armor-b": "[RED]", "health-b": 2,
}  # fmt: skip
DUELS: dict[str, dict[str, Any]] = {
    "plain": {},
    "Boosts that are better": {
        "boosts": "when-better", "stamina-a": 2, "attitude-b": "cautious", "rank-a": "hero", "endurance-a": 6,
    },
    "Boosts always": {
        "boosts": "always", "stamina-a": 3, "stamina-b": 1, "rank-b": "hero", "endurance-b": 9, "health-b": 1,
    },
    "a shield": {"block-dice-a": "[RED] / [OBLIVION]: add [YELLOW]", "block-skill-a": 5, "block-a": "spend"},
    "a shield kept": {"block-dice-a": "[RED]", "block-skill-a": 5, "block-a": "keep"},
    "an Adversary's shield": {
        "block-dice-a": "[RED]", "block-skill-a": 7, "attitude-a": "aggressive", "rank-a": "hero", "endurance-a": 8,
    },
    "a Two-Handed Block": {"block-dice-b": "none", "block-skill-b": 8},
    "two weapons": {"attack-a": "[GREEN][RED] / Follow-Up /// [YELLOW] / Linebreaker", "block-dice-b": "[RED]",
                    "block-skill-b": 6},
    "A first": {"order": "first", "rounds": 3, "with-b": ("target-staggered",)},
    "Flurry": {"with-a": ("flurry",), "attack-a": "[GREEN][RED] /// [YELLOW]"},
    "Punishing": {"attack-a": "[RED][RED] / Punishing (2)", "rank-b": "hero", "endurance-b": 9},
    "Bleed": {"attack-a": "[GREEN][RED] / Bleed", "endurance-b": 4, "health-b": 4, "rounds": 6},
    "Bleed on a hero who blocks": {
        "attack-a": "[YELLOW][RED] / Bleed, Follow-Up", "endurance-b": 5, "health-b": 4, "rank-b": "hero",
        "block-dice-b": "[RED]", "block-skill-b": 6, "rounds": 5,
    },
    "Fire": {"attack-a": "[GREEN][RED] (Fire)", "agility-b": 4, "health-b": 4, "rounds": 6},
    "Fire on a hero who blocks": {
        "attack-a": "[GREEN][RED] (Fire)", "agility-b": 5, "endurance-b": 6, "health-b": 4, "rank-b": "hero",
        "block-dice-b": "[RED]", "block-skill-b": 6, "rounds": 6,
    },
    "Fire and Bleed on a Master": {
        "attack-a": "[GREEN][RED] (Fire) / [SWORDS]: Bleed", "agility-b": 5, "endurance-b": 7, "health-b": 3,
        "rank-b": "hero", "attitude-b": "aggressive", "block-dice-b": "[RED]", "block-skill-b": 6, "rounds": 6,
    },
    "Fire that is resisted": {
        "attack-a": "[GREEN][RED] (Fire)", "agility-b": 5, "endurance-b": 6, "with-a": ("resistance:fire",),
        "health-b": 3, "rank-b": "hero", "rounds": 6,
    },
    "Poison against Poison": {
        "attack-a": "[GREEN][RED] / Poison", "attack-b": "[YELLOW][YELLOW] / Poison", "endurance-a": 8,
        "rank-a": "hero", "health-b": 5, "rounds": 6,
    },
    "Frost and Boosts": {
        "attack-a": "[GREEN][RED] (Frost)", "attack-b": "[RED] (Fire)", "agility-a": 4, "stamina-b": 3,
        "stamina-a": 1, "boosts": "always", "health-b": 5, "rounds": 4,
    },
    "Incapacitate": {"attack-a": "[GREEN][RED] / Incapacitate", "endurance-b": 6, "health-b": 4, "rounds": 5},
    "Incapacitate a Master that bleeds": {
        "attack-a": "[GREEN][RED] / [SWORDS]: Incapacitate / Bleed", "endurance-b": 6, "health-b": 4, "rank-b": "hero",
        "attitude-b": "cautious", "rounds": 5,
    },
    "Shield Bash of a hero": {
        "block-dice-a": "[RED]", "block-skill-a": 6, "block-a": "spend", "stamina-a": 3, "stamina-b": 2,
        "boosts": "when-better", "rounds": 6,
    },
    "Shield Bash of two Adversaries": {
        "block-dice-a": "[RED]", "block-skill-a": 6, "attitude-a": "aggressive", "block-dice-b": "[RED]",
        "block-skill-b": 7, "attitude-b": "aggressive", "health-a": 5, "rounds": 6,
    },
    "Extra Damage": {
        "attack-a": "[YELLOW][GREEN] / [SWORDS]: add [GREEN][YELLOW] / Extra Damage /// [YELLOW] / Extra Damage",
        "health-b": 5, "rounds": 4,
    },
    "Defensive Posture": {"with-a": ("target-defensive-posture",), "stamina-b": 2, "health-b": 4, "rounds": 6},
    "Defensive Posture against Extra Damage": {
        "with-a": ("target-defensive-posture:always",), "stamina-b": 1, "rank-b": "hero", "endurance-b": 7,
        "attack-a": "[YELLOW][GREEN] / [SWORDS]: add [GREEN][YELLOW] / Extra Damage", "health-b": 4, "rounds": 4,
    },
    "Custom Fit and a Block": {
        "with-a": ("target-custom-fit",), "endurance-b": 6, "block-dice-b": "[RED]", "block-skill-b": 6,
        "block-b": "best", "health-b": 3, "rounds": 5,
    },
    "Tower of Strength and Force Without Effort": {
        "with-a": ("target-tower-of-strength", "target-force-without-effort"), "endurance-b": 6, "rank-b": "hero",
        "stamina-a": 3, "stamina-b": 1, "health-b": 3, "boosts": "always", "rounds": 6,
    },
    "Absorb": {
        "attack-a": "[RED][RED] / Absorb Health (1), Absorb Stamina (2)", "with-a": ("momentum",), "stamina-a": 3,
        "stamina-b": 0, "boosts": "always", "health-b": 6, "rounds": 6,
    },
    "Spells": {
        "attack-a": "Destruction: Magicka Cost 2: [GREEN][RED] (Shock)", "magicka-a": 3,
        "attack-b": "Destruction: Magicka Cost 1: [RED] (Fire)", "magicka-b": 2, "agility-a": 4, "rounds": 6,
        "health-b": 5,
    },
    "more than five armor dice": {
        "armor-b": "[RED][RED][YELLOW][YELLOW] / [SWORDS]: add [RED][BLACK]", "attack-a": "[BLACK][BLACK][BLACK][RED]",
        "block-dice-b": "[RED]", "block-skill-b": 6, "block-b": "spend", "rounds": 4,
    },
    "more than five Block dice": {
        "armor-b": "[RED][RED][RED][BLACK][BLACK][BLACK]", "attack-a": "[BLACK][BLACK][BLACK][RED][RED]",
        "block-dice-b": "[RED][RED][YELLOW][YELLOW] / [SWORDS]: add [RED][GREEN]", "block-skill-b": 4,
        "block-b": "spend", "rounds": 4,
    },
    "Avoid Death": {"with-a": ("target-avoid-death",), "rank-b": "hero", "endurance-b": 4, "health-b": 2},
}  # fmt: skip


def duel(**given: Any) -> Duel:
    return build(Duel, {name.replace("_", "-"): value for name, value in given.items()})


def coins() -> Box:
    """A Skill Die that hits Attribute 1 half of the time, and a red die that always shows a star."""
    dice = dict(Box.shipped().dice)
    dice["white"] = replace(dice["white"], faces=tuple(Face(number) for number in (1, 9) for _ in range(10)))
    dice["red"] = replace(dice["red"], faces=(Face(1),) * 6)
    return Box(dice)


@pytest.mark.parametrize(("order", "wins"), [("advantage", 0.6), ("first", 2 / 3)])
def test_two_models_of_one_health_and_hit_chance_one_half(order: str, wins: float) -> None:
    """The holder of the Advantage starts, and it passes every round: 1/2 + 1/16 + 1/32 + 1/256 + ... = 0.6."""
    sides = {
        f"{name}-{letter}": value for letter in "ab" for name, value in (("attack", "red"), ("skill", 1), ("health", 1))
    }
    answer = exact(build(Duel, {**sides, "order": order, "rounds": 40}), box=coins())
    assert answer.event("a-wins") == pytest.approx(wins, abs=1e-12)
    assert answer.event("b-wins") == pytest.approx(1 - wins, abs=1e-12)


@pytest.mark.parametrize("name", DUELS)
def test_exact_and_simulated_agree(name: str) -> None:
    question = build(Duel, EVERY | DUELS[name])
    answer = exact(question)
    assert answer.probabilities.sum() == pytest.approx(1, abs=1e-12)
    counted = run(question, trials=1 << 18, seed=3)
    assert largest_z(counted, answer) < CONTRADICTION


def of_models(b: dict[str, Any], **given: Any) -> Fight:
    """A duel in which B is as no typed side can be."""
    fight = build(Duel, {**EVERY, "rounds": 5, "health-b": 3, **given}).roll(Box.shipped())
    assert isinstance(fight, Fight)
    return replace(fight, models=(fight.models[0], replace(fight.models[1], **b)))


MODELS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "Quick Reflexes": ({"quick": 6}, {"block-dice-b": "[RED]", "block-skill-b": 6, "block-b": "spend"}),
    "a Ward": (
        {"ward": Ward(2, 5, 1), "magicka": 3, "absorbs": True},
        {"block-dice-b": "[RED]", "block-skill-b": 6, "rank-b": "hero", "endurance-b": 7, "with-a": ("target-ward",)},
    ),
    "a Ward in the fire": (
        {"ward": Ward(1, 5), "magicka": 2},
        {"block-dice-b": "[RED]", "block-skill-b": 6, "attack-a": "[RED] (Fire)", "agility-b": 5},
    ),
    "Regenerate": ({"regenerates": (1, 0, 0)}, {"rank-b": "hero", "endurance-b": 8}),
}


@pytest.mark.parametrize("name", MODELS)
def test_models_of_cards_agree(name: str) -> None:
    fight = of_models(MODELS[name][0], **MODELS[name][1])
    shares = fight.exact()
    assert shares is not None
    counts = rolled(fight)
    for event, mask in fight.outcomes.events.items():
        assert abs(z_score(int(counts[mask].sum()), int(counts.sum()), float(shares[mask].sum()))) < CONTRADICTION, (
            event
        )
    mean = float((shares.sum(axis=(0, 1)) * np.arange(shares.shape[2])).sum())
    variance = float((shares.sum(axis=(0, 1)) * np.arange(shares.shape[2]) ** 2).sum()) - mean**2
    seen = float((counts.sum(axis=(0, 1)) * np.arange(shares.shape[2])).sum()) / counts.sum()
    assert abs(seen - mean) < 4.5 * (variance / counts.sum()) ** 0.5


def rolled(fight: Fight) -> np.ndarray:
    """The counts of so many trials, straight from the kernel."""
    kernel = import_module(f"tamriel_odds.kernels.{fight.kernel()}")
    cells = np.empty(1 << 17, np.uint32)
    kernel.roll_trials(np.uint64(4), np.uint64(0), kernel.Tables(**fight.tables()), cells)
    return np.bincount(cells, minlength=fight.outcomes.cells).reshape(fight.outcomes.shape)


def test_who_is_first_in_every_round_wins_more_often() -> None:
    mirror = {f"{name[:-1]}{'b' if name[-1] == 'a' else 'a'}": value for name, value in EVERY.items()}
    first, second = (exact(build(Duel, {**given, "order": "first"})) for given in (EVERY, mirror))
    assert first.event("a-wins") > second.event("b-wins")


def test_more_health_never_loses_more() -> None:
    wins = [exact(build(Duel, EVERY | {"health-a": health})).event("a-wins") for health in range(1, 6)]
    assert wins == sorted(wins)


def test_boosts_that_are_better_are_no_worse_than_none() -> None:
    given = EVERY | {"stamina-a": 3, "stamina-b": 0}
    never, better = (
        exact(build(Duel, given | {"boosts": boosts})).event("a-wins") for boosts in ("never", "when-better")
    )
    assert better > never


def test_the_counts_of_a_seed_stay() -> None:
    counted = run(build(Duel, EVERY | DUELS["an Adversary's shield"]), trials=10_000, seed=1)
    assert [counted.event_count(event) for event in ("a-wins", "b-wins", "undecided")] == GOLDEN


GOLDEN = [9325, 598, 77]


def test_threads_and_chunks_change_nothing() -> None:
    question = build(Duel, EVERY)
    one, two = (run(question, trials=(1 << 20) + 5, threads=threads) for threads in (1, 2))
    assert (one.counts == two.counts).all()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "A is missing"),
        ({"attack_a": "red"}, "B is missing"),
        ({"attack_a": "red", "skill_a": 3, "attack_b": "red"}, "--skill-b"),
        ({"attack_a": "red", "skill_a": 3, "attack_b": "red", "skill_b": 3}, "--health-a N"),
        ({"attack_a": "rad", "attack_b": "red"}, "rad"),
        ({"attack_a": "red", "attack_b": "red", "weapon_a": "melee"}, "--weapon-a and --wear-a belong to a unit"),
        ({"attack_a": "red", "attack_b": "red", "with_a": ("power-atack",)}, "power-attack"),
        ({"a": "Nobody"}, "'Nobody' is no unit"),
        ({"attack_a": "red", "b": "Nobody", "vs": "Somebody"}, "--vs Somebody: B is named already, Nobody"),
        ({"attack_a": "red", "vs": "Nobody"}, "'Nobody' is no unit"),
        ({"attack_a": "red", "attack_b": "red", "skill_a": 3, "skill_b": 3, "range_a": 5}, "--health-a N"),
        ({"attack_a": "red", "attack_b": "red", "boosts": "always"}, "--stamina-a N"),
        ({"attack_a": "red", "attack_b": "red", "boosts": "often"}, "--boosts often"),
        (
            {"attack_a": "red", "skill_a": 3, "attack_b": "red", "skill_b": 3, "rank_b": "hero", "health_b": 2},
            "--endurance-b N",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_sentence(given: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongInput, match=message.replace("[", r"\[")):
        duel(**given).roll(Box.shipped()).tables()


def test_what_a_fight_does_not_follow_is_said() -> None:
    given = EVERY | {"attack-b": "[RED] (Force) / Bleed, Disease", "with-b": ("target-defensive-posture",)}
    roll = build(Duel, given).roll(Box.shipped())
    told = "Disease, Bleed (give --endurance-a N), Force, Defensive Posture (give --stamina-a N)"
    assert f"a fight does not follow {told}" in roll.notes
    assert "advantage-holder-starts" in roll.rulings


def test_typed_numbers_of_either_side_are_those_of_the_attack() -> None:
    given = {"attack-a": "[RED][RED]", "armor-b": "[RED] (1)", "rounds": 1, "order": "first"}
    plain = exact(build(Duel, EVERY | given)).event("a-wins")
    by_option = exact(build(Duel, EVERY | given | {"armor-b": "[RED]", "strong-armor-b": 1})).event("a-wins")
    pierced = exact(build(Duel, EVERY | given | {"piercing-a": 1, "strong-armor-b": 0})).event("a-wins")
    printed = exact(build(Duel, EVERY | given | {"attack-a": "[RED][RED] / Piercing (1)", "armor-b": "[RED]"}))
    assert by_option == pytest.approx(plain, abs=1e-12)
    assert pierced == pytest.approx(printed.event("a-wins"), abs=1e-12)
    assert pierced > plain


def test_the_winner_is_called_by_name() -> None:
    roll = build(Duel, EVERY).roll(Box.shipped())
    assert roll.outcomes.axis("winner").values == ("A", "B", "undecided")


def test_two_exact_answers_and_z() -> None:
    question = build(Duel, EVERY | {"rounds": 2})
    assert largest_z(run(question, trials=1 << 18), exact(question)) < 4.5


def test_a_duel_of_too_many_outcomes_has_no_exact_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("tamriel_odds.odds.call_to_arms.fight_exact"), "MOST_LANDED", 100)
    with pytest.raises(ImpossibleQuestion, match="too many to enumerate"):
        exact(build(Duel, EVERY))
