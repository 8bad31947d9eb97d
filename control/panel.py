"""Who sits at the table: the Advisors of a decision, by tier and rank, each with its budget."""

from collections.abc import Iterable

import attrs

from agents import Advisor
from control.durations import Budgets
from control.layouts import place
from games import BadOption

LAST_TIER = 3
"""The tier that votes."""


@attrs.frozen(eq=False)
class Seat:
    """One Advisor in its place."""

    advisor: Advisor
    name: str
    tier: int
    rank: float
    budget_ns: int
    makes_plans: bool
    order: int
    """Its place by tier, rank and name, counted from 0."""


@attrs.frozen(eq=False)
class Panel:
    """The Advisors that take part, in order of tier, rank and name."""

    seats: tuple[Seat, ...]
    layout: str

    @classmethod
    def of(
        cls, advisors: Iterable[type[Advisor]], *, layout: str = "1990", budgets: Budgets | None = None
    ) -> "Panel":
        """Seat these Advisors."""
        budgets = budgets or Budgets()
        placed = sorted((*place(advisor, layout), advisor.name, advisor) for advisor in advisors)
        budgets.check_names([name for _, _, name, _ in placed])
        return cls(
            tuple(
                Seat(_made(advisor), name, tier, rank, budgets.of(advisor), advisor.makes_plans, order)
                for order, (tier, rank, name, advisor) in enumerate(placed)
            ),
            layout,
        )

    @property
    def ranked(self) -> int:
        """How many sit in tiers 1 and 2: the first so many."""
        return sum(seat.tier < LAST_TIER for seat in self.seats)


def _made(advisor: type[Advisor]) -> Advisor:
    if advisor.placement != "inline":
        raise BadOption(
            f"Advisor {advisor.name!r} wants placement {advisor.placement!r}; only 'inline' can be had so far"
        )
    return advisor()
