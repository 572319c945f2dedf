"""JSON and CSV, as other programs rely on them."""

import io
import json

import pandas as pd
import pytest

from tamriel_odds.tables import document, frame, write_csv, write_json
from tamriel_odds.tables.provenance import level_text


def test_the_document_has_the_fields_of_the_contract(tally):
    told = json.loads(write_json(tally))
    assert list(told) == [
        "schema", "command", "version", "method", "trials", "seed", "level", "question", "tables", "events", "summary",
        "rulings", "dice", "command_line", "notes",
    ]  # fmt: skip
    assert told["schema"] == 1
    assert told["command"] == "cta throw"
    assert told["method"] == "simulated"
    assert (told["trials"], told["seed"], told["level"]) == (1000, 7, 0.95)
    assert told["question"] == {
        "attack": "[GREEN][RED] / [SWORDS]: Piercing (1)",
        "strong_armor": 2,
        "with": ["power-attack"],
    }
    assert told["rulings"] == ["one-clamp: all modifiers are summed first (Call to Arms, Effect Dice Icons)"]
    assert told["notes"] == ["dice over the Rule of Three are not rolled"]
    assert told["dice"]["coin"] == {"faces": ["blank", "1"], "certainty": "printed"}
    assert told["dice"]["green"]["certainty"] == "assumed"


def test_rows_of_the_document(tally):
    told = json.loads(write_json(tally))
    first = told["tables"]["damage"][0]
    assert list(first) == ["damage", "count", "probability", "low", "high", "at_least", "at_most"]
    assert (first["damage"], first["count"], first["probability"]) == (0, 600, 0.6)
    assert isinstance(first["damage"], int)
    assert list(told["events"]["hit"]) == ["count", "probability", "low", "high"]
    assert told["events"]["hit"]["count"] == 500
    assert told["tables"]["effect"][1]["at_least"] is None
    assert list(told["summary"]["damage"]) == ["mean", "standard_error", "standard_deviation", "median"]


def test_an_exact_document_says_null_never_nan(distribution):
    text = write_json(distribution).decode()
    assert "NaN" not in text
    told = json.loads(text)
    assert told["method"] == "exact"
    assert told["trials"] is None
    assert told["seed"] is None
    assert told["tables"]["damage"][0]["count"] is None
    assert told["events"]["hit"] == {"count": None, "probability": 0.5, "low": 0.5, "high": 0.5}
    assert told["summary"]["damage"]["standard_error"] is None


def test_numbers_of_the_document_are_those_of_the_frame(tally):
    rows = frame(tally)
    told = document(tally)["tables"]["damage"]
    assert [row["high"] for row in told] == rows["high"].tolist()


def test_several_answers_make_one_document(tally, distribution):
    told = document({"rolled": tally, "counted": distribution})
    assert list(told) == ["schema", "answers"]
    assert [answer["name"] for answer in told["answers"]] == ["rolled", "counted"]


def test_the_command_line_repeats_question_and_run(tally, distribution):
    asked = 'odds cta throw --attack "[GREEN][RED] / [SWORDS]: Piercing (1)" --strong-armor 2 --with power-attack'
    assert document(tally)["command_line"] == f"{asked} --trials 1000 --seed 7"
    assert document(distribution)["command_line"] == f"{asked} --exact"


def test_the_csv_is_the_first_table_in_full_precision(line):
    text = write_csv(line([2, 1])).decode()
    lines = text.split("\n")
    assert lines[0] == "damage,count,probability,low,high,at_least,at_most"
    assert lines[1].startswith("0,2,0.6666666666666666,")
    assert lines[-1] == ""
    assert "\r" not in text


def test_csv_of_another_table_and_of_the_events(tally):
    assert write_csv(tally, "events").startswith(b"event,count,probability,low,high\nhit,500,0.5,")
    assert write_csv(tally, "effect").startswith(b"effect,count,probability,low,high,at_least,at_most\nnone,850,")


def test_an_exact_csv_leaves_counts_empty(distribution):
    assert write_csv(distribution).split(b"\n")[1] == b"0,,0.6,0.6,0.6,1.0,0.6"


def test_csv_with_decimal_comma(line):
    lines = write_csv(line([3, 1]), decimal_comma=True).decode().split("\n")
    assert lines[0] == "damage;count;probability;low;high;at_least;at_most"
    assert lines[1].startswith("0;3;0,75;")


def test_several_answers_have_a_question_column_first(tally, line):
    text = write_csv({"one, two": tally, "three": line([1, 1])}).decode()
    assert text.startswith("question,damage,count,probability,")
    rows = pd.read_csv(io.StringIO(text))
    assert rows["question"].tolist() == ["one, two"] * 4 + ["three"] * 2
    assert rows["damage"].tolist() == [0, 1, 2, 3, 0, 1]


def test_answers_of_different_kinds_keep_their_columns(tally, line):
    lines = write_csv({"a": tally, "b": line([1, 1], name="pushes")}).decode().split("\n")
    assert lines[0] == "question,damage,pushes,count,probability,low,high,at_least,at_most"
    assert lines[1].startswith("a,0,,600,")
    assert lines[5].startswith("b,,0,1,")


def test_texts_that_no_encoding_can_write_do_not_stop_a_file(line):
    answer = line([1, 1], name="damage", values=("Ulfric\udc92s", "[RED]"))
    assert b"Ulfric" in write_csv(answer)
    assert json.loads(write_json(answer))["tables"]["damage"][1]["damage"] == "[RED]"


@pytest.mark.parametrize(("level", "text"), [(0.95, "95%"), (0.999, "99.9%"), (0.57, "57%"), (0.99999, "99.999%")])
def test_levels_are_written_as_people_say_them(level, text):
    assert level_text(level) == text
