"""An armor roll as pools of one sum: its stars, the icons of its Special Effects, and the dice each of them adds."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.choice import ArmorEffect, armor_choice
from tamriel_odds.odds.call_to_arms.pools import DICE_A_WORD, packed
from tamriel_odds.odds.dice import ICONS, Die
from tamriel_odds.odds.digits import Integers

# The words an attack has for the same dice (kernels/call_to_arms/draws.py).
ARMOR, ARMOR_6, ARMOR_BONUS = 3, 6, 7


@dataclass(frozen=True, eq=False)
class ArmorPools:
    """The digits of an armor roll: its stars, one for each icon that has an effect, one for each effect's stars.

    `pools` are the words and what they add to the digits, int of shape [digit, face].
    """

    dice: tuple[Die, ...]
    effects: tuple[ArmorEffect, ...]

    @property
    def icons(self) -> tuple[str, ...]:
        """The icons that have an effect."""
        return tuple(icon for icon in ICONS if any(effect.icon == icon for effect in self.effects))

    @property
    def digits(self) -> int:
        return 1 + len(self.icons) + len(self.effects)

    @property
    def pools(self) -> list[tuple[int, NDArray[np.int32]]]:
        """Word and digits of every pool; the effects' dice share a word, since only one of them is ever looked at."""
        pools = []
        for word, start in ((ARMOR, 0), (ARMOR_6, DICE_A_WORD)):
            shown = packed(self.dice[start : start + DICE_A_WORD])
            icons = [shown >> 24 + ICONS.index(icon) & 1 for icon in self.icons]
            pools.append((word, self._table([shown & 0xFF, *icons], 0)))
        for number, effect in enumerate(self.effects):
            pools.append((ARMOR_BONUS, self._table([packed(effect.bonus) & 0xFF], 1 + len(self.icons) + number)))
        return pools

    def _table(self, rows: Sequence[NDArray[np.int32]], first: int) -> NDArray[np.int32]:
        table = np.zeros((self.digits, len(rows[0])), np.int32)
        table[first : first + len(rows)] = rows
        return table

    def stars(self, shown: Sequence[Integers]) -> Integers:
        """All stars of the roll with these digits: the best effect of those whose icon shows, ties to the first."""
        icons = shown[1 : 1 + len(self.icons)]
        bits = np.zeros_like(shown[0])
        for icon, times in zip(self.icons, icons, strict=True):
            bits |= (times > 0).astype(np.int64) << ICONS.index(icon)
        chosen = armor_choice(self.effects)[bits]
        bonus = [np.zeros_like(shown[0]), *shown[1 + len(self.icons) :]]
        return shown[0] + np.choose(chosen, bonus)
