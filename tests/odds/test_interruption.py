"""A Ctrl-C that Python loses is heard by what rolls."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tamriel_odds.odds import interruption
from tamriel_odds.odds.call_to_arms.attack import Attack
from tamriel_odds.odds.rolling import run

ATTACK = Attack(skill=5, attack="[BLACK][YELLOW]")


@pytest.fixture
def handler() -> Iterator[None]:
    """The process as it was before, whatever is listened to."""
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
    interruption._was_heard.clear()


@pytest.mark.usefixtures("handler")
def test_an_interrupt_that_was_swallowed_ends_the_run() -> None:
    interruption.listen()
    with suppress(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        run(ATTACK, trials=1000)


@pytest.mark.usefixtures("handler")
def test_an_interrupt_is_raised_at_once() -> None:
    interruption.listen()
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.usefixtures("handler")
def test_who_had_interrupts_ignored_has_them_ignored() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interruption.listen()
    os.kill(os.getpid(), signal.SIGINT)
    assert run(ATTACK, trials=1000).trials == 1000
