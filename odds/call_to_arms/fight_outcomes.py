"""What the attack rolls of a fight come to, with their probabilities: what the exact odds are walked with."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll
from tamriel_odds.odds.call_to_arms.keywords import RESERVES
from tamriel_odds.odds.call_to_arms.variants import Strikes, gain_of, groups_of
from tamriel_odds.odds.dice import Die

Floats = NDArray[np.float64]
AXES = ("damage", "hit", "critical", "potion", "effect")


class Struck(NamedTuple):
    """One outcome of an attack roll.

    `saves` and `fits` are the Potions of the Block Test and of Custom Fit, `gains` what is restored of Health, Stamina
    and Magicka; then whether Extra Damage was used, and whether the hit was forced to be rolled again.
    """

    damage: int
    is_hit: int
    potion: int
    brings: int
    saves: int = 0
    fits: int = 0
    gains: tuple[int, int, int] = (0, 0, 0)
    extra: int = 0
    rerolled: int = 0


class _AsItStands(FoughtRoll):
    """The rolls that hit as they stand, before a Special Effect: those that Extra Damage joins."""

    def _situations(self, shown: Floats, critical: int, potion: int) -> tuple[Floats, float]:
        situations, _ = super()._situations(shown, critical, potion)
        situations[:, 1:] = 0.0
        return situations, 0.0


class _Short(FoughtRoll):
    """All other rolls."""

    def _situations(self, shown: Floats, critical: int, potion: int) -> tuple[Floats, float]:
        situations, unhittable = super()._situations(shown, critical, potion)
        situations[:, 0] = 0.0
        return situations, unhittable


def outcomes_of(roll: AttackRoll, strikes: Strikes, may_reroll: bool) -> dict[Struck, float]:
    """The probabilities of what an attack roll comes to; `may_reroll`: the target can pay for Defensive Posture."""
    outcomes: defaultdict[Struck, float] = defaultdict(float)
    for part, saves, fits, share in _parts(roll):
        for joint, extra, rerolled in _joints(part, may_reroll):
            for place in zip(*np.nonzero(joint), strict=True):
                damage, hit, critical, potion, option = (int(index) for index in place)
                struck = _struck(roll, strikes, damage, hit, critical, option)
                told = struck._replace(potion=potion, saves=saves, fits=fits, extra=extra, rerolled=rerolled)
                outcomes[told] += share * float(joint[place])
    return outcomes


def _struck(roll: AttackRoll, strikes: Strikes, damage: int, hit: int, critical: int, option: int) -> Struck:
    if not hit:
        return Struck(0, 0, 0, 0)
    chosen = roll.options[option]
    brings = strikes.brings(roll, critical * len(roll.options) + option)
    restored = []
    for reserve in RESERVES:
        packed = gain_of(roll, chosen, reserve)
        restored.append(min(damage, packed & 255) + (packed >> 8 & 15) + (packed >> 12) * (damage // 3))
    return Struck(damage, hit, 0, brings, gains=(restored[0], restored[1], restored[2]))


def _parts(roll: AttackRoll) -> Iterator[tuple[AttackRoll, int, int, float]]:
    """The roll with the faces of its tests that show a Potion apart from the others, and the share of each."""
    if not isinstance(roll, FoughtRoll) or (roll.block is None and roll.fit is None):
        yield roll, 0, 0, 1.0
        return
    for saves, fits in product((0, 1), repeat=2):
        block, fit = roll.block, roll.fit
        dice = (block.die if block else None, saves), (fit.die if fit else None, fits)
        (blocking, of_block), (fitting, of_fit) = (_of_faces(die, bool(potion)) for die, potion in dice)
        if not of_block * of_fit:
            continue
        part = replace(
            roll,
            block=replace(block, die=blocking) if block and blocking else None,
            fit=replace(fit, die=fitting) if fit and fitting else None,
        )
        yield _as(FoughtRoll, part, roll), saves, fits, of_block * of_fit


def _of_faces(die: Die | None, with_potion: bool) -> tuple[Die | None, float]:
    """A die of those faces alone that show a Potion, or do not, and their share; no die shows none."""
    if die is None:
        return None, float(not with_potion)
    faces = tuple(face for face in die.faces if ("potion" in face.signs) == with_potion)
    return replace(die, faces=faces or die.faces), len(faces) / len(die.faces)


def _as(kind: type[FoughtRoll], roll: FoughtRoll, whole: FoughtRoll) -> FoughtRoll:
    """The roll as one of another kind, which decides as the whole roll does: decisions do not know what is to come."""
    part = kind(**{field.name: getattr(roll, field.name) for field in fields(FoughtRoll)})
    vars(part)["choice"] = whole.choice
    if whole.posture is not None:
        vars(part)["again"] = whole.again
    return part


def _joints(roll: AttackRoll, may_reroll: bool) -> Iterator[tuple[Floats, int, int]]:
    """Probabilities over AXES, with whether Extra Damage was used and the roll is a second one."""
    if not isinstance(roll, FoughtRoll):
        yield _over_axes(roll.exact(), [axis.name for axis in roll.outcomes.axes]), 0, 0
        return
    parts = [(roll, 0)]
    if len(groups_of(roll)) > 2:
        parts = [(_as(_AsItStands, roll, roll), 1), (_as(_Short, roll, roll), 0)]
    fresh = [(part._base(part._all_struck), extra) for part, extra in parts]
    if roll.posture is None or not may_reroll:
        yield from ((joint, extra, 0) for joint, extra in fresh)
        return
    for part, extra in parts:
        kept, rerolled = part._kept()
        yield part._base(kept), extra, 0
        for joint, more in fresh:
            with_potion = np.zeros_like(joint)
            with_potion[:, :, :, 1] = joint.sum(axis=3)
            yield rerolled[0] * joint + rerolled[1] * with_potion, max(extra, more), 1


def _over_axes(joint: Floats, names: list[str]) -> Floats:
    summed = joint.sum(axis=tuple(place for place, name in enumerate(names) if name not in AXES))
    kept = [name for name in names if name in AXES]
    return np.asarray(summed.transpose([kept.index(name) for name in AXES]), np.float64)
