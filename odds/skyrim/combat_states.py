"""Everything a combat of one player can come to: its exact odds, and the best decisions by dynamic programming."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int64]
Floats = NDArray[np.float64]
Rows = NDArray[np.int32]
RESULT, ROUND, WON, NOTHING, AMBUSH = 5, 6, 1, 0, 2
ENDS, MOST_PUSHES, FACES = 10, 4, 6
BATCH = 2048
# Beyond this many ends of actions, or decisions kept, the memory of a laptop does not do.
MOST_ENDS, MOST_DECISIONS = 60_000_000, 40_000_000
# Up to so many, listing them pays even when only a simulation is asked for.
WALKED_ENDS = 2_000_000


class TooMany(Exception):
    """More states than can be listed."""


@dataclass(frozen=True, eq=False)
class Chances:
    """The dice of a combat as chances: symbols missing by action, and the test that opens a stage."""

    tests: Floats  # [action, symbols missing]
    needs: Codes  # [action]
    symbol: Floats  # [action]: that one more die shows the symbol
    opening: Floats  # [stage]
    hopes: NDArray[np.uint8]  # [action, missing, pushes left]


@dataclass(frozen=True, eq=False)
class Decisions:
    """What is done by round, plight and face of the enemy die: the place of the action, and a plan of its pushes."""

    chosen: NDArray[np.uint8]
    plans: Codes


@dataclass(frozen=True, eq=False)
class States:
    """All states, plights and what follows; every index is a place in the rising codes."""

    kernel_tables: Any
    actions: Rows
    sizes: Codes
    chances: Chances
    state_codes: Codes
    plight_codes: Codes
    opens: Codes  # [state]
    after_opening: Codes  # [state, passed]
    plight_of: Codes  # [state, roll of the Followers]: -1 where the round has ended
    ended_in: Codes  # [state, roll]: the state it has ended in, else -1
    after: NDArray[np.int32]  # [plight, face, action, end of its test]
    most: NDArray[np.int8]  # [plight, face, action]: the pushes there are

    @cached_property
    def rows(self) -> Rows:
        return decoded(self.state_codes, self.kernel_tables.code_strides, self.sizes)

    @cached_property
    def results(self) -> Rows:
        return np.ascontiguousarray(self.rows[:, RESULT])

    @property
    def roll_share(self) -> float:
        return 1.0 / int(self.plight_of.shape[1])

    @cached_property
    def pass_chance(self) -> Floats:
        """The chance of the test that opens each state; an Ambush is none."""
        return np.where(self.opens == AMBUSH, 0.0, self.chances.opening[self.rows[:, 0]])

    @cached_property
    def start(self) -> int:
        from tamriel_odds.kernels.skyrim.combat_states import codes_of, first_state

        first = first_state(self.kernel_tables.start, self.kernel_tables.rules)[None, :]
        return int(np.searchsorted(self.state_codes, codes_of(first, self.kernel_tables.code_strides)[0]))

    def by_rules(self, rounds: int, asks_round: bool) -> Decisions:
        """The decisions of the player's rules: the same in every round, unless a rule asks for the round."""
        from tamriel_odds.kernels.skyrim.combat_states import rule_actions

        plights = decoded(self.plight_codes, self.kernel_tables.code_strides, self.sizes)
        count = rounds if asks_round else 1
        chosen = np.zeros((count, len(plights), FACES), np.uint8)
        plans = np.zeros(chosen.shape, np.int64)
        places = np.arange(len(plights))[:, None], np.arange(FACES)
        for number in range(count):
            plights[:, ROUND] = number + 1
            rule_actions(plights, self.kernel_tables.rules, self.actions, chosen[number])
            most = np.maximum(self.most[(*places, chosen[number])], 0)
            plans[number] = self._plans[chosen[number], most]
        return Decisions(chosen, plans)

    @cached_property
    def _plans(self) -> Codes:
        """The plan that hope makes: [action, pushes there are]."""
        hopes = self.chances.hopes
        plans = np.zeros((len(hopes), MOST_PUSHES + 1), np.int64)
        for most in range(MOST_PUSHES + 1):
            for missing in range(1, hopes.shape[1]):
                for paid in range(most):
                    plans[:, most] |= hopes[:, missing, most - paid].astype(np.int64) << (5 * missing + paid)
        return plans

    def best(self, rounds: int) -> Decisions:
        """The decisions that win most often within so many rounds, worked out from the last round to the first."""
        from tamriel_odds.kernels.skyrim.combat_states import decide_best

        if rounds * len(self.plight_codes) * FACES > MOST_DECISIONS:
            raise TooMany
        chosen = np.zeros((rounds, len(self.plight_codes), FACES), np.uint8)
        plans = np.zeros(chosen.shape, np.int64)
        plight_values = np.zeros(len(self.plight_codes) + 1)
        ended = (self.results == WON).astype(np.float64)
        values = ended.copy()
        goes_on = self.results == 0
        opened, chances = self.opens != NOTHING, self.chances
        shares = np.full(FACES, 1 / FACES)
        for number in reversed(range(rounds)):
            decide_best(
                values, self.most, self.after, chances.tests, chances.needs, chances.symbol, shares,
                chosen[number], plans[number], plight_values[:-1],
            )  # fmt: skip
            opening = (1 - self.pass_chance) * values[self.after_opening[:, 0]]
            opening += self.pass_chance * values[self.after_opening[:, 1]]
            rolled = np.where(self.plight_of >= 0, plight_values[self.plight_of], values[self.ended_in]).mean(axis=1)
            values = np.where(goes_on, np.where(opened, opening, rolled), ended)
        return Decisions(chosen, plans)

    def walk(
        self, decisions: Decisions, tests: Rows, stages: Rows, openings: Rows, round_stride: int
    ) -> dict[str, Any]:
        """The fields of the kernel's ``Tables`` (kernels/skyrim/combat_walk.py) that are read off the states."""
        from tamriel_odds.kernels.skyrim.combat_states import cells_of

        stage = self.rows[:, 0]
        opening = np.concatenate([openings[stage, 0], stages[stage, 2:3]], axis=1)
        return {
            "start": self.start,
            "has_ended": self.results > 0,
            "opens": np.select([self.opens == NOTHING, self.opens == AMBUSH], [0, 2], 1).astype(np.uint8),
            "opening": opening.astype(np.int32),
            "after_opening": self.after_opening.astype(np.int32),
            "plight_of": self.plight_of.astype(np.int32),
            "ended_in": self.ended_in.astype(np.int32),
            "chosen": decisions.chosen,
            "plans": decisions.plans,
            "tests": tests,
            "most": self.most,
            "after": self.after,
            "cell_by_state": cells_of(self.rows, self.kernel_tables.rules),
            "round_stride": round_stride,
        }

    def cells(self, decisions: Decisions, rounds: int, cells: int) -> Floats:
        """The chance of each cell when these decisions are followed."""
        from tamriel_odds.kernels.skyrim.combat_states import cells_of, spread

        counted = np.zeros(cells)
        flow = np.zeros(len(self.state_codes))
        flow[self.start] = 1.0
        rows, has_ended = self.rows.copy(), self.results > 0
        opened = (self.opens != NOTHING) & ~has_ended
        rolls = (self.opens == NOTHING) & ~has_ended
        plight_of, ended_in = self.plight_of[rolls], self.ended_in[rolls]
        goes, stops = plight_of >= 0, plight_of < 0
        shares, face_shares, chances = np.zeros(ENDS), np.full(FACES, 1 / FACES), self.chances
        for number in range(rounds):
            later = np.zeros(len(flow))
            np.add.at(later, self.after_opening[opened, 0], flow[opened] * (1 - self.pass_chance[opened]))
            np.add.at(later, self.after_opening[opened, 1], flow[opened] * self.pass_chance[opened])
            rolled = np.repeat(flow[rolls] * self.roll_share, self.plight_of.shape[1]).reshape(plight_of.shape)
            np.add.at(later, ended_in[stops], rolled[stops])
            plights = np.bincount(plight_of[goes], rolled[goes], minlength=len(self.plight_codes))
            place = min(number, len(decisions.chosen) - 1)
            spread(
                later, shares, ENDS, plights, face_shares, decisions.chosen[place], decisions.plans[place], self.most,
                self.after, chances.tests, chances.needs, chances.symbol,
            )  # fmt: skip
            ended = has_ended & (later > 0)
            rows[:, ROUND] = number + 1
            np.add.at(counted, cells_of(rows[ended], self.kernel_tables.rules), later[ended])
            later[ended] = 0.0
            flow = later
        left = flow > 0
        np.add.at(counted, cells_of(rows[left], self.kernel_tables.rules), flow[left])
        return counted


