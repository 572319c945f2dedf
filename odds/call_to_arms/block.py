"""The test that goes with an armor roll: a Block Token that is spent, and the dice it adds (Call to Arms, Block)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.choice import ArmorEffect
from tamriel_odds.odds.call_to_arms.pools import DICE_A_WORD, packed
from tamriel_odds.odds.dice import ICONS, Die, Face

# Its table has an entry for every combination of faces.
MOST_DICE = 7


@dataclass(frozen=True)
class Block:
    """A Block Test: the Block dice are rolled in it, and their stars join the armor roll when it is passed.

    Its effects hold the dice they add, the Rule of Three considered. Without dice (`adds_die`: Two-Handed Block) a
    passed test adds an armor die instead.
    """

    die: Die
    attribute: int
    modifier: int = 0
    dice: tuple[Die, ...] = ()
    effects: tuple[ArmorEffect, ...] = ()
    adds_die: bool = False

    @property
    def all_dice(self) -> tuple[Die, ...]:
        return (self.die, *self.dice, *(die for effect in self.effects for die in effect.bonus))

    def missing(self, face: Face) -> int | None:
        """How much Accuracy a face needs to pass, None for a Failure."""
        if "failure" in face.signs:
            return None
        return max(max(face.number + self.modifier, 1) - self.attribute, 0)

    @cached_property
    def row_by_face(self) -> NDArray[np.int32]:
        """By face of the Skill Die: the row of `stars` it rolls."""
        missing = [self.missing(face) for face in self.die.faces]
        return np.array([self._kinds.index(kind) for kind in missing], np.int32)

    @cached_property
    def _kinds(self) -> list[int | None]:
        return list(dict.fromkeys(self.missing(face) for face in self.die.faces))

    @cached_property
    def die_by_row(self) -> NDArray[np.int32]:
        """By row of `stars`: whether an armor die is added instead."""
        return np.array([self.adds_die and kind == 0 for kind in self._kinds], np.int32)

    @cached_property
    def stars(self) -> NDArray[np.int32]:
        """The stars that join the armor roll: by row and combination of faces, the effect's dice the last digits."""
        return np.stack([self._stars(kind) for kind in self._kinds])

    def _stars(self, missing: int | None) -> NDArray[np.int32]:
        shown = packed(self.dice)
        shown = np.repeat(shown, 6**self._most_added)
        if missing is None:
            return shown * 0
        chosen = self._chosen(missing)
        digits = np.arange(len(shown))
        stars, accuracy, icons = shown & 0xFF, shown >> 8 & 0xFF, shown >> 24 & 7
        effect = chosen[icons, np.minimum(accuracy, missing), stars]
        for number, offered in enumerate(self.effects, start=1):
            for place, die in enumerate(offered.bonus):
                face = digits // 6**place % 6
                used = effect == number
                stars = stars + used * np.array([one.number for one in die.faces], np.int32)[face]
                accuracy = accuracy + used * np.array([one.accuracy for one in die.faces], np.int32)[face]
        return np.asarray(np.where(accuracy >= missing, stars, 0), np.int32)

    def _chosen(self, missing: int) -> NDArray[np.int64]:
        """[icons, accuracy, stars shown] -> the effect that adds most, ties to the first, counted from 1; 0 is none.

        With the test passed as it stands those are its stars; else all stars of the rolls that its green dice save.
        """
        most_stars = sum(max(face.number for face in die.faces) for die in self.dice)
        table = np.zeros((1 << len(ICONS), missing + 1, most_stars + 1), np.int64)
        for icons in range(1 << len(ICONS)):
            shown = [n for n, effect in enumerate(self.effects, start=1) if icons >> ICONS.index(effect.icon) & 1]
            for accuracy in range(missing + 1) if shown else ():
                for stars in range(most_stars + 1):
                    values = [self._worth(self.effects[n - 1].bonus, missing - accuracy, stars) for n in shown]
                    table[icons, accuracy, stars] = shown[int(np.argmax(values))]
        return table

    def _worth(self, bonus: Sequence[Die], missing: int, stars: int) -> int:
        """The stars expected of a Block roll of so many with these dice added, times the number of combinations."""
        shown = packed(bonus, with_icons=False)
        joined = np.where((shown >> 8 & 0xFF) >= missing, (shown & 0xFF) + stars, 0)
        combinations: int = 6 ** (self._most_added - len(bonus))
        return int(joined.sum()) * combinations

    @property
    def _most_added(self) -> int:
        return max((len(effect.bonus) for effect in self.effects), default=0)

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """How many combinations of Skill Die and Block dice join how many stars: int64 by stars."""
        weights = np.zeros(int(self.stars.max()) + 1, np.int64)
        for row in self.row_by_face:
            weights += np.bincount(self.stars[row], minlength=len(weights))
        return weights

    @property
    def is_wide(self) -> bool:
        """Whether it has more dice than one word rolls."""
        return len(self.dice) + self._most_added > DICE_A_WORD

    @property
    def is_too_large(self) -> bool:
        """Whether it has more dice than its table holds."""
        return len(self.dice) + self._most_added > MOST_DICE
