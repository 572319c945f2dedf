"""The table of Skill Tests: the chance of every need with every number of dice and of pushes, for one symbol."""

from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.skyrim.pushes import Chances

# What the book's tests can need, the dice they can have, and the pushes a Combat Round can have.
NEEDS, DICE, PUSHES = range(1, 6), range(3, 7), range(5)


def needs_listing(die: Die, symbol: str) -> Listing:
    """A row for each need and number of dice, a column for each number of pushes that can be paid for."""
    chances = Chances.of(die, (symbol,))
    columns = tuple(f"pushes_{pushes}" for pushes in PUSHES)
    rows = tuple(
        (need, dice, *(float(chances.chance((need,), dice + pushes)) for pushes in PUSHES))
        for need in NEEDS
        for dice in DICE
    )
    title = f"Chance of a need of {symbol}s, by dice and by pushes paid for as long as it fails"
    return Listing("needs", title, ("need", "dice", *columns), rows, columns)
