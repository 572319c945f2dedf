"""BattleScribe files as profiles with their texts and line numbers: `.cat .gst`, rosters `.ros`, plain or zipped.

Whatever is in such a file came from the internet: no document types or entities, no more than `LARGEST` bytes,
zipped or not, and nothing outside the profiles is kept.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from tamriel_odds.odds.errors import BadFile

LARGEST: Final = 64 * 2**20
SUFFIXES: Final = (".cat", ".gst", ".ros", ".catz", ".gstz", ".rosz")
ZIPPED: Final = (".catz", ".gstz", ".rosz")
ROOTS: Final = ("catalogue", "gameSystem", "roster")
UNITS: Final = ("Follower", "Hero", "Adversary", "Epic Creature")


@dataclass(frozen=True, slots=True)
class Field:
    """One text of a profile, and the line of the file it begins on."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A card, or an item: its type ("Follower", "Melee Weapon"), its name and its texts by their printed titles.

    A model of a roster has `carried`: the profiles of what was chosen for it.
    """

    type: str
    name: str
    fields: Mapping[str, Field]
    file: str
    line: int
    carried: tuple["Profile", ...] = ()

    def text(self, title: str) -> str:
        """The text under a title; empty where there is none."""
        field = self.fields.get(title)
        return field.text.strip() if field else ""


def unit_files(path: Path) -> list[Path]:
    """The file itself, or the unit files of a folder."""
    try:
        if not path.is_dir():
            return [path]
        files = sorted(file for file in path.iterdir() if file.suffix.lower() in SUFFIXES and file.is_file())
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror or error}") from None
    if not files:
        raise BadFile(f"{path}: no unit file in this folder; those of BattleScribe end in {', '.join(SUFFIXES)}")
    return files


def read_profiles(paths: Sequence[Path]) -> list[Profile]:
    """All profiles of the files and folders, in their order."""
    profiles: list[Profile] = []
    for path in paths:
        for file in unit_files(Path(path)):
            try:
                status = file.stat()
            except OSError as error:
                raise BadFile(f"{file}: {error.strerror or error}") from None
            profiles += _read_file(file, status.st_mtime_ns, status.st_size)
    return profiles


@lru_cache(maxsize=64)
def _read_file(file: Path, changed: int, size: int) -> tuple[Profile, ...]:
    """The profiles of one file, once for each state of it: attacker and defender come from the same folder."""
    return parse(_content(file), str(file))


def _content(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)
    except OSError as error:
        raise BadFile(f"{file}: {error.strerror or error}") from None
    if len(content) > LARGEST:
        raise BadFile(f"{file}: larger than the {LARGEST >> 20} MB a unit file may have")
    # What is in it decides, not what it is called: people rename these.
    if content.startswith(b"PK"):
        return _unzipped(content, file)
    if file.suffix.lower() in ZIPPED:
        raise BadFile(f"{file}: this is no zip file, as {file.suffix} should be")
    return content


def _unzipped(content: bytes, file: Path) -> bytes:
    import zipfile
    import zlib

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as zipped:
            members = [member for member in zipped.infolist() if not member.is_dir()]
            inside = [
                member for member in members if Path(member.filename).suffix.lower() in (".cat", ".gst", ".ros", ".xml")
            ]
            if not inside and len(members) != 1:
                raise BadFile(f"{file}: {len(members)} files in this zip, none of them .cat, .gst or .ros")
            member = (inside or members)[0]
            if member.file_size > LARGEST:
                raise BadFile(f"{file}: unzips to more than the {LARGEST >> 20} MB a unit file may have")
            with zipped.open(member) as opened:  # the size in the directory may be a lie
                unzipped = opened.read(LARGEST + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise BadFile(f"{file}: this zip file cannot be read: {error}") from None
    if len(unzipped) > LARGEST:
        raise BadFile(f"{file}: unzips to more than the {LARGEST >> 20} MB a unit file may have")
    return unzipped


class _Profiles:
    """Collects profiles from the events of the parser; no tree is built."""

    def __init__(self) -> None:
        self.profiles: list[Profile] = []
        self.root = ""
        self.line: Callable[[], int] = lambda: 0
        self._profile: tuple[str, str, int] | None = None
        self._fields: dict[str, Field] = {}
        self._title: str | None = None
        self._line = 0
        self._text: list[str] = []
        # The profiles of each selection of a roster that is still open, the innermost last.
        self._selections: list[list[Profile]] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition("}")[2]
        if not self.root:
            self.root = tag
        if tag == "selection":
            self._selections.append([])
        elif tag == "profile":
            self._profile = attributes.get("typeName", ""), attributes.get("name", ""), self.line()
            self._fields = {}
        elif tag == "characteristic" and self._profile is not None:
            self._title, self._line, self._text = attributes.get("name", ""), self.line(), []

    def data(self, text: str) -> None:
        if self._title is not None:
            self._text.append(text)

    def end(self, tag: str) -> None:
        tag = tag.rpartition("}")[2]
        if tag == "characteristic" and self._title is not None:
            self._fields[self._title] = Field("".join(self._text), self._line)
            self._title = None
        elif tag == "profile" and self._profile is not None:
            type_, name, line = self._profile
            self._outer().append(Profile(type_, " ".join(name.split()), self._fields, "", line))
            self._profile = None
        elif tag == "selection" and self._selections:
            self._close(self._selections.pop())

    def _outer(self) -> list[Profile]:
        return self._selections[-1] if self._selections else self.profiles

    def _close(self, chosen: list[Profile]) -> None:
        """A selection ends: what was chosen within a model is carried by it, else it belongs to what is around."""
        models = [profile for profile in chosen if profile.type in UNITS]
        if not models:
            self._outer().extend(chosen)
            return
        carried = tuple(profile for profile in chosen if profile.type not in UNITS)
        self.profiles += [replace(model, carried=carried) for model in models]
        self.profiles += carried

    def close(self) -> list[Profile]:
        return self.profiles


def parse(content: bytes, file: str) -> tuple[Profile, ...]:
    """The profiles of an XML document, named after `file` in them and in what is wrong with it.

    >>> document = b'<catalogue><profile typeName="Follower" name="Rat"><characteristic name="Health">1'
    >>> parse(document + b"</characteristic></profile></catalogue>", "rats.cat")[0].text("Health")
    '1'
    """
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException  # type: ignore[import-untyped]
    from defusedxml.ElementTree import DefusedXMLParser  # type: ignore[import-untyped]

    profiles = _Profiles()
    parser = DefusedXMLParser(target=profiles, forbid_dtd=True)
    profiles.line = lambda: parser.parser.CurrentLineNumber
    try:
        parser.feed(content)
        parser.close()
    except ParseError as error:
        raise BadFile(f"{file}:{error.position[0]}: broken XML, {str(error).partition(':')[0]}") from None
    except DefusedXmlException:
        raise BadFile(
            f"{file}: declares a document type or entities, which no unit file does and which is not read"
        ) from None
    except (ValueError, LookupError) as error:
        raise BadFile(f"{file}: not XML that can be read: {error}") from None
    if profiles.root not in ROOTS:
        raise BadFile(
            f"{file}: not a BattleScribe catalogue, game system or roster: its XML begins with <{profiles.root}>"
        )
    return _numbered(profiles.profiles, file)


def _numbered(profiles: Sequence[Profile], file: str) -> tuple[Profile, ...]:
    """The profiles named after their file; models of a roster that carry other things than their like get a number."""
    named: list[Profile] = []
    loads: dict[tuple[str, str], list[list[str]]] = {}
    for profile in profiles:
        carried = tuple(replace(item, file=file) for item in profile.carried)
        load = sorted(item.name for item in carried)
        seen = loads.setdefault((profile.type, profile.name), [])
        if load not in seen:
            seen.append(load)
        number = seen.index(load) + 1
        name = profile.name if number == 1 else f"{profile.name} #{number}"
        named.append(replace(profile, name=name, file=file, carried=carried))
    return tuple(named)
