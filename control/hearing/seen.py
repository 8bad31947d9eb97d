"""A look at a hearing while it is under way, for whoever watches and may change nothing."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import attrs

from blackboard import Testimony
from control.hearing.hearing import Hearing
from games import Move


@attrs.frozen
class Landed:
    """What tiers 1 and 2 have come to so far."""

    move: Move | None
    """What was decided; None if nothing has been."""
    by: str
    """Who decided it."""
    ns: int
    """When, from the start of the decision."""
    removed: Mapping[Move, str]
    """Moves that are out, and the Advisor that removed each."""


class Seen:
    """A hearing as it is at the moment of looking, from whichever thread one looks.

    Looking costs the Advisors nothing: nobody tells anybody that something was posted, and what is returned
    is a copy.
    """

    def __init__(self, hearing: Hearing) -> None:
        self._hearing = hearing

    @property
    def testimonies(self) -> tuple[Testimony, ...]:
        """What each Advisor has said and done so far, in order of tier, rank and name."""
        return tuple(attrs.evolve(each, comments=each.comments.copy()) for each in self._hearing.testimonies)

    def ns(self) -> int:
        """Return the time since the decision began."""
        return self._hearing.ns()

    @property
    def landing(self) -> Landed:
        """What tiers 1 and 2 have come to."""
        landing = self._hearing.landing
        move, decider = landing.move, landing.decider
        return Landed(
            move, decider.advisor if decider else "", self._hearing.landed_ns, landing.removed.copy()
        )


OnHearing: TypeAlias = Callable[[Seen], None]
"""Is handed each hearing before its first Advisor starts: one a decision, unless it had to be heard again."""
