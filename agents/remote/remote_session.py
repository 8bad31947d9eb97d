"""The session of an Advisor that runs elsewhere, in a thread or a process: the far end of a line."""

import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import trio

from agents.session.advisor_session import LOOK, AdvisorSession, BadPost, OutOfTime, Question
from agents.session.real_time import RealTime
from agents.session.virtual_time import SteppedClock, VirtualTime
from blackboard import Blackboard, Comment, Plan, Testimony
from games import Move

REPORT_S = 0.005
"""How often an Advisor that does nothing but ask the oracle says how far it is."""
WORKING_S = 1.0
"""The same in virtual time: so that nobody loses patience with it."""
FOREVER_S = 1e6


class Connection(Protocol):
    """What connects an Advisor elsewhere with the hearing."""

    def send(self, do: str, **more: Any) -> None:
        """Send a message."""


class RemoteSession(AdvisorSession):
    """The part that does not hang on the clock: posts are told at once, and what others said is asked for.

    The board here is the Advisor's own, and closed when the hearing wants no more.
    """

    is_begun = False
    """Its time has started."""
    is_over = False
    """The Advisor has ended, and the hearing is about to be told."""
    trio_clock: trio.abc.Clock | None = None
    """What trio runs by; None is its own clock."""
    report_s: float
    """After how long without a message it says how far it is."""
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
        """Check a comment, and tell the hearing."""
        super().take_comment(move, strength, reason, ns)
        said = self.testimony.comments[move]
        self.send("comment", post=[said.move, said.strength, said.reason], at=time.perf_counter())

    def take_plan(self, moves: Sequence[Move], purpose: str, strength: int, ns: int | None = None) -> None:
        """Check a plan, and tell the hearing."""
        super().take_plan(moves, purpose, strength, ns)
        said = self.testimony.plans[-1]
        self.send("plan", post=[list(said.moves), said.purpose, said.strength], at=time.perf_counter())

    def posting(self) -> int:
        """Return no time: the hearing knows it."""
        return 0

    def send(self, do: str, **more: Any) -> None:
        """Send a message, with how much work was done so far."""
        self._next_report = time.perf_counter() + self.report_s
        self._line.send(do, work=self.testimony.work, **more)

    def report_work(self) -> None:
        """Say how far it is, if that was long ago."""
        if time.perf_counter() > self._next_report:
            self.send("work")

    async def call(self, op: str, argument: object = None) -> Any:
        """Ask the hearing for something, and wait for the reply."""
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
        """Ask the hearing for the comments so far."""
        return [Comment(*row) for row in await self.call("comments")]

    async def read_plans(self) -> list[Plan]:
        """Ask the hearing for the plans, once no more can come."""
        return [_plan(row) for row in await self.call("plans")]

    async def next_plan(self) -> Plan | None:
        """Ask the hearing for the next plan."""
        row = await self.call("next plan")
        return None if row is None else _plan(row)

    async def wait_until(self, ready: Callable[[], bool]) -> None:
        """Wait for nothing here: whoever waits is with the hearing."""
        raise NotImplementedError("an Advisor elsewhere asks the hearing")

    def planners_are_heard_out(self) -> bool:
        """Know nothing of others here."""
        raise NotImplementedError("an Advisor elsewhere asks the hearing")

    def visible_plans(self) -> list[Plan]:
        """Know nothing of others here."""
        raise NotImplementedError("an Advisor elsewhere asks the hearing")

    def posted_plan(self) -> None:
        """Do nothing: those who wait are with the hearing."""

    def stop(self) -> None:
        """Cancel this Advisor, and tell the hearing why."""
        self.send("fault", fault=self.fault)
        self.scope.cancel()


