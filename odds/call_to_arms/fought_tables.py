"""A fought attack as its kernel looks it up (kernels/call_to_arms/fought.py)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.aftermath import FACES
from tamriel_odds.odds.call_to_arms.attack_tables import armor_tables, calls_of
from tamriel_odds.odds.call_to_arms.choice import Option
from tamriel_odds.odds.call_to_arms.pools import DICE_A_WORD, packed, stacked

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.fought_roll import FoughtRoll

# The word of the dice of a Block Test beyond the fifth, among those of what follows (kernels, draws.py).
WIDE_BLOCK = 13


def fought_tables(roll: "FoughtRoll", plain: dict[str, Any]) -> dict[str, Any]:
    """The fields of the kernel's ``Tables``, from those of the plain attack."""
    options = len(roll.options)
    variants = [(critical, extra) for extra in ((0, 1) if roll.extra else (0,)) for critical in (0, 1)]
    rows = len(variants) * options
    bonus = roll._bonus_tables(variants)
    choice = roll.choice + np.array([0, options], np.uint8)[:, None, None, None]
    if roll.extra:
        choice[:, :, 0] += 2 * options
    armors = [
        replace(option, armor=armor)
        for added in range(len(roll._ways_of_dice()))
        for _ in variants
        for number, option in enumerate(roll.options)
        for armor in [roll.armors[number][added - 1] if added else option.armor]
    ]
    tables = {name: plain[name] for name in ("skill_die", "attack", "attack_6", "attack_11")}
    tables |= {name: plain[name] for name in ("attribute", "most_missing", "most_stars", "strong_armor", "effects")}
    tables |= {"choice": choice.ravel(), **bonus, **_every_armor(roll, armors), **_after_tables(roll)}
    tables["extra"] = stacked([packed(()), packed(roll.extra)])
    again = roll._again_by_shown() if roll.posture else np.zeros((0, 1), np.uint8)
    tables |= {"again": np.tile(again, (len(variants), 1)), "rows": rows, "counts_misses": int(roll.counts_misses)}
    nothing = np.zeros(1, np.int32)
    tables["fit"] = roll.fit.by_face if roll.fit else nothing
    tables["block_test"] = roll.block.row_by_face if roll.block else nothing
    tables["block_die"] = roll.block.die_by_row if roll.block else nothing
    tables["block"] = roll.block.stars if roll.block else nothing[None, :]
    follows = roll.aftermaths
    tables["calls"] = calls_of({**tables, "fates": np.zeros((1, 2 if follows else 1))})
    tables["following"] = _following(roll)
    return tables


def _every_armor(roll: "FoughtRoll", rows: Sequence[Option]) -> dict[str, Any]:
    """Armor tables with all their rows, even where they are equal: the kernel picks one by choice and test."""
    tables = armor_tables(rows, roll.armor_effects)
    if tables["armor_dice"].shape[0] == 1:
        tables["armor_choice"] = np.tile(tables["armor_choice"], len(rows))
    for name in ("armor", "armor_dice", "armor_6", "armor_11"):
        if tables[name].shape[0] == 1 and len(rows) > 1:
            tables[name] = np.ascontiguousarray(np.broadcast_to(tables[name], (len(rows), tables[name].shape[1])))
    return tables


def _after_tables(roll: "FoughtRoll") -> dict[str, Any]:
    starts, cells, rows = [0], [], 0
    for after in roll.aftermaths:
        cells.append((after.row + rows).ravel().astype(np.int32))
        rows += len(after.values)
        starts.append(starts[-1] + len(cells[-1]))
    values = [after.in_sixties for after in roll.aftermaths]
    return {
        "after": np.concatenate(values) if values else np.zeros((1, FACES), np.int32),
        "after_row": np.concatenate(cells) if cells else np.zeros(1, np.int32),
        "after_start": np.array(starts[:-1], np.int64),
        "after_size": np.array([len(after.axis.values) for after in roll.aftermaths], np.int64),
        "after_draw": np.array([after.draw for after in roll.aftermaths], np.int64),
    }


def _following(roll: "FoughtRoll") -> NDArray[np.int64]:
    """The calls of what follows whose words are needed (kernels/call_to_arms/draws.py)."""
    calls = {(after.draw - 16) // 4 for after in roll.aftermaths if after.draw >= 16}
    if roll.block or roll.fit or roll.extra:
        calls.add(0)
    if roll.block is not None and roll.block.stars.shape[1] > 6**DICE_A_WORD:
        calls.add(WIDE_BLOCK // 4)
    return np.array(sorted(calls), np.int64)
