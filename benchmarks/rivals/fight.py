"""The duel by other means: icepool for what one attack comes to, a dictionary of states folded in plain Python."""

from collections import defaultdict
from typing import Any

import numpy as np

from tamriel_odds.benchmarks.rivals import attack


def folded_duel(roll: Any) -> Any:
    """The probabilities of the cells, for two sides of one plain attack each, without tokens and Endurance Tests."""
    most = [model.most_health for model in roll.models]
    outcomes = [attack_outcomes(roll.roll_of(int(choice[0, 0, 0, 0, 1]))) for choice in roll.choices]
    states: dict[tuple[int, ...], float] = {(most[0], most[1]): 1.0}
    cells = np.zeros(roll.outcomes.shape)
    for turn in roll.plan:
        own, them = turn.attacker, turn.target
        reached: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for state, share in states.items():
            for (damage, potion), probability in outcomes[turn.choice].items():
                left = list(state)
                left[them] = max(left[them] - damage, 0)
                left[own] = min(left[own] + potion, most[own])
                reached[tuple(left)] += share * probability
        states = {state: share for state, share in reached.items() if all(state)}
        for state, share in reached.items():
            if not all(state):
                cells[(turn.moment, *state)] += share
    for state, share in states.items():
        cells[(roll.never, *state)] += share
    return cells


def attack_outcomes(roll: Any) -> dict[tuple[int, int], float]:
    """What one attack comes to: damage and Potion."""
    joint = attack.icepool_exact(roll)
    outcomes: defaultdict[tuple[int, int], float] = defaultdict(float)
    for place in zip(*np.nonzero(joint), strict=True):
        outcomes[int(place[0]), int(place[3])] += float(joint[place])
    return outcomes
