"""How late the harness is: a task that sets itself timers while decisions are made, and sees when they fire.

One watches for all decisions of a trio run, and sleeps for good while there is none, so a decision pays
next to nothing for it. Whoever holds up trio's loop, or the machine, holds up its timer too.
"""

import os
from contextlib import suppress

import trio

TICK = 0.005
"""Seconds from timer to timer: shorter delays of a decision that is shorter than this may go unseen."""
NS = 1_000_000_000


class Watch:
    """What one hearing wants to know."""

    def __init__(self, start: float) -> None:
        self.start = start
        self.lag = 0.0

    def see(self, due: float, now: float) -> None:
        """Take note of a timer that was due then, as far as its delay fell into this hearing."""
        self.lag = max(self.lag, now - max(due, self.start))


class Watchman:
    """Sets the timers of one trio run."""

    def __init__(self) -> None:
        self._clock = trio.lowlevel.current_clock()
        self._watches: list[Watch] = []
        self._due = 0.0
        self._parked: trio.lowlevel.Task | None = None
        trio.lowlevel.spawn_system_task(self._run, name="Hoyle's watchman")

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
        self._watches.remove(watch)

    async def _run(self) -> None:
        while True:
            if not self._watches:
                await self._park()
            await trio.sleep_until(self._due)
            now = self._clock.current_time()
            for watch in self._watches:
                watch.see(self._due, now)
            self._due = now + TICK

    async def _park(self) -> None:
        self._parked = trio.lowlevel.current_task()

        def abort(_: object) -> trio.lowlevel.Abort:
            self._parked = None
            return trio.lowlevel.Abort.SUCCEEDED

        await trio.lowlevel.wait_task_rescheduled(abort)


_watchman: trio.lowlevel.RunVar[Watchman] = trio.lowlevel.RunVar("_watchman")


def watchman() -> Watchman:
    """Answer the one of this trio run."""
    with suppress(LookupError):
        return _watchman.get()
    found = Watchman()
    _watchman.set(found)
    return found


def system_load() -> float | None:
    """Answer how many processes wanted a processor over the last minute, where the system tells."""
    with suppress(OSError, AttributeError):
        return os.getloadavg()[0]
    return None
