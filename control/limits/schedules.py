"""Schedules: who starts together, and who waits for whom."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from control.limits.panel import Seat, Turns

Groups = Sequence[Sequence[Seat]]
"""A group starts when the one before it has been heard out and nothing has landed."""


def in_turn(seats: Sequence[Seat], turns: Turns) -> Sequence[Seat]:
    """Order seats by tier, and in the last one by whose turn it is, if that is not by rank."""
    return (
        sorted(seats, key=lambda seat: (seat.tier, turns.get(seat.name, 0), seat.order)) if turns else seats
    )


def speculative(seats: Sequence[Seat]) -> Groups:
    """All tiers at once."""
    return [seats]


def tiered(seats: Sequence[Seat]) -> Groups:
    """A tier starts when the one above has not decided."""
    return [list(tier) for _, tier in groupby(seats, key=lambda seat: seat.tier)]


def serial(seats: Sequence[Seat]) -> Groups:
    """One after another, as on the single processor of 1990; in each tier, who makes plans goes first."""
    return [[seat] for seat in sorted(seats, key=lambda seat: (seat.tier, not seat.makes_plans))]


SCHEDULES: Mapping[str, Callable[[Sequence[Seat]], Groups]] = {
    "speculative": speculative,
    "tiered": tiered,
    "serial": serial,
}
