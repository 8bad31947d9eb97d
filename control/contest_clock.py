"""The clock of a contest: how Hoyle spends its time, and its work, over its decisions.

A decision may use what is left, divided by the decisions that are to be expected: half of the most that can
come, rounded up. So if a decision uses all it may, the one after it gets a little less: a contest is the less
likely to go on the longer it has gone on. What a decision does not use is there for those after it, and
nothing is ever spent twice, so the clock is not overdrawn but by what cannot be stopped in time.
"""

from typing import Any

import attrs

from blackboard import Decision
from control.budgets import Allowance
from games import Game

MOST_DECISIONS = 40
"""Decisions of one side in a contest of 80 moves, after which it is a draw."""


@attrs.define
class ContestClock:
    """What one Hoyle has left in one contest."""

    allowance: Allowance
    decisions: int = 0
    """How many it has made."""
    spent_ns: int = 0
    spent_work: int = 0

    def share(self, game: Game[Any], position: Any) -> Allowance:
        """Return what the next decision may use."""
        expected = (self._most_left(game, position) + 1) // 2
        ns, work = self.allowance.ns, self.allowance.work
        return Allowance(
            None if ns is None else max(0, ns - self.spent_ns) // expected,
            None if work is None else max(0, work - self.spent_work) // expected,
        )

    def spend(self, decision: Decision) -> None:
        """Count what a decision has used: the time until the last of its Advisors had ended."""
        self.decisions += 1
        self.spent_ns += max((decision.landed_ns, *(each.ended_ns for each in decision.testimonies)))
        self.spent_work += sum(each.work for each in decision.testimonies)

    def _most_left(self, game: Game[Any], position: Any) -> int:
        """Return how many decisions can come, this one included."""
        most = max(1, MOST_DECISIONS - self.decisions)
        if game.men_stay:
            empty = sum(man is None for man in game.cells(position))
            most = min(most, (empty + 1) // 2)
        return most
