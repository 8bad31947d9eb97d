"""Those that stand ready for an Advisor that runs elsewhere, so that no question waits for a start.

The decision takes them and puts them back; the reaper, in a thread of its own, brings back those that
stopped when told to, and has others stand in for those that did not.
"""

import contextlib
import threading
import weakref
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

import trio

from agents.remote.guardian import error_document
from agents.remote.process_endings import SHORT, unstarted
from agents.remote.processes import LAUNCHER, REAPER, Stoppable
from agents.session.failures import Failure

MOST_SPARES = 2
"""How many one Advisor keeps."""


async def warm() -> None:
    """Let the launcher start, which starts everybody else, without holding up other tasks."""
    if not LAUNCHER.is_ready:
        with contextlib.suppress(OSError):  # whoever cannot be started is told so when that is tried
            await trio.to_thread.run_sync(LAUNCHER.wait_ready)


class Spare(Stoppable, Protocol):
    """Somebody elsewhere who can be asked one question after another."""

    @property
    def is_usable(self) -> bool:
        """Can it take a question now?"""

    def is_gone(self) -> bool:
        """Did it end while nobody asked it anything?"""

    def stop(self) -> None:
        """Tell it that no more is wanted."""


S = TypeVar("S", bound=Spare)


class Spares(Generic[S]):
    """Who stands ready for one Advisor: those it keeps are never more than MOST_SPARES."""

    def __init__(self, *, stand_ins: int) -> None:
        self._stand_ins = stand_ins
        """How many are to stand ready once one had to be ended: who ran away once may do so again."""
        self._waiting: list[S] = []
        self._is_open = True
        self._lock = threading.Lock()
        weakref.finalize(self, _end_later, self._waiting).atexit = False

    def __len__(self) -> int:
        return len(self._waiting)

    def first(self, start: Callable[[], S]) -> S:
        """Return who will be taken next; somebody is started if nobody is there."""
        self._is_open = True
        while self._waiting and self._waiting[0].is_gone():
            self._waiting.pop(0).end()
        if not self._waiting:
            self.keep(_started(start))
        return self._waiting[0]

    def take(self, start: Callable[[], S]) -> S:
        """Take the first; somebody is started if nobody is there."""
        return self._waiting.pop(0) if self._waiting else _started(start)

    def put_back(self, spare: S, start: Callable[[], S]) -> None:
        """Keep one that is done; another is told to stop, and is kept or replaced when that is over."""
        if spare.is_usable:
            self.keep(spare)
            return
        spare.stop()
        reference = weakref.ref(self)

        def then(has_stopped: bool) -> None:
            spares = reference()
            if spares is None:
                spare.end()
            elif has_stopped:
                spares.keep(spare)
            else:
                spares.replace(start)

        REAPER.take(spare, then)

    def close(self) -> None:
        """End them all; who comes back later is ended too."""
        with self._lock:
            self._is_open = False
        while self._waiting:
            self._waiting.pop().end()

    def keep(self, spare: S) -> None:
        """Let one stand ready that can take a question, if there is room for it."""
        with self._lock:
            if self._is_open and len(self._waiting) < MOST_SPARES:
                self._waiting.append(spare)
                return
        spare.end()

    def replace(self, start: Callable[[], S]) -> None:
        """Start those that stand in for one that had to be ended."""
        with contextlib.suppress(Failure):
            while self._is_open and len(self._waiting) < self._stand_ins:
                self.keep(_started(start))


def _started(start: Callable[[], S]) -> S:
    """Start somebody; that there is no room for another process or file is a failure in words."""
    try:
        return start()
    except OSError as error:
        if error.errno in SHORT:
            raise unstarted(error_document(error)) from error
        raise


def _end_later(spares: list[S]) -> None:
    """End them where that takes no time from anybody."""
    for spare in spares:
        REAPER.take(spare, lambda _, spare=spare: spare.end())  # type: ignore[misc]  # mypy cannot read the default
