"""An adventurer's rounds against a target that withstands them, where faces change the cooldown track by chance.

The steps and the words are those of a battle (battle.py); the damage of all rounds is counted.
"""

from typing import NamedTuple

import numpy as np

from tamriel_odds.kernels.betrayal.battle import CALLS_A_ROUND, FIRST_FATIGUE_ROUND, adventurer_turn
from tamriel_odds.kernels.betrayal.track import fatigue_round
from tamriel_odds.kernels.betrayal.units import HEALTH
from tamriel_odds.kernels.jit import kernel


class Tables(NamedTuple):
    """One adventurer and one target as they begin, laid out as for a battle."""

    party: np.ndarray
    stat: np.ndarray
    form: np.ndarray
    faces: np.ndarray
    enemies: np.ndarray
    supply: np.ndarray
    fatigue: int
    rounds: int


@kernel
def roll_trials(seed, first, tables, cells):
    """Fill cells[i] with the damage of trial `first` + i."""
    party, enemies, supply = tables.party.copy(), tables.enemies.copy(), tables.supply.copy()
    gathered, words = np.zeros(20, np.int64), np.zeros(4, np.int64)
    for i in range(cells.size):
        trial = first + np.uint64(i)
        party[:], enemies[:], supply[:] = tables.party, tables.enemies, tables.supply
        for number in range(1, tables.rounds + 1):
            if number >= FIRST_FATIGUE_ROUND:
                fatigue_round(party, supply)
            if party[0, HEALTH] == 0:
                break
            call = CALLS_A_ROUND * (number - 1)
            adventurer_turn(party, 0, supply, enemies, gathered, words, tables, seed, trial, call)
        cells[i] = tables.enemies[0, HEALTH] - enemies[0, HEALTH]
