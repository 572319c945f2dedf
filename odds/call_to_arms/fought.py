"""Which attacks need more than the plain kernel, and which use of a Block Token is better against them."""

from dataclasses import fields, replace
from typing import Literal

from tamriel_odds.odds.call_to_arms.aftermath import aftermaths
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.block import Block
from tamriel_odds.odds.call_to_arms.defence import armors_of
from tamriel_odds.odds.call_to_arms.fought_roll import Fit, FoughtRoll, Posture
from tamriel_odds.odds.call_to_arms.switches import Switched
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.question import Box

POSTURE = "target-defensive-posture"
BLOCK_RULINGS = ("block-before-the-attack-roll", "block-dice-in-the-block-test")


def fought(
    roll: AttackRoll, box: Box, switched: Switched, block: Block | None, fit: Fit | None, extra: tuple[Die, ...]
) -> AttackRoll:
    """The attack as it is, or with the rules that need more words than its own."""
    posture: Posture | None = None
    if POSTURE in switched:
        posture = "always" if switched[POSTURE].value == "always" else "best"
    counts_misses = "target-engaged" in switched or any(option.has("scatter") for option in roll.options)
    added = (fit is not None) + (block is not None and block.adds_die)
    more = FoughtRoll(
        **{field.name: getattr(roll, field.name) for field in fields(AttackRoll)},
        box_dice=box.dice,
        block=block,
        fit=fit,
        armors=armors_of(roll.options, added, box) if added else (),
        posture=posture,
        extra=extra,
        counts_misses=counts_misses,
    )
    if block or fit or posture or extra or counts_misses or _follows(roll, more):
        return more
    return roll


def _follows(roll: AttackRoll, more: FoughtRoll) -> bool:
    """Whether something is rolled after the attack that its own kernel cannot roll."""
    after = aftermaths(more, more.outcomes.axes[:5], more.box_dice)
    if not after:
        return False
    fate, harm = roll.endurance, roll.harm
    if len(after) > 1 or after[0].axis.name != "fate" or fate is None:
        return True
    special = {"target-relentless", "target-avoid-death"} & harm.perks
    return bool(special) or any(option.punishing or option.has("incapacitate") for option in roll.options)


def compared(keep: AttackRoll, spend: AttackRoll | None, block: Literal["keep", "spend", "best"]) -> AttackRoll:
    """The roll with the Block Token kept, spent, or used as lets the target suffer less; both are told beside it."""
    if spend is None:
        return keep
    kept, spent = (_row(name, roll) for name, roll in (("keep", keep), ("spend", spend)))
    is_better = _mean(spend) < _mean(keep) - 1e-12
    better = "spending it is better" if is_better else "keeping it is better"
    if abs(_mean(spend) - _mean(keep)) <= 1e-12:
        better = "both are as good"
    columns = ("token", "mean damage", "no damage", *(("removed",) if "removed" in keep.outcomes.events else ()))
    chances = tuple(column for column in columns if column in ("no damage", "removed"))
    told = Listing("block", f"The Block Token: {better}", columns, (kept, spent), chances)
    chosen = spend if block == "spend" or (block == "best" and is_better) else keep
    rulings = tuple(dict.fromkeys([*chosen.rulings, *BLOCK_RULINGS]))
    return replace(chosen, told=(told,), rulings=rulings)


def _mean(roll: AttackRoll) -> float:
    along = roll.exact().reshape(roll.most_damage + 1, -1).sum(axis=1)
    return float(sum(damage * share for damage, share in enumerate(along)))


def _row(name: str, roll: AttackRoll) -> tuple[str | float, ...]:
    joint = roll.exact()
    row: list[str | float] = [name, _mean(roll), float(joint[0].sum())]
    if "removed" in roll.outcomes.events:
        row.append(float(joint[roll.outcomes.events["removed"]].sum()))
    return tuple(row)
