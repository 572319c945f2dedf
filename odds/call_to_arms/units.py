"""Units by name: from the user's BattleScribe files, and from the few cards the rulebook prints itself."""

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict
from pydantic import Field as Setting

from tamriel_odds.odds.call_to_arms.battlescribe import Field, Profile, read_profiles
from tamriel_odds.odds.call_to_arms.cards import (
    ATTACK_LIST,
    ITEM_TYPES,
    UNIT_TYPES,
    Attack,
    Unit,
    leveled,
)
from tamriel_odds.odds.call_to_arms.equipment import may_use
from tamriel_odds.odds.call_to_arms.strikes import Strike, armor_of, attack_of, block_of
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.names import clipped, meant, nearest, plain

__all__ = [
    "Attack", "BookCard", "Strike", "Unit", "armor_of", "attack_of", "block_of",
    "book_cards", "data_paths", "find_card", "find_unit", "profiles_of",
]  # fmt: skip

BOOK: Final = "units.toml"
# Far more than anybody can carry.
MOST_ITEMS: Final = 40
_SHOWN_BY: Final = {"unit": "`odds units list` shows", "item": "`odds units items` shows"}
_OWN_ATTACK: Final = re.compile(r"\d+|melee|ranged|unarmed|teeth-and-claws|reflect-blows")


class _AmbiguousError(UnknownName):
    """A name of several cards."""


