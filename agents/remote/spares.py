"""Spares: workers or programs of one Advisor that are ready, so that no question waits for a start.

A decision takes one and puts it back. The reaper, a thread, returns those that stopped on request and
replaces those that did not.
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
"""How many spares one Advisor keeps."""


async def warm() -> None:
    """Start the launcher without holding up other tasks."""
    if not LAUNCHER.is_ready:
        with contextlib.suppress(OSError):  # starting a process through it reports the error
            await trio.to_thread.run_sync(LAUNCHER.wait_ready)


class Spare(Stoppable, Protocol):
    """A worker or program that answers one question after another."""

    @property
    def is_usable(self) -> bool:
        """Whether it can take a question now."""

    def is_gone(self) -> bool:
        """Return whether it ended between two questions."""

    def stop(self) -> None:
        """Ask it to stop."""


S = TypeVar("S", bound=Spare)


class Spares(Generic[S]):
    """The spares of one Advisor, at most MOST_SPARES."""

    def __init__(self, *, stand_ins: int) -> None:
        self._stand_ins = stand_ins
        """How many to keep ready after one had to be ended, since that may happen again."""
        self._waiting: list[S] = []
        self._is_open = True
        self._lock = threading.Lock()
        weakref.finalize(self, _end_later, self._waiting).atexit = False

    def __len__(self) -> int:
        return len(self._waiting)

    def first(self, start: Callable[[], S]) -> S:
        """Return the next spare; start one if there is none."""
        self._is_open = True
        while self._waiting and self._waiting[0].is_gone():
            self._waiting.pop(0).end()
        if not self._waiting:
            self.keep(_started(start))
        return self._waiting[0]

    def take(self, start: Callable[[], S]) -> S:
        """Take the next spare; start one if there is none."""
        return self._waiting.pop(0) if self._waiting else _started(start)

    def put_back(self, spare: S, start: Callable[[], S]) -> None:
        """Keep a spare that is done; otherwise ask it to stop, and keep or replace it afterwards."""
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
        """End all spares, and those that are put back later."""
        with self._lock:
            self._is_open = False
        while self._waiting:
            self._waiting.pop().end()

    def keep(self, spare: S) -> None:
        """Keep a spare if there is room for it; otherwise end it."""
        with self._lock:
            if self._is_open and len(self._waiting) < MOST_SPARES:
                self._waiting.append(spare)
                return
        spare.end()

    def replace(self, start: Callable[[], S]) -> None:
        """Start spares in place of one that had to be ended."""
        with contextlib.suppress(Failure):
            while self._is_open and len(self._waiting) < self._stand_ins:
                self.keep(_started(start))


def _started(start: Callable[[], S]) -> S:
    """Start a spare; Failure if there is no room for another process or file."""
    try:
        return start()
    except OSError as error:
        if error.errno in SHORT:
            raise unstarted(error_document(error)) from error
        raise


def _end_later(spares: list[S]) -> None:
    """End spares in the reaper's thread."""
    for spare in spares:
        REAPER.take(spare, lambda _, spare=spare: spare.end())  # type: ignore[misc]  # mypy cannot read the default
