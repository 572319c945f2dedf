"""Social checks against every roll of the dice written out."""

from fractions import Fraction
from itertools import product

import pytest

from tamriel_odds import cli
from tamriel_odds.odds.betrayal.social import Social
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import exact, largest_z, run

PERSUASIVE, AUTHORITY, INTIMIDATING = (1, 1, 1, 1, 4, 5), (2, 2, 2, 3, 4, 5), (1, 1, 1, 1, 2, 2)


@pytest.mark.parametrize("tenacity", [0, 2, 5])
@pytest.mark.parametrize("difficulty", [0, 7, 9, 15, 16, 40])
def test_the_answer_is_that_of_every_roll(difficulty: int, tenacity: int) -> None:
    answer = exact(Social(dice="2 persuasive will, authority", difficulty=difficulty, tenacity=tenacity))
    rolls = [sum(faces) for faces in product(PERSUASIVE, PERSUASIVE, AUTHORITY)]
    success = Fraction(sum(total + tenacity >= difficulty for total in rolls), len(rolls))
    assert answer.event("success") == pytest.approx(float(success))
    spent = sum(max(difficulty - total, 0) for total in rolls if total + tenacity >= difficulty)
    assert answer.mean("tenacity") == pytest.approx(spent / len(rolls))
    assert answer.mean("total") == pytest.approx(sum(rolls) / len(rolls))
    chances = dict(answer.roll.listings[0].rows)
    for some, chance in chances.items():
        ways = sum(total + int(str(some)) >= difficulty for total in rolls)
        assert chance == pytest.approx(ways / len(rolls))


def test_seven_dice_are_two_pools() -> None:
    question = Social(dice="4 persuasive will, 2 intimidating presence, combat", difficulty=12, tenacity=1)
    answer = exact(question)
    combat = (0, 1, 1, 1, 1, 2)
    rolls = [sum(f) for f in product(*[PERSUASIVE] * 4, INTIMIDATING, INTIMIDATING, combat)]
    assert answer.event("success without tenacity") == pytest.approx(sum(r >= 12 for r in rolls) / len(rolls))
    assert largest_z(run(question, trials=200_000), answer) < 4.5


def test_it_rests_on_the_ruling_that_stamina_does_not_limit_speech() -> None:
    assert Social(dice="authority", difficulty=2).roll(Box.shipped()).rulings == ("speech-without-stamina",)
    assert exact(Social(dice="", difficulty=2)).event("success") == 0


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ("2 persuasion", "did you mean 'persuasive-will'"),
        ("authority / authority", "rolled together"),
        ("lockpick", "no skill die"),
    ],
)
def test_what_is_no_check_is_refused(dice: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["betrayal", "social", "--dice", dice, "--difficulty", "5"]) == 2
    assert sentence in capsys.readouterr().err
