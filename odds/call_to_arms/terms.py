"""What a card says, once it is read: keywords, Special Effects, lines of dice, weapons."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from tamriel_odds.odds.call_to_arms.keywords import RESERVES

Icon = Literal["dragonborn", "swords", "oblivion"]
ICONS: Final[tuple[Icon, ...]] = ("dragonborn", "swords", "oblivion")
COLOURS: Final = ("green", "yellow", "red", "black")
Kind = Literal["melee", "ranged", "armor", "block"]


def _printed_dice(dice: tuple[str, ...]) -> str:
    return "".join(f"[{colour.upper()}]" for colour in dice)


def printed_word(word: str) -> str:
    hyphened = {"follow-up": "Follow-Up", "two-handed-block": "Two-Handed Block", "one-handed": "One-Handed",
                "two-handed": "Two-Handed"}  # fmt: skip
    return hyphened.get(word, word.replace("-", " ").title())


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword of the book, with what stands behind it.

    >>> Keyword("piercing", 1).printed, Keyword("follow-up", uses=1).printed, Keyword("absorb", 3, "health").printed
    ('Piercing (1)', 'Follow-Up [1]', 'Absorb Health (3)')
    """

    name: str
    value: int | None = None
    detail: str | None = None
    uses: int | None = None

    @property
    def printed(self) -> str:
        uses = "" if self.uses is None else f" [{self.uses}]"
        if self.name == "restore" and self.detail:
            return f"Restore {1 if self.value is None else self.value} {printed_word(self.detail)}{uses}"
        text = printed_word(self.name)
        if self.detail and self.detail in RESERVES and self.name == "absorb":
            text += f" {printed_word(self.detail)}"
        elif self.detail:
            text += f" ({printed_word(self.detail)})"
        if self.name == "force" and self.value is not None:
            text += f' (+{self.value}" Push Back)'
        elif self.value is not None:
            text += f' ({self.value}")' if self.name == "area-effect" else f" ({self.value})"
        return text + uses


@dataclass(frozen=True, slots=True)
class Effect:
    """A Special Effect: what one icon does.

    `damage` is flat damage, `type` the damage type the attack is converted to, `within` the reach in inches up to
    which the effect is there, `uses` its Limited Use.

    >>> Effect("swords", ("yellow",), keywords=(Keyword("piercing", 1),)).printed
    '[SWORDS]: add [YELLOW] and Piercing (1)'
    """

    icon: Icon
    dice: tuple[str, ...] = ()
    damage: int = 0
    type: str | None = None
    keywords: tuple[Keyword, ...] = ()
    only: Literal["melee", "ranged"] | None = None
    within: int | None = None
    uses: int | None = None

    @property
    def printed(self) -> str:
        """As a card has it; a Limited Use stands before a keyword, which would take it for its own behind it."""
        terms = [f"add {_printed_dice(self.dice)}"] if self.dice else []
        if self.damage:
            terms.append(f"damage {self.damage:+d}")
        if self.type:
            terms.append(printed_word(self.type))
        terms += [keyword.printed for keyword in self.keywords]
        uses = "" if self.uses is None else f"[{self.uses}]"
        if uses and self.keywords:
            terms[0] = f"{uses} {terms[0]}"
        text = f"[{self.icon.upper()}]: {' and '.join(terms)}"
        if uses and not self.keywords:
            text += f" {uses}"
        if self.within is not None:
            text += f' up to {self.within}"'
        return text + (f" ({self.only} only)" if self.only else "")


@dataclass(frozen=True, slots=True)
class Line:
    """Dice that are rolled together: an attack at one reach, an Armor Rating, a Block rating.

    `test` is the Skill or Attribute the text names, `reach` the range in inches, `strong` Strong Armor (N) and
    `strong_bonus` (+N). `is_bonus` marks the "+" dice of an Upgrade Card, which add to a rating and are none.
    `at_least` is the value of the tested Attribute from which the line holds (Unarmed: from Strength 6).
    `magicka` is the cost some attacks print.
    """

    test: str | None = None
    kind: Kind | None = None
    reach: int | None = None
    dice: tuple[str, ...] = ()
    type: str | None = None
    strong: int = 0
    strong_bonus: int = 0
    is_bonus: bool = False
    at_least: int = 0
    magicka: int | None = None

    @property
    def printed(self) -> str:
        text = ""
        if self.test:
            band = f" {self.at_least}+" if self.at_least else ""
            text += f"{printed_word(self.test)}{band}: "
        if self.reach is not None:
            text += f'{self.reach}" '
        text += ("+" if self.is_bonus and self.dice else "") + _printed_dice(self.dice)
        if self.strong:
            text += f" ({self.strong})"
        if self.strong_bonus:
            text += f" (+{self.strong_bonus})"
        if self.type:
            text += f" ({printed_word(self.type)})"
        return text.strip()

    @property
    def header(self) -> str:
        """What stands before the dice besides: `Melee (Strength)`, `Destruction: Magicka Cost 1`."""
        test = printed_word(self.test) if self.test else ""
        # Block and armor of a type are Skills as well: where one is tested and it is neither, it is just "Damage".
        said = {"light-armor": "armor", "heavy-armor": "armor", "block": "block"}.get(self.test or "")
        kind = "" if self.kind == said else printed_word(self.kind or "damage")
        text = f"{kind} ({test})" if kind and test else kind or test
        if self.magicka is None:
            return text
        return f"{text}: Magicka Cost {self.magicka}" if text else f"Magicka Cost {self.magicka}"


@dataclass(frozen=True, slots=True)
class Weapon:
    """One attack, Armor Rating or Block rating of a card: its lines of dice, its effects, its keywords."""

    name: str | None = None
    lines: tuple[Line, ...] = ()
    effects: tuple[Effect, ...] = ()
    keywords: tuple[Keyword, ...] = ()

    @property
    def printed(self) -> str:
        """As it could stand on a card: reading it gives this weapon again, a bare `Name:` apart, which no card has.

        >>> Weapon("Bite", (Line("strength", dice=("red",)),)).printed
        'Bite (Strength): [RED]'
        """
        parts = [*self._printed_lines(), *(effect.printed for effect in self.effects)]
        if self.keywords:
            parts.append(", ".join(keyword.printed for keyword in self.keywords))
        text = " / ".join(part for part in parts if part) or "none"
        return f"{self.name}: {text}" if self.name and not self._is_named_in_header else text

    @property
    def _is_named_in_header(self) -> bool:
        return bool(self.lines and self.lines[0].test)

    def _printed_lines(self) -> list[str]:
        """The lines, what they share said before the first: said again it would begin another weapon."""
        if not self.lines:
            return []
        first = self.lines[0]
        # The name of a weapon stands where its kind would.
        header = (replace(first, kind=None, test=None) if self.name else first).header
        if self.name and self._is_named_in_header and first.test:
            header = f"{self.name} ({printed_word(first.test)})" + (f": {header}" if header else "")
        lines = [line.printed if line.at_least else replace(line, test=None).printed for line in self.lines]
        if not header or not any(lines):
            return lines
        if first.is_bonus or first.at_least:
            return [header, *lines]
        return [f"{header}: {lines[0]}", *lines[1:]]


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a card, read: its weapons, what was repaired, the sentences kept as notes, the editor's remarks."""

    weapons: tuple[Weapon, ...] = ()
    repairs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
