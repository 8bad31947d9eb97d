"""Notes which Advisor is thinking, so that the end of a process can be traced to an Advisor.

Nothing that an Advisor does to its own process can be reported by that process. So a run whose process has
ended without an answer is played again under this instrument, which sends a note before each step of an
Advisor, and the last note names the Advisor. Runs that are played for the first time pay nothing for it.
"""

import inspect
from collections.abc import Callable

import trio

from agents import BUNDLED
from control.hearing.hearing import Speaker
from control.hearing.sentinel import SENTINEL

NoteThinking = Callable[[str], None]


class ThinkingNotes(trio.abc.Instrument):
    """Calls `note` with the name of the Advisor that starts to run, and with "" when it pauses.

    Bundled Advisors are not named, because they do not end processes. An Advisor in a thread or process is
    not named either, because its code does not run in a task.
    """

    def __init__(self, note: NoteThinking) -> None:
        self._note = note
        self._last = ""

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        """Name the Advisor of a task, if it belongs to one."""
        speaker = SENTINEL.speaker_of(task) or _about_to_begin(task)
        if speaker is not None and not speaker.seat.is_remote and speaker.seat.family not in BUNDLED:
            self._say(speaker.seat.name)

    def after_task_step(self, task: trio.lowlevel.Task) -> None:  # noqa: ARG002  # as trio calls it
        """Name no Advisor while none is running."""
        self._say("")

    def _say(self, name: str) -> None:
        if name != self._last:
            self._last = name
            self._note(name)


def _about_to_begin(task: trio.lowlevel.Task) -> Speaker | None:
    """Return the session that a task is about to begin: a hearing knows it only from its first step on."""
    coroutine = task.coro
    if inspect.iscoroutine(coroutine) and inspect.getcoroutinestate(coroutine) == inspect.CORO_CREATED:
        session = inspect.getcoroutinelocals(coroutine).get("self")
        return session if isinstance(session, Speaker) else None
    return None
