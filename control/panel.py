"""Who sits at the table: the Advisors of a decision, by tier and rank, each with its budget."""

from collections.abc import Iterable

import attrs

from agents import Advisor
from control.budgets import NO_LIMITS, Budgets, Limits
from control.layouts import place
from games import BadOption, BadPlugin, DuplicateName, in_words

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
    budget_work: int | None = None
    """Calls of the rules oracle; None is any number."""


@attrs.frozen(eq=False)
class Panel:
    """The Advisors that take part, in order of tier, rank and name."""

    seats: tuple[Seat, ...]
    layout: str
    limits: Limits = NO_LIMITS
    """What they have together."""

    @classmethod
    def of(
        cls, advisors: Iterable[type[Advisor]], *, layout: str = "1990", budgets: Budgets | None = None
    ) -> "Panel":
        """Seat these Advisors."""
        budgets = budgets or Budgets()
        placed = sorted(
            ((advisor, *place(advisor, layout)) for advisor in advisors),
            key=lambda row: (row[1], row[2], row[0].name),
        )
        names = [advisor.name for advisor, _, _ in placed]
        for name in names:
            if names.count(name) > 1:
                raise DuplicateName(f"two Advisors are named {name!r}; a name can sit at the table only once")
        budgets.check_names(names)
        seats = [_seat(row, budgets, order) for order, row in enumerate(placed)]
        return cls(tuple(seats), layout, budgets.limits)

    @property
    def ranked(self) -> int:
        """How many sit in tiers 1 and 2: the first so many."""
        return sum(seat.tier < LAST_TIER for seat in self.seats)


def _seat(row: tuple[type[Advisor], int, float], budgets: Budgets, order: int) -> Seat:
    advisor, tier, rank = row
    budget = budgets.of(advisor)
    return Seat(
        _made(advisor),
        advisor.name,
        tier,
        rank,
        budget.ns or 0,
        advisor.makes_plans,
        order,
        budget_work=budget.work,
    )


def _made(advisor: type[Advisor]) -> Advisor:
    if advisor.placement != "inline":
        raise BadOption(
            f"Advisor {advisor.name!r} wants placement {advisor.placement!r}; only 'inline' can be had so far"
        )
    try:
        return advisor()
    except Exception as error:
        raise BadPlugin(f"Advisor {advisor.name!r} cannot be made: {in_words(error)}") from error
