"""The virtual clock, and hearings by it.

An Advisor's time is the work it does. Between two awaits it runs ahead of the clock, alone, and is charged
for each oracle call; at its next await it sleeps until the clock has caught up. Everything that happens at
one instant happens before any decision, so trio's order of tasks changes nothing.
"""

import math
import time
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, Protocol

import attrs
import trio

from agents import Hold, Question, VirtualTime
from agents.session.advisor_session import FOREVER, ran_out
from agents.session.failures import is_from_outside
from agents.session.virtual_time import SteppedClock
from blackboard import State
from blackboard.conditions import NOTHING
from control.hearing.disturbances import too_slow
from control.hearing.hearing import Hearing, Speaker
from control.hearing.processors import Processors
from control.limits.bounds import Bound
from control.limits.budgets import ANY_AMOUNT, Allowance
from control.limits.durations import NS_PER_MS, Costs
from control.limits.panel import Panel, Seat
from control.limits.schedules import in_turn
from control.settings.hoyle_options import Settings
from games import BadOption

TICKS_PER_S = 2_000_000_000
"""A tick is half a nanosecond: work ends on whole nanoseconds, and deadlines fall on the tick after it, so
that work in the last nanosecond of a budget still counts."""
SLACK = 0.2
"""The part of a tick by which trio's floats may be off: the time its loop sees is that much late."""

MOST_PROCESSORS = 1_000_000

BRAKE_S = 60
"""The real time, in seconds, for which the clock waits for the next action of an Advisor."""
LOOKS = 10
"""How often, at least, the clock looks for what has arrived before that time is over."""


class VirtualClock(SteppedClock):
    """A clock for trio.run that stands still while a task can run, and then jumps."""

    def __init__(
        self,
        *,
        costs: Costs | None = None,
        own_costs: Mapping[str, int] = NOTHING,
        processors: int | None = None,
        brake_s: float = BRAKE_S,
    ) -> None:
        self.costs = costs or Costs()
        self.own_costs = own_costs
        """By Advisor, what each decision costs it, in nanoseconds, instead of what its class says."""
        self.brake_s = brake_s
        if processors is not None and processors < 1:
            raise BadOption(f"there are {processors} processors; there must be at least 1")
        if processors is not None and processors > MOST_PROCESSORS:
            raise BadOption(f"there are {processors} processors; there may be at most {MOST_PROCESSORS}")
        for name, ns in own_costs.items():
            if type(ns) is not int or ns < 0:
                raise BadOption(f"the own cost of {name} is {ns!r}; it must be a whole number of ns from 0")
        super().__init__(0, _seconds(0))
        self.processors = processors
        self._hearings: list[VirtualHearing] = []
        self.holds: list[ClockHold] = []
        """Actions in real time; the clock stands still until they are done."""

    def start_clock(self) -> None:
        """Begin at zero: a trio run is the same, whatever ran by this clock before."""
        self.set(0, _seconds(0))

    def move_along(self) -> None:
        """Jump although a task can run, because it only yields."""
        for hearing in self._hearings:
            hearing.is_repeatable = False
        ahead = trio.lowlevel.current_statistics().seconds_to_next_deadline
        self.deadline_to_sleep_time(self.seconds + ahead)

    def deadline_to_sleep_time(self, deadline: float) -> float:
        """Jump to what happens next. Trio asks this only when no task can run."""
        self.passes = 0
        if self.holds:
            return min(hold.left() for hold in self.holds)
        for hearing in self._hearings:
            if hearing.settle():
                return 0
        ticks = trio_ticks = _ticks(deadline)
        for hearing in self._hearings:
            ticks = min(ticks, hearing.next_ticks())
        if ticks >= FOREVER:
            return deadline
        ticks = max(self.ticks, ticks)
        seconds = _seconds(ticks)
        self.set(ticks, max(seconds, deadline) if trio_ticks <= ticks else seconds)
        for hearing in self._hearings:
            hearing.fire(ticks)
        return 0

    def enter(self, hearing: "VirtualHearing") -> int:
        """Begin a hearing on a whole nanosecond, and return it."""
        ticks = self.ticks + self.ticks % 2
        self.set(ticks, max(self.seconds, _seconds(ticks)))
        self._hearings.append(hearing)
        return self.ns

    def leave(self, hearing: "VirtualHearing") -> None:
        """End a hearing."""
        self._hearings.remove(hearing)


