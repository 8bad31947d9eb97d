"""The virtual time of one Advisor: its actions cost what a table says.

Both ends of a line keep the same session: the far end meters at once, and the near end repeats the charges,
so that both reach the same result.
"""

import contextlib
from abc import abstractmethod
from array import array
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from itertools import islice
from typing import Any, Final

import trio

from agents.session.advisor_session import LOOK, NS, OWN, AdvisorSession, OutOfTime

CHARGED: Final = 0x80
"""Marks, among oracle calls, another charge that exceeded the limit."""
OWN_BYTES: Final = 8
"""How many bytes after the mark of own work hold its time."""
MOST_PASSES: Final = 10_000
"""How often trio may run its tasks at one instant before time passes anyway."""

speaking: ContextVar["VirtualTime | None"] = ContextVar("speaking", default=None)
"""The session of the Advisor whose task, or a child of that task, is running."""


class SteppedClock(trio.abc.Clock):
    """A clock for trio.run that stands still while a task can run."""

    def __init__(self, ticks: int, seconds: float) -> None:
        self.passes = 0
        """How often trio has run its tasks at this instant."""
        self.set(ticks, seconds)

    def set(self, ticks: int, seconds: float) -> None:
        """Set a later time: in ticks of half a nanosecond, and as trio sees it."""
        self.ticks = ticks
        self.ns = ticks // 2
        self.seconds = seconds

    def start_clock(self) -> None:
        """Nothing to start."""

    def current_time(self) -> float:
        """Return the virtual time in seconds; an Advisor that has run ahead of the clock gets its own."""
        session = speaking.get()
        if session is not None:
            return session.own_seconds()
        self.passes += 1
        if self.passes > MOST_PASSES:
            self.passes = 0
            self.move_along()
        return self.seconds

    @abstractmethod
    def move_along(self) -> None:
        """Let time pass although a task can run, because it would run forever."""


class VirtualTime(AdvisorSession):
    """A session in virtual time: between two awaits an Advisor is charged and runs ahead of the clock."""

    clock = "virtual"
    time: SteppedClock
    costs: Sequence[int]
    """The cost of each kind of action, in nanoseconds."""
    local: int
    """When this Advisor's work so far ends, in nanoseconds of the clock."""
    deadline: int
    ahead: "array[int]"
    """When each oracle call since the last pause ends, possibly ahead of the clock."""
    spends: list[tuple[int, int]]
    """When charges of own work end that may be ahead of the clock, and their times."""

    def begin(self, time: SteppedClock, costs: Sequence[int], local: int, deadline: int) -> None:
        """Start the time."""
        self.time = time
        self.costs = costs
        self.local = local
        self.deadline = deadline
        self.ahead = array("q")
        self.spends = []
        speaking.set(self)

    def own_seconds(self) -> float:
        """Return the time for this Advisor."""
        return max(self.time.ns, self.local) / NS

    def remaining(self) -> float:
        """Return the time left in seconds; looking has a cost."""
        self.look()
        return (self.deadline - self.local) / NS

    def look(self) -> None:
        """Charge a look at the time or work left."""
        self.testimony.looked = True
        now = max(self.local, self.time.ns)
        if now >= self.deadline:
            raise OutOfTime
        self.local = min(now + self.costs[LOOK], self.deadline)

    def charge(self, kind: int) -> None:
        """Charge an action other than an oracle call."""
        if self.is_closed or self.board.is_closed:
            raise OutOfTime
        end = max(self.local, self.time.ns) + self.costs[kind]
        if end > self.deadline:
            raise self.overrun(kind | CHARGED)
        self.local = end

    def spend(self, kind: int) -> None:
        """Charge an oracle call."""
        # `charge` inlined: no method is called more often.
        if self.is_closed or self.board.is_closed:
            raise OutOfTime
        testimony, end, now = self.testimony, self.local, self.time.ns
        work = testimony.work
        if work >= self.most_work:
            raise self.out_of_work()
        end = (end if end > now else now) + self.costs[kind]  # noqa: FURB136  # max takes twice as long
        if end > self.deadline:
            raise self.overrun(kind)
        self.local = end
        testimony.work = work + 1
        self.ahead.append(end)

    def spend_time(self, ns: int) -> None:
        """Charge own work."""
        self.check_open()
        now = self.time.ns
        start = max(self.local, now)
        end = max(start, min(start + ns, self.deadline))
        if self.spends and self.spends[-1][0] <= now:
            self.spends.clear()
        self.spends.append((end, end - start))
        self.testimony.spent_ns += end - start
        if start + ns > self.deadline:
            raise self.overrun(*own_marks(ns))
        self.local = end

    def spent_ahead(self) -> int:
        """Return how much of the charged own work lies after the present instant."""
        now = self.time.ns
        return sum(min(ns, end - now) for end, ns in self.spends if end > now)

    def overrun(self, *marks: int) -> OutOfTime:  # noqa: ARG002  # the far end of a line sends them
        """Set the time to the deadline, which an action would exceed; return the exception to raise."""
        self.local = self.deadline
        return OutOfTime()

    def take_spent(self, message: Mapping[str, Any]) -> None:
        """Repeat the charges of the far end of a line."""
        marks = iter(message.get("spent", b""))
        for mark in marks:
            with contextlib.suppress(OutOfTime):
                if mark == LOOK:
                    self.look()
                elif mark == OWN:
                    self.spend_time(int.from_bytes(islice(marks, OWN_BYTES)))
                elif mark & CHARGED:
                    self.charge(mark & ~CHARGED)
                else:
                    self.spend(mark)


def own_marks(ns: int) -> bytes:
    """Return a charge of own work in the form in which the far end of a line sends it."""
    return bytes((OWN, *ns.to_bytes(OWN_BYTES)))
