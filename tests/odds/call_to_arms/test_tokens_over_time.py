"""Burning, bleeding and poison against the rule written out as a recursion in fractions."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tamriel_odds.odds.call_to_arms.tokens_over_time import Bleed, Burning, Poison
from tamriel_odds.odds.dice import Face, shipped_dice
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box, Question, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run
from tamriel_odds.odds.rulings import rulings

WHITE = {face: Fraction(times, 20) for face, times in Counter(shipped_dice()["white"].faces).items()}
# (activation, end, health) by share.
Ends = Counter[tuple[int, str, int]]


def succeeds(face: Face, attribute: int) -> bool:
    return "failure" not in face.signs and face.number <= attribute


def healed(health: int, face: Face, full: int) -> int:
    return min(health + 1, full) if "potion" in face.signs else health


def mixed(parts: Iterator[tuple[Fraction, Ends]]) -> Ends:
    total: Ends = Counter()
    for share, ends in parts:
        for end, probability in ends.items():
            total[end] += share * probability  # type: ignore[assignment]
    return total


def sure(activation: int, end: str, health: int) -> Ends:
    return Counter({(activation, end, health): Fraction(1)})  # type: ignore[dict-item]


def injured(
    endurance: int | None, full: int, gone: Ends, saved: Callable[[str, int], Ends], avoids: bool = False
) -> Ends:
    """A follower is gone; a hero rolls: Critical Staggered, passed Incapacitated, else gone; who avoids it is not."""
    if endurance is None:
        return gone
    if avoids:
        return saved("staggered", 1)

    def fate(face: Face) -> Ends:
        if "critical" in face.signs:
            return saved("staggered", healed(1, face, full))
        return saved("incapacitated", healed(1, face, full)) if succeeds(face, endurance) else gone

    return mixed((share, fate(face)) for face, share in WHITE.items())


@cache
def burning(
    n: int, most: int, health: int, full: int, agility: int, endurance: int | None, avoids: bool = False
) -> Ends:
    if n > most:
        return sure(most, "burning", health)
    gone = sure(n, "removed", 0)

    def put_out(health: int, avoids: bool) -> Ends:
        def after(face: Face) -> Ends:
            left = healed(health, face, full)
            return (
                sure(n, "out", left)
                if succeeds(face, agility)
                else burning(n + 1, most, left, full, agility, endurance, avoids)
            )

        return mixed((share, after(face)) for face, share in WHITE.items())

    if health > 1:
        return put_out(health - 1, avoids)
    return injured(
        endurance, full, gone, lambda fate, left: gone if fate == "incapacitated" else put_out(left, False), avoids
    )


@cache
def bleeding(
    n: int,
    most: int,
    health: int,
    full: int,
    tokens: int,
    actions: int,
    attribute: int,
    tests: bool,
    avoids: bool = False,
) -> Ends:
    if n > most:
        return sure(most, "bleeding", health)
    gone = sure(n, "removed", 0)

    def test(left: int, tokens: int, health: int) -> Ends:
        if not left:
            return act(actions, tokens, health, avoids)
        return mixed(
            (share, test(left - 1, tokens - succeeds(face, attribute), healed(health, face, full)))
            for face, share in WHITE.items()
        )

    def act(left: int, tokens: int, health: int, avoids: bool) -> Ends:
        if not tokens:
            return sure(n, "stopped", health)
        if not left:
            return bleeding(n + 1, most, health, full, tokens, actions, attribute, tests, avoids)
        if health > 1:
            return act(left - 1, tokens - 1, health - 1, avoids)
        return injured(
            attribute if tests else None,
            full,
            gone,
            lambda fate, now: gone if fate == "incapacitated" else act(left - 1, tokens - 1, now, False),
            avoids,
        )

    return test(tokens, tokens, health)


@cache
def poisoned(
    n: int, most: int, health: int, full: int, tokens: int, endurance: int | None, avoids: bool = False
) -> Ends:
    if n > most:
        return sure(most, "in play", health)
    if health > tokens:
        return poisoned(n + 1, most, health - tokens, full, tokens, endurance, avoids)
    return injured(
        endurance,
        full,
        sure(n, "removed", 0),
        lambda _, left: poisoned(n + 1, most, left, full, tokens, endurance),
        avoids,
    )


def check(question: Question, by_hand: Ends) -> None:
    assert sum(by_hand.values()) == 1
    answer = exact(question)
    activations, ends, health = (axis.values for axis in answer.outcomes.axes)
    for place in [(a, e, h) for a in activations for e in ends for h in health]:
        index = activations.index(place[0]), ends.index(place[1]), health.index(place[2])
        assert answer.probabilities[index] == pytest.approx(float(by_hand[place])), place  # type: ignore[index]
    for end in ends:
        assert answer.event(str(end)) == pytest.approx(float(sum(p for e, p in by_hand.items() if e[1] == end)))


@pytest.mark.parametrize(
    ("health", "full", "agility", "endurance"), [(3, 3, 4, None), (1, 2, 3, 5), (2, 4, 1, 4), (1, 1, 9, None)]
)
def test_burning_by_hand(health: int, full: int, agility: int, endurance: int | None) -> None:
    rank = "hero" if endurance else None
    question = Burning(health=health, full_health=full, agility=agility, rank=rank, endurance=endurance, activations=4)
    check(question, burning(1, 4, health, full, agility, endurance))


@pytest.mark.parametrize(
    ("health", "full", "tokens", "actions", "endurance", "hero"),
    [
        (3, 3, 2, 2, 4, False),
        (1, 2, 2, 1, 3, True),
        (2, 2, 3, 2, 5, True),
        (1, 1, 1, 0, 2, False),
        (2, 3, 1, 2, 2, True),
    ],
)
def test_bleeding_by_hand(health: int, full: int, tokens: int, actions: int, endurance: int, hero: bool) -> None:
    question = Bleed(
        health=health,
        full_health=full,
        tokens=tokens,
        actions=actions,
        endurance=endurance,
        rank="hero" if hero else None,
        activations=3,
    )
    check(question, bleeding(1, 3, health, full, tokens, actions, endurance, hero))


@pytest.mark.parametrize(
    ("health", "full", "tokens", "endurance"), [(3, 3, 1, None), (3, 3, 2, 5), (1, 2, 1, 3), (9, 9, 2, None)]
)
def test_poison_by_hand(health: int, full: int, tokens: int, endurance: int | None) -> None:
    rank = "hero" if endurance else None
    question = Poison(health=health, full_health=full, tokens=tokens, rank=rank, endurance=endurance, activations=4)
    check(question, poisoned(1, 4, health, full, tokens, endurance))


def test_who_avoids_death_does_so_once() -> None:
    hero: dict[str, Any] = {"rank": "hero", "endurance": 4, "activations": 5, "with_": ("avoid-death",)}
    check(Burning(**hero, health=2, full_health=3, agility=3), burning(1, 5, 2, 3, 3, 4, True))
    check(Bleed(**hero, health=1, tokens=3), bleeding(1, 5, 1, 1, 3, 2, 4, True, True))
    check(Poison(**hero, health=2, tokens=1), poisoned(1, 5, 2, 2, 1, 4, True))
    for question in (Burning(**hero, health=1, agility=3), Bleed(**hero, health=1), Poison(**hero, health=1)):
        without = question.model_copy(update={"with_": ()})
        assert exact(question).event("removed") < exact(without).event("removed")
        assert largest_z(run(question, trials=100_000, seed=2), exact(question)) <= CONTRADICTION


def test_a_card_with_avoid_death_is_told_of(card: Callable[..., None]) -> None:
    card("might", (), perks=("Avoid Death",))
    note = "Tester: turned on by --with: avoid-death"
    assert note in Poison(unit="tester").roll(Box.shipped()).notes
    assert note not in Poison(unit="tester", with_=("Avoid Death",)).roll(Box.shipped()).notes


def test_what_the_card_gave_is_said(card: Callable[..., None]) -> None:
    card("might", ())
    said = ("Tester has Health 3", "Tester has Endurance 4", "Tester has Agility 4")
    assert Burning(unit="tester").roll(Box.shipped()).notes == said
    assert Burning(unit="tester", health=2, endurance=3, agility=2).roll(Box.shipped()).notes == ()


def test_letting_it_burn_costs_one_health_an_activation() -> None:
    answer = exact(Burning(health=3, let_burn=True))
    assert answer.event("removed") == 1
    assert answer.mean("activations") == 3
    assert Burning(health=3, let_burn=True).roll(Box.shipped()).is_certain
    assert exact(Burning(health=3, let_burn=True, activations=2)).event("burning") == 1


def test_imperial_luck_puts_the_fire_out_once() -> None:
    assert exact(Burning(health=2, agility=1, with_=("imperial-luck",))).event("out") == 1
    unlucky = exact(Burning(health=3, agility=1, modifier=1, with_=("imperial-luck",), activations=2))
    # 1 + 1 is too high for Agility 1, and so is every other score.
    assert unlucky.event("out") == 0


def test_dice_and_bonuses_help() -> None:
    asked: dict[str, Any] = {"health": 3, "agility": 3}
    plain = exact(Burning(**asked)).event("out")
    assert exact(Burning(**asked, green=1)).event("out") > plain
    assert exact(Burning(**asked, with_=("deft-movement",))).event("out") > plain
    assert exact(Burning(**asked, modifier=1)).event("out") < plain
    bleeds: dict[str, Any] = {"health": 2, "tokens": 3, "endurance": 3}
    assert exact(Bleed(**bleeds, green=1)).event("removed") < exact(Bleed(**bleeds)).event("removed")


@pytest.mark.parametrize(
    "question",
    [
        Burning(health=3, agility=4, green=1),
        Burning(health=1, full_health=3, agility=3, rank="hero", endurance=5, with_=("imperial-luck",)),
        Bleed(health=4, tokens=5, endurance=4, rank="hero", modifier=1, green=3),
        Bleed(health=1, endurance=1, actions=0, activations=9),
        Poison(health=3, rank="hero", endurance=6, activations=8),
        Poison(health=9, tokens=2),
    ],
    ids=lambda question: question.command_line(),
)
def test_rolled_and_enumerated_agree(question: Question) -> None:
    tally = run(question, trials=100_000, seed=2)
    assert largest_z(tally, exact(question)) <= CONTRADICTION
    assert set(question.roll(Box.shipped()).rulings) <= set(rulings())


@pytest.mark.parametrize(
    ("kind", "given", "sentence"),
    [
        (Burning, {"agility": 3}, "the model needs the Health that is left; give --health N"),
        (Burning, {"health": 3}, "the model needs its Agility; give --agility N"),
        (Bleed, {"health": 3}, "the model needs its Endurance; give --endurance N"),
        (Poison, {"health": 3, "rank": "hero"}, "the model needs its Endurance; give --endurance N"),
        (Poison, {"health": 3, "full_health": 2}, "--full-health 2: more Health is left than there is, 3"),
        (Burning, {"health": 3, "agility": 3, "with_": ("ladder",)}, "ladder belongs to climb, not to put-out-fire"),
        (Bleed, {"health": 3, "endurance": 3, "tokens": 0}, "--tokens 0"),
        (Poison, {"unit": "hadvar"}, "give --health N"),
        (Poison, {"health": 3, "with_": ("avoid-death",)}, "add --rank hero"),
        (Bleed, {"health": 3, "endurance": 3, "with_": ("imperial-luck",)}, "only avoid-death can be given"),
    ],
)
def test_wrong_input_is_one_sentence_with_the_way_out(
    kind: type[Question], given: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ImpossibleQuestion) as refused:
        build(kind, given).roll(Box.shipped())
    assert sentence in str(refused.value)


def test_a_unit_brings_health_and_attributes_and_its_immunity(card: Callable[..., None]) -> None:
    card("might", ())
    check(Burning(unit="tester", activations=3), burning(1, 3, 3, 3, 4, 4))
    check(Bleed(unit="tester", tokens=1, activations=2), bleeding(1, 2, 3, 3, 1, 2, 4, True))
    check(Poison(unit="tester", health=2, activations=2), poisoned(1, 2, 2, 3, 1, 4))
    card("might", (), immunity="Bleed, Poison")
    for kind in (Bleed, Poison):
        with pytest.raises(ImpossibleQuestion, match=r"Tester has Immunity \(.*\): it receives no such token"):
            kind(unit="tester").roll(Box.shipped())
    assert exact(Burning(unit="tester")).event("out") > 0
    card("might", (), race="Undead")
    with pytest.raises(ImpossibleQuestion, match=r"Tester has Immunity \(Bleed\): it receives no such token"):
        Bleed(unit="tester").roll(Box.shipped())
