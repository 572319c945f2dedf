"""An adventurer's rounds against a target that withstands them, where faces change the cooldown track by chance.

The steps and the words are those of a battle (battle.py); the damage of all rounds is counted.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.betrayal.battle import CALLS_A_ROUND, FIRST_FATIGUE_ROUND
from tamriel_odds.kernels.betrayal.mats import new_mats
from tamriel_odds.kernels.betrayal.turn import adventurer_turn, begin, fatigue_round, new_block
from tamriel_odds.kernels.betrayal.units import FOES, HEALTH
from tamriel_odds.kernels.jit import kernel
from tamriel_odds.kernels.words import BLOCK


class Tables(NamedTuple):
    """One adventurer and one target as they begin, laid out as for a battle."""

    party: np.ndarray
    enemies: np.ndarray
    supply: int
    rounds: int


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the damage of trial `first` + i."""
    block, mats = new_block(1), new_mats(tables.party)
    for start in range(0, cells.size, BLOCK):
        damage, here = cells[start : start + BLOCK], first + np.uint64(start)
        begin(block, mats, tables)
        for number in range(1, tables.rounds + 1):
            if number >= FIRST_FATIGUE_ROUND:
                fatigue_round(block, damage.size, mats, tables.party)
            adventurer_turn(block, damage.size, 0, mats, tables, seed, here, CALLS_A_ROUND * (number - 1))
        for trial in range(damage.size):
            damage[trial] = tables.enemies[0, HEALTH] - block.state[FOES, trial]
