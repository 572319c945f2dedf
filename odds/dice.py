"""Faces and dice of the three games: how they are written, which are shipped, and how sure each is."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from tamriel_odds.odds.errors import BadNotation, UnknownDie
from tamriel_odds.odds.names import offer, plain

ICONS = ("dragonborn", "swords", "oblivion")
SKILL_DIE_SIGNS = ("critical", "failure", "potion")
# The dice of Skyrim, of which each face shows one symbol.
SYMBOLS = {
    "test": ("circle", "triangle", "diamond"),
    "enemy": ("miss", "axe", "sword", "fire", "skull", "lightning"),
}
# What faces of Betrayal do beside damage: prevent it, deal true damage to an adventurer, fatigue the one who rolls,
# give Bane, drain the die. Tenacity (T) and ignored Defense (ignore) are counted.
MARKS = ("prevents", "backlash", "strain", "bane", "drain")
SIGNS = (*ICONS, *SKILL_DIE_SIGNS, *SYMBOLS["test"], *SYMBOLS["enemy"], *MARKS)
LETTERS = {"d": "dragonborn", "helmet": "dragonborn", "s": "swords", "o": "oblivion"}
MOST_STARS = 9


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a die.

    `number` counts its stars (on the white Skill Die: the result of the roll), `accuracy` is what it takes off a
    score, `signs` are its icons in the order of `SIGNS`. In Betrayal `number` is its damage (or what it prevents),
    `tenacity` counts its T, `ignores` the Defense it ignores.
    """

    number: int = 0
    accuracy: int = 0
    signs: tuple[str, ...] = ()
    tenacity: int = 0
    ignores: int = 0

    def __str__(self) -> str:
        parts = [str(self.number)] if self.number else []
        parts += [f"-{self.accuracy}"] if self.accuracy else []
        return "+".join([*parts, *["T"] * self.tenacity, *["ignore"] * self.ignores, *self.signs]) or "blank"


@dataclass(frozen=True, slots=True)
class Skill:
    """What a reference sheet of Betrayal says of a skill die: its line, the stat that limits it, its battle form.

    `box` is how many there are in the game, None where nobody has said.
    """

    line: str
    stat: str | None = None
    form: str | None = None
    box: int | None = None


STATS = ("stamina", "magicka")
FORMS = ("light", "heavy", "defensive", "ranged", "magic")


@dataclass(frozen=True, slots=True)
class Die:
    """A die of a game: its faces, who says so, and how sure that is (printed, reported, assumed, or yours)."""

    name: str
    title: str
    game: str
    faces: tuple[Face, ...]
    certainty: str
    source: str
    alternatives: tuple[tuple[Face, ...], ...] = ()
    skill: Skill | None = None

    @property
    def mean(self) -> float:
        """The average number of its faces (a Critical counts as 1, a Failure as nothing)."""
        return sum(face.number for face in self.faces) / len(self.faces)

    @property
    def standard_deviation(self) -> float:
        return float((sum(face.number**2 for face in self.faces) / len(self.faces) - self.mean**2) ** 0.5)

    @property
    def described(self) -> tuple[str, ...]:
        """What it is, its faces, their average, and who says so: a line each."""
        return (
            f"{self.name}: {self.title} ({self.game}), {self.certainty}",
            f"  {write_faces(self.faces)}",
            f"  mean {self.mean:.4f}, standard deviation {self.standard_deviation:.4f}",
            f"  {self.source}",
        )


Dice = Mapping[str, Die]


def read_face(text: str) -> Face:
    """The face written as `text`: ``blank``, ``2``, ``-1``, ``dragonborn``, ``1+swords``.

    Raises BadNotation for a number over nine or a sign that no die has.

    >>> read_face("1+dragonborn")
    Face(number=1, accuracy=0, signs=('dragonborn',))
    """
    number, accuracy, tenacity, ignores, signs = 0, 0, 0, 0, set()
    for part in text.strip().casefold().split("+"):
        if re.fullmatch(r"\d{1,2}", part):
            number += int(part)
        elif re.fullmatch(r"-\d", part):
            accuracy += -int(part)
        elif re.fullmatch(r"t{1,2}", part):
            tenacity += len(part)
        elif part == "ignore":
            ignores += 1
        elif part != "blank":
            sign = LETTERS.get(part, part)
            if sign not in SIGNS:
                near = offer(part, ("blank", "T", "ignore", *SIGNS))
                raise BadNotation(f"face {text!r}: {part!r} is no number and no sign of a die{near}")
            signs.add(sign)
    if "critical" in signs:
        number = number or 1
    if number > 10 or accuracy > MOST_STARS:
        raise BadNotation(f"face {text!r}: a face shows at most {MOST_STARS} stars, and the Skill Die at most 10")
    return Face(number, accuracy, tuple(sign for sign in SIGNS if sign in signs), tenacity, ignores)


