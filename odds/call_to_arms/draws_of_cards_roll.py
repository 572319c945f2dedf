"""Decks and bags of the book, and what is drawn from them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.attempts import Attempts
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.deck import Draw as Drawn
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import offer, plain
from tamriel_odds.odds.question import Roll

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.draws_of_cards import Draw

WANTED = "wanted"


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck: the cards of each kind (none: a pool whose size the players decide), and how many are drawn."""

    name: str
    help: str
    section: str
    draw: int | tuple[tuple[int, int], ...]
    cards: Mapping[str, int] = field(default_factory=dict, hash=False)

    def drawn(self, septims: int | None) -> int:
        """How many the book has drawn, by the Gold Septim limit where that decides."""
        if isinstance(self.draw, int):
            return self.draw
        if septims is None:
            raise ImpossibleQuestion(f"{self.name}: the Gold Septim limit says how many; give --septims N or --draw N")
        return next(number for limit, number in self.draw if septims <= limit or not limit)


@cache
def decks() -> dict[str, Deck]:
    """All decks, in the order of the data file."""
    rows = tomllib.loads(
        files("tamriel_odds.odds").joinpath("data/call_to_arms_decks.toml").read_text(encoding="utf-8")
    )
    return {name: Deck(name, **{**row, "draw": _steps(row["draw"])}) for name, row in rows.items()}


def _steps(draw: int | list[list[int]]) -> int | tuple[tuple[int, int], ...]:
    return draw if isinstance(draw, int) else tuple((limit, number) for limit, number in draw)


@dataclass(frozen=True)
class DrawRoll(Roll):
    """Kinds by name with the cards there are of each, others that are not counted, and how many are drawn."""

    kinds: Mapping[str, int]
    others: int
    drawn: int
    first: str
    dice: tuple[Die, ...] = ()
    rulings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @cached_property
    def _draw(self) -> Drawn:
        return Drawn(tuple(self.kinds.values()), self.others, self.drawn)

    @cached_property
    def outcomes(self) -> Outcomes:
        """An axis for each kind: how many of it are drawn."""
        axes = tuple(Axis.counting(kind, size - 1) for kind, size in zip(self.kinds, self._draw.shape, strict=True))
        tables = (self.first, *(kind for kind in self.kinds if kind != self.first))
        seen = Outcomes(axes, tables, {})
        return Outcomes(axes, tables, {f"any {kind}": ~seen.where(kind, 0) for kind in tables})

    @property
    def tries(self) -> Attempts:
        return Attempts(f"any {self.first}", field="draw")

    @property
    def is_certain(self) -> bool:
        return self.drawn == 0

    def exact(self) -> NDArray[np.float64]:
        return self._draw.exact()

    def kernel(self) -> str:
        return "deck"

    def tables(self) -> dict[str, Any]:
        return self._draw.tables()


def draw(asked: "Draw") -> DrawRoll:
    """The deck that is named or counted, and the draws from it."""
    deck = None
    if asked.deck is not None:
        deck = decks().get(plain(asked.deck))
        if deck is None:
            raise UnknownName(f"deck {asked.deck}: the book has no such deck{offer(asked.deck, decks())}")
    if deck is not None and deck.cards:
        if asked.cards is not None or asked.wanted is not None:
            raise ImpossibleQuestion(f"--cards and --wanted: the book says what the {deck.name} deck holds")
        kinds, others = dict(deck.cards), 0
    else:
        kinds, others = _pool(asked)
    if asked.septims is not None and (deck is None or isinstance(deck.draw, int)):
        raise ImpossibleQuestion("--septims: the Gold Septim limit does not say how many of these are drawn")
    drawn = asked.draw if asked.draw is not None else deck.drawn(asked.septims) if deck is not None else None
    if drawn is None:
        raise ImpossibleQuestion("a draw needs to know how many are drawn; give --draw N")
    cards = sum(kinds.values()) + others
    if asked.draw is not None and drawn > cards:
        raise ImpossibleQuestion(f"--draw {drawn}: {drawn} cards cannot be drawn from a deck of {cards}")
    # An activation limit above the number of Adversaries activates them all.
    drawn = min(drawn, cards)
    return DrawRoll(kinds, others, drawn, _first(asked, kinds))


def _pool(asked: "Draw") -> tuple[dict[str, int], int]:
    if asked.cards is None:
        known = ", ".join(name for name, deck in decks().items() if deck.cards)
        raise ImpossibleQuestion(f"name a deck of the book ({known}) or say how many cards there are; give --cards N")
    wanted = 1 if asked.wanted is None else asked.wanted
    if wanted > asked.cards:
        raise ImpossibleQuestion(f"--wanted {wanted}: there are only {asked.cards} cards")
    return {WANTED: wanted}, asked.cards - wanted


def _first(asked: "Draw", kinds: Mapping[str, int]) -> str:
    if asked.kind is None:
        return next(iter(kinds))
    for kind in kinds:
        if plain(kind) == plain(asked.kind):
            return kind
    raise UnknownName(f"--kind {asked.kind}: the deck holds no such cards{offer(asked.kind, kinds)}")
