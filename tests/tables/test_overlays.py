"""Charts of several answers: told apart without colour, and nothing overlaps."""

import pytest

from tamriel_odds.tables.overlays import STYLES, overlay


@pytest.mark.parametrize("options", [2, 3, 7, 19])
@pytest.mark.parametrize("outcomes", [1, 2, 12, 40, 200])
def test_labels_never_overlap(check, line, bell, options, outcomes):
    answers = {f"{number}: {'--with power-attack ' * number}": line(bell(outcomes)) for number in range(options)}
    check(overlay(answers, "odds compare " + "options " * options))


@pytest.mark.parametrize("outcomes", [1, 3, 30])
def test_answers_with_events_only_have_marks(check, line, bell, outcomes):
    values = tuple(f"{'Adept ' * 3}{number}" for number in range(outcomes))
    answers = {name: line(bell(outcomes), values=values, name="effect") for name in ("one", "other")}
    figure = overlay(answers, "odds compare")
    assert len(figure.axes) == 2
    check(figure)


def test_every_style_differs_from_every_other_without_its_colour():
    assert len({(style.dash, style.mark) for style in STYLES}) == len(STYLES) == 18


def test_lines_show_the_chances(line):
    figure = overlay({"a": line([50, 50]), "b": line([0.25, 0.75])}, "odds")
    assert [drawn.get_ydata().tolist() for drawn in figure.axes[1].lines] == [[0.5, 0.5], [0.25, 0.75]]
    assert [drawn.get_ydata().tolist() for drawn in figure.axes[2].lines] == [[1.0, 0.5], [1.0, 0.75]]


def test_of_rounds_the_curves_show_at_most_so_many(line):
    figure = overlay({"a": line([50, 50], name="rounds"), "b": line([0.25, 0.75], name="rounds")}, "odds")
    assert [drawn.get_ydata().tolist() for drawn in figure.axes[2].lines] == [[0.5, 1.0], [0.25, 1.0]]
