"""The pieces of one line of notation: brackets, numbers, words; and the slips in the brackets that are mended first."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from tamriel_odds.odds.call_to_arms.terms import COLOURS, ICONS, Icon
from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import plain

TokenKind = Literal["die", "icon", "uses", "remark", "paren", "inches", "number", "word", "sign"]

LETTERS: Final = {"g": "green", "y": "yellow", "r": "red", "k": "black"}
# The community writes HELMET; the publisher's answers say that [TES] is the same icon.
ICON_NAMES: Final[dict[str, Icon]] = {
    "dragonborn": "dragonborn", "helmet": "dragonborn", "tes": "dragonborn", "swords": "swords", "oblivion": "oblivion",
}  # fmt: skip
ICON_LETTERS: Final[dict[str, Icon]] = {icon[0]: icon for icon in ICONS}
_BRACKETED: Final = (*COLOURS, "dragonborn", "helmet", "swords", "oblivion")
_NAME: Final = "|".join((*COLOURS, *ICON_NAMES))


# Curly quotes, long dashes, the multiplication sign and wide brackets; nothing for the marks that take no room.
_ONE_OF_A_KIND: Final[dict[int, str]] = {
    0x201C: '"', 0x201D: '"', 0x2033: '"', 0x2018: "'", 0x2019: "'", 0x2013: "-", 0x2014: "-", 0x2212: "-",
    0xD7: "x", 0xFF3B: "[", 0xFF3D: "]", 0x200B: "", 0xFEFF: "",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """One piece: `text` is what it says (a colour, an icon, a word), `printed` how it stands in the line."""

    kind: TokenKind
    text: str
    printed: str
    start: int
    number: int = 0


def tidy(text: str) -> str:
    """One kind of space, quote, dash and multiplication sign."""
    text = re.sub(r"[^\S\n]+", " ", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = text.translate(_ONE_OF_A_KIND)
    return text.strip()


def clipped(text: str) -> str:
    """A text short enough to stand in a sentence."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def slips(one: str, other: str) -> int:
    """How many letters are wrong, missing, too many or exchanged with a neighbour.

    >>> slips("yelow", "yellow"), slips("gren", "green"), slips("rde", "red"), slips("steel", "green")
    (1, 1, 1, 3)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            best = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                best = min(best, older[j - 2] + 1)
            row.append(best)
    return row[-1]


def near_name(content: str) -> str | None:
    """The die or icon that a bracket was meant to be, when it is within two letters of one.

    Two letters of "red" are most of it: there the bracket has to be in capitals too, as dice are written, or
    `[add]` and `[end]` would be dice.
    """
    word = plain(content)
    for name in _BRACKETED:
        if abs(len(word) - len(name)) <= 2 and 0 < (wrong := slips(word, name)) <= 2:
            if name == "red" and wrong == 2 and not (content.strip().isupper() and len(word) >= 3):
                continue
            return name
    return None


def mend(line: str) -> tuple[str, list[str]]:
    """The line with whole brackets round its dice and icons, and what was repaired.

    >>> mend("[GREEN][YELLOW[YELLOW]")
    ('[GREEN][YELLOW][YELLOW]', ["'[YELLOW' read as '[YELLOW]'"])
    >>> mend("[GREEN]BLACK]")[0], mend("[RED}")[0], mend("[RED")[0], mend("[GREEN RED]")[0]
    ('[GREEN][BLACK]', '[RED]', '[RED]', '[GREEN][RED]')
    """
    repairs: list[str] = []

    def repair(pattern: str, unopened: bool = False) -> None:
        nonlocal line

        def swap(found: re.Match[str]) -> str:
            before = found.string[: found.start()]
            if unopened and before.count("[") != before.count("]"):
                return found[0]  # the end of an editor's remark, "[plus RED]"
            new = "".join(f"[{name}]" for name in re.findall(_NAME, found[0], flags=re.IGNORECASE))
            repairs.append(f"'{clipped(found[0])}' read as '{new}'")
            return new

        line = re.sub(pattern, swap, line, flags=re.IGNORECASE)

    repair(rf"\[[^\w\[\]\s]+\[ *(?:{_NAME}) *\]")
    repair(rf"\[\[ *(?:{_NAME}) *\]\]?")
    repair(rf"\[ *(?:{_NAME}) *\]\]")
    repair(rf"\[ *(?:{_NAME})\b(?=[^\[\])}}]*(?:\[|$))")
    repair(rf"\[ *(?:{_NAME}) *[)}}]")
    repair(rf"[({{] *(?:{_NAME}) *\]")
    repair(rf"(?:(?<=[\]:\"])|(?<= )|^)(?:{_NAME}) *\]", unopened=True)
    repair(rf"\[ *(?:{_NAME})[.*?!]+ *\]")
    dice = "|".join(COLOURS)
    repair(rf"\[ *(?:{dice})(?:[ ,+&]+(?:{dice}))+ *\]")
    return line, repairs


_TOKEN: Final = re.compile(
    r"""\[(?P<bracket>[^\[\]]*)\] | \((?P<paren>[^()]*)\) | (?P<inches>\d+)\s*(?:"|''|-?inch(?:es)?\b)
      | (?P<number>[+-]?\d+) | (?P<word>[^\W\d_]+(?:['-][^\W\d_]+)*|&) | (?P<sign>\S)""",
    re.VERBOSE | re.IGNORECASE,
)


def _bracket(content: str, printed: str, start: int) -> list[Token]:
    """What a bracket holds: a die, one or more icons (`[SWORDS/OBLIVION]`), a number, or an editor's remark."""
    word = plain(content)
    if word in COLOURS:
        return [Token("die", word, printed, start)]
    icons = [plain(part) for part in content.split("/")]
    if all(part in ICON_NAMES for part in icons):
        return [Token("icon", ICON_NAMES[part], printed, start) for part in icons]
    if content.strip().isdecimal():
        return [Token("uses", content.strip(), printed, start, int(content))]
    if (name := near_name(content)) is not None:
        kind = "die" if name in COLOURS else "icon"
        raise BadNotation(f"'{clipped(printed)}' is no {kind}; did you mean '[{name.upper()}]'?")
    return [Token("remark", content.strip(), printed, start)]


def _runs_on(piece: Token, start: int) -> bool:
    """Whether a word that begins at `start` is the rest of the word in a bracket."""
    return piece.kind == "remark" and piece.text[-1:].isalpha() and piece.start + len(piece.printed) == start


def tokens(line: str) -> list[Token]:
    """The pieces of a line.

    >>> [(token.kind, token.text) for token in tokens('8" [GREEN] 2 red (1) [Steel]')]
    [('inches', '8'), ('die', 'green'), ('number', '2'), ('word', 'red'), ('paren', '1'), ('remark', 'Steel')]
    """
    pieces: list[Token] = []
    for found in _TOKEN.finditer(line):
        start, printed = found.start(), found[0]
        kind = found.lastgroup or "sign"
        if kind == "bracket":
            pieces += _bracket(found["bracket"], printed, start)
        elif kind in ("inches", "number"):
            digits = found[kind]
            if len(digits) > 6:
                raise BadNotation(f"'{clipped(digits)}' is too large a number")
            pieces.append(Token("inches" if kind == "inches" else "number", digits, printed, start, int(digits)))
        elif kind == "paren":
            for inner in re.finditer(r"\[([^\[\]]*)\]", found["paren"]):
                _bracket(inner[1], inner[0], start)
            pieces.append(Token("paren", found["paren"].strip(), printed, start))
        elif kind == "word" and pieces and _runs_on(pieces[-1], start):
            # An insertion belongs to its word: "[P]iercing".
            opening = pieces.pop()
            text = opening.text + printed
            pieces.append(Token("word", text, opening.printed + printed, opening.start))
        elif kind == "word":
            pieces.append(Token("word", printed, printed, start))
        else:
            pieces.append(Token("sign", printed, printed, start))
    return pieces
