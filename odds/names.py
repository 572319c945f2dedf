"""Names as users type them: case, spaces, dashes do not matter, and a wrong one is answered with the nearest."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

# The comparison takes its time with what is long.
LONGEST = 200
LONGEST_WORD, LONGEST_SENTENCE = 300, 1200


@lru_cache(1 << 14)
def plain(name: str) -> str:
    """The form in which two spellings of one name are equal: ``Power Attack``, ``power-attack``, ``POWER_ATTACK``.

    >>> plain("Assassin's  Blade") == plain("assassins-blade")
    True
    """
    letters = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"[\s_\-–—]+", "-", re.sub(r"['’`]", "", letters)).strip("-")


def clipped(text: object, most: int = 60) -> str:
    """What a user typed, cut short where it is long, for use in a message."""
    shown = str(text)
    return shown if len(shown) <= most else f"{shown[: most - 3]}..."


def one_line(sentence: str) -> str:
    """A sentence as one line of what can be printed, its words and itself cut where they are endless.

    What a user typed stands in it; the way out at its end is kept.
    """
    line = " ".join(word if len(word) <= LONGEST_WORD else f"{word[:57]}..." for word in sentence.split())
    if len(line) > LONGEST_SENTENCE:
        line = f"{line[: LONGEST_SENTENCE // 2]} ... {line[-LONGEST_SENTENCE // 2 :]}"
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)


def nearest(name: str, names: Iterable[str], most: int = 3) -> list[str]:
    """The names most like `name`, the best first; none when nothing is near, as to what is longer than any name."""
    if len(name) > LONGEST or not plain(name):
        return []
    printed = {plain(known): known for known in names}
    close = get_close_matches(plain(name), printed, n=most, cutoff=0.6)
    starts = [known for known in printed if known.startswith(plain(name)) and known not in close]
    return [printed[known] for known in [*close, *starts][:most]]


def meant(names: Iterable[str]) -> str:
    """The end of an error message that names what was likely meant: ``; did you mean 'swords'?``; empty for none."""
    listed = " or ".join(f"'{known}'" for known in names)
    return f"; did you mean {listed}?" if listed else ""


def offer(name: str, names: Iterable[str]) -> str:
    """The end of an error message: ``; did you mean 'swords'?``, or the names there are when none is near."""
    names = list(names)
    close = nearest(name, names)
    if close:
        return meant(close)
    if not names:
        return ""
    return "; known are " + ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
