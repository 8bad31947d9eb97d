"""Hearings in real time."""

from collections.abc import Awaitable, Callable

import trio

from agents import OutOfTime, Question
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

    async def hear(self, seat: Seat) -> None:
        """Let one Advisor think under its deadline."""
        if self.board.is_closed:
            return
        speaker = WallSpeaker(self, seat)
        error: BaseException | None = None
        try:
            with speaker.scope:
                await seat.advisor.advise(speaker)
        except (trio.Cancelled, KeyboardInterrupt):
            raise
        except BaseException as problem:  # noqa: BLE001  # whatever an Advisor raises is its own failure
            error = problem
        finally:
            now = self.now()
            speaker.testimony.ended_ns = int((now - self.start) * NS)
            speaker.end(error, is_late=now > speaker.deadline or speaker.scope.cancelled_caught)
            if seat.tier < LAST_TIER:
                self.check_landing()
            if self.board.waiting:
                self.board.wake()


class WallSpeaker(Speaker):
    """A deliberation in real time."""

    hearing: WallHearing

    def __init__(self, hearing: WallHearing, seat: Seat) -> None:
        super().__init__(hearing, seat)
        now = hearing.now()
        self.deadline = deadline = now + seat.budget_ns / NS
        self.scope = trio.CancelScope(deadline=deadline)
        self.testimony.started_ns = int((now - hearing.start) * NS)

    def remaining(self) -> float:
        """Answer the time left, in seconds."""
        return max(0.0, self.deadline - self.hearing.now())

    def _spend(self, kind: int) -> None:  # noqa: ARG002  # in real time every call costs what it costs
        if self.hearing.now() > self.deadline or self.is_closed or self._board.is_closed:
            raise OutOfTime
        self.testimony.work += 1

    def _pause(self, kind: int) -> Awaitable[None]:  # noqa: ARG002  # as above
        return trio.lowlevel.checkpoint()  # noqa: ASYNC105  # the caller awaits it

    def _posting(self) -> int:
        now = self.hearing.now()
        if now > self.deadline:
            raise OutOfTime
        return int((now - self.hearing.start) * NS)

    def _posted_plan(self) -> None:
        self.hearing.board.wake()

    async def _wait_until(self, ready: Callable[[], bool]) -> None:
        if not ready():
            await self.hearing.board.wait_until(ready, order=self.seat.order)
