"""The dice of a combat's tests as tables: what five of them show, and which failed tests are pushed."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.skyrim.combat_players import MOST_NEED, Action
from tamriel_odds.odds.skyrim.pushes import TEST_SYMBOLS, Chances, Policy

DICE_A_WORD, POOL_FACES, MOST_PUSHES = 5, 6**5, 4


@dataclass
class Pools:
    """Up to five dice that count one symbol, each such pool once; number 0 is no dice."""

    pools: list[tuple[str, int]] = field(default_factory=list)

    def number(self, symbol: str, dice: int) -> int:
        """The number of the pool of so many dice."""
        if dice <= 0:
            return 0
        if (symbol, dice) not in self.pools:
            self.pools.append((symbol, dice))
        return self.pools.index((symbol, dice)) + 1

    def numbers(self, symbol: str, dice: int, words: int) -> list[int]:
        """The numbers of the pools that so many words roll, five dice a word."""
        if dice > DICE_A_WORD * words:
            raise ImpossibleQuestion(f"{dice} dice for one test: a combat rolls at most {DICE_A_WORD * words}")
        return [self.number(symbol, min(dice - DICE_A_WORD * word, DICE_A_WORD)) for word in range(words)]

    def table(self, die: Die) -> NDArray[np.uint8]:
        """Symbols shown by each face of five dice, of which the last ones do not count; row 0 is no dice."""
        rows = [np.zeros(POOL_FACES, np.uint8)]
        for symbol, dice in self.pools:
            by_face = np.array([symbol in face.signs for face in die.faces], np.int64)
            pool = np.zeros(1, np.int64)
            for _ in range(dice):
                pool = (pool[:, None] + by_face).ravel()
            rows.append(np.repeat(pool, POOL_FACES // len(pool)).astype(np.uint8))
        return np.stack(rows)


def hopes(die: Die, action: Action) -> list[list[int]]:
    """Whether a test that lacks so many symbols, with so many pushes left, is pushed: [missing, left]."""
    policy = Policy.read(action.push, MOST_PUSHES)
    symbol, _ = action.need or (TEST_SYMBOLS[0], 0)
    chances = Chances.of(die, (symbol,))
    rows = []
    for missing in range(MOST_NEED + 1):
        cells = []
        for left in range(MOST_PUSHES + 1):
            chance = chances.chance((missing,), left)
            cells.append(int(left > 0 and (policy.hope is None or (chance > 0 and chance >= policy.hope))))
        rows.append(cells)
    return rows
