"""BattleScribe files as profiles with their texts and line numbers: `.cat .gst`, rosters `.ros`, plain or zipped.

Whatever is in such a file came from the internet: no document types or entities, no more of anything than a file
of that kind could have, and nothing outside the profiles is kept.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from tamriel_odds.odds.call_to_arms.packed import content_of, state_of, unreadable
from tamriel_odds.odds.errors import BadFile

# The largest file that is known has 26 000 tags, 23 deep, 44 000 attributes, 421 profiles, texts of 8 000 letters.
MOST_TAGS: Final = 250_000
MOST_ATTRIBUTES: Final = 150_000
MOST_PROFILES: Final = 20_000
DEEPEST: Final = 200
LONGEST_TEXT: Final = 20_000
LONGEST_NAME: Final = 300
SUFFIXES: Final = (".cat", ".gst", ".ros", ".catz", ".gstz", ".rosz")
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
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    if not files:
        raise BadFile(f"{path}: no unit file in this folder; those of BattleScribe end in {', '.join(SUFFIXES)}")
    return files


def read_profiles(paths: Sequence[Path]) -> list[Profile]:
    """All profiles of the files and folders, in their order."""
    profiles: list[Profile] = []
    for path in paths:
        for file in unit_files(Path(path)):
            profiles += _read_file(file, *state_of(file))
    return profiles


@lru_cache(maxsize=64)
def _read_file(file: Path, changed: int, size: int) -> tuple[Profile, ...]:
    """The profiles of one file, once for each state of it: attacker and defender come from the same folder."""
    return parse(content_of(file), str(file))


class _TooMuchError(Exception):
    """More of something than a unit file could have."""


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
        self._depth = self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition("}")[2]
        if not self.root:
            self.root = tag
        self._depth += 1
        if self._depth > DEEPEST:
            raise _TooMuchError(f"tags within tags, {DEEPEST} deep")
        if tag == "selection":
            self._selections.append([])
        elif tag == "profile":
            self._profile = attributes.get("typeName", ""), attributes.get("name", ""), self.line()
            self._count += 1
            if self._count > MOST_PROFILES:
                raise _TooMuchError(f"more than {MOST_PROFILES} profiles")
            if any(len(said) > LONGEST_NAME for said in self._profile[:2]):
                raise _TooMuchError(f"a name of more than {LONGEST_NAME} letters")
            self._fields = {}
        elif tag == "characteristic" and self._profile is not None:
            self._title, self._line, self._text = attributes.get("name", ""), self.line(), []

    def data(self, text: str) -> None:
        if self._title is not None:
            self._text.append(text)

    def end(self, tag: str) -> None:
        tag = tag.rpartition("}")[2]
        self._depth -= 1
        if tag == "characteristic" and self._title is not None:
            text = "".join(self._text)
            if len(text) > LONGEST_TEXT:
                raise _TooMuchError(f"a text of more than {LONGEST_TEXT} letters")
            self._fields[self._title] = Field(text, self._line)
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

    if content.count(b"<") > MOST_TAGS or content.count(b"=") > MOST_ATTRIBUTES:
        raise BadFile(f"{file}: more than {MOST_TAGS} tags or {MOST_ATTRIBUTES} attributes, which no unit file has")
    profiles = _Profiles()
    parser = DefusedXMLParser(target=profiles, forbid_dtd=True)
    profiles.line = lambda: parser.parser.CurrentLineNumber
    try:
        parser.feed(content)
        parser.close()
    except ParseError as error:
        raise BadFile(f"{file}:{error.position[0]}: broken XML, {str(error).partition(':')[0]}") from None
    except _TooMuchError as too_much:
        raise BadFile(f"{file}:{profiles.line()}: {too_much}, which no unit file has") from None
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
    # By type and name, the number of each set of things carried; models of one selection share theirs.
    loads: dict[tuple[str, str], dict[int, int]] = {}
    shared: dict[int, tuple[tuple[Profile, ...], int]] = {}
    known: dict[tuple[str, ...], int] = {}
    for profile in profiles:
        if id(profile.carried) not in shared:
            held = tuple(replace(item, file=file) for item in profile.carried)
            shared[id(profile.carried)] = held, known.setdefault(tuple(sorted(item.name for item in held)), len(known))
        carried, load = shared[id(profile.carried)]
        seen = loads.setdefault((profile.type, profile.name), {})
        number = seen.setdefault(load, len(seen) + 1)
        name = profile.name if number == 1 else f"{profile.name} #{number}"
        named.append(replace(profile, name=name, file=file, carried=carried))
    return tuple(named)
