"""Hearings in real time."""

import math
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

import trio

from agents import OutOfTime, Question, RealTime
from agents.session.advisor_session import NS
from agents.session.failures import is_from_outside
from blackboard import LAST_TIER, State, Validity
from control.hearing.deadline_timer import Watch, deadline_timer, system_load
from control.hearing.hearing import Hearing, Speaker
from control.limits.budgets import ANY_AMOUNT, Allowance
from control.limits.panel import Panel, Seat
from control.settings.hoyle_options import Settings
from games import Game

OVERRUN_MS = 10
"""How far past its deadline an inline Advisor is named; the machine may cause a shorter delay."""
RAN_ON = (
    "ran for {ms} ms past its deadline without yielding, and blocked all other Advisors;"
    ' set placement = "process" to have it stopped'
)


class WallHearing(Hearing):
    """A hearing on the clock of trio, usually in real time.

    A budget begins when its Advisor first runs. It binds at every call of the oracle, at every post, and
    whenever the Advisor waits for something; while it waits for its turn, others run on their own time.
    """

    clock = "wall"

    def __init__(
        self, question: Question, panel: Panel, settings: Settings, share: Allowance = ANY_AMOUNT
    ) -> None:
        super().__init__(question, panel, settings, share)
        self._deadline_timer = deadline_timer()
        self.now = self._deadline_timer.now
        self.start = self.now()
        self.overruns: dict[str, int] = {}
        self._watch = Watch(self.start, self._deadline_timer)
        self.set_alarm = self._watch.set_alarm

    async def run(self) -> None:
        """Hear the panel, and measure how late the harness is."""
        self._deadline_timer.begin(self._watch)
        try:
            await super().run()
        finally:
            self._deadline_timer.end(self._watch, self.now())

    async def start_group(self, group: Sequence[Seat], nursery: trio.Nursery) -> None:
        """Start a group tier by tier: each makes its first pass before the next one starts."""
        under_way: list[WallSpeaker] = []
        for _, tier in groupby(group, key=attrgetter("tier")):
            await self._first_pass(under_way)
            under_way = [WallSpeaker(self, seat) for seat in tier]
            for speaker in under_way:
                nursery.start_soon(speaker.speak, name=speaker.testimony.advisor)

    async def _first_pass(self, under_way: "list[WallSpeaker]") -> None:
        """Wait until these have ended, or wait for something other than their turn."""
        while under_way:
            await trio.lowlevel.checkpoint()
            under_way = [speaker for speaker in under_way if speaker.is_under_way]

    def has_run_since(self, when: float) -> bool:
        """Return whether the present task has been running since then."""
        return self._deadline_timer.pass_start <= when

    def validity(self) -> Validity:
        """Return how late the harness and the Advisors were, and how long they waited for their turns."""
        longest_wait = max((each.waited_ns for each in self.testimonies), default=0)
        return Validity(int(self._watch.lag * NS), self.overruns, system_load(), longest_wait)

    @property
    def pulse(self) -> float:
        """When trio last scheduled its tasks."""
        return self._deadline_timer.pass_start

    def ns(self) -> int:
        """Return the time since the decision began."""
        return int((self.now() - self.start) * NS)


