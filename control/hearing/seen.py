"""A read-only view of a hearing in progress."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import attrs

from blackboard import Testimony
from control.hearing.hearing import Hearing
from games import Move


@attrs.frozen
class Landed:
    """The state of tiers 1 and 2."""

    move: Move | None
    """The move decided on; None if there is none yet."""
    by: str
    """The Advisor that decided."""
    ns: int
    """The time of the landing since the start of the decision."""
    removed: Mapping[Move, str]
    """The removed moves, with the Advisor that removed each."""


class Seen:
    """A hearing at the moment of reading, which is possible from any thread.

    Reading does not affect the Advisors: posts send no notification, and the results are copies.
    """

    def __init__(self, hearing: Hearing) -> None:
        self._hearing = hearing

    @property
    def testimonies(self) -> tuple[Testimony, ...]:
        """The testimonies so far, by tier, rank and name."""
        return tuple(attrs.evolve(each, comments=each.comments.copy()) for each in self._hearing.testimonies)

    def ns(self) -> int:
        """Return the time since the decision began."""
        return self._hearing.ns()

    @property
    def landing(self) -> Landed:
        """The state of tiers 1 and 2."""
        landing = self._hearing.landing
        move, decider = landing.move, landing.decider
        return Landed(
            move, decider.advisor if decider else "", self._hearing.landed_ns, landing.removed.copy()
        )


OnHearing: TypeAlias = Callable[[Seen], None]
"""Receives each hearing before its first Advisor starts; a failed repetition from the cache makes two."""
