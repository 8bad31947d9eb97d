"""The landing rule of tiers 1 and 2: a verdict takes effect by rank, whoever finished first."""

from collections.abc import Sequence

from agents import Streams, pick
from blackboard import INSIST, OPPOSE, State, Testimony
from games import Move


class Landing:
    """Hears the ranked Advisors in their order, and knows when one of them has decided.

    An Advisor's verdict is complete once it has finished, failed or run out of time, and takes effect
    once that holds for everyone ranked above it too. So the order of finishing changes nothing.
    """

    def __init__(
        self, moves: tuple[Move, ...], ranked: Sequence[Testimony], streams: Streams, *, drop_late: bool
    ) -> None:
        self.remaining = moves
        self.removed: dict[Move, str] = {}
        self.decider: Testimony | None = None
        self.move: Move | None = None
        self.insisted: tuple[Move, ...] = ()
        """The moves the decider insisted on: more than one if the tie stream had to pick."""
        self._ranked = ranked
        self._streams = streams
        self._drop_late = drop_late
        self._next = 0

    @property
    def is_open(self) -> bool:
        """Has everybody in tiers 1 and 2 been heard, and nobody decided? Then the vote is next."""
        return self.move is None and self._next == len(self._ranked)

    def advance(self) -> bool:
        """Hear everyone whose turn has come; say whether a decision has landed."""
        while self.move is None and self._next < len(self._ranked):
            testimony = self._ranked[self._next]
            if not testimony.is_heard_out:
                break
            self._next += 1
            if self.takes(testimony):
                self.hear(testimony)
        return self.move is not None

    def takes(self, testimony: Testimony) -> bool:
        """Does what an Advisor said count, now that it has been heard out?"""
        return bool(testimony.comments) and not (self._drop_late and testimony.state is State.TIMED_OUT)

    def hear(self, testimony: Testimony) -> None:
        """Let one verdict take effect."""
        comments = testimony.comments
        insisted = tuple(m for m in self.remaining if m in comments and comments[m].strength == INSIST)
        if insisted:
            choice = insisted[0] if len(insisted) == 1 else pick(self._streams.stream("ties"), insisted)
            self._land(testimony, choice, insisted)
            return
        opposed = {m for m in self.remaining if m in comments and comments[m].strength == OPPOSE}
        left = tuple(m for m in self.remaining if m not in opposed)
        if opposed and left:
            self.removed.update((m, testimony.advisor) for m in self.remaining if m in opposed)
            self.remaining = left
            if len(left) == 1:
                self._land(testimony, left[0], ())

    def _land(self, decider: Testimony, move: Move, insisted: tuple[Move, ...]) -> None:
        self.decider, self.move, self.insisted = decider, move, insisted
