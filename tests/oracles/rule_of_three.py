"""The Rule of Three written out once for all tests that roll armor by hand."""

from collections.abc import Sequence

from tamriel_odds.odds.call_to_arms.choice import ArmorEffect
from tamriel_odds.odds.dice import Die


def allowed(effects: Sequence[ArmorEffect], rolled: Sequence[Die]) -> tuple[ArmorEffect, ...]:
    """The effects with the dice the Rule of Three leaves them: no colour more than three times in the armor roll."""
    left = []
    for effect in effects:
        shown, bonus = list(rolled), []
        for die in effect.bonus:
            if shown.count(die) < 3:
                shown.append(die)
                bonus.append(die)
        left.append(ArmorEffect(effect.icon, tuple(bonus)))
    return tuple(left)
