"""All tables of a question at once: a row for each combination, adding up to each table alone."""

import numpy as np
import pytest

from tamriel_odds.odds.answer import Answer
from tamriel_odds.odds.betrayal.engage import Engage
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName
from tamriel_odds.odds.rolling import exact, run
from tamriel_odds.tables.charts import chart
from tamriel_odds.tables.frames import frame

ENGAGE = Engage(dice="2 combat, snipe", defense=1, health=5)


@pytest.mark.parametrize("answer", [exact(ENGAGE), run(ENGAGE, trials=5000)], ids=["exact", "simulated"])
def test_damage_and_tenacity_together(answer: Answer) -> None:
    rows = frame(answer, "joint")
    assert list(rows.columns) == ["damage", "tenacity", "count", "probability", "low", "high"]
    assert (rows["probability"] > 0).all()
    for table in ("damage", "tenacity"):
        alone = frame(answer, table).set_index(table)["probability"]
        together = rows.groupby(table)["probability"].sum()
        assert together.to_numpy() == pytest.approx(alone[together.index].to_numpy(), abs=1e-12)


def test_readings_join_too() -> None:
    asked = Attack(attack="[RED][YELLOW], Absorb Health (2)", skill=6)
    rows = frame(exact(asked), "joint")
    assert (rows["absorbed"] == np.minimum(rows["damage"], 2)).all()


def test_one_table_has_no_joint() -> None:
    with pytest.raises(UnknownName, match="no such table"):
        frame(exact(Attack(attack="[RED]", skill=6)), "joint")


def test_a_joint_table_is_not_drawn() -> None:
    with pytest.raises(ImpossibleQuestion, match="--table joint"):
        chart(exact(ENGAGE), "joint")
