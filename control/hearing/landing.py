"""The landing rule of tiers 1 and 2: verdicts take effect by rank, in whatever order Advisors finish."""

from collections.abc import Sequence

from agents import Streams, pick
from blackboard import INSIST, OPPOSE, State, Testimony
from games import Move


class Landing:
    """Evaluates the ranked Advisors in order until one of them decides.

    An Advisor's verdict is complete when it has finished, failed or run out of time. It takes effect when the
    same is true of all Advisors ranked above, so the order of finishing changes nothing.
    """

    def __init__(
        self, moves: tuple[Move, ...], ranked: Sequence[Testimony], streams: Streams, *, drop_late: bool
    ) -> None:
        self.remaining = moves
        self.removed: dict[Move, str] = {}
        self.decider: Testimony | None = None
        self.move: Move | None = None
        self.insisted: tuple[Move, ...] = ()
        """The moves the decider insisted on; if there are several, the tie stream picked one."""
        self._ranked = ranked
        self._streams = streams
        self._drop_late = drop_late
        self._next = 0

    @property
    def is_open(self) -> bool:
        """Whether all of tiers 1 and 2 have ended without a decision, so that tier 3 votes."""
        return self.move is None and self._next == len(self._ranked)

    def advance(self) -> bool:
        """Apply the verdicts that are due, in order; return whether a decision has landed."""
        while self.move is None and self._next < len(self._ranked):
            testimony = self._ranked[self._next]
            if not testimony.is_heard_out:
                break
            self._next += 1
            if self.takes(testimony):
                self.hear(testimony)
        return self.move is not None

    def takes(self, testimony: Testimony) -> bool:
        """Return whether the comments of an Advisor that has ended count."""
        return bool(testimony.comments) and not (self._drop_late and testimony.state is State.TIMED_OUT)

    def hear(self, testimony: Testimony) -> None:
        """Apply one verdict."""
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
