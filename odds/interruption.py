"""Ctrl-C where it would be lost: Python drops a KeyboardInterrupt that comes while C calls it back, as LLVM does."""

import signal
import threading
from types import FrameType

_was_heard = threading.Event()


def listen() -> None:
    """Remember a Ctrl-C besides raising it; whoever started the program may have had it ignored, and it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _hear)


def _hear(number: int, frame: FrameType | None) -> None:
    _was_heard.set()
    signal.default_int_handler(number, frame)


def heed() -> None:
    """What waits for a long time asks now and then; raises KeyboardInterrupt where one was heard."""
    if _was_heard.is_set():
        raise KeyboardInterrupt
