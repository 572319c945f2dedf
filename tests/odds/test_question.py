"""Questions: built from options, written as a command line, and refused in one sentence."""

import json
import shlex
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest
from pydantic import Field, ValidationError

from tamriel_odds.odds.errors import ImpossibleQuestion, WrongInput
from tamriel_odds.odds.question import Box, Question, Roll, build, option_name, value_type


class Throw(Question):
    """Throws something at someone."""

    command: ClassVar[str] = "cta throw"

    what: str | None = Field(None, description="what is thrown", json_schema_extra={"positional": True})
    strong_armor: int | None = Field(None, ge=0, le=99, description="what stays")
    modifier: int = Field(0, ge=-99, le=99, description="added to the score")
    attribute_test: bool = Field(False, description="no critical hits")
    with_: tuple[str, ...] = Field((), description="a switch; may be repeated")
    rank: Literal["follower", "hero"] | None = Field(None, description="who is hit")

    def roll(self, box: Box) -> Roll:
        raise NotImplementedError


ASKED: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": ({}, "odds cta throw"),
    "positional": ({"what": "a shoe"}, 'odds cta throw "a shoe"'),
    "number": ({"strong-armor": 2}, "odds cta throw --strong-armor 2"),
    "negative": ({"modifier": -2}, "odds cta throw --modifier=-2"),
    "flag": ({"attribute-test": True}, "odds cta throw --attribute-test"),
    "repeated": ({"with": ("a", "b c")}, 'odds cta throw --with a --with "b c"'),
    "in the order of the class": ({"rank": "hero", "modifier": 1}, "odds cta throw --modifier 1 --rank hero"),
    "quotes": ({"what": "6\" $x `y` it's"}, """odds cta throw '6" $x `y` it'"'"'s'"""),
    "apostrophe": ({"what": "it's"}, '''odds cta throw "it's"'''),
    "brackets": ({"what": "[RED]"}, 'odds cta throw "[RED]"'),
    "defaults are left out": ({"modifier": 0, "attribute-test": False, "with": ()}, "odds cta throw"),
}


@pytest.mark.parametrize(("given", "line"), ASKED.values(), ids=ASKED.keys())
def test_the_command_line_of_a_question(given: dict[str, Any], line: str) -> None:
    assert build(Throw, given).command_line() == line


@pytest.mark.parametrize(("given", "line"), ASKED.values(), ids=ASKED.keys())
def test_a_shell_reads_the_command_line_as_it_was_given(given: dict[str, Any], line: str) -> None:
    _, _, _, *words = shlex.split(line)
    read: dict[str, Any] = {}
    while words:
        word = words.pop(0)
        if not word.startswith("--"):
            read["what"] = word
            continue
        name, equals, value = word[2:].partition("=")
        field = next(field for option, field in Throw.model_fields.items() if option_name(option) == name)
        kind, repeated = value_type(field.annotation)
        value = True if kind is bool else kind(value if equals else words.pop(0)) if kind is int else words.pop(0)
        read[name] = (*read.get(name, ()), value) if repeated else value
    assert build(Throw, read) == build(Throw, given)


def test_options_are_the_fields_that_were_given() -> None:
    question = build(Throw, {"strong_armor": 0, "with": ["a"], "modifier": 0})
    assert question.options() == {"strong-armor": 0, "with": ("a",)}
    assert json.loads(json.dumps(question.options())) == {"strong-armor": 0, "with": ["a"]}
    assert build(Throw, question.options()) == question


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"strong-armour": 1}, "--strong-armour: odds cta throw has no such option; did you mean 'strong-armor'?"),
        ({"modifier": 100}, "--modifier 100: it must be at most 99 (added to the score); see"),
        ({"modifier": "two"}, "--modifier two: it must be a whole number"),
        ({"strong-armor": -1}, "--strong-armor -1: it must be at least 0 (what stays); see"),
        ({"rank": "king"}, "--rank king: it must be follower or hero (who is hit); see `odds cta throw"),
    ],
    ids=["unknown option", "too large", "no number", "too small", "no such word"],
)
def test_what_is_wrong_is_said_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WrongInput) as raised:
        build(Throw, given)
    assert str(raised.value).startswith(sentence)
    assert "\n" not in str(raised.value)


def test_a_sentence_names_the_command_that_was_asked() -> None:
    with pytest.raises(ImpossibleQuestion, match="see `odds compare --help`"):
        build(Throw, {"modifier": 100}, "compare")
    with pytest.raises(WrongInput, match="odds compare has no such option"):
        build(Throw, {"modifer": 1}, "compare")


def test_a_question_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        build(Throw, {}).modifier = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        (int, (int, False)),
        (int | None, (int, False)),
        (tuple[Path, ...], (Path, True)),
        (tuple[int, ...] | None, (int, True)),
        (Throw.model_fields["strong_armor"].annotation, (int, False)),
    ],
)
def test_the_type_of_an_option(annotation: Any, kind: tuple[type, bool]) -> None:
    assert value_type(annotation) == kind


def test_the_shipped_box_has_the_shipped_dice_and_no_cards() -> None:
    assert {"white", "green", "yellow", "red", "black"} <= set(Box.shipped().dice)
    assert Box.shipped().data == ()
