"""The arithmetic over all states of a combat of one player: its exact odds, and the best decisions."""

import numpy as np

from tamriel_odds.kernels.jit import inline, kernel
from tamriel_odds.kernels.skyrim.combat_layout import DIE_FACES, MOST_PUSHES, NOT_POSSIBLE

# How a test can end: failed or passed, with 0 to 4 pushes paid for.
ENDS = 2 * (MOST_PUSHES + 1)
FACE_SHARE = 1 / DIE_FACES
# Values that differ by less are equal: sums of floats in another order.
EQUAL = 1e-12


@inline
def shares_of_ends(shares, missing_shares, symbol_chance, most, need, plan):
    """The chance of each end of a test: `plan` has a bit for every number missing and pushes paid that goes on."""
    going = np.zeros((need + 1, MOST_PUSHES + 2))
    shares[:] = 0.0
    for missing in range(need + 1):
        going[missing, 0] = missing_shares[missing]
    for paid in range(MOST_PUSHES + 1):
        shares[MOST_PUSHES + 1 + paid] += going[0, paid]
        for missing in range(1, need + 1):
            if paid < most and plan >> (5 * missing + paid) & 1:
                going[missing - 1, paid + 1] += going[missing, paid] * symbol_chance
                going[missing, paid + 1] += going[missing, paid] * (1 - symbol_chance)
            else:
                shares[paid] += going[missing, paid]


@kernel
def spread(flow, shares, plights_flow, chosen, plans, actions, most, after, tests, needs, symbol_chances):
    """Add to flow[state] what each plight passes on: by the face, the option chosen, and the end of its test."""
    for place in range(plights_flow.size):
        if plights_flow[place] == 0.0:
            continue
        for face in range(DIE_FACES):
            share = plights_flow[place] * FACE_SHARE
            option = chosen[place, face]
            there = after[place, face, option]
            if most[place, face, option] == 0 and there[ENDS - 1] >= 0:
                flow[there[ENDS - 1]] += share
                continue
            action = actions[place, face, option]
            shares_of_ends(
                shares,
                tests[action],
                symbol_chances[action],
                most[place, face, option],
                needs[action],
                plans[place, face],
            )
            for end in range(ENDS):
                if shares[end] > 0.0:
                    flow[there[end]] += share * shares[end]


@inline
def best_of_test(values, after, missing_shares, symbol_chance, most, need):
    """What a test is worth when every push is decided for the best, and the plan that does."""
    worth = np.zeros((need + 1, MOST_PUSHES + 2))
    plan = np.int64(0)
    for paid in range(most, -1, -1):
        worth[0, paid] = values[after[MOST_PUSHES + 1 + paid]]
        for missing in range(1, need + 1):
            worth[missing, paid] = values[after[paid]]
            if paid < most:
                pushed = symbol_chance * worth[missing - 1, paid + 1] + (1 - symbol_chance) * worth[missing, paid + 1]
                if pushed > worth[missing, paid] + EQUAL:
                    worth[missing, paid] = pushed
                    plan |= np.int64(1) << (5 * missing + paid)
    value = 0.0
    for missing in range(need + 1):
        value += missing_shares[missing] * worth[missing, 0]
    return value, plan


@kernel
def decide_best(values, actions, most, after, tests, needs, symbol_chances, chosen, plans, plight_values):
    """The best option of each plight and face, what it plans, and what the plight is worth before the die is seen."""
    for place in range(chosen.shape[0]):
        plight_values[place] = 0.0
        for face in range(DIE_FACES):
            best, best_plan, best_option = -1.0, np.int64(0), 0
            for option in range(most.shape[2]):
                if most[place, face, option] == NOT_POSSIBLE:
                    continue
                there = after[place, face, option]
                if most[place, face, option] == 0 and there[0] == there[ENDS - 1]:
                    value, plan = values[there[0]], np.int64(0)
                else:
                    action = actions[place, face, option]
                    value, plan = best_of_test(
                        values,
                        there,
                        tests[action],
                        symbol_chances[action],
                        most[place, face, option],
                        needs[action],
                    )
                if value > best + EQUAL:
                    best, best_plan, best_option = value, plan, option
            chosen[place, face], plans[place, face] = best_option, best_plan
            plight_values[place] += FACE_SHARE * best
