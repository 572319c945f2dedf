"""Charts, drawn and measured: nothing overlaps, nothing is cut, the same answer gives the same bytes."""

import hashlib
import io
import os
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from matplotlib.figure import Figure

from tamriel_odds.odds.listing import Listing
from tamriel_odds.tables import chart, save
from tamriel_odds.tables.sheets import text_width, wrapped


def drawn(figure: Figure) -> bytes:
    stream = io.BytesIO()
    save(figure, stream, "png")
    return stream.getvalue()


SIZES = [(size, "many") for size in (2, 7, 11, 12, 13, 20, 21, 60, 61, 100, 1000)]
SIZES += [(size, trials) for size in (1, 3, 40, 200) for trials in ("few", "many", "exact")]


@pytest.mark.parametrize(("outcomes", "trials"), SIZES)
def test_labels_never_overlap(check, line, bell, outcomes, trials):
    counts = bell(outcomes)
    if trials == "few":
        counts = [min(count, 7) for count in counts]
    answer = line([count / sum(counts) for count in counts] if trials == "exact" else counts)
    check(chart(answer))


@pytest.mark.parametrize("names", [1, 3, 12, 40, 200])
@pytest.mark.parametrize("length", [1, 12, 90])
def test_names_never_overlap(check, line, names, length):
    values = tuple(f"{number} {'Adept ' * 20}"[:length].strip() or "-" for number in range(names))
    check(chart(line(list(range(1, names + 1)), values=values)))


def test_events_and_tables_without_an_order_have_bars_only(check, tally):
    for table, panels in (("damage", 2), ("effect", 1), ("events", 1)):
        figure = chart(tally, table)
        assert len(figure.axes) == panels
        check(figure)


@pytest.mark.parametrize("repeats", [0, 1, 30, 200])
def test_a_long_question_makes_a_taller_sheet_and_is_not_cut(check, line, repeats):
    question = line([1]).question.model_copy(update={"attack": "[GREEN] $x_2$ \\frac" + " [RED]" * repeats})
    figure = chart(line([5, 3, 2], question=question))
    check(figure)
    assert "".join(text.get_text() for text in figure.texts).count("[RED]") == repeats


def test_a_word_longer_than_a_line_is_cut_where_it_must_be(check, line):
    question = line([1]).question.model_copy(update={"attack": "x" * 500})
    figure = chart(line([5, 3, 2], question=question))
    check(figure)
    assert sum(text.get_text().count("x") for text in figure.texts[:8]) >= 500


def test_title_and_foot_tell_question_and_method(tally):
    said = " ".join(text.get_text() for text in chart(tally).texts)
    assert "odds cta throw --attack" in said
    assert "Simulated: 1 000 trials, seed 7; 95% intervals." in said
    assert "green and red dice are assumed" in said
    assert "hit 50.00%" in said


def test_the_axis_reaches_the_largest_outcome_there_can_be(line):
    rolled = chart(line([1000, *[0] * 30]))
    assert rolled.axes[0].get_xlim()[1] > 30
    exact = chart(line([0.5, 0.5, *[0.0] * 30]))
    assert exact.axes[0].get_xlim()[1] < 4


def test_bars_whiskers_and_curve_show_the_numbers_of_the_frame(tally):
    bars, curve = chart(tally).axes
    assert [bar.get_height() for bar in bars.patches] == [0.6, 0.3, 0.1, 0.0]
    assert curve.lines[0].get_ydata().tolist() == [1.0, 0.4, 0.1, 0.0]
    segments = bars.containers[1].lines[2][0].get_segments()
    assert segments[0][:, 1].tolist() == pytest.approx([0.5693, 0.6299], abs=1e-4)


def test_letters_without_a_shape_do_not_stop_a_chart(line):
    question = line([1]).question.model_copy(update={"attack": "雪 \x07 \udc92 \u0301"})
    for kind in ("png", "svg"):
        save(chart(line([1, 1], question=question)), io.BytesIO(), kind)


def test_an_svg_is_xml_without_a_date(tally):
    stream = io.BytesIO()
    save(chart(tally), stream, "svg")
    assert ElementTree.fromstring(stream.getvalue()).tag.endswith("svg")
    assert b"dc:date" not in stream.getvalue()
    assert b"matplotlib.org" not in stream.getvalue()


def test_the_same_answer_gives_the_same_bytes(tally, monkeypatch, tmp_path):
    """In this process, twice, and with settings of the user's that would change every line of a chart."""
    import matplotlib as mpl

    def digests() -> list[str]:
        digests = []
        for kind in ("png", "svg"):
            stream = io.BytesIO()
            save(chart(tally), stream, kind)
            digests.append(hashlib.sha256(stream.getvalue()).hexdigest())
        return digests

    first = digests()
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.dpi": 30, "savefig.bbox": "tight"}):
        before = dict(mpl.rcParams)
        assert digests() == first
        assert dict(mpl.rcParams) == before
    assert digests() == first


def test_the_same_chart_in_another_process(tmp_path):
    code = (
        "import sys; from tamriel_odds.tables.sheets import sheet, save, drawing, number_ticks\n"
        "with drawing():\n"
        "    figure, axes = sheet('title', 'subtitle', 'foot', [2.0])\n"
        "    axes[0].bar([0, 1], [1, 2])\n"
        "    save(figure, sys.stdout.buffer, 'svg')\n"
    )
    environment = {**os.environ, "MPLBACKEND": "TkAgg"}
    first, second = (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, env=environment | {"PYTHONHASHSEED": seed}
        )
        for seed in ("1", "2")
    )
    assert first.stdout == second.stdout
    assert first.stderr == b""


def test_lines_are_wrapped_by_their_width():
    lines = wrapped("one two three four five six", 1.0, 10.0)
    assert " ".join(lines) == "one two three four five six"
    assert all(text_width(text, 10.0) <= 1.0 for text in lines)
    assert wrapped("", 1.0, 10.0) == []


def test_of_rounds_the_curve_shows_at_most_so_many(check, line):
    figure = chart(line([50, 30, 20], name="rounds"))
    check(figure)
    assert figure.axes[1].lines[0].get_ydata().tolist() == [0.5, 0.8, 1.0]
    assert figure.axes[1].get_title("left") == "Chance of at most that much"


@pytest.mark.parametrize("rows", [1, 3, 60, 200])
def test_a_listing_of_chances_is_a_curve(check, tally, rows):
    numbers = tuple((number, number / 200, number / 200 - 0.001, number / 200 + 0.001) for number in range(1, rows + 1))
    listing = Listing(
        "want", "Chance of removed by attacks", ("attacks", "chance", "low", "high"), numbers, ("chance",)
    )
    told = replace(tally, extras=(listing,), remarks=("3 attacks are the fewest that reach 90%",))
    figure = chart(told, "want")
    check(figure)
    assert len(figure.axes[0].lines[0].get_ydata()) == rows


def test_a_listing_of_names_has_points(check, tally):
    rows = tuple((name, 0.5, 0.4, 0.6) for name in ("at least 7", "exactly 7", "at most 7"))
    told = replace(tally, extras=(Listing("luck", "How usual 7 is", ("result", "chance", "low", "high"), rows),))
    check(chart(told, "luck"))
