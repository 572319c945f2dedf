"""`odds cta test` against every face written out, and the rows of named tests and switches."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamriel_odds.odds.call_to_arms.keywords import ATTRIBUTES, SKILLS
from tamriel_odds.odds.call_to_arms.named_tests import described, named_tests, switches_of_tests
from tamriel_odds.odds.call_to_arms.skill_test import SkillOrAttributeTest
from tamriel_odds.odds.dice import Face, shipped_dice
from tamriel_odds.odds.errors import ImpossibleQuestion, UnknownName, WrongInput
from tamriel_odds.odds.question import Box
from tamriel_odds.odds.rolling import CONTRADICTION, exact, largest_z, run
from tamriel_odds.odds.rulings import rulings

WHITE, GREEN = shipped_dice()["white"].faces, shipped_dice()["green"].faces
EVENTS = ("success", "critical", "failure", "potion")


def ask(**given: Any) -> dict[str, float]:
    answer = exact(SkillOrAttributeTest(**given))
    assert answer.probabilities.sum() == pytest.approx(1, abs=1e-12)
    return {event: answer.event(event) for event in EVENTS}


def by_hand(
    attribute: int, modifier: int, green: int, reroll: str = "none", skill: bool = True, icons: bool = False
) -> dict[str, Fraction]:
    """Every face of every die, the reroll after it."""

    def succeeds(face: Face, bonus: int) -> bool:
        if "failure" in face.signs:
            return False
        if icons and "critical" in face.signs:
            return True
        return max(face.number + modifier - bonus, 1) <= attribute

    bonuses = Counter(sum(face.accuracy for face in faces) for faces in product(GREEN, repeat=green))
    rolls = {
        (face, bonus): Fraction(times * ways, 20 * 6**green)
        for face, times in Counter(WHITE).items()
        for bonus, ways in bonuses.items()
    }
    final: Counter[tuple[Face, int]] = Counter()
    for (face, bonus), share in rolls.items():
        again = {"none": False, "succeeded": succeeds(face, bonus)}.get(reroll, not succeeds(face, bonus))
        if not again:
            final[face, bonus] += share
        elif reroll == "failed-skill-die":
            for second in WHITE:
                final[second, bonus] += share / 20
        else:
            for roll, other in rolls.items():
                final[roll] += share * other
    events = {
        "success": lambda face, bonus: succeeds(face, bonus),
        "critical": lambda face, _: "critical" in face.signs and (skill or icons),
        "failure": lambda face, _: "failure" in face.signs,
        "potion": lambda face, _: "potion" in face.signs,
    }
    return {name: sum((p for roll, p in final.items() if holds(*roll)), Fraction()) for name, holds in events.items()}


@given(
    attribute=st.integers(1, 10),
    modifier=st.integers(-4, 6),
    green=st.integers(0, 2),
    reroll=st.sampled_from(["none", "failed", "failed-skill-die", "succeeded"]),
    skill=st.booleans(),
)
@settings(derandomize=True, deadline=None, max_examples=60)
def test_every_face_by_hand(attribute: int, modifier: int, green: int, reroll: str, skill: bool) -> None:
    asked = ask(attribute=attribute, modifier=modifier, green=green, reroll=reroll, attribute_test=not skill)
    assert asked == pytest.approx({k: float(v) for k, v in by_hand(attribute, modifier, green, reroll, skill).items()})


def test_three_green_dice_by_hand() -> None:
    assert ask(attribute=3, modifier=4, green=3) == pytest.approx(by_hand(3, 4, 3))


@pytest.mark.parametrize(
    "given",
    [
        {"attribute": 4},
        {"attribute": 2, "modifier": 3, "green": 3, "reroll": "failed"},
        {"attribute": 5, "green": 1, "reroll": "failed-skill-die"},
        {"attribute": 7, "green": 2, "reroll": "succeeded"},
        {"attribute": 4, "as_": "detect", "with_": ("within-6", "muffled", "silence")},
        {"attribute": 3, "as_": "injured", "with_": ("overkill", "punishing:3")},
        {"attribute": 3, "modifier": 5, "green": 3, "with_": ("imperial-luck",)},
    ],
)
def test_rolled_and_enumerated_agree(given: dict[str, Any]) -> None:
    question = SkillOrAttributeTest(**given)
    assert largest_z(run(question, trials=300_000, seed=11), exact(question)) <= CONTRADICTION


def test_the_score_is_a_table() -> None:
    answer = exact(SkillOrAttributeTest(attribute=5, modifier=2))
    by_score = dict(zip(answer.outcomes.axis("score").values, answer.along("score"), strict=True))
    numbers = Counter(str(face.number + 2) for face in WHITE if "failure" not in face.signs)
    assert by_score == pytest.approx(
        {**dict.fromkeys(by_score, 0), **{k: n / 20 for k, n in numbers.items()}, "failure": 0.1}
    )


def test_cut_and_whole_runs_count_the_same() -> None:
    question = SkillOrAttributeTest(attribute=4, green=1, reroll="failed")
    one, two = run(question, trials=5000, threads=1), run(question, trials=5000, threads=2)
    assert (one.counts == two.counts).all()


def test_a_green_die_leaves_the_skill_die_as_it_was() -> None:
    counts = [run(SkillOrAttributeTest(attribute=4, green=n), trials=20_000).event_count("potion") for n in range(4)]
    assert len(set(counts)) == 1


@pytest.mark.parametrize("attribute", range(1, 11))
def test_more_green_never_less_success_and_more_penalty_never_more(attribute: int) -> None:
    green = [round(ask(attribute=attribute, modifier=2, green=n)["success"], 12) for n in range(4)]
    penalty = [round(ask(attribute=attribute, modifier=n, green=1)["success"], 12) for n in range(-3, 9)]
    assert green == sorted(green)
    assert penalty == sorted(penalty, reverse=True)


@pytest.mark.parametrize("reroll", ["failed", "failed-skill-die"])
def test_a_reroll_of_the_failed_never_hurts(reroll: str) -> None:
    assert (
        ask(attribute=3, modifier=2, green=1, reroll=reroll)["success"]
        > ask(attribute=3, modifier=2, green=1)["success"]
    )


def test_an_attribute_outside_1_to_10_is_clamped_with_a_note() -> None:
    high = SkillOrAttributeTest(attribute=50).roll(Box.shipped())
    assert high.notes == ("attribute 50 counts as 10: an Attribute is 1 to 10",)
    assert ask(attribute=50) == ask(attribute=10)
    assert ask(attribute=-3) == ask(attribute=1)


def test_more_than_three_green_dice_are_not_rolled() -> None:
    assert ask(attribute=3, green=7) == ask(attribute=3, green=3)
    assert "Rule of Three" in SkillOrAttributeTest(attribute=3, green=4).roll(Box.shipped()).notes[0]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"attribute": 4}, ()),
        ({"attribute": 4, "green": 1}, ()),
        ({"attribute": 4, "modifier": 1}, ("critical-can-miss",)),
        ({"attribute": 4, "modifier": 1, "green": 1}, ("one-clamp", "critical-can-miss")),
        ({"attribute": 4, "green": 3}, ("three-green-dice",)),
        ({"attribute": 4, "as_": "injured", "with_": ("overkill",)}, ("critical-icon-saves",)),
        ({"attribute": 4, "with_": ("imperial-luck",)}, ("imperial-luck-is-no-critical",)),
    ],
)
def test_an_answer_names_the_rulings_it_rests_on(given: dict[str, Any], names: tuple[str, ...]) -> None:
    roll = SkillOrAttributeTest(**given).roll(Box.shipped())
    assert roll.rulings == names
    assert set(names) <= set(rulings())


def test_nothing_is_rolled_where_the_die_is_set_and_no_green_die_matters() -> None:
    roll = SkillOrAttributeTest(attribute=1, as_="injured", with_=("avoid-death",)).roll(Box.shipped())
    assert roll.is_certain
    assert roll.dice == ()
    assert not SkillOrAttributeTest(attribute=1).roll(Box.shipped()).is_certain


@pytest.mark.parametrize(
    ("given", "kind", "sentence"),
    [
        ({}, ImpossibleQuestion, "a test needs the Attribute it is made on; give --attribute N"),
        (
            {"as_": "detekt", "attribute": 3},
            UnknownName,
            "--as detekt: `odds cta tests` lists no such test; did you mean 'detect'?",
        ),
        (
            {"attribute": 3, "with_": ("mufled",)},
            UnknownName,
            "--with mufled: tests know no switch 'mufled'; did you mean 'muffled'?",
        ),
        (
            {"attribute": 3, "as_": "detect", "with_": ("ladder",)},
            ImpossibleQuestion,
            "--with ladder: ladder belongs to climb, not to detect",
        ),
        (
            {"attribute": 3, "with_": ("treasure-hunter",)},
            ImpossibleQuestion,
            "--with treasure-hunter: treasure-hunter belongs to chest, not to a test",
        ),
        (
            {"attribute": 3, "as_": "injured", "with_": ("punishing",)},
            UnknownName,
            "--with punishing: punishing needs one of 1, 2, 3 after a colon",
        ),
        ({"attribute": 3, "with_": ("alone:2",)}, UnknownName, "--with alone:2: alone takes no value"),
        (
            {"attribute": 3, "as_": "injured", "with_": ("punishing:1", "punishing:2")},
            ImpossibleQuestion,
            "--with punishing:2: punishing is given with two values; give it once",
        ),
        (
            {"unit": "hadvar"},
            ImpossibleQuestion,
            "hadvar: say what it tests with --as NAME; `odds cta tests` lists the tests",
        ),
        ({"unit": "hadvar", "as_": "morale"}, ImpossibleQuestion, "its card prints no Wisdom; give --attribute N"),
        (
            {"unit": "hadvar", "as_": "sneak", "attribute": 3},
            ImpossibleQuestion,
            "has not the Skill Sneak that --as sneak asks for",
        ),
        (
            {"attribute": 3, "as_": "injured", "with_": ("avoid-death", "imperial-luck")},
            ImpossibleQuestion,
            "--with avoid-death and imperial-luck: only one can set the Skill Die",
        ),
    ],
)
def test_wrong_input_is_one_sentence_with_the_way_out(
    given: dict[str, Any], kind: type[WrongInput], sentence: str
) -> None:
    with pytest.raises(kind) as error:
        SkillOrAttributeTest(**given).roll(Box.shipped())
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", named_tests())
def test_every_named_test_can_be_asked(name: str) -> None:
    test = named_tests()[name]
    assert test.attribute in ATTRIBUTES
    assert test.skill is None or SKILLS[test.skill] == test.attribute
    assert test.section.startswith("Call to Arms, ")
    assert test.ruling is None or test.ruling in rulings()
    assert ask(attribute=5, as_=name)["success"] == pytest.approx(float(by_hand(5, 0, 0)["success"]))
    critical = 0.1 if test.skill or test.icons else 0
    assert ask(attribute=5, as_=name)["critical"] == pytest.approx(critical)


@pytest.mark.parametrize("name", switches_of_tests())
def test_every_switch_does_what_its_row_says(name: str) -> None:
    switch = switches_of_tests()[name]
    assert switch.section.startswith("Call to Arms, ")
    assert switch.ruling is None or switch.ruling in rulings()
    for test in [known for known in switch.tests if known in named_tests()] or ([None] if not switch.tests else []):
        value = f":{switch.takes[-1]}" if switch.takes else ""
        asked = ask(attribute=5, as_=test, with_=(name + value,), modifier=1)
        there = switch.in_test(test, int(switch.takes[-1]) if switch.takes else 0)
        icons = test is not None and named_tests()[test].icons
        if there.face is None:
            attribute = there.value if there.lends else 5
            expected = by_hand(attribute, 1 + there.modifier, there.green, icons=icons)["success"]
            assert asked["success"] == pytest.approx(float(expected))
        else:
            assert asked["success"] == 1
            assert asked["critical"] == (there.face == "critical")


def test_the_list_of_tests_names_every_row_and_its_section() -> None:
    lines = described()
    assert len(lines) == len(named_tests()) + len(switches_of_tests())
    assert "detect: Intelligence, detect a Hidden model (Call to Arms, Detecting Hidden Models)" in lines
    assert any(line.startswith("sneak: Sneak (Agility), ") for line in lines)
    assert any(line.startswith("--with punishing:1|2|3 [injured]: ") for line in lines)
    assert any(line.startswith("--with imperial-luck: ") for line in lines)


def test_a_card_gives_attribute_skill_keywords_and_perks(card: Callable[..., None]) -> None:
    card("might", ("sneak",), ("acute-senses",), ("Stealth",))
    assert ask(unit="tester", as_="sneak") == pytest.approx(by_hand(4, 0, 1))
    assert ask(unit="tester", as_="sneak", with_=("stealth",)) == pytest.approx(by_hand(4, 0, 1))
    assert ask(unit="tester", as_="detect") == pytest.approx(by_hand(4, 0, 1, skill=False))
    assert ask(unit="tester", as_="morale", attribute=6) == pytest.approx(by_hand(6, 0, 0, skill=False))
    said = SkillOrAttributeTest(unit="tester", as_="sneak").roll(Box.shipped()).notes
    assert said == ("Tester: applied stealth", "Tester has Agility 4")
    typed = SkillOrAttributeTest(unit="tester", as_="sneak", attribute=4, with_=("stealth",))
    assert typed.roll(Box.shipped()).notes == ()


def test_a_path_allows_the_attribute_test_instead(card: Callable[..., None]) -> None:
    card("shadow", ())
    assert ask(unit="tester", as_="sneak")["critical"] == 0
    notes = SkillOrAttributeTest(unit="tester", as_="sneak").roll(Box.shipped()).notes
    assert notes == ("Tester has Agility 4", "Tester lacks Sneak: an Attribute Test, as the Path allows")
    with pytest.raises(ImpossibleQuestion, match="has not the Skill Block"):
        ask(unit="tester", as_="block")


@pytest.mark.parametrize(("own", "champion"), [(3, 6), (6, 3)])
def test_a_champion_lends_its_wisdom_where_that_is_better(own: int, champion: int) -> None:
    asked = ask(attribute=own, as_="morale", with_=("alone", f"champions-wisdom:{champion}"))
    assert asked == ask(attribute=6, as_="morale", with_=("alone",))


def test_a_switch_that_is_given_twice_counts_once() -> None:
    twice = ("punishing:1", "Punishing:1", "overkill", "OVERKILL")
    assert ask(attribute=6, as_="injured", with_=twice) == ask(
        attribute=6, as_="injured", with_=("punishing:1", "overkill")
    )
