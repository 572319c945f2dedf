"""Finding everything that a combat can come to: states, plights and what follows, by the kernel of the rules."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.skyrim.combat_states import ENDS, FACES, Codes, States, TooMany

# So many ends of actions are listed at a time.
BATCH_ENDS = 1_000_000
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


def explore(combat: dict[str, Any], start: Codes, most_ends: int) -> States:
    """Every state that can be reached from the row of a fight; TooMany where there are more ends than that.

    `combat` has the fields of the kernel's ``Combat``. Where it has no options, players follow their rules; else every
    option is tried.
    """
    from tamriel_odds.kernels.skyrim.combat_states import Combat
    from tamriel_odds.kernels.skyrim.combat_states import explore as follow

    told = Combat(**combat)
    states, plights = Listed(), Listed()
    states.add(start[None, :] @ told.strides)
    rows = np.zeros((3, len(start)), np.int64)
    width = FACES * max(told.actions.shape[1], 1) * ENDS
    found = []
    while len(states.waiting) or len(plights.waiting):
        here, there = states.taken(BATCH_ENDS // width), plights.taken(BATCH_ENDS // width)
        following, ends = _following(len(here), told), _ends(len(there), told)
        follow(here, there, rows, told, following, ends)
        found.append((here, following, there, ends))
        states.add(following.opened, following.ended_in, ends.after)
        plights.add(following.plights)
        if max(len(plights.seen) * width, len(states.seen) * len(told.faces)) > most_ends:
            raise TooMany
    return _gathered(told, states, plights, found)


def _following(count: int, combat: Any) -> Any:
    """The kernel's ``Following`` of so many states, nothing found yet."""
    from tamriel_odds.kernels.skyrim.combat_states import Following

    rolls = len(combat.faces)
    numbers = [np.zeros(count, np.int64) for _ in range(3)]
    return Following(*numbers, *(np.full((count, width), NO_CODE, np.int64) for width in (2, rolls, rolls)))


def _ends(count: int, combat: Any) -> Any:
    """The kernel's ``Ends`` of so many plights, nothing found yet."""
    from tamriel_odds.kernels.skyrim.combat_states import Ends

    shape = count, FACES, max(combat.actions.shape[1], 1)
    return Ends(np.zeros(shape, np.int64), np.full(shape, -1, np.int8), np.full((*shape, ENDS), NO_CODE, np.int64))


def _gathered(
    combat: Any,
    states: Listed,
    plights: Listed,
    found: list[tuple[Codes, Any, Codes, Any]],
) -> States:
    """What was found batch by batch, in the order of the codes, codes turned into places."""
    following, ends = _following(len(states.seen), combat), _ends(len(plights.seen), combat)
    after = np.empty(ends.after.shape, np.int32)
    for codes, found_following, plight_codes, found_ends in found:
        here, there = np.searchsorted(states.seen, codes), np.searchsorted(plights.seen, plight_codes)
        for name in following._fields:
            getattr(following, name)[here] = getattr(found_following, name)
        ends.actions[there], ends.most[there] = found_ends.actions, found_ends.most
        after[there] = states.places(found_ends.after)
    return States(
        rows=states.seen[:, None] // combat.strides % combat.sizes,
        start=int(np.searchsorted(states.seen, found[0][0])[0]),
        cells=following.cells,
        opens=following.opens,
        opening_players=following.opening_players,
        after_opening=states.places(following.opened),
        plight_of=plights.places(following.plights),
        ended_in=states.places(following.ended_in),
        actions=ends.actions,
        most=ends.most,
        after=after,
    )
