"""The cooldown track: the book's rules as properties, and against a track of 13 numbered spots."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tamriel_odds.odds.betrayal.track import LIGHT, LIGHT_DICE, OVER, OVER_DICE, SPOTS, Supply, Track

SKILLS = tuple(f"die {number}" for number in range(16))
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("exhaust"), st.integers(1, 6)),
        st.tuples(st.just("light"), st.integers(1, 3)),
        st.tuples(st.just("over"), st.integers(1, 3)),
        st.tuples(st.just("recover"), st.integers(0, 5)),
    ),
    max_size=40,
)


class Spots:
    """The track as it lies on the table: 13 spots, each with a die or empty; everything is moved by hand."""

    def __init__(self) -> None:
        self.spots: list[str | None] = [None] * 13
        self.silver, self.black = 20, 12
        self.drained: list[str] = []

    def put(self, die: str) -> None:
        for spot in range(13):
            if self.spots[spot] is None:
                self.spots[spot] = die
                return
        self.away(die)
        for spot in reversed(range(13)):
            if self.spots[spot] != OVER:
                if self.black:
                    self.black -= 1
                    self.away(str(self.spots[spot]))
                    self.spots[spot] = OVER
                return

    def away(self, die: str) -> None:
        if die == LIGHT:
            self.silver += 1
        elif die == OVER:
            self.black += 1
        else:
            self.drained.append(die)

    def gain(self, die: str) -> None:
        if die == LIGHT and self.silver:
            self.silver -= 1
            self.put(LIGHT)
        elif self.black:
            self.black -= 1
            self.put(OVER)

    def recover(self, number: int) -> list[str]:
        removed = [die for die in self.spots[:number] if die is not None]
        self.spots = [*self.spots[number:], *[None] * number][:13]
        skills = []
        for die in removed:
            if die == OVER:
                self.put(OVER)
            elif die == LIGHT:
                self.silver += 1
            else:
                skills.append(die)
        return skills


@settings(derandomize=True, max_examples=300)
@given(STEPS)
def test_no_die_is_created_or_lost_and_the_track_never_holds_more_than_13(steps: list[tuple[str, int]]) -> None:
    track, spots, available = Track(), Spots(), list(SKILLS)
    for step, number in steps:
        if step == "exhaust":
            dice, available = available[:number], available[number:]
            track.exhaust(dice)
            for die in dice:
                spots.put(die)
        elif step == "recover":
            recovered = track.recover(number)
            assert recovered == spots.recover(number)
            available += recovered
        else:
            track.tire(LIGHT if step == "light" else OVER, number)
            for _ in range(number):
                spots.gain(LIGHT if step == "light" else OVER)
        assert track.dice == [die for die in spots.spots if die is not None]
        assert track.drained == spots.drained
        assert len(track.dice) <= SPOTS
        held = Counter(track.dice)
        assert held[LIGHT] + track.supply.light == LIGHT_DICE
        assert held[OVER] + track.supply.over == OVER_DICE
        skills = [die for die in (*track.dice, *track.drained, *available) if die not in (LIGHT, OVER)]
        assert sorted(skills) == sorted(SKILLS)


@settings(derandomize=True, max_examples=100)
@given(st.integers(0, 13), st.integers(0, 13))
def test_overfatigue_stays_and_light_fatigue_leaves(light: int, cooldown: int) -> None:
    track = Track()
    track.tire(OVER, 2)
    track.tire(LIGHT, light)
    assert track.recover(cooldown) == []
    assert track.overfatigue >= 2
    assert track.dice.count(LIGHT) <= light


def test_a_full_track_takes_no_die_and_gains_overfatigue() -> None:
    track = Track()
    track.exhaust(SKILLS[:13])
    track.exhaust([SKILLS[13]])
    assert track.dice == [*SKILLS[:12], OVER]
    assert track.drained == [SKILLS[13], SKILLS[12]]
    track.tire(LIGHT)
    assert track.dice == [*SKILLS[:11], OVER, OVER]
    assert track.supply.light == LIGHT_DICE


def test_what_the_box_does_not_hold_is_not_placed() -> None:
    track = Track(Supply(light=0, over=1))
    track.tire(LIGHT, 3)
    assert track.dice == [OVER]
    full = Track(Supply(light=0, over=0), dice=[LIGHT] * 13)
    full.exhaust(["die 0"])
    assert (full.dice, full.drained) == ([LIGHT] * 13, ["die 0"])
