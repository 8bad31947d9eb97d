"""The clock of a contest: how Hoyle divides its time and work among decisions.

The share of a decision is the remaining amount, divided by the number of expected decisions: half of the
largest possible number, rounded up. If a decision uses its whole share, the next one gets a little less.
Unused amounts remain for later decisions. Only code that cannot be stopped in time overdraws the clock.

A clock that is `contested` multiplies the share by 0.5 to 1.5, by how close the vote before was: neighbouring
positions are similar, and the closeness of the next vote is unknown.
"""

from typing import Any

import attrs

from blackboard import Decision
from control.limits.budgets import Allowance
from control.settings.hoyle_options import EVEN
from games import Game

MOST_DECISIONS = 40
"""The number of one side's decisions in a contest of 80 moves, after which it is a draw."""


@attrs.define
class ContestClock:
    """The time and work that one Hoyle has left in one contest."""

    allowance: Allowance
    spending: str = EVEN
    """Whether shares are even, or larger while votes are contested."""
    decisions: int = 0
    """The number of decisions made."""
    spent_ns: int = 0
    spent_work: int = 0
    closeness: float | None = None
    """How close the last vote was: 1 if it was tied, 0 if the next move was as far behind as the last."""

    def share(self, game: Game[Any], position: Any) -> Allowance:
        """Return the share of the next decision."""
        expected = (self._most_left(game, position) + 1) // 2
        ns, work = self.allowance.ns, self.allowance.work
        return Allowance(
            None if ns is None else self._part(max(0, ns - self.spent_ns), expected),
            None if work is None else self._part(max(0, work - self.spent_work), expected),
        )

    def _part(self, left: int, expected: int) -> int:
        """Return an even share of what is left; if votes are contested, up to half as much more."""
        share = left // expected
        if self.spending == EVEN or self.closeness is None:
            return share
        return min(left, int(share * (0.5 + self.closeness)))

    def spend(self, decision: Decision) -> None:
        """Charge a decision: the time until its last Advisor ended, and its work."""
        self.decisions += 1
        self.spent_ns += max((decision.landed_ns, *(each.ended_ns for each in decision.testimonies)))
        self.spent_work += sum(each.work for each in decision.testimonies)
        if decision.tier is not None:
            self.closeness = _closeness(decision)

    def _most_left(self, game: Game[Any], position: Any) -> int:
        """Return how many decisions can follow, including this one."""
        most = max(1, MOST_DECISIONS - self.decisions)
        if game.men_stay:
            empty = sum(man is None for man in game.cells(position))
            most = min(most, (empty + 1) // 2)
        return most


def _closeness(decision: Decision) -> float:
    """Return how close a vote was; 0 if there was no choice."""
    got = sorted(decision.tally.values(), reverse=True)
    if len(got) <= 1:
        return 0.0
    return 1.0 if got[0] == got[-1] else 1 - (got[0] - got[1]) / (got[0] - got[-1])
