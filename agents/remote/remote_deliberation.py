"""The `think` of an Advisor that runs elsewhere: in a thread or a process, at the other end of a line."""

import math
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any, Protocol

import trio

from agents.deliberation import LOOK, BadPost, Deliberation, OutOfTime, Question, RealTime
from blackboard import Blackboard, Comment, Plan, Testimony

CHARGED = 0x80
"""Marks something that was charged for, and was too much."""
NS = 1_000_000_000
REPORT_S = 0.005
"""How often an Advisor that does nothing but ask the oracle says how far it is."""
WORKING_S = 1.0
"""The same in virtual time: so that nobody loses patience with it."""
MOST_PASSES = 10_000
"""How often trio may run its tasks at one instant of virtual time."""
FOREVER_S = 1e6
FOREVER = 1 << 62
"""More calls of the oracle than anybody makes."""


class Connection(Protocol):
    """What connects an Advisor elsewhere with the hearing."""

    is_stopped: bool
    """The hearing wants no more of the question at hand."""

    def tell(self, do: str, **more: Any) -> None:
        """Send a message."""


class RemoteDeliberation(Deliberation):
    """The part that does not hang on the clock: posts are told at once, and what others said is asked for."""

    is_begun = False
    """Its time has started."""
    is_over = False
    """The Advisor has ended, and the hearing is about to be told."""

    def __init__(self, line: Connection, question: Question, *, name: str, makes_plans: bool) -> None:
        self._line = line
        self._question = question
        self._testimony = Testimony(name, 3, 0, 0)
        self._board = Blackboard([self._testimony])
        self._makes_plans = makes_plans
        self._most_work = FOREVER
        self.is_spent = False
        """It wanted to do more work than it may."""
        self._calls: dict[int, trio.Event] = {}
        self._replies: dict[int, Any] = {}
        self.scope = trio.CancelScope()

    def remaining_work(self) -> float:
        """Return how many calls of the oracle are left."""
        self.remaining()
        return math.inf if self._most_work >= FOREVER else self._most_work - self._testimony.work

    def allow(self, most_work: int) -> None:
        """Say how many calls of the oracle it has."""
        self._most_work = most_work

    def _take_comment(self, move: str, strength: int, reason: str, ns: int | None = None) -> None:
        super()._take_comment(move, strength, reason, ns)
        said = self._testimony.comments[move]
        self.tell("comment", post=[said.move, said.strength, said.reason], at=time.perf_counter())

    def _take_plan(self, moves: Any, purpose: str, strength: int, ns: int | None = None) -> None:
        super()._take_plan(moves, purpose, strength, ns)
        said = self._testimony.plans[-1]
        self.tell("plan", post=[list(said.moves), said.purpose, said.strength], at=time.perf_counter())

    def tell(self, do: str, **more: Any) -> None:
        """Send a message, with how much work was done so far."""
        self._line.tell(do, work=self._testimony.work, **more)

    async def call(self, op: str, argument: object = None) -> Any:
        """Ask the hearing for something, and wait for the reply."""
        number, event = len(self._replies) + len(self._calls), trio.Event()
        self._calls[number] = event
        self.tell("call", id=number, op=op, argument=argument)
        await event.wait()
        reply = self._replies[number]
        if reply["is_late"]:
            raise OutOfTime
        if reply["fault"]:
            raise BadPost(reply["fault"])
        return reply["value"]

    def deliver(self, message: dict[str, Any]) -> None:
        """Take a reply from the hearing."""
        event = self._calls.pop(message["id"], None)
        self._replies[message["id"]] = message
        if event is not None:
            event.set()

    async def _comments(self) -> list[Comment]:
        return [Comment(*row) for row in await self.call("comments")]

    async def _plans(self) -> list[Plan]:
        return [_plan(row) for row in await self.call("plans")]

    async def _next_plan(self) -> Plan | None:
        row = await self.call("next plan")
        return None if row is None else _plan(row)

    async def _wait_until(self, ready: Callable[[], bool]) -> None:
        raise NotImplementedError("an Advisor elsewhere asks the hearing")

    def _planners_are_heard_out(self) -> bool:
        raise NotImplementedError("an Advisor elsewhere asks the hearing")

    def _visible_plans(self) -> list[Plan]:
        raise NotImplementedError("an Advisor elsewhere asks the hearing")

    def _may_plan(self) -> bool:
        return self._makes_plans

    def _posted_plan(self) -> None:
        """Those who wait are with the hearing."""

    def _stop(self) -> None:
        self.tell("fault", fault=self._fault)
        self.scope.cancel()


