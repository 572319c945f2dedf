"""Attacks and armor as the book settles them: what a player loses, what an enemy loses, what the attacker may choose.

Source: Skyrim, Dealing Damage, Damage Against Players, Track Damage, Damage Against Enemies, Matching Attack and Armor.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import inf

from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import offer

TYPES = HEAVY, LIGHT, MAGIC = ("heavy", "light", "magic")
TRACKS_OF_PLAYERS = ("stamina", "magicka")
MOST = 99

# Armor by type, in the order of TYPES: the tracks of an enemy, or what a player wears.
Armor = tuple[int, int, int]


@dataclass(frozen=True)
class Strike:
    """What an attack deals: damage of one type, or of one of several types, and damage to Stamina and Magicka."""

    damage: int = 0
    types: tuple[str, ...] = ()
    stamina: int = 0
    magicka: int = 0

    def __str__(self) -> str:
        parts = [f"{self.damage} {'/'.join(self.types)}"] if self.types else []
        parts += [f"{n} {track}" for n, track in ((self.stamina, "stamina"), (self.magicka, "magicka")) if n]
        return " + ".join(parts)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    for part in re.split(r"[+,]", text.casefold()):
        found = re.fullmatch(r"\s*(\d{1,2})\s+([a-z][a-z/ ]*?)\s*", part)
        if not found:
            raise BadNotation(f"{text!r}: {part.strip()!r} is no number with what it is of, such as `5 heavy/light`")
        yield (
            int(found[1]),
            re.sub(r"\b(damage|attack|armor|magical)\b", lambda m: MAGIC * (m[0] == "magical"), found[2]),
        )


def read_strike(text: str) -> Strike:
    """The attack written as ``5 heavy/light + 2 stamina``; BadNotation with the part that cannot be read."""
    damage, types = 0, tuple[str, ...]()
    tracks = dict.fromkeys(TRACKS_OF_PLAYERS, 0)
    for number, words in _parts(text):
        named = tuple(word.strip() for word in words.split("/"))
        if named[0] in tracks and len(named) == 1:
            tracks[named[0]] += number
            continue
        for name in named:
            if name not in TYPES:
                raise BadNotation(f"attack {text!r}: {name!r} is no kind of damage{offer(name, (*TYPES, *tracks))}")
        if types:
            raise BadNotation(f"attack {text!r}: an attack deals damage once; write `5 heavy/light` for either type")
        damage, types = number, tuple(kind for kind in TYPES if kind in named)
    return Strike(damage, types, **tracks)


def read_armor(text: str) -> Armor:
    """The armor written as ``3 heavy, 1 light``; what is not named is 0."""
    armor = dict.fromkeys(TYPES, 0)
    for number, name in _parts(text) if text.strip() else ():
        if name.strip() not in armor:
            raise BadNotation(f"armor {text!r}: {name.strip()!r} is no kind of armor{offer(name, TYPES)}")
        armor[name.strip()] += number
    return armor[HEAVY], armor[LIGHT], armor[MAGIC]


@dataclass(frozen=True)
class Loss:
    """What an attack takes off the tracks of a player, with the Health that pays for missing Stamina and Magicka."""

    health: int
    stamina: int
    magicka: int
    is_staggered: bool


def suffer(strike: Strike, armor: Armor, stamina: int, magicka: int) -> Loss:
    """What a player loses: armor of the type that leaves the most damage; a blow that it absorbs staggers (1 Stamina).

    Stamina and Magicka pay first, armor or not, and Health pays what they lack.
    """
    left = max((strike.damage - armor[TYPES.index(kind)] for kind in strike.types), default=0)
    is_staggered = bool(strike.damage) and left <= 0
    owed_stamina = strike.stamina + is_staggered
    paid_stamina, paid_magicka = min(owed_stamina, stamina), min(strike.magicka, magicka)
    health = max(left, 0) + owed_stamina - paid_stamina + strike.magicka - paid_magicka
    return Loss(health, paid_stamina, paid_magicka, is_staggered)


def wounded(health: int, blows: int, lost: int) -> tuple[int, int]:
    """Health and Final Blows after a loss of Health; both 0 when the player is Critically Injured.

    Damage that reaches the Final Blow stops there; any damage after that removes one (Skyrim, Final Blow).
    """
    if lost <= 0:
        return health, blows
    if health > blows:
        return max(health - lost, blows), blows
    return health - 1, health - 1


@dataclass(frozen=True)
class Hit:
    """One way an attack can be settled on an enemy: the type it counts as, the track it falls on, what is left."""

    kind: str
    track: str | None
    left: Armor


def hits(strike: Strike, armor: Armor) -> tuple[Hit, ...]:
    """Every way the player may settle an attack: its type first, then a track where none of that type stands."""
    found = []
    for kind in strike.types:
        if matching := armor[TYPES.index(kind)]:
            found.append(Hit(kind, kind, _reduced(armor, kind, max(1, strike.damage - matching))))
            continue
        # Magic Armor only falls to attacks of its own type.
        tracks = [track for track in TYPES if armor[TYPES.index(track)] and track != MAGIC]
        found += [Hit(kind, track, _reduced(armor, track, strike.damage)) for track in tracks] or [
            Hit(kind, None, armor)
        ]
    return tuple(found)


def _reduced(armor: Armor, track: str, loss: int) -> Armor:
    heavy, light, magic = (max(n - loss, 0) if kind == track else n for kind, n in zip(TYPES, armor, strict=True))
    return heavy, light, magic


@cache
def attacks_to_defeat(strike: Strike, armor: Armor) -> float:
    """How many such attacks defeat an enemy at the fewest; infinity where they never do."""
    if not any(armor):
        return 0
    return 1 + min(
        (attacks_to_defeat(strike, hit.left) for hit in hits(strike, armor) if hit.left != armor), default=inf
    )


def best_hit(strike: Strike, armor: Armor) -> Hit:
    """The way that leaves the fewest such attacks to go; ties to the most armor lost, then in the order of TYPES."""
    return min(hits(strike, armor), key=lambda hit: (attacks_to_defeat(strike, hit.left), sum(hit.left)))
