"""Everything a combat can come to: its exact odds for one player, and the best decisions by dynamic programming."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int64]
Places = NDArray[np.int32]
Floats = NDArray[np.float64]
# Numbers of a row, and what they and `opens` can say (kernels/skyrim/combat_layout.py).
STAGE, RESULT, WON, NOTHING, AMBUSH = 0, 5, 1, 0, 2
ENDS, MOST_PUSHES, FACES = 10, 4, 6
# So many ends of actions and decisions take up to 0.8 GB, rolling included; so many steps take some seconds.
MOST_ENDS, MOST_DECISIONS, MOST_STEPS = 16_000_000, 8_000_000, 100_000_000
# Up to so many, listing them pays even when only a simulation is asked for.
WALKED_ENDS = 6_000_000


class TooMany(Exception):
    """More states than can be listed, or than can be gone through in every round."""


@dataclass(frozen=True, eq=False)
class Chances:
    """The dice of a combat as chances: symbols missing by action, and the test that opens a stage."""

    tests: Floats  # [action, symbols missing]
    needs: Codes  # [action]
    symbol: Floats  # [action]: that one more die shows the symbol
    opening: Floats  # [stage]


@dataclass(frozen=True, eq=False)
class Decisions:
    """What is done by round, plight and face of the enemy die: the option, and a plan of its pushes."""

    chosen: NDArray[np.uint8]
    plans: Codes


@dataclass(frozen=True, eq=False)
class States:
    """All states, plights and what follows; every index is a place in their lists, -1 what does not follow."""

    rows: Codes  # [state, number of the fight]
    start: int
    cells: Codes  # [state]: the cell at its end, without the round
    opens: Codes  # [state]
    opening_players: Codes  # [state]
    after_opening: Places  # [state, passed]
    plight_of: Places  # [state, roll of the Followers]
    ended_in: Places  # [state, roll]: the state in which the round has ended before the enemy die
    actions: Codes  # [plight, face, option]
    most: NDArray[np.int8]  # [plight, face, option]: the pushes there are
    after: Places  # [plight, face, option, end of its test]

    @cached_property
    def results(self) -> Codes:
        return np.ascontiguousarray(self.rows[:, RESULT])

    def check_steps(self, rounds: int) -> None:
        """TooMany where all options of all plights and all rolls, in so many rounds, take too long."""
        if rounds * (self.actions.size + self.plight_of.size) > MOST_STEPS:
            raise TooMany

    def pass_chance(self, chances: Chances) -> Floats:
        """The chance of the test that opens each state; an Ambush is none."""
        return np.where(self.opens == AMBUSH, 0.0, chances.opening[self.rows[:, STAGE]])

    def by_rules(self, hopes: NDArray[np.uint8]) -> Decisions:
        """The decisions of the players' rules, the only option there is; `hopes` are [action, missing, left]."""
        plans = np.zeros((len(hopes), MOST_PUSHES + 1), np.int64)
        for most in range(MOST_PUSHES + 1):
            for missing in range(1, hopes.shape[1]):
                for paid in range(most):
                    plans[:, most] |= hopes[:, missing, most - paid].astype(np.int64) << (5 * missing + paid)
        planned = plans[self.actions[:, :, 0], self.most[:, :, 0]]
        return Decisions(np.zeros((1, *planned.shape), np.uint8), planned[None])

    def best(self, chances: Chances, rounds: int) -> Decisions:
        """The decisions that win most often within so many rounds, worked out from the last round to the first.

        TooMany where that takes too long, or where they do not fit.
        """
        from tamriel_odds.kernels.skyrim.combat_chances import decide_best

        self.check_steps(rounds)
        plights = len(self.actions)
        if rounds * plights * FACES > MOST_DECISIONS:
            raise TooMany
        chosen = np.zeros((rounds, plights, FACES), np.uint8)
        plans = np.zeros(chosen.shape, np.int64)
        plight_values = np.zeros(plights + 1)
        ended = (self.results == WON).astype(np.float64)
        values = ended.copy()
        goes_on, opened, pass_chance = self.results == 0, self.opens != NOTHING, self.pass_chance(chances)
        for number in reversed(range(rounds)):
            decide_best(
                values, self.actions, self.most, self.after, chances.tests, chances.needs, chances.symbol,
                chosen[number], plans[number], plight_values[:-1],
            )  # fmt: skip
            opening = (1 - pass_chance) * values[self.after_opening[:, 0]]
            opening += pass_chance * values[self.after_opening[:, 1]]
            rolled = np.where(self.plight_of >= 0, plight_values[self.plight_of], values[self.ended_in]).mean(axis=1)
            values = np.where(goes_on, np.where(opened, opening, rolled), ended)
        return Decisions(chosen, plans)

    def chances_of_cells(
        self, decisions: Decisions, chances: Chances, rounds: int, round_stride: int, cells: int
    ) -> Floats:
        """The chance of each cell when these decisions are followed; TooMany where that takes too long."""
        from tamriel_odds.kernels.skyrim.combat_chances import spread

        self.check_steps(rounds)
        counted = np.zeros(cells)
        flow = np.zeros(len(self.rows))
        flow[self.start] = 1.0
        has_ended, pass_chance = self.results > 0, self.pass_chance(chances)
        opened = (self.opens != NOTHING) & ~has_ended
        rolls = (self.opens == NOTHING) & ~has_ended
        plight_of, ended_in = self.plight_of[rolls], self.ended_in[rolls]
        goes, stops = plight_of >= 0, plight_of < 0
        shares = np.zeros(ENDS)
        for number in range(rounds):
            later = np.zeros(len(flow))
            np.add.at(later, self.after_opening[opened, 0], flow[opened] * (1 - pass_chance[opened]))
            np.add.at(later, self.after_opening[opened, 1], flow[opened] * pass_chance[opened])
            rolled = np.repeat(flow[rolls] / plight_of.shape[1], plight_of.shape[1]).reshape(plight_of.shape)
            np.add.at(later, ended_in[stops], rolled[stops])
            plights = np.bincount(plight_of[goes], rolled[goes], minlength=len(self.actions))
            place = min(number, len(decisions.chosen) - 1)
            spread(
                later, shares, plights, decisions.chosen[place], decisions.plans[place], self.actions, self.most,
                self.after, chances.tests, chances.needs, chances.symbol,
            )  # fmt: skip
            ended = has_ended & (later > 0)
            np.add.at(counted, self.cells[ended] + (number + 1) * round_stride, later[ended])
            later[ended] = 0.0
            flow = later
        left = flow > 0
        np.add.at(counted, self.cells[left] + rounds * round_stride, flow[left])
        return counted