class WallRemoteDeliberation(RealTime, RemoteDeliberation):
    """A deliberation in real time."""

    _knows_it_is_over = False

    def begin(self, until: float) -> None:
        """Start the time; `until` is as time.perf_counter counts, which every process here shares."""
        self._deadline = until
        self._next_report = time.perf_counter() + REPORT_S
        self.scope.deadline = trio.current_time() + until - time.perf_counter()

    def remaining(self) -> float:
        """Return the time left, in seconds."""
        left = self._deadline - time.perf_counter()
        if left > 0:
            return left
        if self._knows_it_is_over:
            raise OutOfTime
        self._knows_it_is_over = True
        return 0.0

    def _spend(self, kind: int) -> None:  # noqa: ARG002  # in real time every call costs what it costs
        now = time.perf_counter()
        if now > self._deadline or self._is_closed or self._line.is_stopped:
            raise OutOfTime
        if self._testimony.work >= self._most_work:
            self.is_spent = True
            raise OutOfTime
        self._testimony.work += 1
        if now > self._next_report:
            self._next_report = now + REPORT_S
            self.tell("work")

    def _pause(self, kind: int) -> Awaitable[None]:  # noqa: ARG002  # as above
        return trio.lowlevel.checkpoint()  # noqa: ASYNC105  # the caller awaits it

    def _posting(self) -> int:
        if time.perf_counter() > self._deadline:
            raise OutOfTime
        return 0


_speaking: ContextVar["VirtualRemoteDeliberation | None"] = ContextVar("_speaking", default=None)


class LockstepClock(trio.abc.Clock):
    """Virtual time elsewhere: it is what the hearing says it is.

    When nobody can run here, the hearing is told how long; it goes on, and says when something happens.
    """

    def __init__(self, line: Connection, terms: dict[str, Any]) -> None:
        self.seen = 0
        """Messages of the hearing that have been taken in."""
        self.costs: list[int] = terms["costs"]
        self.start: int = terms["start"]
        self._per_s: int = terms["ticks_per_s"]
        self._line = line
        self._told: tuple[int, float] | None = None
        self._passes = 0
        self.think: VirtualRemoteDeliberation | None = None
        self.set(terms["instant"])

    def set(self, instant: tuple[int, float]) -> None:
        """Hear what time it is."""
        self._ticks, self._seconds = instant

    @property
    def ns(self) -> int:
        """The time since the decision began."""
        return self._ticks // 2 - self.start

    def start_clock(self) -> None:
        """Nothing to start: the hearing has."""

    def current_time(self) -> float:
        """Return the virtual time in seconds; to an Advisor that has run ahead of the clock, its own."""
        speaker = _speaking.get()
        if speaker is not None:
            return max(2 * (self._ticks // 2), 2 * (self.start + speaker.local)) / self._per_s
        self._passes += 1
        if self._passes > MOST_PASSES:
            self.deadline_to_sleep_time(float("inf"))
        return self._seconds

    def deadline_to_sleep_time(self, deadline: float) -> float:
        """Tell the hearing that nobody can run here before this time, and wait for word."""
        self._passes = 0
        think = self.think
        if self._line.is_stopped and deadline != float("inf"):  # nobody waits for what comes of this
            self._seconds = max(self._seconds, deadline)
            return 0
        if think is not None and not think.is_over and self._told != (self.seen, deadline):
            self._told = (self.seen, deadline)
            until = None if deadline == float("inf") else deadline
            think.tell("idle", seen=self.seen, until=until)
        return FOREVER_S


class VirtualRemoteDeliberation(RemoteDeliberation):
    """A deliberation in virtual time: metered here, and accounted for by the hearing."""

    def begin(self, clock: LockstepClock, local: int, deadline: int) -> None:
        """Start the time."""
        _speaking.set(self)
        self._clock = clock
        self.local = local
        self._deadline = deadline
        self._spent = bytearray()
        self._next_report = time.perf_counter() + WORKING_S
        clock.think = self

    def tell(self, do: str, **more: Any) -> None:
        """Send a message, with all that was spent since the last."""
        spent = bytes(self._spent)
        self._spent.clear()
        super().tell(do, spent=spent, **more)

    def deliver(self, message: dict[str, Any]) -> None:
        """Take a message from the hearing, and what time it is there."""
        self._clock.seen += 1
        self._clock.set(message["instant"])
        if "id" in message:
            super().deliver(message)

    def remaining(self) -> float:
        """Return the time left, in seconds."""
        now = max(self.local, self._clock.ns)
        if now >= self._deadline:
            raise OutOfTime
        self._spent.append(LOOK)
        self.local = min(now + self._clock.costs[LOOK], self._deadline)
        return (self._deadline - self.local) / NS

    def _spend(self, kind: int) -> None:
        if self._testimony.work >= self._most_work and not (self._is_closed or self._line.is_stopped):
            self._spent.append(kind)
            self.is_spent = True
            raise OutOfTime
        self._charge(kind, kind)
        self._testimony.work += 1
        self._spent.append(kind)
        now = time.perf_counter()
        if now > self._next_report:
            self._next_report = now + WORKING_S
            self.tell("work")

    def _charge(self, kind: int, mark: int) -> None:
        if self._is_closed or self._line.is_stopped:
            raise OutOfTime
        end = max(self.local, self._clock.ns) + self._clock.costs[kind]
        if end > self._deadline:
            if self.local < self._deadline:
                self._spent.append(mark)
            self.local = self._deadline
            raise OutOfTime
        self.local = end

    async def _pause(self, kind: int) -> None:
        self._charge(kind, kind | CHARGED)
        await self.call("pause", kind)

    def _posting(self) -> int:
        return self._clock.ns


def _plan(row: list[Any]) -> Plan:
    advisor, moves, *rest = row
    return Plan(advisor, tuple(moves), *rest)
