"""Timers in real time: they expire Advisors, and measure how late the harness is.

One timer serves all hearings of a trio run, and is parked while there is none. One timer for all Advisors
costs less than a deadline for each, and postponing a deadline costs nothing. It also wakes every few
milliseconds and measures the delay: code that holds up the loop, or the machine, delays it too.
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
"""Seconds between timers; a delay can go unnoticed in a decision shorter than this."""
NS = 1_000_000_000


class Alarmed(Protocol):
    """Something with a deadline."""

    @property
    def order(self) -> int:
        """The order among deadlines at the same instant."""

    @property
    def deadline(self) -> float:
        """The deadline as known now; it may be postponed, but never moved up."""

    @property
    def is_closed(self) -> bool:
        """Whether the deadline no longer matters."""

    def time_is_up(self, now: float) -> float | None:
        """Expire, or return the new deadline if it was postponed."""


class Watch:
    """The deadlines of one hearing, and how late its timers were."""

    def __init__(self, start: float, deadline_timer: "DeadlineTimer") -> None:
        self.start = start
        self.lag = 0.0
        self._deadline_timer = deadline_timer
        self._new: list[Alarmed] = []
        """Alarms that are sorted when the first of them is due; most are closed by then."""
        self._first_new = math.inf
        """When the first of them is due."""
        self._alarms: list[tuple[float, int, Alarmed]] = []

    def set_alarm(self, when: float, sleeper: Alarmed) -> None:
        """Call `time_is_up` at this time; alarms at the same instant go by their order."""
        self._new.append(sleeper)
        if when < self._first_new:
            self._first_new = when
            if when < self._deadline_timer.wakes_at:
                self._deadline_timer.wake_by(when)

    @property
    def next_alarm(self) -> float:
        """When the next deadline may be due."""
        return min(self._first_new, self._alarms[0][0]) if self._alarms else self._first_new

    def _sort_new(self) -> None:
        """Sort the new alarms that are not closed into the others."""
        for sleeper in self._new:
            if not sleeper.is_closed:
                heappush(self._alarms, (sleeper.deadline, sleeper.order, sleeper))
        self._new.clear()
        self._first_new = math.inf

    def see(self, due: float, now: float) -> None:
        """Record the delay of a timer, as far as it fell into this hearing."""
        self.lag = max(self.lag, now - max(due, self.start))

    def forget_alarms(self) -> None:
        """Drop all alarms, because they refer to the hearing and would keep it alive."""
        self._new.clear()
        self._alarms.clear()

    def ring(self, now: float) -> None:
        """Call all alarms that are due."""
        if self._first_new <= now:
            self._sort_new()
        while self._alarms and self._alarms[0][0] <= now:
            _, order, sleeper = heappop(self._alarms)
            later = sleeper.time_is_up(now)
            if later is not None:
                heappush(self._alarms, (later, order, sleeper))


class DeadlineTimer(trio.abc.Instrument):
    """The timer of one trio run."""

    def __init__(self) -> None:
        self.now, self._offset = _own_time(trio.lowlevel.current_clock())
        self._watches: list[Watch] = []
        self._due = 0.0
        self.pass_start = self.now()
        """When trio last scheduled its tasks: no task has been running since before that."""
        self._parked: trio.lowlevel.Task | None = None
        self._sleep: trio.CancelScope | None = None
        self.wakes_at = -math.inf
        """When it wakes next; minus infinity while it is awake or parked."""
        trio.lowlevel.spawn_system_task(self._run, name="Hoyle's deadline timer")
        trio.lowlevel.add_instrument(self)

    def after_io_wait(self, timeout: float) -> None:  # noqa: ARG002  # trio's signature
        """Record the start of a scheduling pass."""
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
        """Stop watching a hearing; a timer that is overdue counts as late until now."""
        watch.see(self._due, now)
        watch.forget_alarms()
        self._watches.remove(watch)

    def wake_by(self, when: float) -> None:
        """Wake up by this time."""
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
    """Return a function for the time, and the offset from it to the time of trio's clock.

    Trio's own clock is the system's with an offset; calling the system's directly takes half the time.
    """
    offset = getattr(clock, "offset", None)
    if isinstance(offset, float) and abs(clock.current_time() - perf_counter() - offset) < TICK:
        return perf_counter, offset
    return clock.current_time, 0.0


_deadline_timer: trio.lowlevel.RunVar[DeadlineTimer] = trio.lowlevel.RunVar("_deadline_timer")


def deadline_timer() -> DeadlineTimer:
    """Return the timer of this trio run."""
    try:
        return _deadline_timer.get()
    except LookupError:
        found = DeadlineTimer()
        _deadline_timer.set(found)
        return found


def system_load() -> float | None:
    """Return the system's load over the last minute, if it is known."""
    with suppress(OSError, AttributeError):
        return os.getloadavg()[0]
    return None
