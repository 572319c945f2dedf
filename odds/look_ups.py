"""The commands that look something up: dice, units, items, switches, tests, rulings, example files."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from tamriel_odds.odds.examples import example_named
from tamriel_odds.odds.look_up import LookUp, Told, argument, holding
from tamriel_odds.odds.settings import Existing

OF_FILES: Any = Field((), description="a BattleScribe file, or a folder of them; may be repeated (else ODDS_DATA)")


class OfDice(LookUp):
    """A look-up that reads the user's dice."""

    dice_file: Path | None = Field(None, description="the file of your own faces")


class ShowDice(OfDice):
    """A face is blank, a number of stars, -N (accuracy), or signs; several joined by +. 3x1 is three such faces."""

    die: str | None = argument(None, "the name of one die; else all of them", "DIE")

    def told(self) -> Told:
        from tamriel_odds.odds.dice import die_named
        from tamriel_odds.odds.own_dice import load_dice

        dice = load_dice(self.dice_file)
        shown = [die_named(self.die, dice)] if self.die else dice.values()
        return Told([line for die in shown for line in die.described])


class SetDie(OfDice):
    """Faces are written as `odds dice show` prints them, with or without quotes around all of them."""

    die: str = argument(..., "the name of the die", "DIE")
    faces: tuple[str, ...] = argument(..., "its faces, such as 2xblank 3x1 dragonborn", "FACES")

    def told(self) -> Told:
        from tamriel_odds.odds.dice import write_faces
        from tamriel_odds.odds.own_dice import set_faces

        die, file = set_faces(self.die, " ".join(self.faces), self.dice_file)
        return Told([f"{die.name}: {write_faces(die.faces)}"], (f"kept in {file}",))


class CheckDice(OfDice):
    """Reads the dice file and says how sure the faces of each die are: printed, reported, assumed or yours."""

    def told(self) -> Told:
        from tamriel_odds.odds.own_dice import dice_file, load_dice

        lines = [f"{die.name}: {len(die.faces)} faces, {die.certainty}" for die in load_dice(self.dice_file).values()]
        return Told(lines, (f"faces of your own: {dice_file(self.dice_file)}",))


class Holding(LookUp):
    """A list of which the lines are shown that hold some words."""

    words: tuple[str, ...] = argument((), "show only what holds all of these", "WORDS")

    def held(self, lines: Sequence[str], names: Iterable[str]) -> Told:
        return Told(holding(self.words, lines, names))


class ListUnits(Holding):
    """Without files of yours, the few units that the rulebooks print themselves."""

    data: tuple[Existing, ...] = OF_FILES

    def told(self) -> Told:
        from tamriel_odds.odds.call_to_arms.unit_files import list_units

        rows = list_units(self.data)
        return self.held([row.printed for row in rows], [row.name for row in rows])


class ListItems(Holding):
    """What a Hero can carry: `NAME + ITEM`. Behind its kind stands what an item gives, dice as they are read."""

    hero: str | None = Field(None, description="only what this Hero's Skills and Path allow")
    data: tuple[Existing, ...] = OF_FILES

    def told(self) -> Told:
        from tamriel_odds.odds.call_to_arms.items import list_items
        from tamriel_odds.odds.call_to_arms.units import find_unit

        rows = list_items(self.data, find_unit(self.hero, self.data) if self.hero else None)
        return self.held([row.printed for row in rows], [row.name for row in rows])


class ShowUnit(LookUp):
    """What is printed is what an attack is asked with; what cannot be read says why."""

    unit: str = argument(..., "a unit, `NAME` or `NAME + ITEM + ITEM`, or an item", "UNIT")
    data: tuple[Existing, ...] = OF_FILES

    def told(self) -> Told:
        from tamriel_odds.odds.call_to_arms.cards import Unit
        from tamriel_odds.odds.call_to_arms.items import show_item
        from tamriel_odds.odds.call_to_arms.unit_files import show_unit
        from tamriel_odds.odds.call_to_arms.units import find_card

        card = find_card(self.unit, self.data)
        shown = show_unit(card) if isinstance(card, Unit) else show_item(card)
        return Told([f"{label}: {' / '.join(text.splitlines())}" for label, text in shown])


class CheckUnits(LookUp):
    """Every text with a die is read, repaired, kept as a note, or refused: then the exit code is 1."""

    data: tuple[Existing, ...] = OF_FILES

    def told(self) -> Told:
        from tamriel_odds.odds.call_to_arms.unit_files import check

        checked = check(self.data)
        return Told([*(one.printed for one in checked.findings), checked.printed], is_failed=checked.refused > 0)


class ListSwitches(Holding):
    """`--with NAME` turns one on; one that needs a value takes it after a colon."""

    def told(self) -> Told:
        from tamriel_odds.odds.call_to_arms.switches import switches

        lines = []
        for switch in switches().values():
            values = ":" + "|".join(switch.takes) if switch.takes else ""
            lines.append(f"{switch.name}{values}: {switch.told}")
        return self.held(lines, switches())


class ListTests(Holding):
    """`--as NAME` names a test, `--with NAME` a switch; one that needs a value takes it after a colon."""

    def told(self) -> Told:
        from tamriel_odds.odds.call_to_arms.named_tests import described, named_tests

        return self.held(described(), named_tests())


class ListRulings(Holding):
    """An answer names the rulings it depends on."""

    not_modelled: bool = Field(False, description="instead, what the rulebooks print and no question answers")

    def told(self) -> Told:
        from tamriel_odds.odds.not_modelled import not_modelled
        from tamriel_odds.odds.rulings import rulings

        rows = not_modelled() if self.not_modelled else rulings()
        return self.held([str(row) for row in rows.values()], rows)


class PrintBattle(LookUp):
    """Save it with `odds betrayal example clash > clash.toml`, and play it with `odds betrayal battle clash.toml`."""

    name: str = argument("jailbreak", "jailbreak or clash", "NAME")

    def told(self) -> Told:
        from tamriel_odds.odds.betrayal.battle_file import example

        return Told(example(self.name).splitlines())


class PrintCombat(LookUp):
    """Save it with `odds skyrim example tomb > tomb.toml`, and play it with `odds skyrim dungeon tomb.toml`."""

    name: str = argument("draugr", "draugr or tomb", "NAME")

    def told(self) -> Told:
        from tamriel_odds.odds.skyrim.combat_file import examples

        return Told(example_named(self.name, examples()).splitlines())
