"""What a card says, once it is read: keywords, Special Effects, lines of dice, weapons."""

from dataclasses import dataclass
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
        terms = [f"add {_printed_dice(self.dice)}"] if self.dice else []
        if self.damage:
            terms.append(f"damage {self.damage:+d}")
        if self.type:
            terms.append(printed_word(self.type))
        terms += [keyword.printed for keyword in self.keywords]
        text = f"[{self.icon.upper()}]: {' and '.join(terms)}"
        if self.uses is not None:
            text += f" [{self.uses}]"
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
        if self.type:
            text += f" ({printed_word(self.type)})"
        if self.strong:
            text += f" ({self.strong})"
        if self.strong_bonus:
            text += f" (+{self.strong_bonus})"
        return text.strip()


@dataclass(frozen=True, slots=True)
class Weapon:
    """One attack, Armor Rating or Block rating of a card: its lines of dice, its effects, its keywords."""

    name: str | None = None
    lines: tuple[Line, ...] = ()
    effects: tuple[Effect, ...] = ()
    keywords: tuple[Keyword, ...] = ()

    @property
    def printed(self) -> str:
        parts = [line.printed for line in self.lines] + [effect.printed for effect in self.effects]
        if self.keywords:
            parts.append(", ".join(keyword.printed for keyword in self.keywords))
        text = " / ".join(part for part in parts if part) or "none"
        return f"{self.name}: {text}" if self.name else text


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a card, read: its weapons, what was repaired, the sentences kept as notes, the editor's remarks."""

    weapons: tuple[Weapon, ...] = ()
    repairs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
