"""The sentinel: a thread that names an Advisor which holds up everybody while it does.

An inline Advisor that neither yields nor asks the oracle cannot be stopped, for all share one thread. Whoever
sits before a program that stands still wants to know why, and what helps, before it is over.
"""

import os
import sys
import threading
import time
import weakref
from collections.abc import Hashable, Iterator
from types import CodeType, FrameType
from typing import Any, Protocol

import attrs

from blackboard import Testimony

SPIN_S = 1.0
"""How long an Advisor may run in one go before it is named."""
LOOKS = 10
"""How often it is looked at in that time."""
IDLE_S = 10.0
"""How long the thread stays when there is nothing to look at."""
HOLDS_UP = (
    "hoyle: Advisor {name} has been running for {seconds:g} s without yielding or asking the oracle,"
    " and holds up everybody; nothing can stop it here, but in a process it can be: --place {name}=process\n"
)


class Watched(Protocol):
    """A hearing under way."""

    @property
    def pulse(self) -> Hashable:
        """Something that changes whenever another task had its turn."""


@attrs.frozen
class _Sight:
    """Who was seen running, and all that would be other had it yielded or asked since."""

    speaker: weakref.ref[Any]
    """Its ledger, which must not live on for having been looked at."""
    name: str
    work: int
    pulse: Hashable


class Sentinel:
    """Looks, from a thread of its own, at the threads in which hearings are under way."""

    def __init__(self) -> None:
        self._hearings: list[tuple[int, Watched]] = []
        self._codes: set[CodeType] = set()
        self._named: set[str] = set()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._call = threading.Event()

    def know(self, code: CodeType) -> None:
        """Learn by which function a hearing lets Advisors speak: its `self` is a ledger."""
        self._codes.add(code)

    def begin(self, hearing: Watched) -> None:
        """Look at a hearing, in this thread, until it ends."""
        self._hearings.append((threading.get_ident(), hearing))
        if not self._call.is_set():
            self._call.set()
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._watch, daemon=True, name="hoyle sentinel")
                    self._thread.start()

    def end(self, hearing: Watched) -> None:
        """Look at it no more."""
        self._hearings.remove((threading.get_ident(), hearing))

    def forget(self) -> None:
        """Begin anew: this process is a copy, and the thread is not in it."""
        self._hearings, self._thread = [], None
        self._lock, self._call = threading.Lock(), threading.Event()

    def _watch(self) -> None:
        seen: dict[int, tuple[_Sight, int]] = {}
        while self._is_needed():
            time.sleep(SPIN_S / LOOKS)
            seen = {
                ident: self._looked(sight, *seen.get(ident, (None, 0))) for ident, sight in self._sights()
            }

    def _is_needed(self) -> bool:
        """Wait until there is something to look at; False if nothing comes for a while."""
        if self._hearings:
            return True
        self._call.clear()
        if self._hearings or self._call.wait(IDLE_S):
            return True
        with self._lock:
            if self._call.is_set():
                return True
            self._thread = None
        return False

    def _sights(self) -> Iterator[tuple[int, _Sight]]:
        """Yield, by thread, who runs there, if it is an Advisor."""
        for ident, hearing in list(self._hearings):
            pulse = hearing.pulse
            speaker = self._speaker(sys._current_frames().get(ident))  # noqa: SLF001  # there is no other way
            if speaker is not None:
                testimony: Testimony = speaker.testimony
                yield ident, _Sight(weakref.ref(speaker), testimony.advisor, testimony.work, pulse)

    def _looked(self, sight: _Sight, before: _Sight | None, times: int) -> tuple[_Sight, int]:
        """Return what is seen, and how often it has been: long enough, and it is told, once for each name."""
        if sight != before:
            return sight, 0
        if times + 1 >= LOOKS and sight.name not in self._named:
            self._named.add(sight.name)
            sys.stderr.write(HOLDS_UP.format(name=sight.name, seconds=SPIN_S))
            sys.stderr.flush()
        return sight, times + 1

    def _speaker(self, frame: FrameType | None) -> Any:
        """Return the ledger of the Advisor that runs in a thread, in its own task or one it started."""
        while frame is not None:
            if frame.f_code in self._codes:
                return frame.f_locals["self"]
            if frame.f_globals.get("__name__") == "trio._core._run" and "task" in frame.f_code.co_varnames:
                return self._parent(frame.f_locals.get("task"))
            frame = frame.f_back
        return None

    def _parent(self, task: Any) -> Any:
        """Return whose task it is that started this one."""
        while task is not None:
            if getattr(task.coro, "cr_code", None) in self._codes and task.coro.cr_frame is not None:
                return task.coro.cr_frame.f_locals["self"]
            task = task.parent_nursery.parent_task if task.parent_nursery is not None else None
        return None


SENTINEL = Sentinel()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=SENTINEL.forget)
