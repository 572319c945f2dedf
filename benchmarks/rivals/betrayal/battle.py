"""What the rivals know of a battle: one engage a turn at the weakest enemy, dice without marks, nobody on guard.

Then which dice are rolled, and what fatigue does, depends on the round alone.
"""

from dataclasses import dataclass

from tamriel_odds.odds.betrayal.engage_roll import gathered
from tamriel_odds.odds.betrayal.track import FIRST_FATIGUE_ROUND, OVER, Supply, Track


@dataclass(frozen=True)
class Setting:
    """By round and adventurer: the damage of fatigue and the dice of the engage. And the results by place."""

    rounds: tuple[tuple[tuple[int, tuple], ...], ...]
    won: int
    lost: int
    undecided: int

    @classmethod
    def of(cls, roll):
        supply = Supply()
        tracks = [Track(supply) for _ in roll.party]
        ready = [list(fighter.dice) for fighter in roll.party]
        rounds = []
        for number in range(1, roll.rounds + 1):
            if number >= FIRST_FATIGUE_ROUND:
                for track in tracks:
                    track.tire(OVER)
            rounds.append(tuple(_turn(*one, number) for one in zip(roll.party, tracks, ready, strict=True)))
        results = roll.outcomes.axes[0].values
        return cls(tuple(rounds), **{result: results.index(result) for result in ("won", "lost", "undecided")})


def _turn(fighter, track, ready, number):
    fatigue = track.overfatigue if number >= FIRST_FATIGUE_ROUND else 0
    named = {die.name: die for die in fighter.dice}
    ready += [named[name] for name in track.recover(fighter.cooldown)]
    ready.sort(key=lambda die: fighter.kinds.index(die))
    dice = gathered(ready, dict(zip(("stamina", "magicka"), fighter.stats, strict=True)))
    for die in dice:
        ready.remove(die)
    track.exhaust(die.name for die in dice)
    return fatigue, dice