class ClockHold(Hold):
    """Keeps the virtual clock from running ahead of an action in real time, for a limited real time.

    Only time in which this program could have noticed the action counts. While another task blocks the
    program, or the program is stopped, an answer may wait to be read: such a stretch counts as one look.
    """

    def __init__(self, clock: VirtualClock, expire: Callable[[], None]) -> None:
        """Make one; `expire` is called if an action takes longer than the clock's brake."""
        self._clock = clock
        self._expire: Callable[[], None] | None = expire
        self._waited: float | None = None
        """How long the present action has taken."""
        self._looked = 0.0

    def take(self, *, is_next: bool = True) -> None:
        """Make the clock wait; without `is_next`, go on counting the real time of the action before."""
        if is_next or self._waited is None:
            self._waited, self._looked = 0.0, time.monotonic()
        if self not in self._clock.holds:
            self._clock.holds.append(self)

    def release(self) -> None:
        """Release the clock."""
        if self in self._clock.holds:
            self._clock.holds.remove(self)

    def left(self) -> float:
        """Return how long trio may sleep for this; on expiry, call `expire` once."""
        now, longest = time.monotonic(), self._clock.brake_s / LOOKS
        self._waited = (self._waited or 0.0) + min(now - self._looked, longest)
        self._looked = now
        left = self._clock.brake_s - self._waited
        if left > 0 or self._expire is None:
            return min(left, longest) if left > 0 else 1.0
        expire, self._expire = self._expire, None
        expire()
        return 0.0


def _seconds(ticks: int) -> float:
    """Return the time that trio sees at a tick."""
    return (ticks + SLACK) / TICKS_PER_S


def _ticks(deadline: float) -> int:
    """Return the whole nanosecond at which trio's deadline falls due, in ticks."""
    ticks = deadline * TICKS_PER_S
    return FOREVER if ticks > FOREVER else 2 * math.ceil((ticks - 1.5 * SLACK) / 2)


class Due(Protocol):
    """An entry of the agenda."""

    def happen(self) -> None:
        """Act at the time of the entry, unless it was cancelled."""


class Sleeper:
    """A task that sleeps until an instant."""

    __slots__ = ("_task",)

    def __init__(self) -> None:
        self._task: trio.lowlevel.Task | None = trio.lowlevel.current_task()

    def happen(self) -> None:
        """Wake the task."""
        if self._task is not None:
            trio.lowlevel.reschedule(self._task)

    def abort(self, _: object) -> trio.lowlevel.Abort:
        """Forget the task, which was cancelled."""
        self._task = None
        return trio.lowlevel.Abort.SUCCEEDED


