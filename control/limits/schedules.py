"""Schedules: which Advisors start together."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from control.limits.panel import Seat, Turns

Groups = Sequence[Sequence[Seat]]
"""Divides seats into groups; a group starts when all before it have ended and nothing has landed."""


def in_turn(seats: Sequence[Seat], turns: Turns) -> Sequence[Seat]:
    """Return seats by tier, and within the last tier by turns, if those are given."""
    return (
        sorted(seats, key=lambda seat: (seat.tier, turns.get(seat.name, 0), seat.order)) if turns else seats
    )


def speculative(seats: Sequence[Seat]) -> Groups:
    """Start all tiers at once."""
    return [seats]


def tiered(seats: Sequence[Seat]) -> Groups:
    """Start a tier when the tier above has not decided."""
    return [list(tier) for _, tier in groupby(seats, key=lambda seat: seat.tier)]


def serial(seats: Sequence[Seat]) -> Groups:
    """Start one after another, as on the single processor of 1990; in each tier plan makers go first."""
    return [[seat] for seat in sorted(seats, key=lambda seat: (seat.tier, not seat.makes_plans))]


SCHEDULES: Mapping[str, Callable[[Sequence[Seat]], Groups]] = {
    "speculative": speculative,
    "tiered": tiered,
    "serial": serial,
}
