"""The sentinel: a thread that names an Advisor which holds up everybody while it does.

An inline Advisor that neither yields nor asks the oracle cannot be stopped, for all share one thread. Whoever
sits before a program that stands still wants to know why, and what helps, before it is over.

Who runs is asked of trio, which keeps the task that has its turn, and of the hearing, which keeps whose task
that is; of one that an Advisor has started, those above it. The frames of a thread that runs meanwhile are
nothing to look at: they are gone, or something else, before one has looked.
"""

import os
import sys
import threading
import time
import weakref
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Protocol

import attrs
from trio._core._run import (
    GLOBAL_RUN_CONTEXT,
)  # which task has its turn, told to other threads by nobody else

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
    def speakers(self) -> Mapping[Any, Any]:
        """By task, the session of whoever speaks in it."""

    @property
    def pulse(self) -> Hashable:
        """Something that changes whenever another task had its turn."""


@attrs.frozen
class _Sight:
    """Who was seen running, and all that would be other had it yielded or asked since."""

    speaker: weakref.ref[Any]
    """Its session, which must not live on for having been looked at."""
    name: str
    work: int
    pulse: Hashable


class Sentinel:
    """Looks, from a thread of its own, at the threads in which hearings are under way."""

    def __init__(self) -> None:
        self._hearings: dict[int, tuple[Mapping[str, Any], Watched]] = {}
        """Each with what trio tells of the run that it is in. What several threads do to it is one step."""
        self._named: set[str] = set()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._call = threading.Event()

    def begin(self, hearing: Watched) -> None:
        """Look at a hearing, in this thread, until it ends."""
        self._hearings[id(hearing)] = vars(GLOBAL_RUN_CONTEXT), hearing
        if not self._call.is_set():
            self._call.set()
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._watch, daemon=True, name="hoyle sentinel")
                    self._thread.start()

    def end(self, hearing: Watched) -> None:
        """Look at it no more."""
        del self._hearings[id(hearing)]

    def forget(self) -> None:
        """Begin anew: this process is a copy, and the thread is not in it."""
        self._hearings, self._thread = {}, None
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
        """Yield, by run, who runs there, if it is an Advisor."""
        for run, hearing in list(self._hearings.values()):
            pulse = hearing.pulse
            speaker = _speaker(hearing, run.get("task"))
            if speaker is not None:
                testimony: Testimony = speaker.testimony
                yield id(run), _Sight(weakref.ref(speaker), testimony.advisor, testimony.work, pulse)

    def _looked(self, sight: _Sight, before: _Sight | None, times: int) -> tuple[_Sight, int]:
        """Return what is seen, and how often it has been: long enough, and it is told, once for each name."""
        if sight != before:
            return sight, 0
        if times + 1 >= LOOKS and sight.name not in self._named:
            self._named.add(sight.name)
            sys.stderr.write(HOLDS_UP.format(name=sight.name, seconds=SPIN_S))
            sys.stderr.flush()
        return sight, times + 1


def _speaker(hearing: Watched, task: Any) -> Any:
    """Return who speaks in a task, or in one that has started it."""
    while task is not None:
        if task in hearing.speakers:
            return hearing.speakers[task]
        task = task.parent_nursery.parent_task if task.parent_nursery is not None else None
    return None


SENTINEL = Sentinel()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=SENTINEL.forget)
