"""Finding everything that a combat can come to: states, plights and what follows, by the kernel of the rules."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.skyrim.combat_states import ENDS, FACES, NOTHING, Codes, States, TooMany

# So many ends of actions are listed at a time.
BATCH_ENDS = 1_000_000
# The option that is chosen is kept in a byte.
MOST_OPTIONS = 256
# Columns of what follows states and plights (kernels/skyrim/combat_layout.py).
CELL, OPENS, OPENING_PLAYER, FAILED, PASSED, REACHED = range(6)
ACTION, MOST, AFTER = range(3)
NO_CODE = -1


class Listed:
    """Codes that were seen, and those whose following is still to be found."""

    def __init__(self) -> None:
        self.seen = np.zeros(0, np.int64)
        self.waiting = np.zeros(0, np.int64)

    def add(self, *found: Codes) -> None:
        codes = np.unique(np.concatenate([codes.ravel() for codes in found]))
        places = np.searchsorted(self.seen, codes)
        is_fresh = np.append(self.seen, NO_CODE)[places] != codes
        is_fresh[codes == NO_CODE] = False
        self.seen = np.insert(self.seen, places[is_fresh], codes[is_fresh])
        self.waiting = np.concatenate([self.waiting, codes[is_fresh]])

    def taken(self, most: int) -> Codes:
        codes, self.waiting = self.waiting[:most], self.waiting[most:]
        return codes

    def places(self, codes: NDArray[Any]) -> NDArray[np.int32]:
        """Where codes stand in the rising list; NO_CODE stays."""
        return np.where(codes == NO_CODE, NO_CODE, np.searchsorted(self.seen, codes)).astype(np.int32)


def explore(rules: Codes, start: Codes, tables: dict[str, Any], most_ends: int) -> States:
    """Every state that can be reached from the row of a fight; TooMany where there are more ends than that.

    `tables` are those of the combat, `rules` the same in one array. Where they have no options, players follow their
    rules; else every option is tried.
    """
    from tamriel_odds.kernels.skyrim.combat_states import explore as follow

    strides, rolls, options = tables["strides"], len(tables["rolls"]), max(tables["options"].shape[1], 1)
    ends_a_plight = FACES * options * ENDS
    if options > MOST_OPTIONS:
        raise TooMany
    states, plights = Listed(), Listed()
    states.add(start[None, :] @ strides)
    fights = np.zeros((3, len(start)), np.int64)
    found = []
    while len(states.waiting) or len(plights.waiting):
        here, there = states.taken(BATCH_ENDS // max(ends_a_plight, rolls)), plights.taken(BATCH_ENDS // ends_a_plight)
        following = np.full((len(here), REACHED + 2 * rolls), NO_CODE, np.int64)
        ends = np.full((len(there), FACES, options, AFTER + ENDS), NO_CODE, np.int64)
        follow(here, there, fights, rules, following, ends)
        found.append((here, following, there, ends))
        states.add(following[:, FAILED:REACHED], following[:, REACHED + 1 :: 2], ends[:, :, :, AFTER:])
        plights.add(following[:, REACHED::2])
        if max(len(plights.seen) * ends_a_plight, len(states.seen) * rolls) > most_ends:
            raise TooMany
    return _placed(states, plights, found, tables)


def _placed(
    states: Listed, plights: Listed, found: list[tuple[Codes, Codes, Codes, Codes]], tables: dict[str, Any]
) -> States:
    """What was found in the order of the codes, codes turned into places, a batch at a time: codes are large."""
    _, faces, options, _ = found[0][3].shape
    rolls = (found[0][1].shape[1] - REACHED) // 2
    every, each = len(states.seen), (len(plights.seen), faces, options)
    first = found[0][0]
    listed = States(
        rows=states.seen[:, None] // tables["strides"] % tables["sizes"],
        start=int(np.searchsorted(states.seen, first)[0]),
        cells=np.empty(every, np.int64),
        opens=np.empty(every, np.int64),
        opening_players=np.empty(every, np.int64),
        after_opening=np.empty((every, 2), np.int32),
        plight_of=np.empty((every, rolls), np.int32),
        ended_in=np.empty((every, rolls), np.int32),
        actions=np.empty(each, np.int64),
        most=np.empty(each, np.int8),
        after=np.empty((*each, ENDS), np.int32),
    )
    while found:
        here, following, there, ends = found.pop()
        place = np.searchsorted(states.seen, here)
        listed.cells[place] = following[:, CELL]
        listed.opens[place] = np.maximum(following[:, OPENS], NOTHING)
        listed.opening_players[place] = following[:, OPENING_PLAYER]
        listed.after_opening[place] = states.places(following[:, FAILED:REACHED])
        listed.plight_of[place] = plights.places(following[:, REACHED::2])
        listed.ended_in[place] = states.places(following[:, REACHED + 1 :: 2])
        place = np.searchsorted(plights.seen, there)
        listed.actions[place] = ends[:, :, :, ACTION]
        listed.most[place] = ends[:, :, :, MOST]
        listed.after[place] = states.places(ends[:, :, :, AFTER:])
    return listed
