"""Ctrl-C: it ends the program, once and soon, whatever somebody else's code does about it.

Python raises KeyboardInterrupt in whatever runs, and trio in the main task if nobody runs: so a program ends
in good order. But an Advisor, a learner or a game may catch it, or take its time. Therefore a thread waits
for a moment, and then ends the process. All that is kept is written so that it can be cut off at any time.
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
"""How long a program may take to end in good order."""
_LAST_S: Final = 0.1
"""How long, after that, those may take that are killed."""
_SHOW_CURSOR: Final = b"\r\x1b[2K\x1b[?25h"
"""Puts a terminal right on which a progress bar was drawn."""

T = TypeVar("T")


def is_interruption(error: BaseException) -> bool:
    """Did somebody press Ctrl-C? In a nursery of trio that comes in a group."""
    if isinstance(error, BaseExceptionGroup):
        return error.subgroup(KeyboardInterrupt) is not None
    return isinstance(error, KeyboardInterrupt)


def _usual_words() -> str:
    return "interrupted"


class CtrlC:
    """What has become of Ctrl-C, and what is to be said and ended if it has to be by force."""

    def __init__(self) -> None:
        self.is_pressed = False
        self.others: set[subprocess.Popen[bytes]] = set()
        """Processes that are to be killed too, if this one has to be ended by force."""
        self._words: Callable[[], str] = _usual_words
        self._telling = threading.Lock()
        self._time = 0
        """How often it has been handled and let be: by this a thread that waits sees that all is over."""

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Heed it meanwhile, if nobody else does and this is the thread that is told."""
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
        """Say this meanwhile, if the program has to be ended by force."""
        before, self._words = self._words, words
        try:
            yield
        finally:
            self._words = before

    def run(self, main: Callable[..., Awaitable[T]], *args: object, clock: trio.abc.Clock | None = None) -> T:
        """Run as trio.run does. What ended well though somebody pressed Ctrl-C has ended by that."""
        if signal.getsignal(signal.SIGINT) != self._heard:
            return trio.run(main, *args, clock=clock)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # so that trio puts its own there
        try:
            answer = trio.run(self._watched, main, args, clock=clock)
        finally:
            signal.signal(signal.SIGINT, self._heard)
        if self.is_pressed:
            raise KeyboardInterrupt
        return answer

    def may_tell(self) -> bool:
        """Has nobody said yet that the program is interrupted? Whoever asks first says it."""
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
        """See to it that the program ends; say whether this is the first time."""
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
        """End the process, whatever runs in it; the launcher ends what it started when its line is cut."""
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
        except Exception:  # noqa: BLE001  # what it tells of may be in disorder
            return _usual_words()


def _is_free() -> bool:
    return (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )


CTRL_C: Final = CtrlC()