def decoded(codes: Codes, strides: Codes, sizes: Codes) -> Rows:
    """The rows of fights that codes stand for, at round 0."""
    rows = codes[:, None] // np.where(strides > 0, strides, 1) % sizes
    rows[:, strides == 0] = 0
    return np.ascontiguousarray(rows, dtype=np.int32)


def explore(
    kernel_tables: Any, sizes: Codes, actions: Rows, chances: Chances, follower_dice: int, most_ends: int
) -> States:
    """Every state that can be reached, whatever the player decides; TooMany where there are more ends than that."""
    from tamriel_odds.kernels.skyrim.combat_states import act, codes_of, first_state, open_states, reach_plights

    rules, strides = kernel_tables.rules, kernel_tables.code_strides
    faces = np.array([(*roll, 0, 0, 0)[:3] for roll in product(range(FACES), repeat=follower_dice)], np.int32)
    width = FACES * len(actions) * ENDS
    new = codes_of(first_state(kernel_tables.start, rules)[None, :], strides)
    seen, seen_plights = np.zeros(0, np.int64), np.zeros(0, np.int64)
    states: list[tuple[NDArray[Any], ...]] = []
    plights: list[tuple[NDArray[Any], ...]] = []
    while len(new):
        seen = np.union1d(seen, new)
        found = [np.zeros(0, np.int64)]
        for first in range(0, len(new), BATCH):
            codes = new[first : first + BATCH]
            rows = decoded(codes, strides, sizes)
            codes, rows = codes[rows[:, RESULT] == 0], rows[rows[:, RESULT] == 0]
            opens, opened = np.zeros(len(rows), np.int64), np.zeros((len(rows), 2), np.int64)
            open_states(rows, rules, strides, opens, opened)
            there = np.zeros((len(rows), len(faces), rows.shape[1]), np.int32)
            has_ended = np.zeros(there.shape[:2], np.bool_)
            reach_plights(rows, rules, faces, there, has_ended)
            reached = codes_of(there.reshape(-1, rows.shape[1]), strides).reshape(has_ended.shape)
            is_rolled = np.broadcast_to((opens == NOTHING)[:, None], reached.shape)
            states.append((codes, opens, opened, reached, has_ended))
            found += [opened[opens != NOTHING].ravel(), reached[has_ended & is_rolled]]
            fresh = np.setdiff1d(reached[~has_ended & is_rolled], seen_plights)
            seen_plights = np.union1d(seen_plights, fresh)
            if len(seen_plights) * width > most_ends:
                raise TooMany
            after = np.zeros((len(fresh), FACES, len(actions), ENDS), np.int64)
            most = np.zeros(after.shape[:3], np.int8)
            act(decoded(fresh, strides, sizes), rules, strides, actions, after, most)
            plights.append((fresh, after, most))
            found.append(np.unique(after[after >= 0]))
        new = np.setdiff1d(np.concatenate(found), seen)
    return _gathered(kernel_tables, sizes, actions, chances, seen, seen_plights, states, plights)


