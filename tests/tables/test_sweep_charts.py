"""Charts of sweeps: numbers in the cells, bands, and nothing overlaps."""

import itertools

import pytest

from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.measures import Measure
from tamriel_odds.odds.rolling import Answered
from tamriel_odds.odds.series import Series
from tamriel_odds.odds.sweep import Swept
from tamriel_odds.tables.sweep_charts import SHADES, legible_on, sweep_chart

DAMAGE, SOME = Measure("damage", False), Measure("some", True)


def series(line, swept):
    points = list(itertools.product(*(one.values for one in swept)))
    answered = {str(point): Answered(line([90 - number % 90, 10 + number])) for number, point in enumerate(points)}
    columns = ("question", *(one.column for one in swept), "measure")
    rows = tuple((str(point), *point, "damage") for point in points)
    return Series(answered, (Listing("sweep", "", columns, rows),))


@pytest.mark.parametrize(
    "values", [(3,), (2, 3, 4, 5), tuple(range(-20, 41)), ("", "power-attack"), tuple("abcdefghi" * 3)]
)
def test_one_field_is_a_curve_or_marks(check, line, values):
    swept = [Swept("skill", values)]
    figure = sweep_chart(series(line, swept), swept, "odds " * 30, DAMAGE)
    check(figure)


@pytest.mark.parametrize("across", [1, 2, 7, 12, 18, 40])
@pytest.mark.parametrize("down", [1, 7, 30])
@pytest.mark.parametrize("measure", [DAMAGE, SOME], ids=["mean", "chance"])
def test_two_fields_are_a_heat_map(check, line, across, down, measure):
    swept = [Swept("strong-armor", tuple(range(down))), Swept("skill", tuple(range(across)))]
    figure = sweep_chart(series(line, swept), swept, "odds", measure)
    check(figure)
    assert len(figure.axes[0].texts) == (across * down if across <= 18 else 0)


def test_names_at_both_sides(check, line):
    names = ("", "precision-strike", "high-ground and much more than fits")
    swept = [Swept("with", names), Swept("wear", names)]
    check(sweep_chart(series(line, swept), swept, "odds", DAMAGE))


def test_cells_show_the_means(line):
    swept = [Swept("a", (1, 2)), Swept("b", (1, 2))]
    figure = sweep_chart(series(line, swept), swept, "odds", DAMAGE)
    assert [text.get_text() for text in figure.axes[0].texts] == ["0.10000", "0.11000", "0.12000", "0.13000"]


def test_points_that_were_refused_leave_their_places_empty(check, line):
    swept = [Swept("a", (1, 2, 3)), Swept("b", (1, 2))]
    whole = series(line, swept)
    kept = {name: one for name, one in whole.answered.items() if name != "(2, 1)"}
    rows = tuple(row for row in whole.listings[0].rows if row[0] != "(2, 1)")
    partial = Series(kept, (Listing("sweep", "", whole.listings[0].columns, rows),))
    figure = sweep_chart(partial, swept, "odds", DAMAGE)
    check(figure)
    assert [(text.get_position(), text.get_text()) for text in figure.axes[0].texts][2] == ((1, 1), "0.13000")


def test_numbers_stand_out_from_their_cells():
    """At least 4.5 to 1 on every shade, which is what WCAG 2 asks of small text."""
    for step in range(101):
        shade = SHADES(step / 100)
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade[:3]]
        luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        text = 0.0 if legible_on(shade) == "#000000" else 1.0
        lighter, darker = max(luminance, text) + 0.05, min(luminance, text) + 0.05
        assert lighter / darker >= 4.5
