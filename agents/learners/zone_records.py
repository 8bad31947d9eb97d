"""What is known of one expression about zones, and what follows from it: its attitude, and its state."""

import math
from collections.abc import Mapping
from typing import Any

import attrs

from agents.learners.moments import NOTHING, Moments, differs
from agents.learners.weighing import TrackRecord
from agents.sight.zone_votes import Leaning
from agents.sight.zones import STAGES, Expression
from blackboard.items import MOST_COUNTED, added

RESULTS = ("won", "drawn", "lost")
MOVES = "moves"
LISTS = (*RESULTS, MOVES)
"""Of what there are values: contests by how they ended for the owner, and choices of experts."""
MOVER = "mover"
ATTITUDES = ("outcomes", MOVES, MOVER)
"""How attitudes are found: by how contests ended, or by what experts chose, for both sides or their own."""
STANDINGS = ("kept", "anew")
"""With which weight a learned Advisor begins: what it has as an expression, or none."""
FEWEST_OPINIONS = 10
"""Without so many, nobody knows whether an expression is nearly always right."""
FAR = 2.58
"""A direction of the choices of experts holds beyond so many standard errors."""
RETIRED_WITHIN = 0.01 / 10
"""After n contests lists are alike that differ by less than n times this, in units of their deviation."""

ACTIVE, IMPORTANT, ADVISOR, RETIRED = "active", "important", "advisor", "retired"
STATES = ("", ACTIVE, IMPORTANT, ADVISOR, RETIRED)


_UNSEEN = dict.fromkeys(RESULTS, NOTHING)


@attrs.frozen
class ZoneOptions:
    """How zones are learned."""

    attitude: str = "outcomes"
    stages: tuple[str, ...] = STAGES
    """Expressions of other stages are left out."""
    level: float = 0.99
    """The level of confidence at which values differ."""
    steady: int = 20
    """Contests in a row for which an attitude must hold."""
    important: float = 0.85
    """The weight at which an expression deserves to be an Advisor."""
    every: int = 10
    """Contests from one making of Advisors to the next."""
    start: int = 25
    """Contests before anything is retired."""
    standing: str = "kept"

    @property
    def is_by_choices(self) -> bool:
        """Are attitudes found by what experts chose?"""
        return self.attitude in (MOVES, MOVER)


@attrs.define
class ZoneRecord:
    """What is known of one expression, as it is written anew."""

    expression: Expression
    lists: dict[str, Moments]
    attitude: str = ""
    direction: int = 0
    held: int = 0
    contests: int = 0
    standing: TrackRecord = attrs.field(factory=TrackRecord)
    state: str = ""

    @classmethod
    def read(cls, expression: Expression, entry: Mapping[str, Any] | None) -> "ZoneRecord":
        """Read what is known; of an expression that is new, nothing."""
        if entry is None:
            return cls(expression, {})
        return cls(
            expression,
            {each: Moments(*entry[each]) for each in LISTS if each in entry},
            entry["attitude"],
            entry["direction"],
            entry["held"],
            entry["contests"],
            TrackRecord(*entry["standing"]),
            entry["state"],
        )

    def entry(self) -> dict[str, Any]:
        """Write it down."""
        lists = {**_UNSEEN, **self.lists}
        return {
            **{each: as_list(moments) for each, moments in lists.items()},
            "attitude": self.attitude,
            "direction": self.direction,
            "held": self.held,
            "contests": self.contests,
            "standing": [self.standing.right, self.standing.opinions],
            "state": self.state,
        }

    def add(self, which: str, moments: Moments) -> None:
        """Add what was seen in a contest."""
        self.lists[which] = self.lists.get(which, NOTHING) + moments

    def form_attitude(self, options: ZoneOptions) -> None:
        """See which way it leans by now, and whether it did before."""
        found = self._by_moves() if options.is_by_choices else self._by_outcomes(options.level)
        is_same = found == (self.attitude, self.direction)
        self.held = added(self.held, 1) if is_same and found[1] else int(found[1] != 0)
        self.attitude, self.direction = found

    def _by_outcomes(self, level: float) -> tuple[str, int]:
        won, drawn, lost = (self.lists.get(each, NOTHING) for each in RESULTS)
        more = differs(won, lost, level)
        if not more:
            return "", 0
        if differs(won, drawn, level) == more:
            return "win", more
        return ("loss", more) if differs(drawn, lost, level) == more else ("", 0)

    def _by_moves(self) -> tuple[str, int]:
        z = self.z
        return (MOVES, 1 if z > 0 else -1) if abs(z) > FAR else ("", 0)

    @property
    def z(self) -> float:
        """How surely experts choose more of it."""
        return self.lists.get(MOVES, NOTHING).z

    @property
    def weight(self) -> int:
        """How much it counts with Zone-Ranger: one, or by experts' choices hundredths of z."""
        return min(round(100 * abs(self.z)), MOST_COUNTED) if self.attitude == MOVES else 1

    @property
    def leaning(self) -> Leaning:
        """Which way is good."""
        return Leaning(self.expression, self.direction, self.weight)

    def update_state(self, options: ZoneOptions) -> None:
        """Say what it has come to."""
        if self.state in (ADVISOR, RETIRED):
            return
        if self.held >= options.steady:
            is_proven = self.standing.opinions >= FEWEST_OPINIONS
            self.state = IMPORTANT if is_proven and self.standing.weight >= options.important else ACTIVE
            return
        is_due = not options.is_by_choices and self.contests > options.start
        self.state = RETIRED if is_due and self._is_alike() else ""

    def _is_alike(self) -> bool:
        """Are the values of contests won, drawn and lost so alike that nothing can come of them?"""
        lists = [self.lists.get(each, NOTHING) for each in RESULTS]
        if min(each.count for each in lists) < 2:  # noqa: PLR2004  # nobody knows yet
            return False
        pooled = math.sqrt(
            sum(each.spread for each in lists) / (sum(each.count for each in lists) - len(lists) or 1)
        )
        within = self.contests * RETIRED_WITHIN * pooled
        return all(
            max(figures) - min(figures) <= within
            for figures in ([each.mean for each in lists], [each.deviation for each in lists])
        )


def as_list(moments: Moments) -> list[float]:
    """Write moments as an entry has them."""
    return [moments.count, moments.mean, moments.spread]
