"""Files of questions: what is read, and what is refused with file, line and key."""

from pathlib import Path

import pytest

from tamriel_odds import cli
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.errors import BadFile
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.question_file import QuestionFile, read_cost, read_questions
from tamriel_odds.odds.rolling import exact
from tamriel_odds.odds.series import answer_all
from tamriel_odds.odds.settings import Settings

GOOD = """
[run]
trials = 2000
seed = 7

[[question]]
name = "Plain"
ask = "cta attack"
skill = 3
attack = "[GREEN][RED]"
cost = "2 Stamina"

[[question]]
name = "Boosted"
ask = "CTA Attack"
skill = 3
attack = "[GREEN][RED]"
strong_armor = 1
with = "power-attack"
attribute_test = true
"""


@pytest.fixture
def read(tmp_path: Path):
    def reader(text: str) -> QuestionFile:
        file = tmp_path / "asked.toml"
        file.write_text(text, encoding="utf-8")
        return read_questions(file, cli.question_named)

    return reader


def test_questions_have_the_options_of_their_command_as_keys(read):
    asked = read(GOOD)
    assert asked.refused == ()
    assert asked.run == {"trials": 2000, "seed": 7}
    assert [one.name for one in asked.asked] == ["Plain", "Boosted"]
    assert asked.asked[0].question == Attack(skill=3, attack="[GREEN][RED]")
    assert asked.asked[0].cost == (2.0, "Stamina")
    assert asked.asked[1].question == Attack(
        skill=3, attack="[GREEN][RED]", strong_armor=1, with_=("power-attack",), attribute_test=True
    )


@pytest.mark.parametrize(
    ("line", "where", "sentence"),
    [
        ("skil = 3", 5, "skil: odds cta attack has no such key; did you mean 'skill'"),
        ("skill = 300", 5, "skill 300: it must be at most 99"),
        ("skill = true", 5, "skill: it takes a value, not true"),
        ("attribute_test = 7", 5, "attribute_test 7: it must be true or false"),
        ("strong-armor = -1", 5, "strong_armor -1: it must be at least"),
        ('cost = "much"', 5, "cost 'much': it is a number and what it counts"),
        ('ask = "cta atack"', 3, "ask 'cta atack': there is no such question; did you mean 'cta attack'"),
        ("ask = 3", 3, "ask: a question says what it asks"),
        ("name = 3", 2, "name: it is a text, not 3"),
        ('with = ["power-attack", "high-grund"]', 5, "with"),
        ('attack = "[PINK]"', 4, "attack: '[PINK]' is no die"),
    ],
)
def test_a_bad_question_names_file_line_and_key_and_stops_nothing_else(read, line, where, sentence):
    lines = {"name": 'name = "Bad"', "ask": 'ask = "cta attack"', "attack": 'attack = "[GREEN]"'}
    key = line.split(" ")[0]
    entry = ["[[question]]", *(lines | ({key: line} if key in lines else {"more": line})).values()]
    read_file = read("\n".join([*entry, "skill = 3" if "skill" not in line else "", GOOD.partition("\n\n")[2]]))
    series = answer_all(read_file.asked, Settings(trials=500), Box.shipped(), refused=read_file.refused)
    assert list(series.answers) == ["Plain", "Boosted"]
    (refused,) = series.refused
    assert f"asked.toml:{where}: " in refused
    assert sentence in refused


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "asked.toml:1: it asks nothing"),
        ("question = 3", "asked.toml:1: it asks nothing"),
        ("[[question]\n", "asked.toml:1: "),
        ("[run]\n[[questions]]\n", "asked.toml:2: questions: a file of questions has no such key; did you mean"),
        ("[run]\ntrails = 3\n[[question]]\n", "asked.toml:2: trails: [run] has no such key; did you mean 'trials'"),
        ("[run]\nseed = 1\ntrials = 0\n[[question]]\n", "asked.toml:3: trials 0: it must be at least"),
        ("run = 3\n[[question]]\n", "asked.toml:1: run: it is a table"),
        ("[run]\ntrials = 10\nexact = true\n[[question]]\n", "asked.toml:3: exact and --trials exclude each other"),
        ("[run]\ntrials = true\n[[question]]\n", "asked.toml:2: trials: it takes a value, not true"),
    ],
)
def test_a_file_that_is_none_is_refused_with_its_line(read, text, sentence):
    with pytest.raises(BadFile) as error:
        read(text)
    assert sentence in str(error.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadFile, match="there is no such file"):
        read_questions(tmp_path / "none.toml", cli.question_named)


def test_two_questions_of_one_name_are_told_apart(read):
    twice = GOOD.replace("Boosted", "Plain")
    (refused,) = read(twice).refused
    assert "asked.toml:14: Plain: name 'Plain': the question in line 6 has it already" in refused


def test_questions_without_a_name_are_numbered(read):
    asked = read(GOOD.replace('name = "Plain"\n', ""))
    assert [one.name for one in asked.asked] == ["question 1", "Boosted"]


@pytest.mark.parametrize(
    ("cost", "read"), [(None, None), (3, (3.0, "")), (1.5, (1.5, "")), ("10 Septims", (10.0, "Septims"))]
)
def test_costs(cost, read):
    assert read_cost(cost) == read


def test_ctrl_c_leaves_the_finished_questions(read):
    asked = read(GOOD)
    calls = []

    def progress(done: int, planned: int) -> None:
        calls.append((done, planned))
        if len(calls) == 2:
            raise KeyboardInterrupt

    series = answer_all(asked.asked, Settings(trials=500), Box.shipped(), progress)
    assert series.is_interrupted
    assert list(series.answers) == ["Plain"]
    assert calls == [(500, 1000), (1000, 1000)]


def test_exact_answers_are_those_of_the_questions_alone(read):
    asked = read(GOOD.replace("trials = 2000\n", "exact = true\n"))
    series = answer_all(asked.asked, Settings(exact=True), Box.shipped())
    for one in asked.asked:
        assert (series.answers[one.name].probabilities == exact(one.question).probabilities).all()