class VirtualHearing(Hearing):
    """A hearing in virtual time."""

    clock = "virtual"

    def __init__(
        self,
        question: Question,
        panel: Panel,
        settings: Settings,
        clock: VirtualClock,
        share: Allowance = ANY_AMOUNT,
    ) -> None:
        super().__init__(question, panel, settings, share)
        self.costs = clock.costs.table
        self.ticker = clock
        turns = in_turn(panel.seats, panel.turns)
        self.processors = Processors(
            clock.processors, {seat.order: place for place, seat in enumerate(turns)} if panel.turns else {}
        )
        self._are_impatient = clock.processors is not None and self.bounds.has_shared_time
        self._waiting: dict[int, list[VirtualSpeaker]] = {}
        self._agenda: dict[int, list[Due]] = {}
        self._ticks: list[int] = []
        self.start = 0
        self.drew: dict[int, Bound] = {}
        """The bounds of the Advisors that used a random stream, by their order."""
        self.is_repeatable = True
        """Whether no Advisor asked trio for the time or yielded until the clock had to jump; then the result
        could differ in a repetition."""

    async def run(self) -> None:
        """Hear the panel; meanwhile the clock asks this hearing for its next event."""
        self.start = self.ticker.enter(self)
        try:
            await self._proceed()
        finally:
            self.ticker.leave(self)

    async def _proceed(self) -> None:
        await super().run()

    @property
    def pulse(self) -> tuple[int, int]:
        """The time, and how often trio has run its tasks at that time."""
        return self.ticker.ticks, self.ticker.passes

    def ns(self) -> int:
        """Return the time since the decision began."""
        return self.ticker.ns - self.start

    async def start_group(self, group: Sequence[Seat], nursery: trio.Nursery) -> None:
        """Start a group, all at one instant."""
        for seat in group:
            nursery.start_soon(self.hear, seat, name=seat.name)

    def hear(self, seat: Seat) -> Awaitable[None]:
        """Let one Advisor think on a processor until it ends or its time is up."""
        return VirtualSpeaker(self, seat).speak()

    async def wait_for_processor(self, speaker: "VirtualSpeaker", seat: Seat) -> None:
        """Wait for a processor within the time that Advisors share."""
        if self._are_impatient:
            self._waiting.setdefault(seat.tier, []).append(speaker)
            self._set_patience(speaker, seat.tier)
        await self.processors.acquire(seat.order)

    def begin(self, seat: Seat, ns: int) -> tuple[int, str]:
        """Let an Advisor start; return when it must end, and by which limit.

        If it is the first of its tier, the time of those that wait for a processor begins.
        """
        end = self.bounds.start(seat, ns)
        if self._are_impatient:
            for speaker in self._waiting.pop(seat.tier, ()):
                self._set_patience(speaker, seat.tier)
        return end

    def _set_patience(self, speaker: "VirtualSpeaker", tier: int) -> None:
        end = self.bounds.shared_end(tier)[0]
        if end < FOREVER:
            self.put(speaker, end, late=True)

    def give_up(self, name: str) -> None:
        """Cancel all Advisors: the decision is void, because one took too long in real time."""
        self._problem = too_slow(name, self.ticker.brake_s)
        self.board.is_closed = True
        if self._scope is not None:
            self._scope.cancel()

    def clock_settings(self) -> dict[str, Any]:
        """Return the cost table, and how many processors there were."""
        families = {seat.family.name for seat in self.panel.seats}
        return {
            "costs": attrs.asdict(self.ticker.costs),
            "processors": self.ticker.processors,
            "own_costs": {name: ns for name, ns in self.ticker.own_costs.items() if name in families},
        }

    def own_cost(self, seat: Seat) -> int:
        """Return what each decision costs an Advisor before it begins to think, in nanoseconds."""
        found = self.ticker.own_costs.get(seat.family.name)
        return round(seat.family.cost_ms * NS_PER_MS) if found is None else found

    def settle(self) -> bool:
        """Apply the events of this instant; return whether a task can run again."""
        if self.check_landing():
            return True
        woken = self.board.wake()
        return self.processors.grant() or woken

    def next_ticks(self) -> int:
        """Return the time of the next event."""
        return self._ticks[0] if self._ticks else FOREVER

    def fire(self, ticks: int) -> None:
        """Act on all entries that are due."""
        while self._ticks and self._ticks[0] <= ticks:
            for due in self._agenda.pop(heappop(self._ticks)):
                due.happen()

    def put(self, due: "Due", ns: int, *, late: bool = False) -> None:
        """Add an entry to the agenda."""
        ticks = 2 * (self.start + ns) + late
        if ticks in self._agenda:
            self._agenda[ticks].append(due)
        else:
            self._agenda[ticks] = [due]
            heappush(self._ticks, ticks)

    async def sleep_until(self, ns: int) -> None:
        """Sleep to a later instant of this hearing."""
        sleeper = Sleeper()
        self.put(sleeper, ns)
        await trio.lowlevel.wait_task_rescheduled(sleeper.abort)


