"""What `odds units list`, `show` and `check` say of the unit files; the command line prints it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from tamriel_odds.odds.call_to_arms.battlescribe import Profile, read_profiles
from tamriel_odds.odds.call_to_arms.card_texts import has_die
from tamriel_odds.odds.call_to_arms.cards import ATTACK_LIST, UNIT_TYPES, Unit
from tamriel_odds.odds.call_to_arms.notation import read
from tamriel_odds.odds.call_to_arms.units import data_paths, profiles_of
from tamriel_odds.odds.errors import BadFile, BadNotation, WrongInput
from tamriel_odds.odds.names import plain

Status = Literal["read", "repaired", "note", "refused"]
# The titles under which attacks, armor and Block dice stand.
_PROTECTION: Final = ("Armor", "Armor Rating", "Block Rating", "Additional Defenses")
_ATTACKS: Final = ("Damage Value/Effect", "Short Range", "Long Range", "Level 1", "Level 2", "Level 3", "Attacks")


@dataclass(frozen=True, slots=True)
class Row:
    """A unit of the list."""

    name: str
    kind: str
    rank: str
    path: str
    race: str
    health: int | None
    file: str
    line: int

    @property
    def printed(self) -> str:
        facts = ", ".join(dict.fromkeys(fact for fact in (self.kind, self.rank, self.race) if fact))
        return f"{self.name} ({facts}), {Path(self.file).name}:{self.line}"


@dataclass(frozen=True, slots=True)
class Finding:
    """A text with a die that is not simply read: where it stands, and what was done with it."""

    status: Status
    file: str
    line: int
    unit: str
    field: str
    text: str
    done: tuple[str, ...]

    @property
    def printed(self) -> str:
        return f"{self.file}:{self.line}: {self.unit}, {self.field}: {self.status}: {'; '.join(self.done)}"


@dataclass(frozen=True, slots=True)
class Check:
    """The four counts of the texts with a die, and everything but what was read without ado.

    `combat` holds the same counts for the attack, armor and Block texts alone.
    """

    read: int
    repaired: int
    notes: int
    refused: int
    combat: dict[Status, int]
    findings: tuple[Finding, ...]

    @property
    def texts(self) -> int:
        return self.read + self.repaired + self.notes + self.refused

    @property
    def printed(self) -> str:
        counts = f"{self.read} read, {self.repaired} repaired, {self.notes} notes, {self.refused} refused"
        return f"{self.texts} texts with a die: {counts}"


def list_units(data: Sequence[Path] = ()) -> list[Row]:
    """Every unit card, one row for those that are equal; BadFile when the user's files hold none."""
    rows: dict[tuple[object, ...], Row] = {}
    paths = data_paths(data)
    if paths and not any(profile.type in UNIT_TYPES for profile in read_profiles(paths)):
        raise BadFile(f"{_named(paths)}: no unit card in it; its units may be in another file of the same game")
    for profile in profiles_of(data):
        if profile.type in UNIT_TYPES:
            unit = Unit(profile.name, UNIT_TYPES[profile.type], profile)
            rank = "leveled" if unit.rank == "-" else unit.rank
            path, race = unit.path or "", "" if unit.race == "-" else unit.race
            row = Row(unit.name, unit.kind, rank, path, race, unit.health, profile.file, profile.line)
            texts = tuple(sorted((title, field.text) for title, field in profile.fields.items()))
            rows.setdefault((row.name, row.kind, texts), row)
    return list(rows.values())


def show_unit(unit: Unit) -> list[tuple[str, str]]:
    """A unit as it is read: label and text, a label several times where there are several.

    A text that cannot be read is shown with the reason: the rest of the card is none the worse for it.
    """
    shown = [("name", unit.name), ("kind", unit.rank if unit.rank == unit.kind else f"{unit.kind}, {unit.rank}")]
    shown += [
        ("race", unit.race),
        ("path", unit.path or ""),
        ("faction", unit.faction),
        ("attitude", unit.attitude or ""),
    ]
    for attribute, value in unit.attributes.items():
        held = ", ".join(skill.replace("-", " ") for skill in unit.skills[attribute])
        shown.append((attribute, f"{'not printed' if value is None else value}{f' ({held})' if held else ''}"))
    for reserve in ("health", "stamina", "magicka", "height"):
        value = getattr(unit, reserve)
        shown.append((reserve, "" if value is None else str(value)))
    shown += [(item.type.lower(), item.name) for item in unit.items]
    shown += _attempt(lambda: [(f"{a.kind} attack", a.weapon.printed) for a in unit.arms if a.weapon.lines], "attack")
    shown += _attempt(lambda: [("armor", unit.armor.printed)] if unit.armor else [], "armor")
    shown += _attempt(lambda: [("block", unit.block.printed)] if unit.block else [], "block")
    shown += [("keyword", keyword.printed) for keyword in unit.keywords]
    shown += [("perk or rule", perk) for perk in unit.perks]
    shown += _attempt(lambda: [("note", note) for note in unit.notes], "note")
    shown.append(("from", unit.source))
    return [(label, text) for label, text in shown if text]


def _attempt(read_them: Callable[[], list[tuple[str, str]]], label: str) -> list[tuple[str, str]]:
    try:
        return read_them()
    except WrongInput as error:
        return [(label, f"refused: {error}")]


def check(data: Sequence[Path] = ()) -> Check:
    """Every text with a die of the user's files, in whatever field: read, repaired, a note, or refused.

    A text is what the worst of its lines is: one with a repair and a note counts as a note, and both are listed.
    """
    paths = data_paths(data)
    if not paths:
        raise BadFile("no unit files: name your BattleScribe files with --data or ODDS_DATA")
    profiles = read_profiles(paths)
    if not profiles:
        raise BadFile(f"{_named(paths)}: neither a unit card nor an item in it")
    counts: dict[Status, int] = {"read": 0, "repaired": 0, "note": 0, "refused": 0}
    combat: dict[Status, int] = dict(counts)
    findings: list[Finding] = []
    for finding, is_combat in _findings(profiles):
        counts[finding.status] += 1
        combat[finding.status] += is_combat
        if finding.status != "read":
            findings.append(finding)
    return Check(counts["read"], counts["repaired"], counts["note"], counts["refused"], combat, tuple(findings))


def _named(paths: Sequence[Path]) -> str:
    return ", ".join(map(str, paths[:3])) + (", ..." if len(paths) > 3 else "")


def _findings(profiles: Sequence[Profile]) -> Iterator[tuple[Finding, bool]]:
    for profile in profiles:
        for title, field in profile.fields.items():
            if not has_die(field.text):
                continue
            status: Status = "read"
            done: tuple[str, ...] = ()
            try:
                text = read(field.text)
            except BadNotation as error:
                status, done = "refused", (str(error),)
            else:
                done = (*text.repairs, *(f"kept as a note, not rolled: {note}" for note in text.notes))
                if text.notes or not text.weapons:
                    status = "note"
                elif text.repairs:
                    status = "repaired"
            yield (
                Finding(status, profile.file, field.line, profile.name, title, field.text, done),
                is_combat(profile, title),
            )


def is_combat(profile: Profile, title: str) -> bool:
    """Whether a text is an attack, armor or Block text by the place where it stands."""
    if profile.type in UNIT_TYPES or profile.type == ATTACK_LIST:
        return title in _PROTECTION or "attack" in plain(title)
    if profile.type == "Spell":
        return title == "Effect"
    return title in _PROTECTION or title in _ATTACKS