class WallSpeaker(Speaker, RealTime):
    """A session in real time."""

    _hearing: WallHearing
    _task: trio.lowlevel.Task
    _limit = "budget"
    _last_deadline = math.inf
    """The latest possible deadline: the end of the time shared with other Advisors."""
    _ready_since: float | None = None
    """When it began to wait for its turn; None if it is not waiting."""
    _waited = 0.0
    """How long it has waited for its turn in total."""
    _ran_on = False
    """Whether it was still running inline after its deadline."""

    async def speak(self) -> None:
        """Let the Advisor think, unless a decision has landed already, and close its testimony."""
        if self.board.is_closed or not self._begin():
            return
        self._hearing.speakers[trio.lowlevel.current_task()] = self
        error: BaseException | None = None
        try:
            with self._scope:
                await self._asked()
        except BaseException as problem:  # whatever an Advisor raises is its own failure
            if is_from_outside(problem):
                raise
            error = problem
        finally:
            self._leave(error)

    def _begin(self) -> bool:
        """Start if there is time; return whether it has started."""
        hearing, testimony, seat = self._hearing, self.testimony, self._seat
        self.now = hearing.now
        now = self.now()
        ns = int((now - hearing.start) * NS)
        self.deadline = now + seat.budget_ns / NS
        if hearing.bounds.has_shared:
            end, self._limit = hearing.bounds.start(seat, ns)
            if end <= ns:
                self._close_unheard()
                self._notify()
                return False
            self.deadline = hearing.start + end / NS
            self._last_deadline = hearing.start + hearing.bounds.shared_end(seat.tier)[0] / NS
        self._scope = trio.CancelScope()
        self._task = trio.lowlevel.current_task()
        hearing.set_alarm(self.deadline, self)
        testimony.started_ns = ns
        testimony.state = State.THINKING
        return True

    @property
    def order(self) -> int:
        """The order among deadlines at the same instant."""
        return self._seat.order

    @property
    def is_under_way(self) -> bool:
        """Whether it has not started, or only waits for its turn."""
        has_yet_to_begin = self.testimony.state is State.NOT_STARTED
        return not self.is_closed and (has_yet_to_begin or self._ready_since is not None)

    def time_is_up(self, now: float) -> float | None:
        """Cancel the Advisor, unless its deadline was postponed, as it is while it waits for its turn."""
        if self.is_closed:
            return None
        if self._ready_since is not None and now < self._last_deadline:
            self.resumed()
            self._ready_since = now
        if self.deadline > now:
            return self.deadline
        self._scope.cancel()
        return None

    def _leave(self, error: BaseException | None) -> None:
        hearing, testimony = self._hearing, self.testimony
        if self._ready_since is not None:
            self.resumed()
        now = self.now()
        testimony.ended_ns = int((now - hearing.start) * NS)
        waited, is_late = self._waited, now > self.deadline
        if waited:
            testimony.waited_ns = int(waited * NS)
        if is_late:
            hearing.overruns[testimony.advisor] = int((now - self.deadline) * NS)
            self._check_overrun(now)
        self._close(error, is_late=is_late or self._scope.cancelled_caught)
        if self._seat.tier < LAST_TIER or self.board.waiting or hearing.may_settle:
            self._notify()

    def _notify(self) -> None:
        """Check the landing, and wake the Advisors that wait for this one to end."""
        if self._seat.tier < LAST_TIER or self._hearing.may_settle:
            self._hearing.check_landing()
        if self.board.waiting:
            self.board.wake()

    def _check_overrun(self, now: float) -> None:
        """Record that an Advisor could not be stopped, unless it was only resumed late."""
        ms = int(1000 * (now - self.deadline))
        ran_on = self._ran_on or self._hearing.has_run_since(self.deadline)
        if ms >= OVERRUN_MS and ran_on and not self._seat.is_remote:
            self.remark = RAN_ON.format(ms=ms)

    def rules(self) -> tuple[Game[Any], Any]:
        """Return a game with its own memory, so that its costs do not depend on other Advisors."""
        game = self.question.game.apart(self.testimony.advisor)
        return game, game.meet(self.question.position)

    async def pause(self, kind: int) -> None:
        """Let other Advisors run."""
        self._ready_since = now = self.now()
        self._ran_on |= now > self.deadline and self._hearing.has_run_since(self.deadline)
        await super().pause(kind)

    def resumed(self) -> None:
        """Postpone the deadline by how long the Advisor has waited for its turn.

        If it is a proxy, or has tasks of its own, it may have run meanwhile: then it is charged.
        """
        since = self._ready_since
        self._ready_since = None
        if since is None or self._seat.is_remote or self._task.child_nurseries:
            return
        waited = self.now() - since
        self._waited += waited
        if self.deadline < self._last_deadline:
            self.deadline += waited
            if self.deadline >= self._last_deadline:
                self.deadline = self._last_deadline
                self._limit = self._hearing.bounds.shared_end(self._seat.tier)[1]

    def posting(self) -> int:
        """Return the time; raise OutOfTime after the deadline."""
        now = self.now()
        if now > self.deadline:
            raise OutOfTime
        self._ready_since = now  # after a post, other Advisors run
        return int((now - self._hearing.start) * NS)

    def posted_plan(self) -> None:
        """Wake the Advisors that wait for plans."""
        self.board.wake()

    async def wait_until(self, ready: Callable[[], bool]) -> None:
        """Wait for a condition on the blackboard."""
        if not ready():
            await self.board.wait_until(self._noticing(ready), order=self._seat.order)
            self.resumed()

    def _noticing(self, ready: Callable[[], bool]) -> Callable[[], bool]:
        """Record that the wait is over; the Advisor now only waits for its turn."""

        def is_ready() -> bool:
            if not ready():
                return False
            self._ready_since = self.now()
            return True

        return is_ready
