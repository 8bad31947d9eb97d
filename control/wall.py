"""Hearings in real time."""

from collections.abc import Awaitable, Callable

import trio

from agents import OutOfTime, Question
from blackboard import State
from control.hearing import Hearing, Speaker
from control.panel import LAST_TIER, Panel, Seat
from control.settings import Settings

NS = 1_000_000_000


class WallHearing(Hearing):
    """A hearing by whatever clock trio runs by, as a rule the one on the wall.

    A budget begins when its Advisor first runs. It binds at every call of the oracle and at every post.
    """

    clock = "wall"

    def __init__(self, question: Question, panel: Panel, settings: Settings) -> None:
        super().__init__(question, panel, settings)
        self.now = trio.lowlevel.current_clock().current_time
        self.start = self.now()

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

    async def speak(self) -> None:
        """Let the Advisor think, unless a decision has landed already, and close its testimony."""
        if self._board.is_closed:
            return
        self._begin()
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

    def _begin(self) -> None:
        now, testimony = self._hearing.now(), self._testimony
        self._deadline = now + testimony.budget_ns / NS
        self._scope = trio.CancelScope(deadline=self._deadline)
        testimony.started_ns = int((now - self._hearing.start) * NS)
        testimony.state = State.THINKING

    def _leave(self, error: BaseException | None) -> None:
        hearing = self._hearing
        now = hearing.now()
        self._testimony.ended_ns = int((now - hearing.start) * NS)
        self._close(error, is_late=now > self._deadline or self._scope.cancelled_caught)
        if self._seat.tier < LAST_TIER:
            hearing.check_landing()
        if self._board.waiting:
            self._board.wake()

    def remaining(self) -> float:
        """Answer the time left, in seconds."""
        left = self._deadline - self._hearing.now()
        if left > 0:
            return left
        if self._knows_it_is_over:
            raise OutOfTime
        self._knows_it_is_over = True
        return 0.0

    def _spend(self, kind: int) -> None:  # noqa: ARG002  # in real time every call costs what it costs
        if self._hearing.now() > self._deadline or self._is_closed or self._board.is_closed:
            raise OutOfTime
        self._testimony.work += 1

    def _pause(self, kind: int) -> Awaitable[None]:  # noqa: ARG002  # as above
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
