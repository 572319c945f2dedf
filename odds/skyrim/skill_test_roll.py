"""A Skill Test as numbers: its outcomes, exact answer, kernel tables, and what to say of a roll on the table."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tamriel_odds.odds.attempts import Stage
from tamriel_odds.odds.axes import Axis, Outcomes
from tamriel_odds.odds.dice import Die
from tamriel_odds.odds.errors import BadNotation, ImpossibleQuestion
from tamriel_odds.odds.listing import Entry, Listing
from tamriel_odds.odds.question import Box, Roll
from tamriel_odds.odds.skyrim.needs import needs_listing
from tamriel_odds.odds.skyrim.pushes import SKILL_DICE, TEST_DICE, TEST_SYMBOLS, Chances, Policy, PushedTest, read_need
from tamriel_odds.odds.skyrim.skill_test import SkillTest
from tamriel_odds.odds.sums import calls_of

DICE_A_WORD = 5
# The words of kernels/skyrim/draws.py: the first five dice, those beyond; the first three pushes, those beyond.
POOLS = (0, 4, 5, 6)
PUSH_1, PUSH_4, NEAR_PUSHES = 1, 8, 3


def push_draw(push: int) -> int:
    """The word of the push number `push`, counted from 0."""
    return PUSH_1 + push if push < NEAR_PUSHES else PUSH_4 + push - NEAR_PUSHES


def packed(die: Die, dice: int, symbols: Sequence[str], radix: int) -> NDArray[np.int32]:
    """What each combination of faces shows, digits of base `radix` a symbol; the first die is most significant."""
    faces = np.array([sum(radix**n * (s in face.signs) for n, s in enumerate(symbols)) for face in die.faces], np.int32)
    pool = np.zeros(1, np.int32)
    for _ in range(dice):
        pool = (pool[:, None] + faces).ravel()
    return pool.astype(np.int32)


@dataclass(frozen=True)
class Shown:
    """A roll that lies on the table: dice rolled, symbols among them, and pushes that can still be paid for."""

    dice: int
    symbols: dict[str, int]
    left: int | None

    @classmethod
    def read(cls, text: str) -> "Shown":
        """``3 dice rolled, 1 circle, 2 Stamina left``; BadNotation with the part that is none of these."""
        dice, symbols, left = 0, dict.fromkeys(TEST_SYMBOLS, 0), None
        for part in text.casefold().split(","):
            found = re.fullmatch(r"\s*(\d{1,2})\s+(.*?)\s*", part)
            number, words = (int(found[1]), found[2]) if found else (0, "")
            if re.fullmatch(r"dic?e( rolled)?", words):
                dice = number
            elif re.fullmatch(r"(stamina|magicka|health|gold|push|pushes)( left)?", words):
                left = number
            elif words.removesuffix("s") in TEST_SYMBOLS:
                symbols[words.removesuffix("s")] = number
            else:
                raise BadNotation(
                    f"--advise: {part.strip()!r} is none of `3 dice rolled`, `1 circle`, `2 Stamina left`, with commas"
                )
        if sum(symbols.values()) > dice:
            raise ImpossibleQuestion(f"--advise: {dice} dice do not show {sum(symbols.values())} symbols")
        if left is not None and left > 20:
            raise ImpossibleQuestion(f"--advise: {left} left: at most 20 pushes")
        return cls(dice, symbols, left)


@dataclass(frozen=True)
class SkillTestRoll(Roll):
    """A test resolved."""

    die: Die
    test: PushedTest
    with_needs: bool
    rulings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def dice(self) -> tuple[Die, ...]:  # type: ignore[override]
        return (self.die,)

    @cached_property
    def outcomes(self) -> Outcomes:
        """Axes pushes (paid for), success."""
        axes = (Axis.counting("pushes", self.test.pushes), Axis.claim("success"))
        return Outcomes(axes, ("pushes",), {"success": Outcomes(axes, (), {}).where("success", 1)})

    @cached_property
    def listings(self) -> tuple[Listing, ...]:
        """What every number of pushes comes to, and the table of needs where it is asked for."""
        told = []
        if self.test.pushes:
            columns = ("allowed", "success", "paid", "paid_on_success", "paid_on_failure")
            rows = tuple(_allowed(self.test.allowing(pushes)) for pushes in range(self.test.pushes + 1))
            told.append(
                Listing("allowed", "Pushes that can be paid for, and what is paid", columns, rows, ("success",))
            )
        if self.with_needs:
            told.append(needs_listing(self.die, self.test.chances.symbols[0]))
        return tuple(told)

    def exact(self) -> NDArray[np.float64]:
        """The chance of each number of pushes paid for, passed or not: fractions, turned into floats at the end."""
        joint = np.zeros(self.outcomes.shape)
        for (paid, is_passed), chance in self.test.ended().items():
            joint[paid, int(is_passed)] = float(chance)
        return joint

    def stages(self) -> tuple[Stage, ...]:
        """The test, and beside it how many pushes those who pass have paid for; none where nobody pushes."""
        if not self.test.pushes:
            return ()
        passed = self.exact()[:, 1]
        paid = ["without a push", *(f"with {n} {'push' if n == 1 else 'pushes'}" for n in range(1, len(passed)))]
        aside = [Stage("pushes", text, float(share), aside=True) for text, share in zip(paid, passed, strict=True)]
        return (Stage("test", "it is passed", float(passed.sum())), *aside)

    def kernel(self) -> str:
        return "skyrim.skill_test"

    def tables(self) -> dict[str, Any]:
        test, faces = self.test, len(self.die.faces)
        sizes = [min(test.dice - start, DICE_A_WORD) for start in range(0, max(test.dice, 1), DICE_A_WORD)]
        radix = test.dice + 1
        pools = [packed(self.die, size, test.chances.symbols, radix) for size in sizes]
        stands = test.stands()
        number = {stand: place for place, stand in enumerate(stands)}
        after = np.repeat(np.arange(len(stands), dtype=np.uint16), faces).reshape(-1, faces)
        for stand in stands:
            if stand.goes_on:
                for face in range(faces):
                    missing = test.chances.after(stand.missing, face)
                    after[number[stand], face] = number[test.stand(missing, stand.paid + 1)]
        shown = np.zeros(radix ** len(test.missing), np.uint16)
        for digits in np.ndindex(*[radix] * len(test.missing)):
            # Digits run from the last symbol to the first, as C order has the largest stride first.
            rolled = zip(test.missing, digits[::-1], strict=True)
            stand = test.stand(tuple(max(missing - seen, 0) for missing, seen in rolled), 0)
            shown[np.ravel_multi_index(digits, [radix] * len(test.missing))] = number.get(stand, 0)
        pushes = [push_draw(push) for push in range(min(test.policy.most, test.pushes))]
        draws = list(POOLS[: len(sizes)])
        cells = np.array([2 * stand.paid + stand.is_passed for stand in stands], np.uint16)
        return {
            "calls": calls_of([*draws, *pushes]),
            "draws": np.array(draws, np.int64),
            "start": np.concatenate([[0], np.cumsum([len(pool) for pool in pools])]).astype(np.int64),
            "numbers": np.concatenate(pools),
            "standing_by_shown": shown,
            "standing_by_face": shown[pools[0]],
            "push_draws": np.array(pushes, np.int64),
            "after_push": after.ravel(),
            "cell_by_push": cells[after].ravel(),
            "cell_by_standing": cells,
        }


def resolve(question: SkillTest, box: Box) -> SkillTestRoll:
    """A question with these dice."""
    needs = [(str(question.symbol), question.need), *map(read_need, question.also)]
    symbols = tuple(symbol for symbol, _ in needs)
    if len(set(symbols)) < len(symbols):
        raise ImpossibleQuestion(f"--also: {max(symbols, key=symbols.count)} is needed twice: give one number for it")
    die = box.dice["test"]
    shown = Shown.read(question.advise) if question.advise is not None else None
    dice = TEST_DICE + SKILL_DICE[question.skill] if question.dice is None else question.dice
    dice = 0 if shown else dice + question.story_mode
    pushes = question.pushes if shown is None or shown.left is None else shown.left
    seen = shown.symbols if shown else {}
    missing = tuple(max(need - seen.get(symbol, 0), 0) for symbol, need in needs)
    notes = [] if len(needs) == 1 else ["a need of two symbols is an extra of ours: the book's tests need one"]
    chances = Chances.of(die, symbols)
    if not chances.passing(missing, dice + pushes):
        notes.append(_hopeless(needs, dice, pushes, seen))
        missing, chances = (dice + pushes + 1,), Chances.of(die, symbols[:1])
    test = PushedTest(chances, missing, dice, pushes, Policy.read(question.policy, pushes))
    if shown:
        notes.append(_advice(test))
    rulings = ("story-mode-rolls-tracks",) if question.story_mode and question.dice is not None else ()
    return SkillTestRoll(die, test, question.every_need, rulings, tuple(notes))


def _hopeless(needs: Sequence[tuple[str, int]], dice: int, pushes: int, seen: dict[str, int]) -> str:
    wanted = " and ".join(f"{need} {symbol}{'s' * (need > 1)}" for symbol, need in needs)
    if any(seen.values()):
        return f"it cannot succeed: {pushes} more dice do not complete {wanted}"
    return f"it cannot succeed: {dice + pushes} dice, pushes included, do not show {wanted}"


def _advice(test: PushedTest) -> str:
    """What pushing comes to from here, and what the policy does."""
    if not any(test.missing):
        return "the test has succeeded already: there is nothing to push for"
    chance = test.chances.chance(test.missing, test.pushes)
    if not chance:
        return "do not push: nothing that can still be rolled is enough"
    if not test.stand(test.missing, 0).goes_on:
        return f"do not push, says the policy: {test.pushes} more dice would do with a chance of {float(chance):.2%}"
    ends = test.ended()
    reached = sum((part for (_, is_passed), part in ends.items() if is_passed), Fraction())
    paid = sum((paid * part for (paid, _), part in ends.items()), Fraction())
    return f"pushing succeeds with a chance of {float(reached):.2%}, for {float(paid):.4f} pushes on average"


def _allowed(test: PushedTest) -> tuple[Entry, ...]:
    """The row of a test with so many pushes: chance, what is paid in all, on success and on failure, on average."""
    ends = test.ended()
    success = sum((chance for (_, is_passed), chance in ends.items() if is_passed), Fraction())
    paid = [
        sum(n * chance for (n, is_passed), chance in ends.items() if is_passed == passed) for passed in (False, True)
    ]
    on_success = float(paid[1] / success) if success else None
    on_failure = float(paid[0] / (1 - success)) if success < 1 else None
    return test.pushes, float(success), float(sum(paid)), on_success, on_failure
