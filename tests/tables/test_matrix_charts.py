"""The heat map of duels: every name and every chance is there, nothing overlaps, and the colours are told."""

import itertools

import pytest

from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.measures import Measure
from tamriel_odds.odds.rolling import Answered
from tamriel_odds.odds.series import Series
from tamriel_odds.odds.sweep import Swept
from tamriel_odds.tables.matrix_charts import SIDES, matrix_chart
from tamriel_odds.tables.sweep_charts import legible_on

WINS = Measure("some", True)
NAMES = tuple(f"Imperial Soldier: Sword and Shield {number}" for number in range(40))


def drawn(line, down, across, left_out=()):
    fields = (Swept("a", NAMES[:down]), Swept("b", NAMES[:across]))
    pairs = [pair for pair in itertools.product(*(one.values for one in fields)) if pair not in left_out]
    answered = {" against ".join(pair): Answered(line([90 - n % 90, 10 + n])) for n, pair in enumerate(pairs)}
    rows = tuple((" against ".join(pair), *pair, 0.5) for pair in pairs)
    series = Series(answered, (Listing("matrix", "", ("duel", "a", "b", "some"), rows),))
    return matrix_chart(
        series, fields, "Draugr against Imperial Legion", "odds cta matrix Draugr 'Imperial Legion'", WINS
    )


@pytest.mark.parametrize(("down", "across"), [(1, 1), (2, 3), (20, 20), (40, 22)])
def test_every_name_and_chance_is_there(check, line, down, across):
    figure = drawn(line, down, across)
    check(figure)
    axes = figure.axes[0]
    assert [tick.get_text() for tick in axes.get_yticklabels()] == list(NAMES[:down])
    assert [tick.get_text() for tick in axes.get_xticklabels()] == list(NAMES[:across])
    assert len(axes.texts) == down * across
    assert all(text.get_text().endswith("%") for text in axes.texts)
    assert [tick.get_text() for tick in figure.axes[1].get_yticklabels()][-1] == "100%"


def test_a_duel_that_was_refused_leaves_its_cell_empty(check, line):
    figure = drawn(line, 3, 3, {(NAMES[1], NAMES[1])})
    check(figure)
    assert len(figure.axes[0].texts) == 8


def test_numbers_stand_out_from_their_cells():
    def luminance(shade):
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shade[:3])
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for step in range(101):
        shade = luminance(SIDES(step / 100))
        text = 0.0 if legible_on(SIDES(step / 100)) == "#000000" else 1.0
        light, dark = max(shade, text), min(shade, text)
        assert (light + 0.05) / (dark + 0.05) >= 4.5
