"""The session of an Advisor in a thread or a process, at the far end of the line."""

import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import trio

from agents.session.advisor_session import LOOK, AdvisorSession, BadPost, OutOfTime, Question
from agents.session.real_time import RealTime
from agents.session.virtual_time import SteppedClock, VirtualTime, own_marks
from blackboard import Blackboard, Comment, Plan, Testimony
from games import Move

REPORT_S = 0.005
"""How often an Advisor that only asks the oracle reports its work."""
WORKING_S = 1.0
"""The same on the virtual clock, within the patience of the hearing."""
FOREVER_S = 1e6


class Connection(Protocol):
    """Connects an Advisor with the hearing."""

    def send(self, do: str, **more: Any) -> None:
        """Send a message."""


class RemoteSession(AdvisorSession):
    """The part for both clocks: it sends posts at once and asks the hearing for what others posted.

    The board here is the Advisor's own; it is closed when the hearing accepts no more posts.
    """

    is_begun = False
    """The Advisor's time has started."""
    is_over = False
    """The Advisor has ended, and the report to the hearing follows."""
    trio_clock: trio.abc.Clock | None = None
    """The clock for trio; None means trio's own."""
    report_s: float
    """How many seconds without a message may pass before it reports its work."""
    _next_report: float

    def __init__(
        self, line: Connection, question: Question, testimony: Testimony, terms: Mapping[str, Any]
    ) -> None:
        super().__init__(question, testimony, Blackboard([testimony]))
        self.most_work = terms["most_work"]
        self.scope = trio.CancelScope()
        self._line = line
        self._terms = terms
        self._calls: dict[int, trio.Event] = {}
        self._replies: dict[int, Any] = {}

    @abstractmethod
    def start(self) -> None:
        """Start the time."""

    def take_comment(self, move: Move, strength: int, reason: str, ns: int | None = None) -> None:
        """Check a comment and send it."""
        super().take_comment(move, strength, reason, ns)
        said = self.testimony.comments[move]
        self.send("comment", post=[said.move, said.strength, said.reason], at=time.perf_counter())

    def take_plan(self, moves: Sequence[Move], purpose: str, strength: int, ns: int | None = None) -> None:
        """Check a plan and send it."""
        super().take_plan(moves, purpose, strength, ns)
        said = self.testimony.plans[-1]
        self.send("plan", post=[list(said.moves), said.purpose, said.strength], at=time.perf_counter())

    def posting(self) -> int:
        """Return 0: the hearing sets the time."""
        return 0

    def send(self, do: str, **more: Any) -> None:
        """Send a message with the work done so far."""
        self._next_report = time.perf_counter() + self.report_s
        self._line.send(do, work=self.testimony.work, **more)

    def report_work(self) -> None:
        """Report the work done so far if the last message is old."""
        if time.perf_counter() > self._next_report:
            self.send("work")

    async def call(self, op: str, argument: object = None) -> Any:
        """Send a request to the hearing and return the reply."""
        number, event = len(self._replies) + len(self._calls), trio.Event()
        self._calls[number] = event
        self.send("call", id=number, op=op, argument=argument)
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

    async def read_comments(self) -> list[Comment]:
        """Return the comments so far, from the hearing."""
        return [Comment(*row) for row in await self.call("comments")]

    async def read_plans(self) -> list[Plan]:
        """Return the plans, from the hearing, once no more can be posted."""
        return [_plan(row) for row in await self.call("plans")]

    async def next_plan(self) -> Plan | None:
        """Return the next plan, from the hearing."""
        row = await self.call("next plan")
        return None if row is None else _plan(row)

    async def wait_until(self, ready: Callable[[], bool]) -> None:
        """Raise: only the hearing can wait for other Advisors."""
        raise NotImplementedError("only the hearing can wait for other Advisors")

    def planners_are_heard_out(self) -> bool:
        """Raise: only the hearing knows the other Advisors."""
        raise NotImplementedError("only the hearing knows the other Advisors")

    def visible_plans(self) -> list[Plan]:
        """Raise: only the hearing knows the other Advisors."""
        raise NotImplementedError("only the hearing knows the other Advisors")

    def posted_plan(self) -> None:
        """Do nothing: the Advisors that wait for plans are with the hearing."""

    def stop(self) -> None:
        """Cancel this Advisor and report why."""
        self.send("fault", fault=self.fault)
        self.scope.cancel()


