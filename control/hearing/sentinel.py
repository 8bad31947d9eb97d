"""The sentinel: a thread that names an Advisor while it blocks the event loop.

An inline Advisor that neither yields nor calls the oracle cannot be stopped, because all share one thread.
Its users need to know why the program stands still, and the remedy, while it does.

Trio knows the running task, and the hearing knows whose task that is; a task that an Advisor has started
belongs to the Advisor of its parents. The frames of a running thread are not read: they change meanwhile.
"""

import os
import threading
import time
import weakref
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Protocol

import attrs
from trio._core._run import (
    GLOBAL_RUN_CONTEXT,
)  # the running task; there is no public way to get it from another thread

from agents.session.prints import PRINTS
from blackboard import Testimony

SPIN_S = 1.0
"""How long an Advisor may run without yielding before it is named."""
LOOKS = 10
"""How often the sentinel checks in that time."""
IDLE_S = 10.0
"""How long the thread waits for the next hearing before it ends."""
HOLDS_UP = (
    "hoyle: Advisor {name} has been running for {seconds:g} s without yielding or asking the oracle,"
    " and blocks all others; run it in a process that can be stopped: --place {name}=process"
)


class Watched(Protocol):
    """A hearing in progress."""

    @property
    def speakers(self) -> Mapping[Any, Any]:
        """Sessions by task."""

    @property
    def pulse(self) -> Hashable:
        """A value that changes whenever another task has run."""


@attrs.frozen
class _Sight:
    """A running Advisor, and values that change when it yields or calls the oracle."""

    speaker: weakref.ref[Any]
    """Its session; the sentinel must not keep it alive."""
    name: str
    work: int
    pulse: Hashable


class Sentinel:
    """Watches, from its own thread, the threads in which hearings are in progress."""

    def __init__(self) -> None:
        self._hearings: dict[int, tuple[Mapping[str, Any], Watched]] = {}
        """The hearings, with their runs of trio; each change from another thread is one atomic step."""
        self._named: set[str] = set()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._call = threading.Event()

    def begin(self, hearing: Watched) -> None:
        """Watch a hearing of this thread until it ends."""
        self._hearings[id(hearing)] = vars(GLOBAL_RUN_CONTEXT), hearing
        if not self._call.is_set():
            self._call.set()
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._watch, daemon=True, name="hoyle sentinel")
                    self._thread.start()

    def end(self, hearing: Watched) -> None:
        """Stop watching it."""
        del self._hearings[id(hearing)]

    def speaker_of(self, task: Any) -> Any:
        """Return the session of the Advisor to which a task belongs; None if it belongs to none."""
        found = (_speaker(hearing, task) for _, hearing in list(self._hearings.values()))
        return next((speaker for speaker in found if speaker is not None), None)

    def forget(self) -> None:
        """Start again in a forked process, which has no copy of the thread."""
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
        """Wait for a hearing; return False if none starts for a while."""
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
        """Yield the running Advisor of each run."""
        for run, hearing in list(self._hearings.values()):
            pulse = hearing.pulse
            speaker = _speaker(hearing, run.get("task"))
            if speaker is not None:
                testimony: Testimony = speaker.testimony
                yield id(run), _Sight(weakref.ref(speaker), testimony.advisor, testimony.work, pulse)

    def _looked(self, sight: _Sight, before: _Sight | None, times: int) -> tuple[_Sight, int]:
        """Count how often the same stretch was seen; after long enough, name its Advisor, once per name."""
        if sight != before:
            return sight, 0
        if times + 1 >= LOOKS and sight.name not in self._named:
            self._named.add(sight.name)
            PRINTS.say(HOLDS_UP.format(name=sight.name, seconds=SPIN_S))
        return sight, times + 1


def _speaker(hearing: Watched, task: Any) -> Any:
    """Return the session of a task or of one of its parents."""
    while task is not None:
        if task in hearing.speakers:
            return hearing.speakers[task]
        task = task.parent_nursery.parent_task if task.parent_nursery is not None else None
    return None


SENTINEL = Sentinel()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=SENTINEL.forget)