def _gathered(
    tables: Any,
    sizes: Codes,
    actions: Rows,
    chances: Chances,
    state_codes: Codes,
    plight_codes: Codes,
    states: list[tuple[NDArray[Any], ...]],
    plights: list[tuple[NDArray[Any], ...]],
) -> States:
    """What was found batch by batch, in the order of the codes, codes turned into places."""
    rolls = states[0][3].shape[1]
    opens = np.zeros(len(state_codes), np.int64)
    after_opening = np.zeros((len(state_codes), 2), np.int64)
    plight_of = np.full((len(state_codes), rolls), -1, np.int64)
    ended_in = np.full((len(state_codes), rolls), -1, np.int64)
    for codes, own_opens, opened, reached, has_ended in states:
        there = np.searchsorted(state_codes, codes)
        opens[there] = own_opens
        after_opening[there] = np.searchsorted(state_codes, np.maximum(opened, 0)) * (opened >= 0)
        is_rolled = (own_opens == NOTHING)[:, None]
        plight_of[there] = np.where(~has_ended & is_rolled, np.searchsorted(plight_codes, reached), -1)
        ended_in[there] = np.where(has_ended & is_rolled, np.searchsorted(state_codes, reached), -1)
    after = np.full((len(plight_codes), FACES, len(actions), ENDS), -1, np.int32)
    most = np.full(after.shape[:3], -1, np.int8)
    for codes, following, pushes in plights:
        there = np.searchsorted(plight_codes, codes)
        after[there] = np.where(following >= 0, np.searchsorted(state_codes, following), -1)
        most[there] = pushes
    return States(
        tables,
        actions,
        sizes,
        chances,
        state_codes,
        plight_codes,
        opens,
        after_opening,
        plight_of,
        ended_in,
        after,
        most,
    )
