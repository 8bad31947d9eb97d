"""What is known about one expression about zones, and what follows: its attitude, and its state."""

import math
from collections.abc import Mapping
from typing import Any

import attrs

from agents.learners.moments import NOTHING, Moments, differs
from agents.learners.weighing import TrackRecord
from agents.sight.zone_votes import Leaning
from agents.sight.zones import STAGES, Expression
from agents.sums import running_sum
from blackboard.items import MOST_COUNTED, added

RESULTS = ("won", "drawn", "lost")
MOVES = "moves"
LISTS = (*RESULTS, MOVES)
"""The lists of values: contests by their result for the owner, and choices of experts."""
MOVER = "mover"
ATTITUDES = ("outcomes", MOVES, MOVER)
"""How attitudes are found: by results of contests, or by choices of experts, for both sides or their own."""
STANDINGS = ("kept", "anew")
"""The record with which a learned Advisor starts: the record of its expression, or an empty one."""
FEWEST_OPINIONS = 10
"""How many opinions are needed to know whether an expression is nearly always right."""
FAR = 2.58
"""How many standard errors from 0 the choices of experts must be to give a direction."""
RETIRED_WITHIN = 0.01 / 10
"""After n contests, lists are alike if they differ by less than n times this, in units of their deviation."""

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
    """The confidence level at which values differ."""
    steady: int = 20
    """How many contests in a row an attitude must hold."""
    important: float = 0.85
    """The weight at which an expression becomes an Advisor."""
    every: int = 10
    """How many contests lie between two rounds of making Advisors."""
    start: int = 25
    """How many contests must pass before an expression is retired."""
    standing: str = "kept"

    @property
    def is_by_choices(self) -> bool:
        """Return whether attitudes follow from the choices of experts."""
        return self.attitude in (MOVES, MOVER)


@attrs.define
class ZoneRecord:
    """What is known about one expression, while it is updated."""

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
        """Read an entry; a new expression gets an empty record."""
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
        """Return the entry for this record."""
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
        """Add the values of a contest."""
        self.lists[which] = self.lists.get(which, NOTHING) + moments

    def form_attitude(self, options: ZoneOptions) -> None:
        """Update the attitude, and count for how long it has held."""
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
        """Return how certain it is that experts choose more of it."""
        return self.lists.get(MOVES, NOTHING).z

    @property
    def weight(self) -> int:
        """Return how much it counts with Zone-Ranger: 1, or by choices of experts hundredths of z."""
        return min(round(100 * abs(self.z)), MOST_COUNTED) if self.attitude == MOVES else 1

    @property
    def leaning(self) -> Leaning:
        """Return the leaning that Advisors use."""
        return Leaning(self.expression, self.direction, self.weight)

    def update_state(self, options: ZoneOptions) -> None:
        """Update the state."""
        if self.state in (ADVISOR, RETIRED):
            return
        if self.held >= options.steady:
            is_proven = self.standing.opinions >= FEWEST_OPINIONS
            self.state = IMPORTANT if is_proven and self.standing.weight >= options.important else ACTIVE
            return
        is_due = not options.is_by_choices and self.contests > options.start
        self.state = RETIRED if is_due and self._is_alike() else ""

    def _is_alike(self) -> bool:
        """Return whether the values of won, drawn and lost contests are too alike to be useful."""
        lists = [self.lists.get(each, NOTHING) for each in RESULTS]
        if min(each.count for each in lists) < 2:  # noqa: PLR2004  # too few to know
            return False
        pooled = math.sqrt(
            running_sum(each.spread for each in lists) / (sum(each.count for each in lists) - len(lists) or 1)
        )
        within = self.contests * RETIRED_WITHIN * pooled
        return all(
            max(figures) - min(figures) <= within
            for figures in ([each.mean for each in lists], [each.deviation for each in lists])
        )


def as_list(moments: Moments) -> list[float]:
    """Return moments in the form of an entry."""
    return [moments.count, moments.mean, moments.spread]
