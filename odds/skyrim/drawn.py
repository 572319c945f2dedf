"""Cards drawn from one deck, as numbers: how many there are for the Gold, and how many of them are wanted."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.deck import Draw
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.question import Roll
from tamriel_odds.odds.skyrim.characters import Bonus, race_named, skill_named
from tamriel_odds.odds.skyrim.draw import DrawCards

SKILL_OF = {"market": "speech", "upgrade": "smithing", "enchant": "enchanting"}


@dataclass(frozen=True)
class Prices:
    """What cards cost: the first draw and the cards it shows, and each card after that."""

    first: int
    shown: int
    push: int

    def cards(self, gold: int) -> int:
        """How many cards that Gold shows."""
        return 0 if gold < self.first else self.shown + (gold - self.first) // self.push

    @classmethod
    def of(cls, asked: DrawCards) -> "Prices":
        """The prices after Skill and race: extra cards and Gold off, both on the first draw only."""
        bonuses: list[Bonus | None] = [skill_named(SKILL_OF[asked.at]).bonus(asked.skill)]
        if asked.race is not None:
            race = race_named(asked.race)
            bonus = race.learned.get(SKILL_OF[asked.at])
            if bonus is None or bonus.at != asked.at:
                raise ImpossibleQuestion(f"--race {asked.race}: {race.title} has nothing for --at {asked.at}")
            if asked.skill == "none":
                raise ImpossibleQuestion(f"--race {asked.race}: it needs the Skill, give --skill learned or legendary")
            bonuses.append(bonus)
        given = [bonus for bonus in bonuses if bonus is not None]
        first = max(asked.price - sum(bonus.gold for bonus in given), 0)
        return cls(first, 1 + sum(bonus.cards for bonus in given), asked.push or max(asked.price, 1))


@dataclass(frozen=True)
class CardsRoll(Roll):
    """So many cards of a deck that holds so many wanted ones."""

    deck: int
    wanted: int
    drawn: int
    prices: Prices | None
    gold: int
    rulings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    dice = ()

    @property
    def draw(self) -> Draw:
        return Draw((self.wanted,), self.deck - self.wanted, self.drawn)

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axis wanted: how many of the wanted cards are seen."""
        axis = Axis.counting("wanted", self.draw.shape[0] - 1)
        return Outcomes((axis,), ("wanted",), {"seen": np.arange(len(axis.values)) > 0})

    @property
    def listings(self) -> tuple[Listing, ...]:
        """For every sum of Gold the cards it shows and the chance to see a wanted one."""
        if self.prices is None:
            return ()
        rows = []
        for gold in range(self.gold + 1):
            cards = min(self.prices.cards(gold), self.deck)
            unseen = Draw((self.wanted,), self.deck - self.wanted, cards).exact()[0]
            rows.append((gold, cards, 1.0 - float(unseen)))
        return (Listing("gold", "Cards seen for so much Gold", ("gold", "cards", "seen"), tuple(rows), ("seen",)),)

    @property
    def is_certain(self) -> bool:
        return len(self.outcomes.axes[0].values) == 1

    def exact(self) -> NDArray[np.float64]:
        return self.draw.exact()

    def kernel(self) -> str:
        return "deck"

    def tables(self) -> dict[str, Any]:
        return self.draw.tables()


def resolve(asked: DrawCards) -> CardsRoll:
    """The cards a question draws."""
    if asked.at == "deck":
        for name, value in (("skill", asked.skill != "none"), ("race", asked.race), ("push", asked.push)):
            if value:
                raise ImpossibleQuestion(f"--{name}: it changes draws that are paid for, not --at deck")
        if (asked.cards or 0) > asked.deck:
            raise ImpossibleQuestion(f"--cards {asked.cards}: the deck has {asked.deck}")
        return CardsRoll(asked.deck, asked.wanted, asked.cards or 0, None, 0)
    prices, gold = Prices.of(asked), asked.gold or 0
    cards = prices.cards(gold)
    notes = [f"{gold} Gold shows {min(cards, asked.deck)} cards"]
    if cards > asked.deck:
        notes.append("that is the whole deck, for more Gold than it takes")
    return CardsRoll(asked.deck, asked.wanted, min(cards, asked.deck), prices, gold, notes=tuple(notes))
