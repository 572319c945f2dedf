"""What a person may put in brackets: dice, icons, Limited Use, and as on the cards keywords and materials.

In a file any other bracket is an editor's remark. Nobody types remarks: there it is a slip, and is refused.
"""

import re
from typing import Final

from tamriel_odds.odds.call_to_arms.headers import TESTS
from tamriel_odds.odds.call_to_arms.keywords import DAMAGE_TYPES, KEYWORDS, MATERIALS
from tamriel_odds.odds.call_to_arms.phrases import Terms, UnreadError, read_terms
from tamriel_odds.odds.call_to_arms.terms import COLOURS, ICONS
from tamriel_odds.odds.call_to_arms.tokens import ICON_NAMES, clipped, near_name, tokens
from tamriel_odds.odds.errors import BadNotation
from tamriel_odds.odds.names import nearest, offer, plain

_BRACKET: Final = re.compile(r"\[([^\[\]]*)\]")
_BEFORE: Final = re.compile(r"[\w'-]{0,30}$")
_BEHIND: Final = re.compile(r"[\w'-]{0,30}")
_COST: Final = re.compile(r"magicka cost:?\s*\d{1,3}", re.IGNORECASE)
_NAMES: Final = (*COLOURS, *ICON_NAMES, *KEYWORDS, *DAMAGE_TYPES, *MATERIALS)


def typed(line: str) -> str:
    """The line as a person typed it, its words out of their brackets; BadNotation for a bracket that is nothing known.

    >>> typed("[One]-Handed: [RED] [Steel] [Piercing (1)]")
    'One-Handed: [RED] [Steel] , Piercing (1)'
    """
    return _BRACKET.sub(_unbracketed, line)


def _unbracketed(found: re.Match[str]) -> str:
    content = found[1]
    before = _BEFORE.search(found.string[max(found.start() - 30, 0) : found.start()])
    behind = _BEHIND.match(found.string, found.end())
    around = (before[0] if before else "", behind[0] if behind else "")
    word = plain(content)
    if word in COLOURS or all(plain(part) in ICON_NAMES for part in content.split("/")) or word in MATERIALS:
        return found[0]
    if content.strip().isdecimal() or near_name(content) is not None:
        return found[0]
    if any(around) and plain(content.join(around)) in (*TESTS, *KEYWORDS):
        return content
    if _COST.fullmatch(content.strip()):
        return f" {content}: "
    if not any(around) and _is_keywords(content):
        return f", {content.strip()}"
    known = nearest(content[:40], _NAMES) or (*COLOURS, *ICONS)
    raise BadNotation(
        f"'[{clipped(content)}]' is no die or icon, no keyword and no material{offer(content[:40], known)}"
    )


def _is_keywords(content: str) -> bool:
    terms = Terms()
    try:
        read_terms(tokens(content), 0, terms, [], dice=False)
    except (UnreadError, BadNotation):
        return False
    return bool(terms.keywords or terms.type) and not terms.damage
