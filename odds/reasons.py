"""Why a value is refused, in the program's own words: what pydantic found, as a player would be told."""

import re
from collections.abc import Iterable
from typing import Any

from tamriel_odds.odds.names import offer

MUST = {
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "greater_than": "above {gt}",
    "less_than": "below {lt}",
    "multiple_of": "a multiple of {multiple_of}",
    "string_too_short": "something, not an empty text",
    "string_too_long": "at most {max_length} letters",
}
KINDS = {
    "int": "a whole number",
    "float": "a number",
    "finite": "a number",
    "bool": "true or false",
    "string": "a text",
    "tuple": "a list",
    "list": "a list",
    "dict": "a table",
    "model": "a table",
}


def reason(error: Any, keys: Iterable[str] = ()) -> str:
    """What is wrong with one value, from one entry of ``ValidationError.errors()``: ``it must be at least 1``.

    A word that is none of those allowed is answered with the nearest, and a key of a file with the nearest of `keys`.
    """
    kind, context = error["type"], error.get("ctx", {})
    if kind == "extra_forbidden":
        return f"there is no such key{offer(str(error['loc'][-1]), keys)}"
    if kind == "missing":
        return "it is missing"
    if kind == "too_short":
        return "there is none"
    if kind == "too_long":
        return f"there are more than {context['max_length']}"
    if kind in MUST:
        limits = {name: f"{limit:.12g}" if isinstance(limit, float) else limit for name, limit in context.items()}
        return f"it must be {MUST[kind].format(**limits)}"
    if kind == "literal_error":
        words = [word.strip("'") for word in re.split(r", | or ", context["expected"])]
        allowed = " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
        near = offer(str(error["input"]), words)
        return f"it must be {allowed}" + (near if near.startswith("; did") else "")
    if kind == "string_pattern_mismatch":
        return "it cannot be read"
    if kind.partition("_")[0] in KINDS:
        return f"it must be {KINDS[kind.partition('_')[0]]}"
    said = str(error["msg"].removeprefix("Value error, "))
    return said if kind == "value_error" else said[:1].lower() + said[1:]
