"""The cooldown track: exhausted dice and fatigue in 13 spots, with the book's rule for what does not fit any more.

Source: Betrayal, Cooldown Track, Fatigue, Component Limits, Adventurer Turns.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

SPOTS = 13
LIGHT, OVER = "light fatigue", "overfatigue"
LIGHT_DICE, OVER_DICE = 20, 12
FIRST_FATIGUE_ROUND = 6


@dataclass
class Supply:
    """The fatigue dice that are in no track; all adventurers share it."""

    light: int = LIGHT_DICE
    over: int = OVER_DICE

    def take(self, die: str) -> str | None:
        """The fatigue die that is gained: overfatigue where no silver die is left, None where nothing is left."""
        if die == LIGHT and self.light:
            self.light -= 1
            return LIGHT
        if self.over:
            self.over -= 1
            return OVER
        return None

    def give_back(self, die: str) -> None:
        if die == LIGHT:
            self.light += 1
        elif die == OVER:
            self.over += 1


@dataclass
class Track:
    """A cooldown track: its dice from the left, skill dice by name; and the dice drained for the rest of the battle."""

    supply: Supply = field(default_factory=Supply)
    dice: list[str] = field(default_factory=list)
    drained: list[str] = field(default_factory=list)

    def exhaust(self, dice: Iterable[str]) -> None:
        """Place skill dice one at a time at the leftmost open spot."""
        for die in dice:
            self._place(die)

    def tire(self, die: str = LIGHT, times: int = 1) -> None:
        """Gain fatigue, light unless said otherwise."""
        for _ in range(times):
            gained = self.supply.take(die)
            if gained is not None:
                self._place(gained)

    def recover(self, cooldown: int) -> list[str]:
        """Remove that many dice from the left; returns the skill dice, which are available again.

        Overfatigue that would be removed goes to the leftmost open spot.
        """
        removed, self.dice = self.dice[:cooldown], self.dice[cooldown:]
        for die in removed:
            if die == OVER:
                self.dice.append(OVER)
            elif die == LIGHT:
                self.supply.give_back(LIGHT)
        return [die for die in removed if die not in (LIGHT, OVER)]

    @property
    def overfatigue(self) -> int:
        """The damage of a fatigue round: overfatigue dice in the track."""
        return self.dice.count(OVER)

    def _place(self, die: str) -> None:
        if len(self.dice) < SPOTS:
            self.dice.append(die)
            return
        # Full: the die does not fit, and the rightmost that is no overfatigue becomes one.
        self._leave(die)
        places = [place for place, other in enumerate(self.dice) if other != OVER]
        if places and (over := self.supply.take(OVER)) is not None:
            self._leave(self.dice[places[-1]])
            self.dice[places[-1]] = over

    def _leave(self, die: str) -> None:
        if die in (LIGHT, OVER):
            self.supply.give_back(die)
        else:
            self.drained.append(die)
