"""Bounds of the Advisors of one hearing: when each must end, after how much work, and by which limit."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from agents.session.advisor_session import FOREVER
from control.limits.budgets import ANY_AMOUNT, Allowance, Limits
from control.limits.panel import Seat

Bound = tuple[int, str]
"""An amount, and the limit that sets it."""


class Bounds:
    """The budgets of the seats, and when shared time began to run."""

    def __init__(self, seats: Sequence[Seat], limits: Limits, share: Allowance = ANY_AMOUNT) -> None:
        self.share = share
        """The contest's share for this decision."""
        self._limits = limits
        self.has_shared = bool(limits)
        """Whether Advisors share any time or work."""
        self._work = _shared_bounds(seats, limits, share) if self.has_shared else {}
        self.deals_out_work = bool(self._work)
        self._tier_ends: dict[int, int] = {}
        self._end = least(
            [(limits.decision.ns, "decision"), (share.ns, "contest")] if self.has_shared else []
        )

    @property
    def has_shared_time(self) -> bool:
        """Whether the time of an Advisor can run out before it has started."""
        return self.has_shared and (
            self._end[0] < FOREVER or any(tier.ns is not None for tier in self._limits.tiers.values())
        )

    def start(self, seat: Seat, ns: int) -> Bound:
        """Start the time of an Advisor; return when it must end, and by which limit.

        If two limits are equal, the more specific one is named. A tier's time begins with its first Advisor.
        """
        if not self.has_shared:
            return ns + seat.budget_ns, "budget"
        tier = self._limits.tiers.get(seat.tier)
        if tier is not None and tier.ns is not None:
            self._tier_ends.setdefault(seat.tier, ns + tier.ns)
        return least([(ns + seat.budget_ns, "budget"), self.shared_end(seat.tier)])

    def shared_end(self, tier: int) -> Bound:
        """Return when an Advisor of this tier must end, whether it has started or not."""
        return least([(self._tier_ends.get(tier), "tier"), self._end])

    def work(self, seat: Seat) -> Bound:
        """Return how many oracle calls an Advisor may make, and the limit that sets it."""
        return least([(seat.budget_work, "work"), self._work.get(seat.order, (None, ""))])


def least(bounds: Iterable[tuple[int | None, str]]) -> Bound:
    """Return the smallest bound; of equal ones, the first."""
    found = (FOREVER, "")
    for amount, limit in bounds:
        if amount is not None and amount < found[0]:
            found = amount, limit
    return found


def _shared_bounds(seats: Sequence[Seat], limits: Limits, share: Allowance) -> dict[int, Bound]:
    """Divide shared work evenly; the first Advisors get one call more if it does not divide."""
    hands: dict[int, list[tuple[int | None, str]]] = {}
    tiers = [
        (list(mates), limits.tiers.get(tier, ANY_AMOUNT), "tier")
        for tier, mates in groupby(seats, key=lambda seat: seat.tier)
    ]
    for hand, allowance, limit in (
        *tiers, (seats, limits.decision, "decision"), (seats, share, "contest")
    ):  # fmt: skip
        if allowance.work is not None:
            for place, seat in enumerate(hand):
                calls = allowance.work // len(hand) + (place < allowance.work % len(hand))
                hands.setdefault(seat.order, []).append((calls, limit))
    return {order: least(each) for order, each in hands.items()}


def active_limits(limits: Limits, share: Allowance) -> dict[str, dict[str, int]]:
    """Return the shared limits of a decision as they are recorded."""
    named = {f"tier{tier}": allowance for tier, allowance in sorted(limits.tiers.items())}
    named |= {"decision": limits.decision, "contest": share}
    return {
        name: {key: amount for key, amount in (("ns", each.ns), ("work", each.work)) if amount is not None}
        for name, each in named.items()
        if each
    }
