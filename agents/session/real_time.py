"""Real time as one Advisor spends it, wherever it runs: what it does costs what it takes."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import trio

from agents.session.advisor_session import AdvisorSession, OutOfTime
from games import Move


class RealTime(AdvisorSession):
    """A session in real time: a post is taken when it is made, and then the others have their turn.

    In virtual time a post costs something, and is taken when that time has passed.
    """

    clock = "wall"
    deadline: float
    now: Callable[[], float]
    """The clock that the deadline is told by."""
    _knows_it_is_over = False
    """It has been told that no time is left, and should have ended."""

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

    async def pause(self, kind: int) -> None:  # noqa: ARG002  # in real time everything costs what it takes
        """Let the others have their turn."""
        await trio.lowlevel.checkpoint()
        self.resumed()

    def resumed(self) -> None:
        """Go on after others had their turn."""

    def remaining(self) -> float:
        """Return the time left, in seconds; whoever asks again when there is none is stopped."""
        self.testimony.looked = True
        left = self.deadline - self.now()
        if left > 0:
            return left
        if self._knows_it_is_over:
            raise OutOfTime
        self._knows_it_is_over = True
        return 0.0

    def look(self) -> None:
        """Charge a look at what is left: it may come too late."""
        self.testimony.looked = True
        if self.now() > self.deadline:
            raise OutOfTime

    def spend(self, kind: int) -> None:  # noqa: ARG002  # as above
        """Charge a call of the oracle."""
        if self.now() > self.deadline or self.is_closed or self.board.is_closed:
            raise OutOfTime
        testimony = self.testimony
        if testimony.work >= self.most_work:
            raise self.out_of_work()
        testimony.work += 1

    def terms(self) -> dict[str, Any]:
        """Return until when there is time, as time.perf_counter counts, which every process here shares."""
        until = time.perf_counter() + self.deadline - self.now()
        return {"clock": self.clock, "until": until, "most_work": self.most_work}

    def take_spent(self, message: Mapping[str, Any]) -> None:
        """Take over how much work was done in another place; time has passed here too."""
        self.testimony.looked = True  # it may have: nobody tells
        self.testimony.work = max(self.testimony.work, message.get("work", 0))