class WallRemoteSession(RemoteSession, RealTime):
    """A session in real time."""

    def start(self) -> None:
        """Start the time; the hearing sets the deadline."""
        self.now = time.perf_counter
        self.deadline = self._terms["until"]
        self.report_s = REPORT_S
        self._next_report = self.now() + REPORT_S
        self.scope.deadline = trio.current_time() + self.deadline - self.now()

    def spend(self, kind: int) -> None:
        """Charge an oracle call."""
        super().spend(kind)
        self.report_work()

    def spend_time(self, ns: int) -> None:
        """Record own work."""
        super().spend_time(ns)
        self.report_work()

    def send(self, do: str, **more: Any) -> None:
        """Send a message, with the own work so far if there is any."""
        spent = {"spent_ns": self.testimony.spent_ns} if self.testimony.spent_ns else {}
        super().send(do, **spent, **more)

    def posting(self) -> int:
        """Raise OutOfTime after the deadline."""
        if self.now() > self.deadline:
            raise OutOfTime
        return super().posting()


class LockstepClock(SteppedClock):
    """The virtual clock of a worker, which follows the clock of the hearing.

    When no task can run here, the worker reports until when. The hearing's clock then goes on, and the
    hearing sends a message when something happens.
    """

    def __init__(self, session: RemoteSession, instant: tuple[int, float]) -> None:
        super().__init__(*instant)
        self.seen = 0
        """How many messages of the hearing have been read."""
        self._session = session
        self._reported: tuple[int, float] | None = None

    def move_along(self) -> None:
        """Let the hearing go on although a task can run here."""
        self.deadline_to_sleep_time(float("inf"))

    def deadline_to_sleep_time(self, deadline: float) -> float:
        """Report that no task can run here before this time, and wait for a message."""
        self.passes = 0
        session = self._session
        if session.board.is_closed and deadline != float("inf"):  # no post counts any more
            self.seconds = max(self.seconds, deadline)
            return 0
        if session.is_begun and not session.is_over and self._reported != (self.seen, deadline):
            self._reported = (self.seen, deadline)
            until = None if deadline == float("inf") else deadline
            session.send("idle", seen=self.seen, until=until)
        return FOREVER_S


class VirtualRemoteSession(RemoteSession, VirtualTime):
    """A session in virtual time: metered here, and again by the hearing."""

    trio_clock: LockstepClock

    def __init__(
        self, line: Connection, question: Question, testimony: Testimony, terms: Mapping[str, Any]
    ) -> None:
        super().__init__(line, question, testimony, terms)
        self.trio_clock = LockstepClock(self, terms["instant"])
        self._spent = bytearray()
        """The charges that have not been sent yet: their kinds, and after own work its time."""

    def start(self) -> None:
        """Start the time."""
        self.report_s = WORKING_S
        self._next_report = time.perf_counter() + WORKING_S
        self.begin(self.trio_clock, self._terms["costs"], self._terms["local"], self._terms["deadline"])

    def send(self, do: str, **more: Any) -> None:
        """Send a message with all charges since the last one."""
        spent = bytes(self._spent)
        self._spent.clear()
        del self.ahead[:]
        super().send(do, spent=spent, **more)

    def deliver(self, message: dict[str, Any]) -> None:
        """Take a message from the hearing, and its time."""
        self.trio_clock.seen += 1
        self.trio_clock.set(*message["instant"])
        if "id" in message:
            super().deliver(message)

    def look(self) -> None:
        """Charge a look at the time left."""
        super().look()
        self._spent.append(LOOK)

    def spend(self, kind: int) -> None:
        """Charge an oracle call, and note it for the hearing even if it exceeds the limit."""
        was_spent = self.is_spent
        try:
            super().spend(kind)
        except OutOfTime:
            if self.is_spent and not was_spent:
                self._spent.append(kind)
            raise
        self._spent.append(kind)
        self.report_work()

    def spend_time(self, ns: int) -> None:
        """Charge own work, and note it for the hearing."""
        super().spend_time(ns)
        self._spent += own_marks(ns)
        self.report_work()

    def overrun(self, *marks: int) -> OutOfTime:
        """Set the time to the deadline, and note the charge, so that the hearing does the same."""
        if self.local < self.deadline:
            self._spent += bytes(marks)
        return super().overrun(*marks)

    async def pause(self, kind: int) -> None:
        """Charge the next action, and let the hearing pass the time."""
        self.charge(kind)
        await self.call("pause", kind)


SESSIONS: Final[Mapping[str, Callable[..., RemoteSession]]] = {
    "wall": WallRemoteSession,
    "virtual": VirtualRemoteSession,
}
"""Kinds of sessions by the clock of the hearing."""


def _plan(row: list[Any]) -> Plan:
    advisor, moves, *rest = row
    return Plan(advisor, tuple(moves), *rest)
