"""Hearings in real time."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

import trio

from agents import OutOfTime, Proxy, Question
from blackboard import State, Validity
from control.budgets import ANY_AMOUNT, Allowance
from control.hearing import Hearing, Speaker
from control.lag import Watch, system_load, watchman
from control.panel import LAST_TIER, Panel, Seat
from control.settings import Settings

NS = 1_000_000_000
OVERRUN_MS = 10
"""How far past its deadline an Advisor is named for it: less may be the machine's doing."""
RAN_ON = (
    "ran on for {ms} ms past its deadline without yielding, and held up all the others;"
    ' an Advisor with placement = "process" can be stopped'
)


class WallHearing(Hearing):
    """A hearing by whatever clock trio runs by, as a rule the one on the wall.

    A budget begins when its Advisor first runs. It binds at every call of the oracle and at every post.
    """

    clock = "wall"

    def __init__(
        self, question: Question, panel: Panel, settings: Settings, share: Allowance = ANY_AMOUNT
    ) -> None:
        super().__init__(question, panel, settings, share)
        self.now = trio.lowlevel.current_clock().current_time
        self.start = self.now()
        self.overruns: dict[str, int] = {}
        self._watch = Watch(self.start)

    async def run(self) -> None:
        """Hear the panel, and see meanwhile how late the harness is."""
        watching = watchman()
        watching.begin(self._watch)
        try:
            await super().run()
        finally:
            watching.end(self._watch, self.now())

    def validity(self) -> Validity:
        """Answer how late the harness and the Advisors were."""
        return Validity(int(self._watch.lag * NS), self.overruns, system_load())

    def ns(self) -> int:
        """Answer the time since the decision began."""
        return int((self.now() - self.start) * NS)

    def hear(self, seat: Seat) -> Awaitable[None]:
        """Let one Advisor think under its deadline."""
        return WallSpeaker(self, seat).speak()


class WallSpeaker(Speaker):
    """A deliberation in real time."""

    _hearing: WallHearing
    _deadline: float
    _knows_it_is_over = False
    """It has been told that no time is left, and should have ended."""
    _ran_on = False
    """It was still running, inline, past its deadline."""

    async def speak(self) -> None:
        """Let the Advisor think, unless a decision has landed already, and close its testimony."""
        if self._board.is_closed or not self._begin():
            return
        error: BaseException | None = None
        try:
            with self._scope:
                await self._seat.advisor.advise(self)
        except (trio.Cancelled, KeyboardInterrupt):
            raise
        except BaseException as problem:  # noqa: BLE001  # whatever an Advisor raises is its own failure
            error = problem
        finally:
            self._leave(error)

    def _begin(self) -> bool:
        """Start, if there is time for it."""
        hearing, testimony = self._hearing, self._testimony
        ns = hearing.ns()
        end, self._limit = hearing.bounds.start(self._seat, ns)
        if end <= ns:
            self._close_unheard()
            self._tell()
            return False
        self._deadline = hearing.start + end / NS
        self._scope = trio.CancelScope(deadline=self._deadline)
        testimony.started_ns = ns
        testimony.state = State.THINKING
        return True

    def _leave(self, error: BaseException | None) -> None:
        hearing = self._hearing
        now = hearing.now()
        self._testimony.ended_ns = int((now - hearing.start) * NS)
        if now > self._deadline:
            hearing.overruns[self._testimony.advisor] = int((now - self._deadline) * NS)
            self._check_overrun(now)
        self._close(error, is_late=now > self._deadline or self._scope.cancelled_caught)
        self._tell()

    def _tell(self) -> None:
        """Let those know who wait for this Advisor to be heard out."""
        if self._seat.tier < LAST_TIER:
            self._hearing.check_landing()
        if self._board.waiting:
            self._board.wake()

    def _check_overrun(self, now: float) -> None:
        """Name an Advisor that could not be stopped; one that was only woken late is not at fault."""
        ms = int(1000 * (now - self._deadline))
        ran_on = self._ran_on or not self._scope.cancelled_caught
        if ms >= OVERRUN_MS and ran_on and not isinstance(self._seat.advisor, Proxy):
            self._remark = RAN_ON.format(ms=ms)

    def _terms(self) -> dict[str, Any]:
        until = time.perf_counter() + self._deadline - self._hearing.now()
        return {"clock": "wall", "until": until, "most_work": self._most_work}

    def remaining(self) -> float:
        """Answer the time left, in seconds."""
        self._testimony.looked = True
        left = self._deadline - self._hearing.now()
        if left > 0:
            return left
        if self._knows_it_is_over:
            raise OutOfTime
        self._knows_it_is_over = True
        return 0.0

    def _look(self) -> None:
        self._testimony.looked = True
        if self._hearing.now() > self._deadline:
            raise OutOfTime

    def _spend(self, kind: int) -> None:  # noqa: ARG002  # in real time every call costs what it costs
        if self._hearing.now() > self._deadline or self._is_closed or self._board.is_closed:
            raise OutOfTime
        if self._testimony.work >= self._most_work:
            raise self._out_of_work()
        self._testimony.work += 1

    def _pause(self, kind: int) -> Awaitable[None]:  # noqa: ARG002  # as above
        if self._hearing.now() > self._deadline:
            self._ran_on = True
        return trio.lowlevel.checkpoint()  # noqa: ASYNC105  # the caller awaits it

    def _posting(self) -> int:
        now = self._hearing.now()
        if now > self._deadline:
            raise OutOfTime
        return int((now - self._hearing.start) * NS)

    def _posted_plan(self) -> None:
        self._board.wake()

    async def _wait_until(self, ready: Callable[[], bool]) -> None:
        if not ready():
            await self._board.wait_until(ready, order=self._seat.order)
