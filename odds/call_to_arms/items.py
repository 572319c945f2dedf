"""Items as a list and one by one: what each of them is, and what it gives to the Hero that carries it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tamriel_odds.odds.call_to_arms.battlescribe import Profile
from tamriel_odds.odds.call_to_arms.card_texts import has_die, read_field
from tamriel_odds.odds.call_to_arms.cards import ITEM_TYPES, Unit
from tamriel_odds.odds.call_to_arms.equipment import item_attacks, may_use
from tamriel_odds.odds.call_to_arms.units import profiles_of
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.names import clipped, plain

# Where an item's attacks stand, which are shown as they are read.
_ATTACKS: Final = ("Damage Value/Effect", "Short Range", "Long Range", "Level 1", "Level 2", "Level 3")
# Where to look for what an item gives when it is no weapon.
_GIVES: Final = ("Armor Rating", "Block Rating", "Effect", "Level 1", "Keywords")
LONGEST: Final = 110


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An item of the list: what it is, and in one line what it gives."""

    name: str
    kind: str
    gives: str
    file: str
    line: int

    @property
    def printed(self) -> str:
        return f"{self.name} ({self.kind}){f': {self.gives}' if self.gives else ''}, {Path(self.file).name}:{self.line}"


def list_items(data: Sequence[Path] = (), hero: Unit | None = None) -> list[ItemRow]:
    """Every item, kind by kind, one row for those that are equal; only those `hero` may use, where one is named."""
    rows: dict[tuple[object, ...], ItemRow] = {}
    profiles = [profile for profile in profiles_of(data) if profile.type in ITEM_TYPES]
    for item in sorted(profiles, key=lambda profile: (ITEM_TYPES.index(profile.type), plain(profile.name))):
        if hero is None or may_use(hero, item) is None:
            texts = tuple(sorted((title, field.text) for title, field in item.fields.items()))
            row = ItemRow(item.name, item.type.lower(), gives(item), item.file, item.line)
            rows.setdefault((item.name, item.type, texts), row)
    return list(rows.values())


def gives(item: Profile) -> str:
    """In one line what an item gives: its attack, armor or Block dice as they are read, else its text."""
    try:
        attacks, _ = item_attacks(item)
        if attacks:
            # The name is that of the item, or tells the Level of a Shout.
            printed = [replace(one.weapon, name=None).printed for one in attacks]
            return clipped(" /// ".join(printed), LONGEST)
    except WrongInput:
        pass
    texts = (text for title in _GIVES if plain(text := _as_read(item, title)) not in ("", "none"))
    return clipped(next(texts, ""), LONGEST)


def show_item(item: Profile) -> list[tuple[str, str]]:
    """An item as it is read: label and text; what cannot be read is shown with the reason."""
    shown = [("name", item.name), ("kind", item.type.lower())]
    try:
        attacks, notes = item_attacks(item)
    except WrongInput as error:
        attacks, notes = [], [f"refused: {error}"]
    shown += [(f"{attack.kind} attack", attack.weapon.printed) for attack in attacks]
    told = _ATTACKS if attacks else ()
    shown += [(title.lower(), _as_read(item, title)) for title in item.fields if title not in told]
    shown += [("note", note) for note in dict.fromkeys([*_notes(item), *notes])]
    shown.append(("from", f"{item.file}:{item.line}"))
    return [(label, text) for label, text in shown if plain(text) not in ("", "none")]


def _as_read(item: Profile, title: str) -> str:
    """A text with dice as it is read, any other as it is printed, in one line."""
    printed = " / ".join(line.strip() for line in item.text(title).splitlines() if line.strip())
    if not has_die(printed):
        return printed
    try:
        return " /// ".join(weapon.printed for weapon in read_field(item, title).weapons) or printed
    except WrongInput as error:
        return f"refused: {error}"


def _notes(item: Profile) -> Iterator[str]:
    for title in item.fields:
        if has_die(item.text(title)):
            try:
                text = read_field(item, title)
            except WrongInput:
                continue
            yield from (*text.repairs, *(f"kept as a note, not rolled: {note}" for note in text.notes))
