"""Further options of a question: what is typed in `--or` is laid over it."""

import pytest

from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.decision import Decision, laid_over, read_options
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.question import build


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("--with power-attack", {"with": ["power-attack"]}),
        ("--with power-attack --with=high-ground", {"with": ["power-attack", "high-ground"]}),
        ("--modifier -2 --strong-armor=0", {"modifier": "-2", "strong-armor": "0"}),
        ("--attribute-test", {"attribute-test": True}),
        ('"Imperial Soldier" --attack "[GREEN] / [SWORDS]: [RED]"',
         {"attacker": "Imperial Soldier", "attack": "[GREEN] / [SWORDS]: [RED]"}),
        ("", {}),
    ],
)  # fmt: skip
def test_options_are_read_as_they_are_typed(text, options):
    assert read_options(Attack, text) == options


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("--wiht x", "--wiht: odds cta attack has no such option; did you mean '--with'"),
        ("--with", "--with needs a value"),
        ("a b", "'b' is no option"),
        ('--with "x', "no closing quotation"),
    ],
)
def test_what_cannot_be_read_is_said(text, sentence):
    with pytest.raises(WrongInput, match=sentence.replace("(", r"\(")):
        read_options(Attack, text)


def test_an_option_replaces_the_questions_own():
    asked = {"skill": "3", "attack": "[GREEN]", "with": ["high-ground"]}
    over = build(Attack, laid_over(Attack, asked, "--with power-attack --skill 4"))
    assert over == Attack(skill=4, attack="[GREEN]", with_=("power-attack",))


def test_the_words_ask_for_the_same_again():
    assert Decision(or_=("--with power-attack", "--skill 4")).words == (
        "--or", "--with power-attack", "--or", "--skill 4",
    )  # fmt: skip
    assert Decision().words == ()
