"""What stands before the dice of a line: `One-Handed:`, `Melee(Strength):`, `Bite (Strength):`, `Strength 6+:`."""

import re
from dataclasses import dataclass
from typing import Final

from tamriel_odds.odds.call_to_arms.keywords import ATTRIBUTES, SKILLS
from tamriel_odds.odds.call_to_arms.terms import Kind
from tamriel_odds.odds.names import plain

TESTS: Final = (*SKILLS, *ATTRIBUTES)
_KINDS: Final[dict[str, Kind]] = {
    "melee": "melee", "melee-attack": "melee", "melee-attacks": "melee",
    "ranged": "ranged", "ranged-attack": "ranged", "ranged-attacks": "ranged",
    "armor": "armor", "armor-rating": "armor", "mage-armor": "armor", "no-type": "armor", "no-armor-type": "armor",
    "light-armor": "armor", "heavy-armor": "armor",
    "shield": "block", "ward": "block", "block": "block", "block-rating": "block",
}  # fmt: skip
LABELS: Final = frozenset({"damage", "rating", "attack", "attacks", "dice"})


@dataclass(slots=True)
class Header:
    """What stands before the dice: whose test, what it is called, what it costs."""

    test: str | None = None
    kind: Kind | None = None
    name: str | None = None
    at_least: int = 0
    magicka: int | None = None
    is_band: bool = False


def read_header(text: str) -> Header | None:
    """What stands before dice, or None when it is a sentence."""
    header = Header()
    text = text.strip().rstrip(":").strip()
    if cost := re.search(r":?\s*\[?\s*magicka cost:?\s*(\d{1,3})\s*\]?$", text, re.IGNORECASE):
        header.magicka, text = int(cost[1]), text[: cost.start()].strip()
    # An insertion belongs to its word, "[One]-Handed"; a remark is none of the header's business.
    text = re.sub(r"(?<=\w)\[([^\[\]]*)\]|\[([^\[\]]*)\](?=[-\w])", r"\1\2", text)
    text = re.sub(r"\[[^\[\]]*\]", "", text).strip().rstrip(":").strip()
    if band := re.fullmatch(r"([^\W\d]+)\s+(\d{1,2})\s*(?:\+|-\s*\d{1,2})", text):
        if plain(band[1]) not in ATTRIBUTES:
            return None
        header.test, header.at_least, header.is_band = plain(band[1]), int(band[2]), True
        return header
    if inside := re.fullmatch(r"(.*?)\s*\(([^()]+)\)", text):
        header.test = _test(inside[2])
        if header.test is None:
            return None
        header.kind = _KINDS.get(plain(inside[1]))
        if header.kind is None and plain(inside[1]) not in LABELS:
            header.name = inside[1].strip() or None
        return header
    word = plain(text)
    header.test, header.kind = _test(word), _KINDS.get(word)
    if word and header.test is None and header.kind is None and word not in LABELS:
        return None
    return header


def _test(text: str) -> str | None:
    """The Skill or Attribute a text names: `One-Handed`, `Strength Attribute`."""
    word = re.sub(r"-(attribute|skill)$", "", plain(text))
    return word if word in TESTS else None
