"""An attack as its kernel looks it up (kernels/call_to_arms/attack.py): pools, armor with its effects, fates."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.call_to_arms.choice import ArmorEffect, Option, armor_choice, beside
from tamriel_odds.odds.call_to_arms.harm import FATES, Endurance
from tamriel_odds.odds.call_to_arms.pools import DICE_A_WORD, NO_DICE, in_fives, packed, stacked
from tamriel_odds.odds.dice import Die

if TYPE_CHECKING:
    from tamriel_odds.odds.call_to_arms.attack_roll import SkillTest


def skill_die_of(test: "SkillTest") -> NDArray[np.int32]:
    """By face: score, flags and what the critical die shows; 20 faces, or 120 read with a critical die."""
    critical = packed(test.critical_dice)
    faces = []
    for face in test.die.faces:
        is_critical = "critical" in face.signs and test.is_skill_test
        flags = is_critical << 8 | ("failure" in face.signs) << 9 | ("potion" in face.signs) << 10
        shown = ((critical & 0xFF) << 16 | critical & ~0xFFFFFF) if is_critical else critical * 0
        faces.append(test.score(face) | flags | shown)
    return np.concatenate(faces).astype(np.int32)


def fixed(option: Option) -> int:
    return option.damage | min(option.piercing, 127) << 16 | option.is_weak << 23 | option.is_immune << 27


def armor_tables(rows: Sequence[Option], effects: Sequence[ArmorEffect]) -> dict[str, Any]:
    """The armor roll with its effect in one table of stars where it fits, else die by die."""
    same = len({option.armor for option in rows}) == 1
    armors = [rows[0].armor] if same else [option.armor for option in rows]
    offered = [beside(effects, armor) for armor in armors]
    most = most_armor_dice(rows, effects)
    choice = np.zeros(0, np.uint8)
    if most <= DICE_A_WORD:
        whole = stacked([_armor_with_effect(armor, kept) for armor, kept in zip(armors, offered, strict=True)])
        parts = [[NO_DICE] * 3] * len(armors)
        added = [[NO_DICE] * 3]
    else:
        whole = np.zeros((0, 1), np.int32)
        parts = [[packed(part) for part in in_fives(armor)] for armor in armors]
        bonuses = [dice for kept in offered for dice in [(), *(effect.bonus for effect in kept)]]
        added = [[packed(part, False) for part in in_fives(dice)] for dice in bonuses]
        first = range(0, len(bonuses), len(effects) + 1)
        choice = np.concatenate([armor_choice(kept) + start for kept, start in zip(offered, first, strict=True)])
    return {
        "armor": whole.astype(np.uint8),
        "armor_dice": stacked([part[0] for part in parts]),
        "armor_6": stacked([part[1] for part in parts]),
        "armor_11": stacked([part[2] for part in parts]),
        "armor_choice": choice.astype(np.uint8),
        "armor_bonus": stacked([part[0] for part in added]),
        "armor_bonus_6": stacked([part[1] for part in added]),
        "armor_bonus_11": stacked([part[2] for part in added]),
    }


def most_armor_dice(rows: Sequence[Option], effects: Sequence[ArmorEffect]) -> int:
    """The most dice an armor roll can have, those of its effect included."""
    bonuses = [[len(effect.bonus) for effect in beside(effects, option.armor)] for option in rows]
    return max(len(option.armor) + max(bonus, default=0) for option, bonus in zip(rows, bonuses, strict=True))


def needs_more_words(attack: Sequence[Die], options: Sequence[Option], effects: Sequence[ArmorEffect]) -> bool:
    """Whether a pool of an attack can have more dice than one word rolls."""
    bonuses = [option.added(critical) for critical in (0, 1) for option in options]
    return max(most_armor_dice(options, effects), *map(len, [attack, *bonuses])) > DICE_A_WORD


def in_a_word_each(tables: dict[str, Any]) -> dict[str, Any]:
    """The tables of kernels/call_to_arms/attack.py, whose pools have at most five dice: int32, to compile it once."""
    beyond = ("_6", "_11")
    kept = {name: table for name, table in tables.items() if not name.endswith(beyond)}
    for name in ("armor_dice", "armor_choice", "armor_bonus"):
        del kept[name]
    return kept | {name: tables[name].astype(np.int32) for name in ("armor", "choice")}


def fates_of(endurance: Endurance | None) -> NDArray[np.int32]:
    if endurance is None:
        return np.zeros((0, 1), np.int32)
    faces = endurance.die.faces
    tested = [[FATES.index(endurance.fate(face, overkill)) for face in faces] for overkill in (False, True)]
    return np.array([[0] * len(faces), *tested], np.int32)


def calls_of(tables: dict[str, Any]) -> NDArray[np.int64]:
    """The calls whose words are needed: a Philox call gives the words of four roles (kernels, draws.py)."""
    calls = [0]
    second = ("attack_6", "attack_11", "armor_6", "armor_bonus")
    third = ("bonus_6", "bonus_11", "armor_11", "fates")
    calls += [1] if any(tables[name].size and tables[name].shape[-1] > 1 for name in second) else []
    calls += [2] if any(tables[name].size and tables[name].shape[-1] > 1 for name in third) else []
    calls += [3] if tables["armor_bonus_6"].size > 1 else []
    return np.array(calls, np.int64)


def _armor_with_effect(armor: Sequence[Die], effects: Sequence[ArmorEffect]) -> NDArray[np.int32]:
    """Stars of an armor roll, its effect included: the armor dice are the first digits of five, bonus dice the last.

    Counted from the end, the bonus dice keep their faces when a switch adds an armor die.
    """
    rolled = packed(armor)
    if not any(effect.bonus for effect in effects):
        return rolled & 0xFF
    rolled = np.repeat(rolled, 6 ** (DICE_A_WORD - len(armor)))
    chosen = armor_choice(effects)[rolled >> 24 & 7]
    stars = rolled & 0xFF
    digits = np.arange(len(rolled))
    for number, effect in enumerate(effects, start=1):
        for place, die in enumerate(effect.bonus):
            by_face = np.array([face.number for face in die.faces], np.int32)
            stars = stars + np.where(chosen == number, by_face[digits // 6**place % 6], 0)
    return stars.astype(np.int32)
