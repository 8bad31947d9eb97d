"""The clock of a contest: how Hoyle spends its time, and its work, over its decisions.

A decision may use what is left, divided by the decisions that are to be expected: half of the most that can
come, rounded up. So if a decision uses all it may, the one after it gets a little less: a contest is the less
likely to go on the longer it has gone on. What a decision does not use is there for those after it, and
nothing is ever spent twice, so the clock is not overdrawn but by what cannot be stopped in time.

A clock that is `contested` gives a decision between half of that and one and a half times as much, by how
close the vote before it was: neighbouring positions are alike, and how close a vote will be nobody knows
before it.
"""

from typing import Any

import attrs

from blackboard import Decision
from control.limits.budgets import Allowance
from control.settings.hoyle_options import EVEN
from games import Game

MOST_DECISIONS = 40
"""Decisions of one side in a contest of 80 moves, after which it is a draw."""


@attrs.define
class ContestClock:
    """What one Hoyle has left in one contest."""

    allowance: Allowance
    spending: str = EVEN
    """In even shares, or more while votes are contested."""
    decisions: int = 0
    """How many it has made."""
    spent_ns: int = 0
    spent_work: int = 0
    closeness: float | None = None
    """How close the last vote was: 1 if it was tied, 0 if the next move was as far behind as the last."""

    def share(self, game: Game[Any], position: Any) -> Allowance:
        """Return what the next decision may use."""
        expected = (self._most_left(game, position) + 1) // 2
        ns, work = self.allowance.ns, self.allowance.work
        return Allowance(
            None if ns is None else self._part(max(0, ns - self.spent_ns), expected),
            None if work is None else self._part(max(0, work - self.spent_work), expected),
        )

    def _part(self, left: int, expected: int) -> int:
        """Return an even share of what is left; while votes are contested, up to half as much again."""
        share = left // expected
        if self.spending == EVEN or self.closeness is None:
            return share
        return min(left, int(share * (0.5 + self.closeness)))

    def spend(self, decision: Decision) -> None:
        """Count what a decision has used: the time until the last of its Advisors had ended."""
        self.decisions += 1
        self.spent_ns += max((decision.landed_ns, *(each.ended_ns for each in decision.testimonies)))
        self.spent_work += sum(each.work for each in decision.testimonies)
        if decision.tier is not None:
            self.closeness = _closeness(decision)

    def _most_left(self, game: Game[Any], position: Any) -> int:
        """Return how many decisions can come, this one included."""
        most = max(1, MOST_DECISIONS - self.decisions)
        if game.men_stay:
            empty = sum(man is None for man in game.cells(position))
            most = min(most, (empty + 1) // 2)
        return most


def _closeness(decision: Decision) -> float:
    """Return how close a vote was; where nobody had to vote, nothing was contested."""
    got = sorted(decision.tally.values(), reverse=True)
    if len(got) <= 1:
        return 0.0
    return 1.0 if got[0] == got[-1] else 1 - (got[0] - got[1]) / (got[0] - got[-1])
