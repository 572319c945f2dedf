"""Answers in the terminal, whatever terminal it is."""

import io
import re

import pytest
from rich.console import Console

from tamriel_odds.odds.dice import shipped_dice
from tamriel_odds.tables import show
from tamriel_odds.tables.terminal import Column, console, print_columns, printable


def shown(answer, table=None, *, encoding="utf-8", width=80, is_quiet=False, **given):
    """What `show` prints on a console of that encoding and width."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, errors="strict", newline="")
    show(
        answer,
        Console(file=stream, width=width, markup=False, highlight=False, emoji=False, **given),
        table,
        is_quiet=is_quiet,
    )
    stream.flush()
    return raw.getvalue().decode(encoding)


def numbers(text):
    return sorted(re.findall(r"[<>]?\d+\.\d+%?", text))


def test_the_whole_of_a_simulated_answer(tally):
    lines = shown(tally).split("\n")
    assert lines == [
        'odds cta throw --attack "[GREEN][RED] / [SWORDS]: Piercing (1)" --strong-armor 2 --with power-attack'
        " --trials 1000 --seed 7",
        "simulated: 1 000 trials, seed 7; 95% intervals",
        "",
        "mean damage 0.500, hit 50.00%, removed 10.00%",
        "",
        "damage  chance  95% low  95% high  at least  at most",
        "     0  60.00%   56.93%    62.99%   100.00%   60.00%  ██████████████████████████",
        "     1  30.00%   27.24%    32.91%    40.00%   90.00%  █████████████",
        "     2  10.00%    8.29%    12.02%    10.00%  >99.61%  ████▍",
        "     3  <0.39%    0.00%     0.38%    <0.39%  100.00%",
        "",
        "event    chance  95% low  95% high",
        "hit      50.00%   46.91%    53.09%",
        "removed  10.00%    8.29%    12.02%",
        "never    <0.39%    0.00%     0.38%",
        "",
        "damage: mean 0.500 ± 0.021 (standard error), standard deviation 0.6708, median 0",
        "",
        "Note: dice over the Rule of Three are not rolled",
        "Ruling one-clamp: all modifiers are summed first (Call to Arms, Effect Dice",
        "Icons)",
        "The faces of the green and red dice are assumed, nobody has published them: type",
        "in those of your box with `odds dice set`.",
        "",
    ]


def test_an_exact_answer_has_plain_zeros_and_no_intervals(distribution):
    text = shown(distribution)
    assert "exact; 95% intervals have no width" in text
    assert "\n     3       0         0  100.00%\n" in text
    assert "\nnever         0\n" in text
    assert "low" not in text
    assert "mean 0.500000, standard deviation 0.6708, median 0" in text


def test_a_tail_that_was_never_seen_is_one_line(line):
    text = shown(line([5_000_000, 5_000_000, *[0] * 30]))
    assert "\n2 or more: not seen, <0.00004%\n" in text
    assert "\n     2 " not in text
    assert "\n2 or more: impossible\n" in shown(line([0.5, 0.5, 0.0, 0.0]))


def test_outcomes_before_the_last_one_seen_are_all_listed(line):
    text = shown(line([10, 0, 0, 0, 10]))
    assert [row.split()[0] for row in text.split("\n")[6:11]] == ["0", "1", "2", "3", "4"]
    assert "or more" not in text


def test_what_is_rare_and_what_is_nearly_certain_is_never_rounded_away(line):
    text = shown(line([9_999_999, 1]))
    assert re.search(r"\n +0  >99.99% ", text)
    assert re.search(r"\n +1  +<0.01% ", text)
    assert "<0.01%" in shown(line([1 - 1e-9, 1e-9]))


def test_one_outcome_is_certain_by_its_nature(line):
    for certain in (line([10]), line([1.0]), line([1.0, 0.0])):
        lines = shown(certain).split("\n")
        assert lines[3] == "damage 0"
        assert "damage: always 0" in lines
        assert "at least" not in shown(certain)


def test_a_result_in_words_is_shown_even_where_it_is_certain(line):
    assert re.search(r"\nall +100.00%  ", shown(line([10], name="winner", values=("all",))))
    assert "at least" in shown(line([10, 0])), "a simulation cannot tell that nothing else is possible"


def test_shares_that_do_not_add_up_say_why(line):
    assert "The chances add up to 99.99% because each is rounded." in shown(line([1 / 3, 1 / 3, 1 / 3]))
    assert "add up" not in shown(line([0.5, 0.25, 0.25]))


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1", "cp437", "utf-8"])
def test_every_console_gets_every_number(tally, encoding):
    text = shown(tally, encoding=encoding)
    assert numbers(text) == numbers(shown(tally))
    assert ("#####" in text) == (encoding != "utf-8")
    assert ("+/-" in text) == (encoding == "ascii")


@pytest.mark.parametrize("width", [1, 10, 20, 40, 60, 200])
def test_every_width_keeps_every_number(tally, bell, line, width):
    for answer in (tally, line(bell(40)), line(bell(200))):
        assert numbers(shown(answer, width=width)) == numbers(shown(answer))


def test_forty_columns_are_enough_for_every_table_line(tally):
    lines = shown(tally, width=40).split("\n")
    assert all(len(line) <= 40 for line in lines[1:])
    assert any("█" in line for line in lines)


def test_texts_are_never_read_as_markup(line):
    text = shown(line([1, 1], notes=("[bold]not bold[/bold] [GREEN][RED] :smile: [/]",)))
    assert "[GREEN][RED] / [SWORDS]" in text
    assert "Note: [bold]not bold[/bold] [GREEN][RED] :smile: [/]" in text


def test_names_cannot_send_commands_to_the_terminal(line):
    text = shown(line([1, 1], notes=("\x1b[31mred\x07\r and \udc92",)), encoding="utf-8")
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "red" in text


def test_another_table_and_the_events_alone(tally):
    effect = shown(tally, "effect")
    assert re.search(r"\neffect  chance +95% low +95% high *\nnone +85.00%", effect)
    assert "at least" not in effect
    events = shown(tally, "events")
    assert events.count("\nhit ") == 1
    assert "at least" not in events


def test_all_tables_together(tally):
    assert re.search(r"\ndamage  effect  chance +95% low +95% high *\n +0  none +60.00%", shown(tally, "joint"))


def test_colour_means_nothing_alone(tally):
    coloured = shown(tally, force_terminal=True, color_system="standard")
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == shown(tally)


def test_consoles_follow_the_environment(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    assert console(io.StringIO()).width == 80
    monkeypatch.setenv("COLUMNS", "40")
    assert console(io.StringIO()).width == 40
    monkeypatch.setenv("COLUMNS", "wide")
    assert console(io.StringIO()).width == 80
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    assert console(io.StringIO()).no_color


def test_a_precision_that_was_not_reached_is_said(tally):
    from dataclasses import replace

    assert "Note: the precision asked for was not reached in 1000 trials" in shown(
        replace(tally, precision_reached=False)
    )


def test_dice_that_are_not_assumed_need_no_sentence(tally):
    tally.roll.dice = tally.roll.dice[:1]
    assert "assumed" not in shown(tally)


def test_reported_dice_are_told_apart_from_assumed_ones(tally):
    tally.roll.dice = (shipped_dice()["green"], shipped_dice()["enemy"])
    said = " ".join(shown(tally).split())
    assert "The faces of the green die are assumed, nobody has published them: type in that of your box" in said
    assert (
        "The faces of the enemy die are reported by one public source: hold them against that of your box, and" in said
    )


def test_quiet_answers_are_numbers_only(tally, line):
    loud, quiet = shown(tally).split("\n"), shown(tally, is_quiet=True).split("\n")
    assert quiet == [*loud[3:17], ""]
    thirds = shown(line([1 / 3, 1 / 3, 1 / 3]), is_quiet=True)
    assert "add up" not in thirds
    assert "odds " not in thirds


@pytest.mark.parametrize(
    ("headline", "said"),
    [
        (("removed", "damage"), "removed 10.00%, mean damage 0.500"),
        (("opened",), "hit 50.00%"),
        ((), "hit 50.00%"),
    ],
)
def test_the_headline_is_what_the_roll_calls_it_or_the_first_event(tally, headline, said):
    tally.roll.headline = headline
    assert shown(tally).split("\n")[3] == said


def test_one_assumed_die_is_named_alone(tally):
    tally.roll.dice = tally.roll.dice[:2]
    assert "The faces of the green die are assumed" in shown(tally)


def test_columns_without_bars_stand_for_any_table():
    stream = io.StringIO()
    to = Console(file=stream, width=12)
    print_columns(to, [Column("option", ["a", "bb"], is_words=True), Column("mean", ["1.0", "22.0"])])
    assert stream.getvalue() == "option  mean\na        1.0\nbb      22.0\n"


@pytest.mark.parametrize(
    ("text", "encoding", "plain"),
    [
        ("a ± b \u2013 c\u2019s", "ascii", "a +/- b - c's"),
        ("a ± b", "cp1252", "a ± b"),
        ("雪", "cp1252", "?"),
        ("雪", "utf-8", "雪"),
    ],
)
def test_letters_a_console_lacks_are_replaced(text, encoding, plain):
    assert printable(text, encoding) == plain
