"""Draws without putting back against every hand."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tamriel_odds.odds.call_to_arms.draws_of_cards import Draw
from tamriel_odds.odds.call_to_arms.draws_of_cards_roll import decks
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName, WrongInput
from tamriel_odds.odds.question import Box, build
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run


def by_hand(cards: dict[str, int], drawn: int) -> dict[tuple[int, ...], float]:
    """Every hand there is, each card told from its like."""
    deck = [kind for kind, number in cards.items() for _ in range(number)]
    hands = Counter(tuple(Counter(hand)[kind] for kind in cards) for hand in combinations(deck, drawn))
    return {hand: ways / sum(hands.values()) for hand, ways in hands.items()}


def shares(question: Draw) -> dict[tuple[int, ...], float]:
    answer = exact(question)
    return {place: float(answer.probabilities[place]) for place in zip(*answer.probabilities.nonzero(), strict=True)}


@pytest.mark.parametrize("drawn", [0, 1, 3, 5])
def test_the_treasure_deck_hand_by_hand(drawn: int) -> None:
    cards = {"superior": 8, "consumable": 7, "bonus": 2, "junk": 1}
    assert shares(Draw(deck="treasure", draw=drawn)) == pytest.approx(by_hand(cards, drawn))


@pytest.mark.parametrize("drawn", [1, 2, 7])
def test_the_event_deck_hand_by_hand(drawn: int) -> None:
    cards = {"incident": 7, "radiant quest": 1, "environment": 3}
    assert shares(Draw(deck="event", draw=drawn)) == pytest.approx(by_hand(cards, drawn))


@pytest.mark.parametrize(
    ("septims", "tokens"), [(0, 3), (99, 3), (100, 4), (199, 4), (299, 5), (300, 7), (399, 7), (400, 9), (999, 9)]
)
def test_the_septim_limit_says_how_many_treasure_tokens(septims: int, tokens: int) -> None:
    asked = shares(Draw(deck="treasure-tokens", septims=septims))
    assert asked == pytest.approx(by_hand({"locked": 4, "unlocked": 6}, tokens))


@pytest.mark.parametrize(("septims", "tokens"), [(150, 3), (199, 3), (200, 5), (399, 7), (400, 9)])
def test_the_septim_limit_says_how_many_objectives(septims: int, tokens: int) -> None:
    asked = shares(Draw(deck="objectives", septims=septims))
    assert asked == pytest.approx(by_hand({"strategic": 4, "puzzle": 4, "master chest": 2}, tokens))


@pytest.mark.parametrize(
    ("mode", "septims", "cards", "chance"),
    [
        ("battle-activations", 50, 5, 1 / 5),
        ("battle-activations", 450, 8, 5 / 8),
        ("battle-activations", 450, 4, 1),
        ("delve-activations", 100, 8, 4 / 8),
        ("delve-activations", 400, 9, 7 / 9),
    ],
)
def test_the_chance_that_one_adversary_of_the_pool_activates(
    mode: str, septims: int, cards: int, chance: float
) -> None:
    assert exact(Draw(deck=mode, septims=septims, cards=cards)).event("any wanted") == pytest.approx(chance)


def test_single_draws_of_the_scenario() -> None:
    assert exact(Draw(deck="environment")).event("any wilderness") == pytest.approx(1 / 3)
    assert exact(Draw(deck="special-quest", draw=2)).event("any quest treasure") == pytest.approx(1 / 2)
    assert exact(Draw(deck="pickpocket", cards=5)).event("any wanted") == pytest.approx(1 / 5)
    assert exact(Draw(deck="spawn", cards=6, wanted=2, draw=3)).event("any wanted") == pytest.approx(1 - 4 / 20)
    assert shares(Draw(cards=9, wanted=3, draw=4)) == pytest.approx(
        {(n,): p for (n, _), p in by_hand({"wanted": 3, "others": 6}, 4).items()}
    )


def test_the_kind_that_is_asked_for_comes_first() -> None:
    answer = exact(Draw(deck="event", kind="Radiant-Quest", draw=2))
    assert answer.outcomes.tables == ("radiant quest", "incident", "environment")
    assert answer.event("any radiant quest") == pytest.approx(2 / 11)


@pytest.mark.parametrize("name", decks())
def test_every_row_is_whole(name: str) -> None:
    deck = decks()[name]
    assert deck.section.startswith("Call to Arms, ")
    assert deck.help
    assert deck.drawn(10**6) > 0
    assert isinstance(deck.draw, int) or deck.draw[-1][0] == 0
    question = Draw(deck=name, cards=None if deck.cards else 12, septims=None if isinstance(deck.draw, int) else 250)
    assert exact(question).probabilities.sum() == pytest.approx(1)


def test_decks_have_as_many_cards_as_the_book_says() -> None:
    sizes = {name: sum(deck.cards.values()) for name, deck in decks().items() if deck.cards}
    assert sizes == {
        "treasure": 18, "event": 11, "environment": 3, "special-quest": 4, "treasure-tokens": 10, "objectives": 10,
    }  # fmt: skip


@pytest.mark.parametrize(
    "question",
    [
        Draw(deck="treasure", draw=6),
        Draw(deck="event", draw=11),
        Draw(deck="objectives", septims=300),
        Draw(cards=40, wanted=7, draw=12),
        Draw(cards=3, wanted=0, draw=0),
    ],
    ids=lambda question: question.command_line(),
)
def test_rolled_and_enumerated_agree(question: Draw) -> None:
    assert largest_z(run(question, trials=100_000, seed=4), exact(question)) <= CONTRADICTION
    assert question.roll(Box.shipped()).is_certain == (question.draw == 0)


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ({}, ImpossibleQuestion, "name a deck of the book (treasure, event, "),
        ({"deck": "tresure"}, UnknownName, "did you mean 'treasure'"),
        ({"deck": "treasure", "draw": 19}, ImpossibleQuestion, "19 cards cannot be drawn from a deck of 18"),
        ({"deck": "treasure", "kind": "jnk"}, UnknownName, "did you mean 'junk'?"),
        ({"deck": "treasure", "cards": 4}, ImpossibleQuestion, "the book says what the treasure deck holds"),
        ({"deck": "treasure", "septims": 100}, ImpossibleQuestion, "does not say how many"),
        ({"deck": "objectives"}, ImpossibleQuestion, "give --septims N or --draw N"),
        ({"deck": "spawn"}, ImpossibleQuestion, "give --cards N"),
        ({"cards": 5}, ImpossibleQuestion, "give --draw N"),
        ({"cards": 5, "wanted": 6, "draw": 1}, ImpossibleQuestion, "there are only 5 cards"),
        ({"cards": 5, "draw": 6}, ImpossibleQuestion, "6 cards cannot be drawn from a deck of 5"),
    ],
)
def test_wrong_input_is_one_sentence_with_the_way_out(
    given: dict[str, Any], error: type[WrongInput], sentence: str
) -> None:
    with pytest.raises(error) as refused:
        build(Draw, given).roll(Box.shipped())
    assert sentence in str(refused.value)
