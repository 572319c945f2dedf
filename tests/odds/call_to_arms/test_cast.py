"""Spells: what a Magicka Boost adds, what it costs, and what is no Spell."""

from pathlib import Path

import pytest

from tamriel_odds.odds.call_to_arms.cast import Cast
from tamriel_odds.odds.errors import ImpossibleQuestion
from tamriel_odds.odds.question import Box, Roll, build

DATA = Path(__file__).parents[2] / "data" / "units"
BOLT = '<characteristic name="Difficulty">+1</characteristic>'


def cast(box: Box | None = None, **options: object) -> Roll:
    given = options if "attacker" in options else {"skill": 5, "attack": "[RED] (Frost)", **options}
    return build(Cast, given).roll(box or Box.shipped())


@pytest.fixture
def harbour(tmp_path: Path) -> Box:
    """Our own cards, with a Brine Bolt that costs Magicka and can be boosted."""
    for file in DATA.iterdir():
        text = file.read_text(encoding="utf-8")
        if "Brine Bolt" in text:
            cost = '<characteristic name="Magicka Cost">2</characteristic>'
            keywords = '<characteristic name="Keywords">Magicka Boost (3): add [RED]</characteristic>'
            text = text.replace(BOLT, f"{BOLT}{cost}{keywords}", 1)
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    return Box(Box.shipped().dice, (tmp_path,))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"with": ["power-attack"]}, "a Spell has no Attack Boosts; a Magicka Boost is --boost N"),
        ({"boost-dice": "[RED]"}, "--boost-dice goes with --boost N"),
        ({"boost": 1, "boost-dice": "Piercing (1)"}, r"'Piercing \(1\)' adds no dice"),
        ({"boost": 1, "boost-dice": "[PURPLE]"}, r"'\[PURPLE\]' adds no dice"),
    ],
)
def test_a_boost_that_is_none_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(ImpossibleQuestion, match=said):
        cast(**options)


def test_each_point_adds_the_dice_again() -> None:
    plain, boosted = cast(), cast(boost=2, **{"boost-dice": "[RED]"})
    assert boosted.outcomes.shape[0] > plain.outcomes.shape[0]


def test_a_card_says_what_a_boost_adds_and_costs(harbour: Box) -> None:
    bolt = "Brinna: Tide Caller + Brine Bolt"
    assert any("spends 2 Magicka of 4" in note for note in cast(harbour, attacker=bolt).notes)
    assert any("spends 2 Magicka and 2 for the Boost" in note for note in cast(harbour, attacker=bolt, boost=2).notes)
    with pytest.raises(ImpossibleQuestion, match=r"costs 2 Magicka and 3 for the Boost: .* has 4"):
        cast(harbour, attacker=bolt, boost=3)
    with pytest.raises(ImpossibleQuestion, match=r"--boost 4: the card says Magicka Boost \(3\)"):
        cast(harbour, attacker=bolt, boost=4)


def test_a_card_without_a_boost_has_none() -> None:
    with pytest.raises(ImpossibleQuestion, match="Brine Bolt has no Magicka Boost"):
        cast(Box(Box.shipped().dice, (DATA,)), attacker="Brinna: Tide Caller + Brine Bolt", boost=1)
