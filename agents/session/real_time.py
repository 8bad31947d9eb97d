"""The real time of one Advisor: its actions cost the time that they take."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import trio

from agents.session.advisor_session import AdvisorSession, OutOfTime
from games import Move


class RealTime(AdvisorSession):
    """A session in real time: a post is recorded when it is made, and then other Advisors run.

    In virtual time a post has a cost and is recorded when that time has passed.
    """

    clock = "wall"
    deadline: float
    now: Callable[[], float]
    """The clock of the deadline."""
    _knows_it_is_over = False
    """`remaining` has returned 0, so the Advisor should have ended."""

    async def comment(self, move: Move, strength: int, reason: str) -> None:
        """Post a comment."""
        self.take_comment(move, strength, reason)
        await trio.lowlevel.checkpoint()
        self.resumed()

    async def plan(self, moves: Sequence[Move], purpose: str, strength: int) -> None:
        """Post a plan."""
        self.take_plan(moves, purpose, strength)
        await trio.lowlevel.checkpoint()
        self.resumed()

    async def pause(self, kind: int) -> None:  # noqa: ARG002  # in real time there is no charge
        """Let other Advisors run."""
        await trio.lowlevel.checkpoint()
        self.resumed()

    def resumed(self) -> None:
        """Continue after other Advisors have run."""

    def remaining(self) -> float:
        """Return the time left in seconds; if it was 0 before, raise OutOfTime."""
        self.testimony.looked = True
        left = self.deadline - self.now()
        if left > 0:
            return left
        if self._knows_it_is_over:
            raise OutOfTime
        self._knows_it_is_over = True
        return 0.0

    def look(self) -> None:
        """Raise OutOfTime if the deadline has passed."""
        self.testimony.looked = True
        if self.now() > self.deadline:
            raise OutOfTime

    def spend(self, kind: int) -> None:  # noqa: ARG002  # as above
        """Charge an oracle call."""
        if self.now() > self.deadline or self.is_closed or self.board.is_closed:
            raise OutOfTime
        testimony = self.testimony
        if testimony.work >= self.most_work:
            raise self.out_of_work()
        testimony.work += 1

    def spend_time(self, ns: int) -> None:
        """Record own work, which takes the time that it takes."""
        if self.now() > self.deadline:
            raise OutOfTime
        self.testimony.spent_ns += ns

    def terms(self) -> dict[str, Any]:
        """Return the deadline by time.perf_counter, which all processes share."""
        until = time.perf_counter() + self.deadline - self.now()
        return {"clock": self.clock, "until": until, "most_work": self.most_work}

    def take_spent(self, message: Mapping[str, Any]) -> None:
        """Record the work done in a worker; the time has passed here too."""
        self.testimony.looked = True  # it may have, and that is not reported
        self.testimony.work = max(self.testimony.work, message.get("work", 0))
        self.testimony.spent_ns = max(self.testimony.spent_ns, message.get("spent_ns", 0))
