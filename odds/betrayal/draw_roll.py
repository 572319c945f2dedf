"""Draws without replacement: a deck, or an overland deck into which some of the general cards were shuffled."""

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.deck import Draw as Deal
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.question import Roll
from tamriel_odds.odds.sums import calls_of

if TYPE_CHECKING:
    from tamriel_odds.odds.betrayal.draw import Draw

MOST_CELLS = 1 << 16


@cache
def decks() -> dict[str, dict[str, Any]]:
    """The decks and bags of the box, by name (odds/data/betrayal_decks.toml)."""
    return tomllib.loads(files("tamriel_odds.odds").joinpath("data/betrayal_decks.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class DeckRoll(Roll):
    """Cards drawn from one deck."""

    deal: Deal
    notes: tuple[str, ...]
    rulings: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()

    @cached_property
    def outcomes(self) -> Outcomes:
        """An axis for each kind of wanted card: how many of it are drawn."""
        names = ["wanted", *(f"wanted {number}" for number in range(2, len(self.deal.wanted) + 1))]
        axes = tuple(Axis.counting(name, size - 1) for name, size in zip(names, self.deal.shape, strict=True))
        plain_ = Outcomes(axes, tuple(names), {})
        drawn = [plain_.where(axis.name, *axis.values[1:]) for axis in axes]
        events = {"any": np.logical_or.reduce(drawn)}
        events |= {"one of each": np.logical_and.reduce(drawn)} if len(axes) > 1 else {}
        return Outcomes(axes, plain_.tables, events)

    def exact(self) -> NDArray[np.float64]:
        return self.deal.exact()

    def kernel(self) -> str:
        return "deck"

    def tables(self) -> dict[str, Any]:
        return self.deal.tables()


@dataclass(frozen=True)
class OverlandRoll(Roll):
    """Cards of an overland deck: `cards` of the province, and `shuffled_in` of the `general` ones.

    `wanted` are those of the province, `wanted_general` those among all general cards, in the deck or not.
    """

    cards: int
    general: int
    shuffled_in: int
    wanted: int
    wanted_general: int
    drawn: int
    notes: tuple[str, ...]
    rulings: tuple[str, ...] = ()
    dice: tuple[Die, ...] = ()

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axis wanted: how many wanted cards are drawn, of either kind."""
        most = min(self.drawn, self.wanted + min(self.wanted_general, self.shuffled_in))
        axis = Axis.counting("wanted", most)
        return Outcomes((axis,), ("wanted",), {"any": np.arange(most + 1) > 0})

    def exact(self) -> NDArray[np.float64]:
        """By the number of general cards drawn: they are as random a handful of the ten as any."""
        shares = np.zeros(len(self.outcomes.axes[0].values))
        for general in range(min(self.shuffled_in, self.drawn) + 1):
            own = self.drawn - general
            if own > self.cards:
                continue
            hands = comb(self.cards, own) * comb(self.shuffled_in, general)
            share = hands / comb(self.cards + self.shuffled_in, self.drawn)
            of_own = Deal((self.wanted,), self.cards - self.wanted, own).exact()
            of_general = Deal((self.wanted_general,), self.general - self.wanted_general, general).exact()
            together = np.convolve(of_own, of_general)
            shares[: len(together)] += share * together[: len(shares)]
        return shares

    def kernel(self) -> str:
        return "betrayal.overland"

    def tables(self) -> dict[str, Any]:
        return {
            "calls": calls_of(range(max(self.drawn, 1))),
            "cards": self.cards,
            "general": self.general,
            "shuffled_in": self.shuffled_in,
            "wanted": self.wanted,
            "wanted_general": self.wanted_general,
            "drawn": self.drawn,
        }


def resolve(asked: "Draw") -> DeckRoll | OverlandRoll:
    """The draw of a question; raises WrongInput where there are not as many cards."""
    deck = _deck(asked)
    cards = asked.cards if asked.cards is not None else deck.get("cards")
    drawn = asked.drawn if asked.drawn is not None else deck.get("drawn")
    if cards is None:
        raise ImpossibleQuestion("name a deck, or say with --cards how many cards there are")
    if drawn is None:
        raise ImpossibleQuestion("give --drawn N: how many are drawn differs from place to place")
    notes = (f"{deck['title']} ({deck['source']})",) if deck else ()
    left = cards - asked.aside
    if "shuffled_in" in deck:
        return _overland(asked, deck, left, drawn, notes)
    if asked.general:
        raise ImpossibleQuestion("--general: only an overland deck has general cards")
    if sum(asked.wanted) > left:
        raise ImpossibleQuestion(f"--wanted {sum(asked.wanted)}: there are {max(left, 0)} cards in the deck")
    deal = Deal(asked.wanted, left - sum(asked.wanted), drawn)
    if np.prod(deal.shape) > MOST_CELLS:
        raise ImpossibleQuestion("--wanted: these are too many kinds for one answer; ask for fewer at a time")
    return DeckRoll(deal, notes)


def _deck(asked: "Draw") -> dict[str, Any]:
    if asked.deck is None:
        return {}
    for name, deck in decks().items():
        if plain(name) == plain(asked.deck):
            return deck
    raise UnknownName(f"deck {asked.deck!r}: there is no such deck{offer(asked.deck, decks())}")


def _overland(asked: "Draw", deck: dict[str, Any], left: int, drawn: int, notes: tuple[str, ...]) -> OverlandRoll:
    if len(asked.wanted) > 1:
        raise ImpossibleQuestion("--wanted: of an overland deck one kind can be asked for, and --general beside it")
    if asked.wanted[0] > left:
        raise ImpossibleQuestion(f"--wanted {asked.wanted[0]}: there are {max(left, 0)} cards of the province")
    if drawn > left + deck["shuffled_in"]:
        raise ImpossibleQuestion(f"--drawn {drawn}: the deck has {left + deck['shuffled_in']} cards")
    return OverlandRoll(left, deck["general"], deck["shuffled_in"], asked.wanted[0], asked.general, drawn, notes)