def read_faces(text: str) -> tuple[Face, ...]:
    """The faces written as `text`, separated by spaces or commas; ``3x1`` is three faces with one star.

    >>> [str(face) for face in read_faces("2xblank 1")]
    ['blank', 'blank', '1']
    """
    faces: list[Face] = []
    for word in re.split(r"[\s,]+", text.strip()):
        repeated = re.fullmatch(r"(\d{1,2})[x*](.+)", word, re.IGNORECASE)
        times, face = (int(repeated[1]), repeated[2]) if repeated else (1, word)
        faces += [read_face(face)] * times
    return tuple(faces)


def write_faces(faces: Iterable[Face]) -> str:
    """The text that `read_faces` reads, equal neighbours gathered: ``2xblank 3x1 dragonborn``."""
    runs: list[tuple[Face, int]] = []
    for face in faces:
        if runs and runs[-1][0] == face:
            runs[-1] = (face, runs[-1][1] + 1)
        else:
            runs.append((face, 1))
    return " ".join(f"{times}x{face}" if times > 1 else str(face) for face, times in runs)


@cache
def shipped_dice() -> Dice:
    """The dice that come with the program (odds/data/dice.toml), by name."""
    rows = tomllib.loads(files("tamriel_odds.odds").joinpath("data/dice.toml").read_text(encoding="utf-8"))
    return MappingProxyType({name: _shipped(name, row) for name, row in rows.items()})


def _shipped(name: str, row: Mapping[str, object]) -> Die:
    alternatives = row.get("alternatives", ())
    assert isinstance(alternatives, list | tuple)
    return Die(
        name,
        str(row["title"]),
        str(row["game"]),
        read_faces(str(row["faces"])),
        str(row["certainty"]),
        str(row["source"]),
        tuple(read_faces(text) for text in alternatives),
        skill_of(row) if row["game"] == "Betrayal" else None,
    )


def skill_of(row: Mapping[str, object]) -> Skill:
    """What a table of a dice file says of a skill die."""
    return Skill(**{key: row[key] for key in ("line", "stat", "form", "box") if key in row})  # type: ignore[arg-type]


def die_named(name: str, dice: Dice) -> Die:
    """The die of that name; UnknownDie with the nearest names otherwise."""
    for known in dice.values():
        if plain(name) in (plain(known.name), plain(known.title)):
            return known
    raise UnknownDie(f"die {name!r}: there is no such die{offer(name, dice)}")


def with_faces(die: Die, text: str) -> Die:
    """The same die with faces a user has read off his own; BadNotation when their number or kind cannot be."""
    faces = read_faces(text)
    if len(faces) != len(die.faces):
        raise BadNotation(f"die {die.name}: it has {len(die.faces)} faces, {text!r} names {len(faces)}")
    if die.game == "Betrayal":
        return _betrayal(die, faces)
    is_skill_die = any("critical" in face.signs for face in die.faces)
    for face in faces:
        if die.name in SYMBOLS:
            if face not in [Face(signs=(symbol,)) for symbol in SYMBOLS[die.name]]:
                raise BadNotation(f"die {die.name}: a face is one of {', '.join(SYMBOLS[die.name])}, not {face}")
            continue
        is_betrayal = face.tenacity or face.ignores
        if not is_skill_die and (set(face.signs) - {*ICONS, *SKILL_DIE_SIGNS} or is_betrayal):
            raise BadNotation(f"die {die.name}: the face {face} is none of {die.game}")
        if not is_skill_die and (set(face.signs) - set(ICONS) or face.number > MOST_STARS):
            raise BadNotation(f"die {die.name}: the face {face} belongs on the Skill Die only")
        if not is_skill_die and face.accuracy and die.name != "green":
            raise BadNotation(f"die {die.name}: the face {face} belongs on the green Accuracy Die only")
        if is_skill_die and (set(face.signs) - set(SKILL_DIE_SIGNS) or face.accuracy or face == Face() or is_betrayal):
            raise BadNotation(f"die {die.name}: a face of the Skill Die is a number, critical or failure, not {face}")
    return _yours(die, faces)


def _betrayal(die: Die, faces: tuple[Face, ...]) -> Die:
    for face in faces:
        if set(face.signs) - {"miss", *MARKS} or face.accuracy or face.number > MOST_STARS:
            raise BadNotation(
                f"die {die.name}: a face of Betrayal is blank, miss, 1 to {MOST_STARS}, T, ignore, {', '.join(MARKS)}, "
                f"not {face}"
            )
    if die.name == "lockpick" and sorted(face.number for face in faces) != [1, 2, 3, 4, 5, 6]:
        raise BadNotation("die lockpick: a plain D6 has the faces 1 2 3 4 5 6")
    return _yours(die, faces)


def _yours(die: Die, faces: tuple[Face, ...]) -> Die:
    return replace(die, faces=faces, certainty="yours", source="typed in by the owner of the dice", alternatives=())
