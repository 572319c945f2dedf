"""Numbers as people write them: a chance in percent, a million with separators or an exponent."""

import re
from typing import Any


def read_number(kind: type, text: str) -> Any:
    """The number of that kind that is written as `text`; the text itself where it is none of these forms.

    >>> read_number(float, "90%"), read_number(int, "1 000 000"), read_number(int, "1e6"), read_number(int, "many")
    (0.9, 1000000, 1000000, 'many')
    """
    if kind is float and (share := re.fullmatch(r"\s*(\d{1,3}(?:\.\d{1,12})?)\s*%\s*", text)):
        # Not divided by 100, which makes 0.07000000000000001 of 7%.
        return float(f"{share[1]}e-2")
    if kind is int and re.fullmatch(r"\s*[1-9]\d{0,2}(?:[ ,']\d{3}){1,6}\s*", text):
        return int(re.sub(r"[ ,']", "", text))
    if kind is int and (power := re.fullmatch(r"\s*([1-9]\d{0,2})e(\d|1[0-8])\s*", text, re.IGNORECASE)):
        return int(power[1]) * 10 ** int(power[2])
    return text
