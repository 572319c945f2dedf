"""The texts of cards and items: numbers, Skills, weapons, dice."""

import re
from dataclasses import replace
from typing import Final

from tamriel_odds.odds.call_to_arms.battlescribe import Profile
from tamriel_odds.odds.call_to_arms.keywords import ATTRIBUTES, SKILLS
from tamriel_odds.odds.call_to_arms.notation import Line, Text, Weapon, read
from tamriel_odds.odds.call_to_arms.terms import COLOURS
from tamriel_odds.odds.call_to_arms.tokens import near_name
from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import plain

_CLASSES: Final = (
    "greatsword", "sword", "dagger", "war axe", "battleaxe", "axe", "mace", "warhammer", "crossbow", "bow", "staff",
    "throwing knife", "pickaxe", "scimitar",
)  # fmt: skip


def number(text: str) -> int | None:
    """The first number of a field: `5`, `[2]`, `4` over `Archery`; None for `-`.

    >>> number("4\\nOne-Handed"), number("[2]"), number("-"), number("")
    (4, 2, None, None)
    """
    found = re.search(r"\d+", text.strip().partition("\n")[0])
    return int(found[0]) if found else None


def unbracketed(text: str) -> str:
    """A field without an editor's brackets: `[One]-Handed` is One-Handed."""
    return re.sub(r"\[([^\[\]]*)\]", r"\1", text)


def skills(text: str) -> tuple[str, ...]:
    """The Skills below the number of an Attribute.

    >>> skills("4\\nBlock\\n[One]-Handed")
    ('block', 'one-handed')
    """
    lines = re.split(r"[\n,]", unbracketed(text).replace("\xa0", " "))[1:]
    return tuple(plain(line) for line in lines if plain(line))


def named_tests(text: str) -> tuple[str, ...]:
    """The Skills or Attributes an item may be used with, the printed order kept.

    >>> named_tests("[Two]-Handed or Strength Attribute"), named_tests("Restoration [Errata]"), named_tests("None")
    (('two-handed', 'strength'), ('restoration',), ())
    """
    found = []
    for part in re.split(r"\bor\b|/|,|\n", unbracketed(text), flags=re.IGNORECASE):
        word = plain(part)
        found += [name for name in (*SKILLS, *ATTRIBUTES) if word == name or word.startswith(f"{name}-")][:1]
    return tuple(found)


def weapon_class(name: str) -> str | None:
    """The kind of weapon a name ends in or holds: `Steel War Axe Of Cowardice` is a war axe."""
    words = f" {plain(name).replace('-', ' ')} "
    for known in _CLASSES:
        if f" {known} " in words:
            return "sword" if known == "scimitar" else known
    return "bow" if "bow " in words else None


def read_field(profile: Profile, title: str) -> Text:
    """The text under a title, read; what cannot be read is an error with file and line."""
    field = profile.fields.get(title)
    if field is None:
        return Text()
    try:
        return read(field.text)
    except BadNotation as error:
        raise BadNotation(f"{profile.file}:{field.line}: {profile.name}, {title}: {error}") from None


def has_die(text: str) -> bool:
    """Whether a text speaks of a die in brackets, whole, broken or misspelt."""
    names = "|".join(COLOURS)
    if re.search(rf"\[\s*({names})\b|\b({names})\s*\]", text, re.IGNORECASE):
        return True
    return any((near_name(content) or "") in COLOURS for content in re.findall(r"\[([^\[\]]*)\]", text))


def lines_with(weapon: Weapon, **changes: object) -> tuple[Line, ...]:
    """The lines of a weapon with fields filled in where they are empty."""
    return tuple(
        replace(line, **{key: value for key, value in changes.items() if getattr(line, key) is None})  # type: ignore[arg-type]
        for line in weapon.lines
    )