class BookCard(BaseModel):
    """A card of `odds/data/units.toml`: what the rulebook prints of it, under the titles of the unit files."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal[
        "Follower", "Hero", "Adversary", "Epic Creature", "Melee Weapon", "Ranged Weapon", "Spell", "Armor", "Shield",
        "Dragon Shout", "Enchantment/Attachment/Consumable", "Item",
    ]  # fmt: skip
    name: str = Setting(min_length=1)
    source: str = Setting(min_length=1)
    certainty: Literal["printed", "reported", "assumed"]
    fields: dict[str, str]


@lru_cache(maxsize=1)
def book_cards() -> tuple[BookCard, ...]:
    """The cards the rulebook prints itself."""
    text = files("tamriel_odds.odds").joinpath(f"data/{BOOK}").read_text(encoding="utf-8")
    return tuple(BookCard.model_validate(card) for card in tomllib.loads(text)["card"])


@lru_cache(maxsize=1)
def _book_profiles() -> tuple[Profile, ...]:
    return tuple(
        Profile(card.type, card.name, {title: Field(text, 1) for title, text in card.fields.items()}, BOOK, 1)
        for card in book_cards()
    )


def data_paths(data: Sequence[Path] = ()) -> list[Path]:
    """The unit files to read: those given, else those of `ODDS_DATA`."""
    if data:
        return [Path(path) for path in data]
    return [Path(path) for path in os.environ.get("ODDS_DATA", "").split(os.pathsep) if path.strip()]


def profiles_of(data: Sequence[Path] = ()) -> list[Profile]:
    """Every profile of the user's files, and the rulebook's own where the user has none of that name."""
    theirs = read_profiles(data_paths(data))
    names = {(profile.type, _key(profile.name)) for profile in theirs}
    return [*theirs, *(card for card in _book_profiles() if (card.type, _key(card.name)) not in names)]


def _key(name: str) -> str:
    """The form in which two names are equal: no colons, brackets or commas either."""
    return re.sub(r"[^\w]+", "-", plain(name)).strip("-")


# A Spell that is held is two cards; this one only names the other, which has the dice.
_SPELL_FORM: Final = re.compile(r"\(spell form\)\s*$", re.IGNORECASE)
_VARIANT: Final = re.compile(r"\((leveled|adversary|shapeshift|alternate form)\)\s*$", re.IGNORECASE)


def find_unit(text: str, data: Sequence[Path] = (), weapon: str | None = None, wear: Sequence[str] = ()) -> Unit:
    """The unit called `NAME` or `NAME + ITEM + ITEM`, with its items; `weapon` and `wear` are items too.

    A name may be cut short where that leaves one: a beginning, or all before the colon. Of several of one name,
    `NAME (Adversary)` and `NAME @ Draugr.cat` tell which.

    >>> find_unit("hadvar + imperial-heavy-armor + ring of fortify armor").armor.printed
    'Imperial Heavy Armor: [BLACK][YELLOW]'
    """
    profiles = profiles_of(data)
    name, *item_names = [part.strip() for part in text.split("+")]
    if not name or not all(item_names):
        raise UnknownName(f"'{clipped(text)}': a unit is NAME or NAME + ITEM + ITEM")
    if len(item_names) + len(wear) > MOST_ITEMS:
        raise ImpossibleQuestion(f"{clipped(name)}: {len(item_names) + len(wear)} items; at most {MOST_ITEMS} are read")
    card = _find(name, [profile for profile in profiles if profile.type in UNIT_TYPES], "unit")
    unit = _unit(card, profiles)
    item_names += list(wear)
    # What a roster's model carries is there before what is named; a profile of it that is no item is a rule.
    carried = tuple(item for item in card.carried if item.type in ITEM_TYPES)
    if weapon is not None and unit.kind == "hero" and not _OWN_ATTACK.fullmatch(plain(weapon)):
        # "Unrelenting Force: Level 2" is an attack of the item "Unrelenting Force".
        held = [_key(item) for item in (*item_names, *(profile.name for profile in card.carried))]
        if not any(item.startswith(_key(weapon)) or _key(weapon).startswith(item) for item in held):
            item_names.append(weapon)
    if not item_names:
        return Unit(unit.name, unit.kind, unit.profile, unit.attack_profile, unit.unarmed, carried)
    if unit.kind != "hero":
        raise ImpossibleQuestion(
            f"{unit.name} is no Hero: {'an' if unit.kind in ('adversary', 'epic') else 'a'} "
            f"{unit.kind.replace('epic', 'epic creature')} fights as its card stands, "
            f"without '{clipped(item_names[0])}'"
        )
    things = [profile for profile in profiles if profile.type in ITEM_TYPES]
    items = tuple(_find(item, things, "item") for item in item_names)
    for item in items:
        if (reason := may_use(unit, item)) is not None:
            raise ImpossibleQuestion(reason)
    return Unit(unit.name, unit.kind, unit.profile, unit.attack_profile, unit.unarmed, (*carried, *items))


def find_card(text: str, data: Sequence[Path] = ()) -> Unit | Profile:
    """The unit called `text`, or where there is none, the item."""
    try:
        return find_unit(text, data)
    except _AmbiguousError:
        raise
    except UnknownName:
        if "+" in text:
            raise
    cards = [profile for profile in profiles_of(data) if profile.type in (*UNIT_TYPES, *ITEM_TYPES)]
    return _find(text, cards, "unit and no item")


def _unit(card: Profile, profiles: Sequence[Profile]) -> Unit:
    base = re.sub(r"\s*\(leveled\)\s*$", "", card.name, flags=re.IGNORECASE)
    if base != card.name:
        plain_cards = [other for other in profiles if other.type == card.type and _key(other.name) == _key(base)]
        same_file = [other for other in plain_cards if other.file == card.file]
        card = leveled(card, next(iter(same_file or plain_cards), None))
    attack_profile = None
    said = card.text("Attacks")
    if see := re.match(r"see\s+(.+?)\.?$", said, re.IGNORECASE):
        lists = [other for other in profiles if other.type == ATTACK_LIST]
        attack_profile = next((other for other in lists if _key(other.name).startswith(_key(see[1]))), None)
        if attack_profile is None:
            raise UnknownName(
                f"{card.name} attacks with '{see[1]}', a profile of another file; give that file too with --data"
            )
    unarmed = tuple(
        other
        for other in profiles
        if _key(other.name) in ("unarmed", "teeth-and-claws") and other.type == "Melee Weapon"
    )
    return Unit(card.name, UNIT_TYPES[card.type], card, attack_profile, unarmed)


def _find(text: str, profiles: Sequence[Profile], what: str) -> Profile:
    """The one profile of that name, by the tiers `_tiers` lists."""
    name, _, file = text.partition("@")
    if file.strip():
        profiles = [profile for profile in profiles if _key(Path(profile.file).name).startswith(_key(file))]
        if not profiles:
            raise UnknownName(f"'{clipped(file.strip())}' is none of the unit files with {what}s in them")
    kind = re.search(r"\(([^()]+)\)\s*$", name)
    for matches in _tiers(name):
        if found := _one([profile for profile in profiles if matches(profile)], text):
            return found
    if kind and _VARIANT.search(name):
        variants = [p for p in profiles if (v := _VARIANT.search(p.name)) and plain(v[1]) == plain(kind[1])]
        for matches in _tiers(name[: kind.start()]):
            if found := _one([profile for profile in variants if matches(profile)], text):
                return found
    if kind and plain(kind[1]) in {*UNIT_TYPES.values(), *(plain(type_) for type_ in (*UNIT_TYPES, *ITEM_TYPES))}:
        of_kind = [p for p in profiles if plain(kind[1]) in (plain(p.type), UNIT_TYPES.get(p.type, ""))]
        for matches in _tiers(name[: kind.start()]):
            if found := _one([profile for profile in of_kind if matches(profile)], text):
                return found
    raise UnknownName(f"'{clipped(text)}' is no {what}{_offered(name, profiles, what)}")


def _tiers(name: str) -> list[Callable[[Profile], bool]]:
    """From the whole name to its beginning; the first that anything matches decides."""
    key = _key(name)
    if not key:
        return []
    return [
        lambda profile: _key(profile.name) == key,
        lambda profile: _key(_VARIANT.sub("", profile.name)) == key,
        lambda profile: _key(profile.name.partition(":")[0]) == key,
        lambda profile: _key(profile.name.partition(":")[2]) == key,
        lambda profile: _key(profile.name).startswith(key),
    ]


def _one(found: list[Profile], text: str) -> Profile | None:
    """The one that is meant: of equal cards any, the plain card before its variants, the user's before the book's."""
    cards: dict[tuple[str, str, tuple[tuple[str, str], ...]], Profile] = {}
    for profile in found:
        texts = tuple(sorted((title, " ".join(field.text.split())) for title, field in profile.fields.items()))
        cards.setdefault((profile.type, _key(profile.name), texts), profile)
    different = list(cards.values())
    for narrower in (
        [card for card in different if card.file != BOOK],
        [card for card in different if card.file != BOOK and not _VARIANT.search(card.name)],
        [card for card in different if not _SPELL_FORM.search(card.name)],
    ):
        if len(different) > 1 and narrower:
            different = narrower
    if len(different) > 1:
        names = {card.name for card in different}
        if len(names) == 1:
            places = ", ".join(f"{card.type} ({Path(card.file).name}:{card.line})" for card in different)
            kinds = [card.type for card in different]
            by_kind = len(set(kinds)) == len(kinds)
            told = [
                f"{card.name} ({card.type})" if by_kind else f"{card.name} @ {Path(card.file).name}"
                for card in different
            ]
            hint = "; write " + " or ".join(f"'{one}'" for one in told)
            raise _AmbiguousError(f"'{clipped(text)}' is {len(different)} cards: {places}{hint}")
        shown = ", ".join(f"'{card.name}'" for card in different[:12]) + (", ..." if len(different) > 12 else "")
        raise _AmbiguousError(f"'{clipped(text)}' may be any of {len(different)}: {shown}")
    return different[0] if different else None


def _offered(name: str, profiles: Iterable[Profile], what: str) -> str:
    """The nearest names, a word of a long one being as good as its beginning."""
    names = list(dict.fromkeys(profile.name for profile in profiles))
    key = _key(name)
    close = nearest(name, names)
    near = nearest(key, {_key(known.partition(":")[0]) for known in names})
    close = close or [known for short in near for known in names if _key(known.partition(":")[0]) == plain(short)][:3]
    close = close or [known for known in names if len(key) > 2 and key in _key(known)][:3]
    words = set(key.split("-"))
    close = [known for known in names if words <= set(_key(known).split("-"))][:3] or close
    first, *others = re.split(r",|\s(?:with|and)\s", name)
    if what == "unit" and others and any(_key(known).startswith(_key(first)) for known in names):
        return f"; items stand behind a +: '{clipped(' + '.join(part.strip() for part in (first, *others)))}'"
    if close:
        return meant(close)
    if not any(profile.file != BOOK for profile in profiles):
        return "; give your BattleScribe files with --data or ODDS_DATA"
    return f"; {_SHOWN_BY.get(what, '`odds units list` and `odds units items` show')} them all"
