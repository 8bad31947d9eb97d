"""Ctrl-C ends the program soon, even if user code catches KeyboardInterrupt.

Python raises KeyboardInterrupt in the running code, and trio raises it in the main task if no task is
running, so a program ends in order. But an Advisor, a learner or a game may catch it, or take long.
Therefore a thread waits for a moment and then ends the process. Files are written so that this loses nothing.
"""

import _thread
import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, TypeVar

import trio

from games import shown_line

INTERRUPTED: Final = 130
"""The exit code."""
GRACE_S: Final = 0.3
"""How long a program may take to end in order."""
_LAST_S: Final = 0.1
"""How long killed processes may take to end after that."""
_SHOW_CURSOR: Final = b"\r\x1b[2K\x1b[?25h"
"""Restores a terminal after a progress bar."""

T = TypeVar("T")


def is_interruption(error: BaseException) -> bool:
    """Return whether an error is a KeyboardInterrupt, or a group that contains one."""
    if isinstance(error, BaseExceptionGroup):
        return error.subgroup(KeyboardInterrupt) is not None
    return isinstance(error, KeyboardInterrupt)


def _usual_words() -> str:
    return "interrupted"


class CtrlC:
    """The state of Ctrl-C, and what to print and to kill if the program has to be ended by force."""

    def __init__(self) -> None:
        self.is_pressed = False
        self.others: set[subprocess.Popen[bytes]] = set()
        """Processes to kill as well if this one has to be ended by force."""
        self._words: Callable[[], str] = _usual_words
        self._telling = threading.Lock()
        self._time = 0
        """How often handling has ended; a waiting thread compares it to see whether it is needed."""

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Handle it during this block, if no other handler is set and this is the main thread."""
        if not _is_free():
            yield
            return
        self.is_pressed, self._telling = False, threading.Lock()
        signal.signal(signal.SIGINT, self._heard)
        try:
            yield
        finally:
            self._time += 1
            signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextmanager
    def saying(self, words: Callable[[], str]) -> Iterator[None]:
        """Print this if the program has to be ended by force during this block."""
        before, self._words = self._words, words
        try:
            yield
        finally:
            self._words = before

    def run(self, main: Callable[..., Awaitable[T]], *args: object, clock: trio.abc.Clock | None = None) -> T:
        """Run as trio.run does; raise KeyboardInterrupt after Ctrl-C, even if user code caught it."""
        if signal.getsignal(signal.SIGINT) != self._heard:
            return trio.run(main, *args, clock=clock)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # so that trio sets its own
        try:
            answer = trio.run(self._watched, main, args, clock=clock)
        finally:
            signal.signal(signal.SIGINT, self._heard)
        if self.is_pressed:
            raise KeyboardInterrupt
        return answer

    def may_have_raised(self) -> bool:
        """Return whether a KeyboardInterrupt may come from Ctrl-C.

        It does not if Ctrl-C is ignored or handled here and was not pressed, or outside of the main thread.
        Where Python handles Ctrl-C itself, the two cannot be told apart.
        """
        if threading.current_thread() is not threading.main_thread():
            return False
        if signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, self._heard):
            return self.is_pressed
        return True

    def may_tell(self) -> bool:
        """Return True to the first caller, who prints that the program was interrupted."""
        return self._telling.acquire(blocking=False)

    async def _watched(self, main: Callable[..., Awaitable[T]], args: tuple[object, ...]) -> T:
        trios: Any = signal.getsignal(signal.SIGINT)

        def heard(number: int, frame: FrameType | None) -> None:
            if self._press():
                trios(number, frame)

        signal.signal(signal.SIGINT, heard)
        try:
            return await main(*args)
        finally:
            signal.signal(signal.SIGINT, trios)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        if self._press():
            raise KeyboardInterrupt

    def _press(self) -> bool:
        """Make sure that the program ends; return whether this is the first time."""
        if self.is_pressed:
            return False
        self.is_pressed = True
        _thread.start_new_thread(self._wait, (self._time,))  # Thread takes locks: not in a signal handler
        return True

    def _wait(self, begun: int) -> None:
        time.sleep(GRACE_S)
        if begun == self._time:
            self._end()

    def _end(self) -> None:
        """End the process at once; the launcher ends its processes when its connection closes."""
        others, until = list(self.others), time.monotonic() + _LAST_S
        for process in others:
            process.kill()
        while any(each.poll() is None for each in others) and time.monotonic() < until:
            time.sleep(_LAST_S / 20)
        with contextlib.suppress(OSError):
            if os.isatty(2):
                os.write(2, _SHOW_CURSOR)
            if self.may_tell():
                os.write(2, f"hoyle: {shown_line(self._last_words())}\n".encode(errors="replace"))
        os._exit(INTERRUPTED)

    def _last_words(self) -> str:
        try:
            return self._words()
        except Exception:  # noqa: BLE001  # the program's state may be inconsistent
            return _usual_words()


def _is_free() -> bool:
    return (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )


CTRL_C: Final = CtrlC()
