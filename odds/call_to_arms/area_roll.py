"""An Area Effect as numbers and pools: one attack roll against several like models, an armor roll for each."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.attempts import Stage
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll, Floats
from tamriel_odds.odds.call_to_arms.harm import FATES
from tamriel_odds.odds.call_to_arms.stages import stages_of_area
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.question import Roll

RULING = "one-attack-roll-an-area"
REMOVED = FATES.index("removed")


@dataclass(frozen=True)
class AreaRoll(Roll):
    """The attack on one model, and how many of that kind are in the area."""

    attack: AttackRoll
    targets: int

    @property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        return self.attack.dice

    @property
    def rulings(self) -> tuple[str, ...]:  # type: ignore[override]
        return (*self.attack.rulings, RULING)

    @property
    def notes(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.attack.notes

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes damage (of all models together), hit, critical, potion, effect, removed (how many models)."""
        options = self.attack.options
        axes = (
            Axis.counting("damage", self.targets * self.attack.most_damage),
            Axis.claim("hit"),
            Axis.claim("critical"),
            Axis.claim("potion"),
            Axis("effect", tuple(option.label for option in options)),
            Axis.counting("removed", self.targets),
        )
        plain = Outcomes(axes, (), {})
        events = {"hit": plain.where("hit", 1), "critical": plain.where("critical", 1)}
        if self.attack.health is not None:
            events["any-removed"] = plain.where("removed", *range(1, self.targets + 1))
            events["all-removed"] = plain.where("removed", self.targets)
        events["potion"] = plain.where("potion", 1)
        events |= {option.label: plain.where("effect", option.label) for option in options[1:]}
        tables = ("damage", "removed") if self.attack.health is not None else ("damage",)
        return Outcomes(axes, tables, events)

    def exact(self) -> Floats:
        """The joint distribution: for each number of stars that hit, the models' damage and fates convolved."""
        joint: Floats = np.zeros(self.outcomes.shape)
        for struck in self.attack._struck():
            for stars, probability in enumerate(struck.stars):
                if probability == 0:
                    continue
                certain = np.zeros(stars + 1)
                certain[stars] = 1.0
                together = self._together(self._one(struck.option, certain))
                reached = together[: joint.shape[0]]
                joint[: len(reached), 1, struck.critical, struck.potion, struck.option] += probability * reached
            joint[0, 0, 0, struck.potion, 0, 0] += struck.missed
        return joint

    def _one(self, option: int, stars: Floats) -> Floats:
        """Probabilities [damage, removed] of one model that so many stars hit."""
        share = self.attack._damage(option, stars)
        fates = self.attack._with_fate(share)
        one: Floats = np.zeros((len(share), 2))
        if fates.shape[1] > 1:
            one[:, 1] = fates[:, REMOVED]
        elif self.attack.health is not None:
            one[self.attack.health :, 1] = share[self.attack.health :]
        one[:, 0] = share - one[:, 1]
        return one

    def _together(self, one: Floats) -> Floats:
        """Probabilities [damage, removed] of all models together."""
        total: Floats = np.ones((1, 1))
        for _ in range(self.targets):
            more: Floats = np.zeros((total.shape[0] + one.shape[0] - 1, total.shape[1] + 1))
            for removed in (0, 1):
                for before in range(total.shape[1]):
                    more[:, before + removed] += np.convolve(total[:, before], one[:, removed])
            total = more
        return total

    def stages(self) -> tuple[Stage, ...]:
        """Hit, stars, armor, models removed."""
        return stages_of_area(self)

    def kernel(self) -> str:
        return "call_to_arms.area"

    def tables(self) -> dict[str, Any]:
        tables = self.attack.every_table()
        tables.pop("most_fates")
        health = self.attack.health or 0
        faces = self.attack.endurance.die.faces if self.attack.endurance else (None,)
        fates: NDArray[np.int32] = np.array([[0] * len(faces), [1] * len(faces), [1] * len(faces)], np.int32)
        if self.attack.endurance is not None:
            fates = (tables["fates"] == REMOVED).astype(np.int32)
        if tables["fates"].size:
            tables["calls"] = np.union1d(tables["calls"], [2])
        return {
            **tables,
            "fates": fates,
            "extra": np.zeros((2, 1), np.int32),
            "health": health,
            "counts_misses": 0,
            "targets": self.targets,
        }
