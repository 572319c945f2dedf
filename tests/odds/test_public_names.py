"""What a user imports: names that are loaded when they are used, and an answer that a notebook can show."""

import subprocess
import sys
from html.parser import HTMLParser

import pytest

import tamriel_odds.odds
import tamriel_odds.tables
from tamriel_odds.odds import Attack, exact, run


@pytest.mark.parametrize("room", [tamriel_odds.odds, tamriel_odds.tables], ids=["odds", "tables"])
def test_every_public_name_is_there(room):
    for name in room.__all__:
        assert getattr(room, name) is not None
    assert set(room.__all__) <= set(dir(room))
    assert set(room.__all__) == set(room._MODULES)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        room.nothing  # noqa: B018


def test_a_name_that_is_not_public_is_answered_with_the_nearest():
    with pytest.raises(AttributeError, match="no attribute 'Atack'; did you mean 'Attack'"):
        tamriel_odds.odds.Atack  # noqa: B018


@pytest.mark.parametrize("first", ["import tamriel_odds.odds.rolling", "from tamriel_odds.odds import exact", "pass"])
def test_run_answers_whether_or_not_its_module_is_imported(first):
    code = (
        f"{first}\nfrom tamriel_odds.odds import Attack, run\n"
        "print(run(Attack(skill=3, attack='[GREEN]'), trials=1000).trials)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"1000\n"


def test_the_rooms_load_nothing_on_their_own():
    code = (
        "import sys, tamriel_odds.odds, tamriel_odds.tables\n"
        "print([name for name in ('numpy', 'pandas', 'pydantic', 'matplotlib') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"[]\n"


class Tags(HTMLParser):
    """Counts tags that are opened and closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        assert attrs == []
        self.seen.append(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("answer", [run, exact])
def test_an_answer_shows_itself_as_plain_html(answer):
    question = Attack(skill=3, attack="[GREEN][RED] / [SWORDS]: Piercing (1)")
    told = (answer(question, trials=1000) if answer is run else answer(question))._repr_html_()
    tags = Tags(told)
    assert tags.open == []
    assert tags.seen.count("table") == 2
    assert "<th>damage</th>" in told
    assert "&quot;[GREEN][RED] / [SWORDS]: Piercing (1)&quot;" in told
    assert ("exact" in told) == (answer is exact)
