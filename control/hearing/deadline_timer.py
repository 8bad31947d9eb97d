"""Timers in real time: whose time is up, and how late the harness is.

One watchman serves all hearings of a trio run, and sleeps for good while there is none. It rings for Advisors
whose time is up: one timer for all of them costs less than a deadline each, and can be put off for nothing.
And it sets itself a timer every few milliseconds, and sees when that fires: whoever holds up the loop, or the
machine, holds up its timer too.
"""

import math
import os
from collections.abc import Callable
from contextlib import suppress
from heapq import heappop, heappush
from time import perf_counter
from typing import Protocol

import trio

TICK = 0.005
"""Seconds from timer to timer: shorter delays of a decision that is shorter than this may go unseen."""
NS = 1_000_000_000


class Alarmed(Protocol):
    """Somebody who is to be told when its time is up."""

    @property
    def order(self) -> int:
        """Which of those comes first whose time is up at one instant."""

    @property
    def deadline(self) -> float:
        """When it is, as far as is known now: it may be put off, and never comes earlier."""

    @property
    def is_closed(self) -> bool:
        """Does it matter no more?"""

    def time_is_up(self, now: float) -> float | None:
        """Hear that it may be; return until when the deadline has been put off, if it has."""


class Watch:
    """What one hearing wants to know."""

    def __init__(self, start: float, watchman: "DeadlineTimer") -> None:
        self.start = start
        self.lag = 0.0
        self._watchman = watchman
        self._new: list[Alarmed] = []
        """Who is put among the other alarms when the first of them is due: most have ended by then."""
        self._first_new = math.inf
        """When that is."""
        self._alarms: list[tuple[float, int, Alarmed]] = []

    def set_alarm(self, when: float, sleeper: Alarmed) -> None:
        """Tell somebody then; of those at one instant, by order."""
        self._new.append(sleeper)
        if when < self._first_new:
            self._first_new = when
            if when < self._watchman.wakes_at:
                self._watchman.wake_by(when)

    @property
    def next_alarm(self) -> float:
        """When somebody's time may be up next."""
        return min(self._first_new, self._alarms[0][0]) if self._alarms else self._first_new

    def _sort_new(self) -> None:
        """Put those among the other alarms who have not ended."""
        for sleeper in self._new:
            if not sleeper.is_closed:
                heappush(self._alarms, (sleeper.deadline, sleeper.order, sleeper))
        self._new.clear()
        self._first_new = math.inf

    def see(self, due: float, now: float) -> None:
        """Take note of a timer that was due then, as far as its delay fell into this hearing."""
        self.lag = max(self.lag, now - max(due, self.start))

    def forget_alarms(self) -> None:
        """Tell nobody: those who wait for an alarm know the hearing, so it would live on with them."""
        self._new.clear()
        self._alarms.clear()

    def ring(self, now: float) -> None:
        """Tell all whose time may be up."""
        if self._first_new <= now:
            self._sort_new()
        while self._alarms and self._alarms[0][0] <= now:
            _, order, sleeper = heappop(self._alarms)
            later = sleeper.time_is_up(now)
            if later is not None:
                heappush(self._alarms, (later, order, sleeper))


class DeadlineTimer(trio.abc.Instrument):
    """Sets the timers of one trio run."""

    def __init__(self) -> None:
        self.now, self._offset = _own_time(trio.lowlevel.current_clock())
        self._watches: list[Watch] = []
        self._due = 0.0
        self.pass_start = self.now()
        """When trio last looked who can run: nobody has been running since before that."""
        self._parked: trio.lowlevel.Task | None = None
        self._sleep: trio.CancelScope | None = None
        self.wakes_at = -math.inf
        """When it looks at all alarms next; while it is awake or parked, it will anyway."""
        trio.lowlevel.spawn_system_task(self._run, name="Hoyle's watchman")
        trio.lowlevel.add_instrument(self)

    def after_io_wait(self, timeout: float) -> None:  # noqa: ARG002  # trio tells
        """Take note of when another pass begins."""
        self.pass_start = self.now()

    def begin(self, watch: Watch) -> None:
        """Watch a hearing."""
        if not self._watches:
            self._due = watch.start + TICK
        self._watches.append(watch)
        if self._parked is not None:
            trio.lowlevel.reschedule(self._parked)
            self._parked = None

    def end(self, watch: Watch, now: float) -> None:
        """Let a hearing go; a timer that should have fired by now has been late up to now."""
        watch.see(self._due, now)
        watch.forget_alarms()
        self._watches.remove(watch)

    def wake_by(self, when: float) -> None:
        """Sleep no longer than that."""
        self.wakes_at = when
        if self._sleep is not None:
            self._sleep.deadline = when + self._offset

    async def _run(self) -> None:
        while True:
            if not self._watches:
                await self._park()
            self.wakes_at = min([self._due, *(watch.next_alarm for watch in self._watches)])
            with trio.CancelScope(deadline=self.wakes_at + self._offset) as self._sleep:
                await trio.sleep_forever()
            self._sleep, self.wakes_at = None, -math.inf
            self._look(self.now())

    def _look(self, now: float) -> None:
        if now >= self._due:
            for watch in self._watches:
                watch.see(self._due, now)
            self._due = now + TICK
        for watch in self._watches:
            watch.ring(now)

    async def _park(self) -> None:
        self._parked = trio.lowlevel.current_task()

        def abort(_: object) -> trio.lowlevel.Abort:
            self._parked = None
            return trio.lowlevel.Abort.SUCCEEDED

        await trio.lowlevel.wait_task_rescheduled(abort)


def _own_time(clock: trio.abc.Clock) -> tuple[Callable[[], float], float]:
    """Return what tells the time, and what is to be added to it to have the time of trio's clock.

    Trio's own is the system's with an offset; without it the system can be asked directly, in half the time.
    """
    offset = getattr(clock, "offset", None)
    if isinstance(offset, float) and abs(clock.current_time() - perf_counter() - offset) < TICK:
        return perf_counter, offset
    return clock.current_time, 0.0


_watchman: trio.lowlevel.RunVar[DeadlineTimer] = trio.lowlevel.RunVar("_watchman")


def watchman() -> DeadlineTimer:
    """Return the one of this trio run."""
    try:
        return _watchman.get()
    except LookupError:
        found = DeadlineTimer()
        _watchman.set(found)
        return found


def system_load() -> float | None:
    """Return how many processes wanted a processor over the last minute, where the system tells."""
    with suppress(OSError, AttributeError):
        return os.getloadavg()[0]
    return None