class VirtualSpeaker(Speaker, VirtualTime):
    """A session in virtual time."""

    _hearing: VirtualHearing
    _is_late = False

    def own_seconds(self) -> float:
        """Return the time for this Advisor, whose next actions may then differ in a repetition."""
        self._hearing.is_repeatable = False
        return super().own_seconds()

    async def speak(self) -> None:
        """Let the Advisor think, pass the time that takes, and close its testimony."""
        self._hearing.speakers[trio.lowlevel.current_task()] = self
        self._scope = trio.CancelScope()
        error: BaseException | None = None
        try:
            with self._scope:
                await self._hearing.wait_for_processor(self, self._seat)
                if self._begin():
                    error = await self._heard_out()
                    await self._catch_up(error)
            if self.fault:  # which cancelled the scope
                await self._pass_time()
        except BaseException as problem:  # it has left trio's cancel scopes in disorder
            if is_from_outside(problem):
                raise
            error = problem
        finally:
            self._leave(error)

    async def _heard_out(self) -> BaseException | None:
        """Let the Advisor think; return what it raised."""
        try:
            if cost := self._hearing.own_cost(self._seat):
                self.spend_time(cost)
            await self._asked()
        except BaseException as problem:  # any error of an Advisor is its own failure
            if is_from_outside(problem):
                raise
            return problem
        return None

    def _begin(self) -> bool:
        """Start if there is time; return whether it has started."""
        hearing, testimony = self._hearing, self.testimony
        now = hearing.ns()
        end, self._limit = hearing.begin(self._seat, now)
        if end <= now:
            return False
        self.begin(hearing.ticker, hearing.costs, hearing.start + now, hearing.start + end)
        hearing.put(self, end, late=True)
        testimony.started_ns = now
        testimony.state = State.THINKING
        return True

    def terms(self) -> dict[str, Any]:
        """Return what the other end of a connection needs for the same session."""
        return {
            "clock": self.clock,
            "costs": self.costs,
            "instant": self.instant(),
            "local": self.local,
            "deadline": self.deadline,
            "most_work": self.most_work,
        }

    def instant(self) -> tuple[int, float]:
        """Return the time in ticks and as trio sees it."""
        return self.time.ticks, self.time.seconds

    def hold(self) -> Hold:
        """Return a hold on the clock; the decision is void if an action takes longer than its brake."""
        return ClockHold(self._hearing.ticker, lambda: self._hearing.give_up(self.testimony.advisor))

    async def _catch_up(self, error: BaseException | None) -> None:
        """Let the time of the Advisor's latest work pass."""
        if ran_out(error) and not self.is_spent:
            await trio.sleep_forever()
        await self._pass_time()

    async def _pass_time(self) -> None:
        """Sleep until the clock has caught up with the Advisor."""
        if self.local > self.time.ns:
            await self._hearing.sleep_until(self.local - self._hearing.start)

    def _leave(self, error: BaseException | None) -> None:
        hearing, testimony = self._hearing, self.testimony
        hearing.processors.release(self._seat.order)
        if self.has_drawn:
            hearing.drew[self._seat.order] = self.deadline - hearing.start, self._limit
        if testimony.state is State.NOT_STARTED:
            self._limit = hearing.bounds.shared_end(self._seat.tier)[1]
            self._close_unheard()
            return
        testimony.ended_ns = hearing.ns()
        self._close(error, is_late=self._is_late)
        if testimony.state is State.CANCELLED:
            testimony.work -= len(self.ahead) - bisect_right(self.ahead, self.time.ns)
            testimony.spent_ns -= self.spent_ahead()

    def happen(self) -> None:
        """Run out of time."""
        if not self.is_closed:
            self._is_late = True
            self._scope.cancel()

    async def pause(self, kind: int) -> None:
        """Charge the next action, and let its time pass."""
        self.charge(kind)
        await self._hearing.sleep_until(self.local - self._hearing.start)
        del self.ahead[:]

    def posting(self) -> int:
        """Return the time."""
        return self.time.ns - self._hearing.start

    def posted_plan(self) -> None:
        """Do nothing: waiting Advisors are woken when this instant settles."""

    async def wait_until(self, ready: Callable[[], bool]) -> None:
        """Wait for a condition on the blackboard, and release the processor meanwhile."""
        self._hearing.processors.release(self._seat.order)
        await self.board.wait_until(ready, order=self._seat.order)
        await self._hearing.processors.acquire(self._seat.order)
