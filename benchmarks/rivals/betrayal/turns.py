"""What the rivals know of an adventurer's turns: where one stands as a value, and what a turn makes of it.

They know no dice that ignore Defense or prevent damage.
"""

from functools import cache

import numpy as np

from tamriel_odds.odds.betrayal.engage_roll import gathered
from tamriel_odds.odds.betrayal.track import (
    FIRST_FATIGUE_ROUND,
    LIGHT,
    LIGHT_DICE,
    OVER,
    OVER_DICE,
    Supply,
    Track,
)


class Adventurer:
    """Moves dice in the cooldown track; a state is the dice in the track, the dice available and the HP lost."""

    def __init__(self, roll):
        self.roll = roll
        self.named = {die.name: die for die in roll.fighter.kinds}
        self.stats = dict(zip(("stamina", "magicka"), roll.fighter.stats, strict=True))
        self.start = (), tuple(die.name for die in roll.fighter.dice), 0
        self.numbers = {die: np.array([face.number for face in die.faces]) for die in roll.fighter.kinds}
        self.kinds = sorted({marks_of(face) for die in roll.fighter.kinds for face in die.faces})
        self.kind_by_face = {
            die: np.array([self.kinds.index(marks_of(face)) for face in die.faces]) for die in roll.fighter.kinds
        }
        # The same few states come again and again.
        self.begun, self.gathered, self.exhausted = cache(self._begun), cache(self._gathered), cache(self._exhausted)

    def _begun(self, state, number):
        """After fatigue and recovery; whoever fatigue defeats has no dice any more."""
        dice, available, lost = state
        if self._is_defeated(state):
            return state
        track = _opened(dice)
        if number >= FIRST_FATIGUE_ROUND:
            track.tire(OVER)
            lost += track.overfatigue
        state = tuple(track.dice), available, lost
        if self._is_defeated(state):
            return state
        recovered = track.recover(self.roll.fighter.cooldown)
        available = sorted([*available, *recovered], key=list(self.named).index)
        return tuple(track.dice), tuple(available), lost

    def _gathered(self, state, engaged):
        """The dice of the next engage, none where there is no other."""
        if engaged == self.roll.fighter.engages or self._is_defeated(state):
            return ()
        return gathered([self.named[name] for name in state[1]], self.stats)

    def _exhausted(self, state, dice, marks, engaged):
        """After an engage whose dice show these marks: strain, drain, backlash."""
        placed, available, lost = state
        track, left = _opened(placed), list(available)
        track.tire(LIGHT, self.roll.fatigue if engaged else 0)
        for die, (strain, drain, backlash) in zip(dice, marks, strict=True):
            left.remove(die.name)
            track.tire(LIGHT, 2 * strain)
            if not drain:
                track.exhaust([die.name])
            lost += backlash
        return tuple(track.dice), tuple(left), lost

    def _is_defeated(self, state):
        return self.roll.health is not None and state[2] >= self.roll.health


def _opened(dice):
    return Track(Supply(LIGHT_DICE - dice.count(LIGHT), OVER_DICE - dice.count(OVER)), list(dice))


def marks_of(face):
    return tuple(int(mark in face.signs) for mark in ("strain", "drain", "backlash"))
