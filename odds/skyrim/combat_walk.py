"""The tables of the kernel that walks a combat from state to state (kernels/skyrim/combat_walk.py)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.skyrim.combat_states import (
    AMBUSH,
    ENDS,
    FACES,
    MOST_PUSHES,
    NOTHING,
    STAGE,
    Codes,
    Decisions,
    Places,
    States,
)

# The columns of a test: three pools, the symbol, what is needed, the plan of pushes.
SYMBOL, PLAN = 3, 5
# Pools of one to five dice for each of three symbols, and none; the symbols that three of them can show.
MOST_POOLS, MOST_SHOWN = 16, 15
DICE_A_WORD = 5


@dataclass(frozen=True, eq=False)
class Walk:
    """A combat to be walked. Turns are the plights, then the openings of stages, then rounds that end before the enemy
    die, all as decisions, whatever the die shows.

    `own` are the tables of the combat (combat_tables.py).
    """

    states: States
    decisions: Decisions
    own: dict[str, Any]

    def tables(self, follower_dice: int, round_stride: int) -> dict[str, Any]:
        """The fields of the kernel's ``Tables``."""
        own, states = self.own, self.states
        running = int(np.count_nonzero(states.results == 0))
        # States that have ended come last.
        order = np.argsort(states.results > 0, kind="stable")
        rank = np.empty(len(order), np.int32)
        rank[order] = np.arange(len(order))
        turns, decisions = self._turns[order[:running]], self._decisions
        # Without a roll of Followers a state has one turn.
        by_turn = decisions if follower_dice else decisions[:, turns[:, 0]]
        ends, used = self._ends
        return {
            "calls": own["calls"],
            "rounds": own["rounds"],
            "start": int(rank[states.start]),
            "first_ended": running,
            "follower_dice": follower_dice,
            "test_words": self._test_words,
            "pushes": self._pushes,
            "pools": own["pools"].ravel(),
            "turns": turns.ravel(),
            "decisions": by_turn.ravel(),
            "decided_rounds": len(decisions),
            "ends": ends.ravel(),
            "most_shown": ends.shape[1] - 1,
            "ends_a_row": len(used),
            "after": rank[self._rows[self._distinct[0]]].ravel(),
            "cell_by_state": states.cells[order],
            "round_stride": round_stride,
        }

    @cached_property
    def _opening(self) -> Codes:
        """The states that open a stage."""
        return np.flatnonzero(self.states.opens != NOTHING)

    @cached_property
    def _ended(self) -> Places:
        """The states in which a round ends before the enemy die."""
        return np.unique(self.states.ended_in[self.states.ended_in >= 0])

    @cached_property
    def _turns(self) -> Places:
        """The turn of each state and roll of the Followers."""
        states, plights = self.states, len(self.states.actions)
        ends = plights + len(self._opening) + np.searchsorted(self._ended, states.ended_in)
        turns = np.where(states.plight_of >= 0, states.plight_of, ends)
        turns[self._opening] = plights + np.arange(len(self._opening))[:, None]
        return turns.astype(np.int32)

    @cached_property
    def _rows(self) -> Places:
        """The states after the ends of tests: those of every plight, face and option, then of the other turns."""
        opened = np.zeros((len(self._opening), ENDS), np.int32)
        opened[:, 0], opened[:, MOST_PUSHES + 1] = self.states.after_opening[self._opening].T
        ended = np.repeat(self._ended[:, None], ENDS, axis=1)
        return np.concatenate([self.states.after.reshape(-1, ENDS), opened, ended])[:, self._ends[1]]

    @cached_property
    def _distinct(self) -> tuple[Codes, Codes]:
        """The first row of each kind, and for every row its kind: a party's stay in the cache (12 % of its combat)."""
        first = places = self._rows[:, 0].astype(np.int64)
        for column in self._rows.T:
            _, first, places = np.unique(
                places * len(self.states.rows) + column, return_index=True, return_inverse=True
            )
        return first, places

    @cached_property
    def _plans(self) -> Codes:
        """All plans of pushes there are."""
        return np.unique([0, *(plan for plans in self.decisions.plans for plan in np.unique(plans))])

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        return MOST_POOLS, MOST_POOLS, MOST_POOLS, 3, MOST_SHOWN + 2, len(self._plans)

    @cached_property
    def _options(self) -> Codes:
        """The tests of all plights, faces and options without a plan, columns in one number; 0 where there is none."""
        states, rows = self.states, self.own["actions"].T
        none = np.zeros_like(rows[0])
        tests = np.ravel_multi_index((rows[6], rows[7], none, rows[5], rows[4], none), self._sizes)
        is_certain = (states.after[:, :, :, ENDS - 1] >= 0) & (states.most == 0)
        return np.where(is_certain, 0, tests[states.actions]).ravel()

    def _decided(self, number: int) -> tuple[Codes, Codes]:
        """The tests of the plights and faces in a round, and the places of what follows them."""
        chosen = self.decisions.chosen[number].ravel()
        places = np.arange(chosen.size) * self.states.most.shape[2] + chosen
        plans = np.searchsorted(self._plans, self.decisions.plans[number].ravel())
        return self._options[places] + plans, places

    @cached_property
    def _opening_tests(self) -> Codes:
        """The tests of the openings; an Ambush is none, and not passed."""
        states, there = self.states, self._opening
        stage = states.rows[there, STAGE]
        pools = self.own["openings"][stage, states.opening_players[there]]
        needs = np.minimum(self.own["stages"][stage, 2], MOST_SHOWN + 1)
        is_ambush = states.opens[there] == AMBUSH
        pools, needs = np.where(is_ambush[:, None], 0, pools), np.where(is_ambush, MOST_SHOWN + 1, needs)
        none = np.zeros_like(needs)
        return np.ravel_multi_index((*pools.T, none, needs, none), self._sizes)

    @cached_property
    def _codes(self) -> Codes:
        """All tests there are, columns in one number."""
        found = [np.unique(self._decided(number)[0]) for number in range(len(self.decisions.chosen))]
        return np.unique(np.concatenate([[0], self._opening_tests, *found]))

    @cached_property
    def _tests(self) -> Codes:
        """Their columns."""
        columns = np.stack(np.unravel_index(self._codes, self._sizes), axis=1)
        columns[:, PLAN] = self._plans[columns[:, PLAN]]
        return columns

    @property
    def _test_words(self) -> int:
        """So many words roll the dice of any test."""
        return 1 + int(max(np.flatnonzero(self._tests[:, :SYMBOL].any(axis=0)), default=0))

    @property
    def _pushes(self) -> int:
        """The pushes of the action that has most."""
        return int(self.states.most.max(initial=0))

    @cached_property
    def _ends(self) -> tuple[NDArray[np.uint8], Codes]:
        """The end of each test, [test, shown, face of the dice of all pushes], as places among the ends there are."""
        _, _, _, symbol, need, plan = (column[:, None, None] for column in self._tests.T)
        shown, faces = np.arange(DICE_A_WORD * self._test_words + 1)[:, None], np.arange(FACES**self._pushes)
        missing, _ = np.broadcast_arrays(need - shown, faces)
        paid = np.zeros_like(missing)
        for push in range(self._pushes):
            die = faces // FACES ** (self._pushes - 1 - push) % FACES
            goes_on = plan >> np.maximum(5 * missing + paid, 0) & 1 > 0
            is_pushed = (missing > 0) & (paid == push) & goes_on
            missing, paid = missing - (is_pushed & (self.own["shows"][symbol, die] > 0)), paid + is_pushed
        used, ends = np.unique(np.where(missing > 0, paid, MOST_PUSHES + 1 + paid), return_inverse=True)
        return ends.reshape(missing.shape).astype(np.uint8), used

    @cached_property
    def _decisions(self) -> Codes:
        """By round, turn and face: what is rolled, and where what follows is listed."""
        plights, faces, options = self.states.most.shape
        others = len(self._opening) + len(self._ended)
        tests = np.concatenate([self._opening_tests, np.zeros(len(self._ended), np.int64)])
        decisions = np.empty((len(self.decisions.chosen), plights + others, FACES), np.int64)
        decisions[:, plights:] = self._packed(tests, plights * faces * options + np.arange(others))[:, None]
        for number in range(len(decisions)):
            decisions[number, :plights] = self._packed(*self._decided(number)).reshape(plights, faces)
        return decisions

    @cached_property
    def _rolled(self) -> Codes:
        """What is rolled for each test, as the kernel reads it: three pools and its number."""
        pool, pool_6, pool_11 = self._tests[:, :SYMBOL].T
        rolled: Codes = pool | pool_6 << 4 | pool_11 << 8 | np.arange(len(pool)) << 12
        return rolled

    def _packed(self, tests: Codes, places: Codes) -> Codes:
        """Decisions as the kernel reads them: what is rolled, and the row of its ends."""
        packed: Codes = self._rolled[np.searchsorted(self._codes, tests)] | self._distinct[1][places] << 36
        return packed
