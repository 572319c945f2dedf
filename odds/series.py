"""Several questions answered one after the other, each for itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from tamriel_odds.odds.answer import Answer
from tamriel_odds.odds.errors import WrongInput
from tamriel_odds.odds.listing import Listing
from tamriel_odds.odds.question import Box, Question
from tamriel_odds.odds.rolling import Answered, Progress, answer
from tamriel_odds.odds.settings import Settings


class Asked(Protocol):
    """A question with a name, and a sentence of its own for what is wrong with it."""

    @property
    def name(self) -> str: ...

    @property
    def question(self) -> Question: ...

    def sentence(self, error: WrongInput) -> str: ...


@dataclass(frozen=True)
class Series:
    """Answers by name, in the order they were asked, and listings that are told of all of them together.

    `command_line` asks all of them again. `refused` holds a sentence for each question that has no answer; an
    interrupted series holds what was finished.
    """

    answered: Mapping[str, Answered]
    listings: tuple[Listing, ...] = ()
    command_line: str = field(default="", kw_only=True)
    refused: tuple[str, ...] = field(default=(), kw_only=True)
    notes: tuple[str, ...] = field(default=(), kw_only=True)
    is_interrupted: bool = field(default=False, kw_only=True)

    def told(self, **facts: Any) -> "Series":
        """The same answers with these facts about them."""
        return replace(self, **facts)

    @property
    def answers(self) -> dict[str, Answer]:
        return {name: one.answer for name, one in self.answered.items()}

    @property
    def is_contradicted(self) -> bool:
        return any(one.is_contradicted for one in self.answered.values())

    @property
    def is_precise(self) -> bool:
        return all(one.is_precise for one in self.answered.values())

    @property
    def z(self) -> float | None:
        """The largest z-score of them, where they were verified."""
        return max((one.z for one in self.answered.values() if one.z is not None), default=None)


def answer_all(
    asked: Sequence[Asked], settings: Settings, box: Box, progress: Progress | None = None, refused: Sequence[str] = ()
) -> Series:
    """Answer each question; one that has no answer is refused in a sentence, Ctrl-C leaves those that are finished."""
    answered: dict[str, Answered] = {}
    wrong = list(refused)
    is_interrupted = False
    try:
        for number, one in enumerate(asked):
            try:
                part = progress and part_of(progress, number, len(asked))
                answered[one.name] = answer(one.question, settings, box, part)
            except WrongInput as error:
                wrong.append(one.sentence(error))
    except KeyboardInterrupt:
        is_interrupted = True
    return Series(answered, refused=tuple(wrong), is_interrupted=is_interrupted)


def part_of(progress: Progress, number: int, parts: int) -> Progress:
    """The progress of one of several runs, told as that of all of them."""

    def report(done: int, planned: int) -> None:
        progress(number * planned + done, parts * planned)

    return report
