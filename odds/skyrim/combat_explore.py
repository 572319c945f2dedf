"""Finding everything that a combat can come to: states, plights and what follows, by the kernel of the rules."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.skyrim.combat_states import ENDS, FACES, NOTHING, Codes, States, TooMany

# So many ends of actions are listed at a time.
BATCH_ENDS = 1_000_000
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
    states, plights = Listed(), Listed()
    states.add(start[None, :] @ strides)
    fights = np.zeros((3, len(start)), np.int64)
    most = BATCH_ENDS // (FACES * options * ENDS)
    found = []
    while len(states.waiting) or len(plights.waiting):
        here, there = states.taken(most), plights.taken(most)
        following = np.full((len(here), REACHED + 2 * rolls), NO_CODE, np.int64)
        ends = np.full((len(there), FACES, options, AFTER + ENDS), NO_CODE, np.int64)
        follow(here, there, fights, rules, following, ends)
        found.append((here, following, there, ends))
        states.add(following[:, FAILED:REACHED], following[:, REACHED + 1 :: 2], ends[:, :, :, AFTER:])
        plights.add(following[:, REACHED::2])
        if max(len(plights.seen) * FACES * options * ENDS, len(states.seen) * rolls) > most_ends:
            raise TooMany
    # In the order of the codes, codes turned into places.
    here, there = (np.concatenate([batch[column] for batch in found]).argsort() for column in (0, 2))
    following = np.concatenate([batch[1] for batch in found])[here]
    ends = np.concatenate([batch[3] for batch in found])[there]
    return States(
        rows=states.seen[:, None] // strides % tables["sizes"],
        start=int(np.searchsorted(states.seen, found[0][0])[0]),
        cells=following[:, CELL].copy(),
        opens=np.maximum(following[:, OPENS], NOTHING),
        opening_players=following[:, OPENING_PLAYER].copy(),
        after_opening=states.places(following[:, FAILED:REACHED]),
        plight_of=plights.places(following[:, REACHED::2]),
        ended_in=states.places(following[:, REACHED + 1 :: 2]),
        actions=ends[:, :, :, ACTION].copy(),
        most=ends[:, :, :, MOST].astype(np.int8),
        after=states.places(ends[:, :, :, AFTER:]),
    )
