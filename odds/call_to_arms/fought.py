"""Which attacks need more than the plain kernel, and which use of a Block Token is better against them."""

from dataclasses import fields, replace
from typing import Literal

from tamriel_odds.odds.call_to_arms.aftermath import SHRUGGED
from tamriel_odds.odds.call_to_arms.attack_roll import AttackRoll
from tamriel_odds.odds.call_to_arms.block import Block
from tamriel_odds.odds.call_to_arms.defence import armors_of
from tamriel_odds.odds.call_to_arms.fought_roll import Fit, FoughtRoll, Posture
from tamriel_odds.odds.call_to_arms.harm import forced
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
    if not (block or fit or posture or extra or counts_misses or _follows(roll)):
        return roll
    return FoughtRoll(
        **{field.name: getattr(roll, field.name) for field in fields(AttackRoll)},
        box_dice=box.dice,
        block=block,
        fit=fit,
        armors=armors_of(roll.options, added, box) if added else (),
        posture=posture,
        extra=extra,
        counts_misses=counts_misses,
    )


def _follows(roll: AttackRoll) -> bool:
    """Whether something is rolled after the attack that its own kernel cannot roll."""
    harm, options = roll.harm, roll.options
    types = frozenset(type_ for option in options for type_ in option.types) - harm.immune
    drains = harm.has_reserves and ({"frost", "shock"} & types or "bullseye" in harm.perks)
    tested = harm.endurance is not None
    steady = tested and "target-tower-of-strength" in harm.perks
    incapacitates = tested and any(option.has("incapacitate") for option in options)
    changed = {"target-relentless", "target-avoid-death"} & harm.perks or any(option.punishing for option in options)
    shaken = harm.wisdom is not None and harm.frightened_by
    shrugs = tested and any(
        type_ in option.resists and harm.gives(token, option) for token, type_ in SHRUGGED.items() for option in options
    )
    return bool(
        forced(roll) or drains or steady or incapacitates or (harm.tests_injury and changed) or shrugs or shaken
    )


def compared(keep: AttackRoll, spend: AttackRoll | None, block: Literal["keep", "spend", "best"]) -> AttackRoll:
    """The roll with the Block Token kept, spent, or used as lets the target suffer less; both are told beside it."""
    if spend is None:
        return keep
    kept, spent = (_row(name, roll) for name, roll in (("keep", keep), ("spend", spend)))
    is_better = _mean(spend) < _mean(keep) - 1e-12
    better = "is better spent" if is_better else "is better kept"
    if abs(_mean(spend) - _mean(keep)) <= 1e-12:
        better = "is as good kept as spent"
    columns = ("token", "mean damage", "no damage", *(("removed",) if "removed" in keep.outcomes.events else ()))
    chances = tuple(column for column in columns if column in ("no damage", "removed"))
    told = Listing("block", f"The Block Token {better}", columns, (kept, spent), chances)
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
