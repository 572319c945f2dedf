"""An adventurer's rounds against a target that withstands them, where faces change the cooldown track by chance.

The steps and the words are those of a battle (battle.py); the damage of all rounds is counted.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.betrayal.battle import FIRST_FATIGUE_ROUND
from tamriel_odds.kernels.betrayal.block import new_block
from tamriel_odds.kernels.betrayal.mats import new_mats
from tamriel_odds.kernels.betrayal.turn import adventurer_turn, begin, fatigue_round
from tamriel_odds.kernels.betrayal.units import BLOCK, FOES, HEALTH
from tamriel_odds.kernels.jit import kernel


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
        draw = 0
        for number in range(1, tables.rounds + 1):
            if number >= FIRST_FATIGUE_ROUND:
                fatigue_round(block, damage.size, mats, tables.party)
            draw = adventurer_turn(block, damage.size, 0, mats, tables, seed, here, draw)
        for trial in range(damage.size):
            damage[trial] = tables.enemies[0, HEALTH] - block.state[FOES, trial]
