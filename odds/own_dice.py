"""The dice a user has typed in: where they are kept, how they are read, and what the program ships under them."""

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tamriel_odds.odds.dice import (
    FORMS,
    STATS,
    Dice,
    Die,
    Face,
    die_named,
    shipped_dice,
    skill_of,
    with_faces,
    write_faces,
)
from tamriel_odds.odds.errors import BadFile, BadNotation, UnknownDie
from tamriel_odds.odds.files import alike, read_text, replaced
from tamriel_odds.odds.names import offer, plain


def dice_file(path: Path | None = None) -> Path:
    """Where a user's own faces are kept: `path`, else ODDS_DICE_FILE, else the folder that platformdirs names."""
    if path is not None:
        return path
    if named := os.environ.get("ODDS_DICE_FILE"):
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("tamriel-odds", appauthor=False) / "dice.toml"


def load_dice(path: Path | None = None) -> Dice:
    """The dice to roll: those shipped, with the faces of the user's file over them.

    Only a file named by `path` must exist: where ODDS_DICE_FILE keeps faces, there are none before the first is kept.
    Raises BadFile with file, line and key.
    """
    file = dice_file(path)
    try:
        text = read_text(file, "dice file")
    except FileNotFoundError:
        if path is not None:
            raise BadFile(f"{file}: there is no such dice file{alike(file)}") from None
        return shipped_dice()
    return MappingProxyType({**shipped_dice(), **_own_dice(text, file)})


def _own_dice(text: str, file: Path) -> dict[str, Die]:
    from tamriel_odds.odds.toml import line_of, parse

    dice: dict[str, Die] = {}
    for name, row in parse(text, file).items():
        where = f"{file}:{line_of(text, name)}"
        if isinstance(row, dict) and "game" in row:
            dice[plain(name)] = _new_die(name, row, where)
            continue
        if not isinstance(row, dict) or set(row) != {"faces"} or not isinstance(row["faces"], str):
            raise BadFile(f'{where}: {name}: a die is a table with one key, faces = "..."')
        try:
            die = with_faces(die_named(name, shipped_dice()), row["faces"])
        except (UnknownDie, BadNotation) as error:
            raise BadFile(f"{where}: {error}") from None
        dice[die.name] = die
    return dice


# The keys of a skill die of Betrayal that the program does not know, and what each may be.
NEW_DIE: Mapping[str, type] = dict.fromkeys(("game", "title", "faces", "line", "stat", "form"), str) | {"box": int}


def _new_die(name: str, row: Mapping[str, object], where: str) -> Die:
    """A skill die that a user has described: game, faces and line, and where they are printed stat, form and box."""
    for key in row:
        if key not in NEW_DIE:
            raise BadFile(f"{where}: {name}: a skill die has no key {key!r}{offer(key, NEW_DIE)}")
        if not isinstance(row[key], NEW_DIE[key]) or isinstance(row[key], bool):
            kind = "number" if NEW_DIE[key] is int else "text"
            raise BadFile(f"{where}: {name}: {key} is a {kind}, not {row[key]!r}")
    missing = [key for key in ("faces", "line") if key not in row]
    if missing:
        raise BadFile(f"{where}: {name}: a skill die needs {' and '.join(missing)}")
    if row["game"] != "Betrayal":
        raise BadFile(f"{where}: {name}: only skill dice of Betrayal can be added; a known die has no key game")
    if any(plain(name) in (plain(die.name), plain(die.title)) for die in shipped_dice().values()):
        raise BadFile(f"{where}: {name}: there is such a die; leave out everything but its faces")
    for key, known in (("stat", STATS), ("form", FORMS)):
        if key in row and row[key] not in known:
            raise BadFile(f"{where}: {name}: {key} {row[key]!r}: it is one of {', '.join(known)}")
    blank = Die(plain(name), str(row.get("title", name)), "Betrayal", (Face(),) * 6, "yours", "", skill=skill_of(row))
    try:
        return with_faces(blank, str(row["faces"]))
    except BadNotation as error:
        raise BadFile(f"{where}: {error}") from None


def set_faces(name: str, text: str, path: Path | None = None) -> tuple[Die, Path]:
    """Keep the faces of one die in the user's file, which is written whole or not at all, other dice untouched."""
    import tomlkit

    die = with_faces(die_named(name, shipped_dice()), text)
    file = dice_file(path)
    try:
        written = read_text(file, "dice file")
    except FileNotFoundError:
        written = ""
    _own_dice(written, file)
    document = tomlkit.parse(written)
    for key in [key for key in document if plain(key) in (plain(die.name), plain(die.title))]:
        del document[key]
    document[die.name] = {"faces": write_faces(die.faces)}
    with replaced(file) as stream:
        stream.write(tomlkit.dumps(document).encode())
    return die, file
