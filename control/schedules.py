"""Schedules: who starts together, and who waits for whom."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from control.panel import Seat

Groups = Sequence[Sequence[Seat]]
"""A group starts when the one before it has been heard out and nothing has landed."""


def speculative(seats: Sequence[Seat]) -> Groups:
    """All tiers at once."""
    return [seats]


def tiered(seats: Sequence[Seat]) -> Groups:
    """A tier starts when the one above has not decided."""
    return [list(tier) for _, tier in groupby(seats, key=lambda seat: seat.tier)]


def serial(seats: Sequence[Seat]) -> Groups:
    """One after another, as on the single processor of 1990; in each tier, who makes plans goes first."""
    return [[seat] for seat in sorted(seats, key=lambda seat: (seat.tier, not seat.makes_plans, seat.order))]


SCHEDULES: Mapping[str, Callable[[Sequence[Seat]], Groups]] = {
    "speculative": speculative,
    "tiered": tiered,
    "serial": serial,
}
