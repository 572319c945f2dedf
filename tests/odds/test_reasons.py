"""Refusals in the program's own words, whatever pydantic calls them."""

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tamriel_odds.odds.reasons import reason


class Values(BaseModel):
    """One field of each kind that a question may have."""

    model_config = ConfigDict(extra="forbid")

    count: Annotated[int, Field(ge=1, le=9)] = 1
    share: Annotated[float, Field(gt=0, lt=1, allow_inf_nan=False)] = 0.5
    rank: Literal["follower", "hero"] = "hero"
    only: Literal["one"] = "one"
    is_set: bool = False
    level: Literal[1, 5, "quest"] = 1
    names: Annotated[tuple[str, ...], Field(min_length=1, max_length=2)] = ("a",)
    text: Annotated[str, Field(min_length=1, pattern="^[a-z]+$")] = "a"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"count": 0}, "it must be at least 1"),
        ({"count": 10}, "it must be at most 9"),
        ({"count": "two"}, "it must be a whole number"),
        ({"count": 1.5}, "it must be a whole number"),
        ({"share": 0}, "it must be above 0"),
        ({"share": 1}, "it must be below 1"),
        ({"share": "half"}, "it must be a number"),
        ({"share": float("nan")}, "it must be a number"),
        ({"rank": "heroe"}, "it must be follower or hero; did you mean 'hero'?"),
        ({"level": 3}, "it must be 1, 5 or quest"),
        ({"level": "quset"}, "it must be 1, 5 or quest; did you mean 'quest'?"),
        ({"names": "a"}, "it must be a list"),
        ({"names": ()}, "there is none"),
        ({"names": ("a", "b", "c")}, "there are more than 2"),
        ({"cuont": 1}, "there is no such key; did you mean 'count'?"),
        ({"rank": "king"}, "it must be follower or hero"),
        ({"only": "two"}, "it must be one"),
        ({"is_set": "maybe"}, "it must be true or false"),
        ({"text": ""}, "it must be something, not an empty text"),
        ({"text": "1"}, "it cannot be read"),
        ({"text": 1}, "it must be a text"),
    ],
    ids=str,
)
def test_each_kind_of_refusal(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Values(**given)  # type: ignore[arg-type]
    assert reason(refused.value.errors()[0], Values.model_fields) == said