class WallRemoteSession(RemoteSession, RealTime):
    """A session in real time."""

    def start(self) -> None:
        """Start the time, which ends when it does in the process of the hearing."""
        self.now = time.perf_counter
        self.deadline = self._terms["until"]
        self.report_s = REPORT_S
        self._next_report = self.now() + REPORT_S
        self.scope.deadline = trio.current_time() + self.deadline - self.now()

    def spend(self, kind: int) -> None:
        """Charge a call of the oracle."""
        super().spend(kind)
        self.report_work()

    def posting(self) -> int:
        """Refuse what comes too late; the hearing is told when it was made."""
        if self.now() > self.deadline:
            raise OutOfTime
        return super().posting()


class LockstepClock(SteppedClock):
    """Virtual time elsewhere: it is what the hearing says it is.

    When nobody can run here, the hearing is told how long; it goes on, and says when something happens.
    """

    def __init__(self, session: RemoteSession, instant: tuple[int, float]) -> None:
        super().__init__(*instant)
        self.seen = 0
        """Messages of the hearing that have been taken in."""
        self._session = session
        self._told: tuple[int, float] | None = None

    def move_along(self) -> None:
        """Let the hearing go on although somebody can run here."""
        self.deadline_to_sleep_time(float("inf"))

    def deadline_to_sleep_time(self, deadline: float) -> float:
        """Tell the hearing that nobody can run here before this time, and wait for word."""
        self.passes = 0
        session = self._session
        if session.board.is_closed and deadline != float("inf"):  # nobody waits for what comes of this
            self.seconds = max(self.seconds, deadline)
            return 0
        if session.is_begun and not session.is_over and self._told != (self.seen, deadline):
            self._told = (self.seen, deadline)
            until = None if deadline == float("inf") else deadline
            session.send("idle", seen=self.seen, until=until)
        return FOREVER_S


class VirtualRemoteSession(RemoteSession, VirtualTime):
    """A session in virtual time: metered here, and once more by the hearing."""

    trio_clock: LockstepClock

    def __init__(
        self, line: Connection, question: Question, testimony: Testimony, terms: Mapping[str, Any]
    ) -> None:
        super().__init__(line, question, testimony, terms)
        self.trio_clock = LockstepClock(self, terms["instant"])
        self._spent = bytearray()
        """What the hearing has not been told of yet."""

    def start(self) -> None:
        """Start the time."""
        self.report_s = WORKING_S
        self._next_report = time.perf_counter() + WORKING_S
        self.begin(self.trio_clock, self._terms["costs"], self._terms["local"], self._terms["deadline"])

    def send(self, do: str, **more: Any) -> None:
        """Send a message, with all that was spent since the last."""
        spent = bytes(self._spent)
        self._spent.clear()
        del self.ahead[:]
        super().send(do, spent=spent, **more)

    def deliver(self, message: dict[str, Any]) -> None:
        """Take a message from the hearing, and what time it is there."""
        self.trio_clock.seen += 1
        self.trio_clock.set(*message["instant"])
        if "id" in message:
            super().deliver(message)

    def look(self) -> None:
        """Charge a look at what is left."""
        super().look()
        self._spent.append(LOOK)

    def spend(self, kind: int) -> None:
        """Charge a call of the oracle; if it is one too many, the hearing finds the same."""
        was_spent = self.is_spent
        try:
            super().spend(kind)
        except OutOfTime:
            if self.is_spent and not was_spent:
                self._spent.append(kind)
            raise
        self._spent.append(kind)
        self.report_work()

    def overrun(self, mark: int) -> OutOfTime:
        """Be at the end of the time; the hearing is to come there in the same way."""
        if self.local < self.deadline:
            self._spent.append(mark)
        return super().overrun(mark)

    async def pause(self, kind: int) -> None:
        """Be charged for what comes next, and let the hearing live through the time."""
        self.charge(kind)
        await self.call("pause", kind)


SESSIONS: Final[Mapping[str, Callable[..., RemoteSession]]] = {
    "wall": WallRemoteSession,
    "virtual": VirtualRemoteSession,
}
"""By the clock of the hearing."""


def _plan(row: list[Any]) -> Plan:
    advisor, moves, *rest = row
    return Plan(advisor, tuple(moves), *rest)
