"""Enchantments and special ammunition: what they do to the weapon they are attached to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tamriel_odds.odds.call_to_arms.battlescribe import Profile
from tamriel_odds.odds.call_to_arms.card_texts import read_field
from tamriel_odds.odds.call_to_arms.cards import Attack
from tamriel_odds.odds.call_to_arms.notation import Effect, Keyword, Weapon, read
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion
from tamriel_odds.odds.names import plain


@dataclass(frozen=True, slots=True)
class _Change:
    """What an Enchantment or special ammunition does to a weapon."""

    effects: tuple[Effect, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    dice: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    long: tuple[str, ...] = ()


def is_for_weapons(item: Profile) -> bool:
    """Whether an item is attached to a weapon, or shot with it."""
    type_ = plain(item.text("Type"))
    return item.type == "Enchantment/Attachment/Consumable" and ("weapon" in type_ or "ammunition" in type_)


def _change(item: Profile) -> tuple[_Change, list[str]]:
    text = read_field(item, "Effect")
    added: dict[str, tuple[str, ...]] = {}
    left: list[str] = []
    for note in text.notes:
        found = re.fullmatch(
            r"(melee attacks|ranged attacks|attacks|short range|long range):?\s*adds?\s+(.*?)\.?", note, re.I
        )
        dice = _only_dice(found[2]) if found else ()
        if found and dice:
            added[plain(found[1]).replace("ranged-attacks", "attacks").replace("melee-attacks", "attacks")] = dice
        else:
            left.append(note)
    effects = tuple(effect for weapon in text.weapons for effect in weapon.effects)
    keywords = tuple(keyword for weapon in text.weapons for keyword in weapon.keywords)
    dice = tuple(die for weapon in text.weapons for line in weapon.lines if line.is_bonus for die in line.dice)
    change = _Change(
        effects, keywords, (*dice, *added.get("attacks", ())), added.get("short-range", ()), added.get("long-range", ())
    )
    return change, [*text.repairs, *left]


def _only_dice(text: str) -> tuple[str, ...]:
    try:
        weapons = read(text).weapons
    except BadNotation:
        return ()
    if len(weapons) != 1 or weapons[0].effects or weapons[0].keywords or len(weapons[0].lines) != 1:
        return ()
    return weapons[0].lines[0].dice


def attached(attacks: Sequence[Attack], items: Sequence[Profile]) -> tuple[tuple[Attack, ...], tuple[str, ...]]:
    """The attacks with their Enchantments, each on the last weapon named before it (or the first one after)."""
    changed = list(attacks)
    said: list[str] = []
    for place, item in enumerate(items):
        if not is_for_weapons(item):
            continue
        is_ammunition = "ammunition" in plain(item.text("Type"))
        fitting = [
            (other, i)
            for i, attack in enumerate(changed)
            for other, held in enumerate(items)
            if held.name == attack.source and held.type in ("Melee Weapon", "Ranged Weapon")
            and (not is_ammunition or attack.kind == "ranged")
        ]  # fmt: skip
        before = [i for other, i in fitting if other < place]
        after = [i for other, i in fitting if other > place]
        if not before and not after:
            raise ImpossibleQuestion(f"{item.name} needs a weapon to be attached to: NAME + WEAPON + {item.name}")
        i = before[-1] if before else after[0]
        change, left = _change(item)
        said += [f"{item.name}: {note}" for note in left]
        changed[i] = replace(changed[i], weapon=_changed(changed[i].weapon, change, is_ammunition))
    return tuple(changed), tuple(said)


def _changed(weapon: Weapon, change: _Change, is_ammunition: bool) -> Weapon:
    shortest = min((line.reach for line in weapon.lines if line.reach is not None), default=None)
    lines = tuple(
        replace(line, dice=(*line.dice, *change.dice, *(change.short if line.reach == shortest else change.long)))
        for line in weapon.lines
    )
    keywords = change.keywords if is_ammunition else (*change.keywords, Keyword("enchanted"))
    return replace(
        weapon,
        lines=lines,
        effects=(*weapon.effects, *change.effects),
        keywords=tuple(dict.fromkeys([*weapon.keywords, *keywords])),
    )
