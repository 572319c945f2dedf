"""What is rolled after an attack, because of what it did: Endurance Tests, pushes, Stamina lost, tokens shrugged off.

Each is one roll whose value is one more axis of the outcome; which roll it is, if any, the axes before it tell.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.call_to_arms.harm import FATES, Harm, forced, stagger_token
from tamriel_odds.odds.dice import Dice, Die, Face

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
    from tamriel_odds.odds.call_to_arms.choice import Option

Rows = NDArray[np.int64]
# Faces into which those of every die of the game go: 20 of the Skill Die, 6 of the others.
FACES = 60
OVERKILL = 2
# What a Morale Check suffers without friends around (The Morale Check).
ALONE = 1
# The words (kernels/call_to_arms/draws.py): of the attack, and behind those of what follows it.
ENDURANCE = 11
PUSH, STAMINA, MAGICKA, TOWER_OF_STRENGTH = 20, 21, 22, 23
RESIST = {"burning": 24, "poison": 25}
MORALE = 26
# The tokens that an Endurance Test shrugs off, and the damage type that a model must resist for it.
SHRUGGED = {"burning": "fire", "poison": "poison"}


@dataclass(frozen=True, eq=False)
class Aftermath:
    """One roll: its axis and word, the index that every face of every row gives, and the row of every cell."""

    axis: Axis
    draw: int
    values: Rows
    row: Rows

    def spread(self, joint: NDArray[np.float64]) -> NDArray[np.float64]:
        """Probabilities of the cells before it, with the axis of this roll added."""
        size = len(self.axis.values)
        shares = np.stack([np.bincount(faces, minlength=size) / len(faces) for faces in self.values])
        return np.asarray(joint[..., None] * shares[self.row], np.float64)

    @property
    def in_sixties(self) -> NDArray[np.int32]:
        return np.repeat(self.values, FACES // self.values.shape[1], axis=1).astype(np.int32)


def passes(face: Face, attribute: int, penalty: int = 0) -> bool:
    """Whether a face passes an Attribute Test, or a Skill Test, which asks the same of it."""
    return "failure" not in face.signs and max(face.number + penalty, 1) <= attribute


def aftermaths(roll: "AttackRoll", axes: Sequence[Axis], dice: Dice) -> tuple[Aftermath, ...]:
    """Everything that is rolled after an attack of these axes, in the order in which it is."""
    made: list[Aftermath] = []
    for make in (_fate, _tower, _push, _stamina, _magicka, _burning, _poison, _morale):
        plain = Outcomes((*axes, *(done.axis for done in made)), (), {})
        after = make(roll, plain, dice)
        if after is not None:
            made.append(after)
    return tuple(made)


def _fate(roll: "AttackRoll", plain: Outcomes, dice: Dice) -> Aftermath | None:
    """The Endurance Test of the injured, or of who would be Incapacitated (Injured Models, Overkill, Incapacitate)."""
    harm = roll.harm
    incapacitates = harm.endurance is not None and any(option.has("incapacitate") for option in roll.options)
    if not (harm.tests_injury or incapacitates):
        return None
    faces = dice["white"].faces
    values: list[list[int]] = []
    row = np.zeros(plain.shape, np.int64)
    most = roll.most_damage
    health = roll.health or most + 1
    classes = [(0, 0), (1, health - 1), (health, 2 * health - 1), (2 * health, most)]
    for option in roll.options:
        for state, (least, greatest) in enumerate(classes):
            here = plain.where("effect", option.label) & plain.where("damage", *range(least, greatest + 1))
            row[here] = len(values)
            values.append([FATES.index(_fate_of(face, state, option, harm)) for face in faces])
    return Aftermath(Axis("fate", FATES), ENDURANCE, np.array(values), row)


def _fate_of(face: Face, state: int, option: "Option", harm: Harm) -> str:
    """What becomes of a target that is unhurt (0), hurt, injured or injured with Overkill (3)."""
    incapacitates = option.has("incapacitate")
    if state < 2:
        tested = state and incapacitates and harm.endurance is not None and not harm.is_incapacitated
        return "incapacitated" if tested and not passes(face, harm.endurance or 0) else "standing"
    if not harm.tests_injury or harm.is_incapacitated:
        return "removed"
    staggered = "standing" if "target-relentless" in harm.perks else "staggered"
    if "target-avoid-death" in harm.perks or "critical" in face.signs:
        return staggered
    penalty = option.punishing + (OVERKILL if state == 3 else 0)
    if not passes(face, harm.endurance or 0, penalty):
        return "removed"
    return staggered if incapacitates else "incapacitated"


def _lives(roll: "AttackRoll", plain: Outcomes) -> NDArray[np.bool_]:
    """Where the target is in play after the attack."""
    if "fate" in {axis.name for axis in plain.axes}:
        return ~plain.where("fate", "removed")
    if roll.health is None:
        return np.ones(plain.shape, np.bool_)
    return plain.where("damage", *range(roll.health))


def _hurt(roll: "AttackRoll", plain: Outcomes) -> NDArray[np.bool_]:
    return plain.where("damage", *range(1, roll.most_damage + 1))


def _tower(roll: "AttackRoll", plain: Outcomes, dice: Dice) -> Aftermath | None:
    """A Heavy Armor Skill Test against every Staggered Token (Perks, Heavy Armor)."""
    token = stagger_token(roll, plain, _hurt(roll, plain))
    if "target-tower-of-strength" not in roll.harm.perks or roll.harm.endurance is None or token is None:
        return None
    if "fate" in {axis.name for axis in plain.axes}:
        token = (token & plain.where("fate", "standing")) | plain.where("fate", "staggered")
    return _test("steady", TOWER_OF_STRENGTH, token, roll.harm.endurance, dice, passed=1)


def _test(
    name: str, draw: int, where: NDArray[np.bool_], attribute: int, dice: Dice, passed: int, penalty: int = 0
) -> Aftermath:
    """A test on an Attribute: its axis is `passed` where it is passed, and 0 where it is not asked for."""
    faces = dice["white"].faces
    tested = [passed if passes(face, attribute, penalty) else 1 - passed for face in faces]
    return Aftermath(Axis.claim(name), draw, np.array([[0] * len(faces), tested]), where.astype(np.int64))


def _push(roll: "AttackRoll", plain: Outcomes, dice: Dice) -> Aftermath | None:
    """The black die of a push (Damage Types, Force)."""
    if not (by_effect := forced(roll)):
        return None
    where = _hurt(roll, plain) & _lives(roll, plain) & plain.where("effect", *by_effect)
    return _die("push-die", PUSH, where, dice["black"])


def _die(
    name: str,
    draw: int,
    where: NDArray[np.bool_],
    die: Die,
    fixed: NDArray[np.bool_] | None = None,
    most: int | None = None,
) -> Aftermath:
    """The stars of one die where it is rolled, and 1 more where `fixed`; never more than `most`."""
    shown = np.array([face.number for face in die.faces])
    nothing = shown * 0
    rows, row = [nothing, shown], where.astype(np.int64)
    if fixed is not None:
        rows += [nothing + 1, shown + 1]
        row = row + 2 * fixed
    values = np.array(rows) if most is None else np.minimum(rows, most)
    return Aftermath(Axis.counting(name, int(values.max())), draw, values, row)


def _lost(roll: "AttackRoll", plain: Outcomes, type_: str) -> NDArray[np.bool_]:
    """Where damage of a type drains the target, which needs Reserves and must still be in play."""
    if not roll.harm.has_reserves or type_ in roll.harm.immune:
        return np.zeros(plain.shape, np.bool_)
    by_effect = [option.label for option in roll.options if type_ in option.types]
    return _hurt(roll, plain) & _lives(roll, plain) & plain.where("effect", *by_effect)


def _stamina(roll: "AttackRoll", plain: Outcomes, dice: Dice) -> Aftermath | None:
    """Frost takes a yellow die of Stamina, Bullseye a point."""
    frozen = _lost(roll, plain, "frost")
    bullseye = _hurt(roll, plain) if "bullseye" in roll.harm.perks and roll.harm.has_reserves else frozen & False
    if not (frozen.any() or bullseye.any()):
        return None
    most = roll.harm.reserves.get("stamina")
    return _die("stamina-lost", STAMINA, frozen, dice["yellow"], bullseye if bullseye.any() else None, most)


def _magicka(roll: "AttackRoll", plain: Outcomes, dice: Dice) -> Aftermath | None:
    """Shock takes a yellow die of Magicka."""
    shocked = _lost(roll, plain, "shock")
    if not shocked.any():
        return None
    return _die("magicka-lost", MAGICKA, shocked, dice["yellow"], most=roll.harm.reserves.get("magicka"))


def _shrugged(token: str) -> Callable[["AttackRoll", Outcomes, Dice], Aftermath | None]:
    def make(roll: "AttackRoll", plain: Outcomes, dice: Dice) -> Aftermath | None:
        giving = [option for option in roll.options if roll.harm.gives(token, option)]
        resisted = [option.label for option in giving if SHRUGGED[token] in option.resists]
        if roll.harm.endurance is None or not resisted:
            return None
        given = _hurt(roll, plain) & _lives(roll, plain)
        tested = given & plain.where("effect", *resisted)
        test = _test(token, RESIST[token], tested, roll.harm.endurance, dice, passed=0)
        surely = given & plain.where("effect", *(option.label for option in giving if option.label not in resisted))
        return replace(test, values=np.vstack([test.values, test.values[0] + 1]), row=test.row + 2 * surely)

    return make


# A token that a model is Resistant to is shrugged off on an Endurance Test (Resistance).
_burning, _poison = _shrugged("burning"), _shrugged("poison")


def _morale(roll: "AttackRoll", plain: Outcomes, dice: Dice) -> Aftermath | None:
    """A Morale Check: of whoever a Terrifying model has attacked, hit or not, or Intense Flames have set on fire."""
    harm, axes = roll.harm, {axis.name for axis in plain.axes}
    if harm.wisdom is None or not harm.frightened_by:
        return None
    where = np.full(plain.shape, "terrifying" in harm.perks)
    if "intense-flames" in harm.perks:
        by_effect = [option.label for option in roll.options if harm.gives("burning", option)]
        burns = _hurt(roll, plain) & plain.where("effect", *by_effect)
        where = where | (burns & plain.where("burning", 1) if "burning" in axes else burns)
    where = where & _lives(roll, plain)
    if "fate" in axes:
        where = where & ~plain.where("fate", "incapacitated")
    penalty = ALONE if "target-alone" in harm.perks else 0
    return _test("morale", MORALE, where, harm.wisdom, dice, passed=0, penalty=penalty) if where.any() else None
