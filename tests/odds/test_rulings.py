"""Rulings: each is whole, and each that a row of data names is there."""

import re
import tomllib
from pathlib import Path

import pytest

from tamriel_odds.odds.rulings import Ruling, rulings


@pytest.mark.parametrize("ruling", rulings().values(), ids=lambda ruling: ruling.name)
def test_every_ruling_says_what_it_reads(ruling: Ruling) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", ruling.name)
    assert ruling.game in ("Call to Arms", "Betrayal", "Skyrim")
    assert ruling.section
    assert not re.search(r"\blines? \d|\bL\d", ruling.section)
    assert len(ruling.text) > 20
    assert str(ruling) == f"{ruling.name}: {ruling.text} ({ruling.game}, {ruling.section})"


def test_no_two_rulings_say_the_same() -> None:
    assert len({ruling.text for ruling in rulings().values()}) == len(rulings())


def test_every_ruling_of_a_data_row_is_there(root: Path) -> None:
    for path in (root / "odds/data").glob("*.toml"):
        for row in tomllib.loads(path.read_text(encoding="utf-8")).values():
            if isinstance(row, dict) and "ruling" in row:
                assert row["ruling"] in rulings()
