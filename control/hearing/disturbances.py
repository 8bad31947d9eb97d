"""Disturbances: an Advisor killed from outside would give results that cannot be repeated."""

from collections.abc import Iterable

import trio

from agents.session.virtual_time import SteppedClock
from blackboard import Testimony
from games import HoyleError


class Disturbed(HoyleError):
    """Raised if a decision in virtual time depended on an event from outside."""

    def __init__(self, line: str, advisor: str = "") -> None:
        super().__init__(line)
        self.advisor = advisor
        """The Advisor; empty for a contestant."""


def check_undisturbed(testimonies: Iterable[Testimony], clock: str) -> None:
    """Raise Disturbed if an Advisor was killed in virtual time, where equal seeds must give equal results."""
    for testimony in testimonies:
        if testimony.was_killed and clock != "wall":
            raise _disturbed(testimony.advisor, testimony.reason, testimony.advisor)


def check_not_killed(who: str, reason: str) -> None:
    """Raise Disturbed if a contestant was killed in virtual time."""
    if isinstance(trio.lowlevel.current_clock(), SteppedClock):
        raise _disturbed(f"contestant {who!r}", reason)


def _disturbed(who: str, reason: str, advisor: str = "") -> Disturbed:
    return Disturbed(
        f"{who} was killed from outside ({reason}), so the same seed would not give the same results;"
        " use --resume to continue from the contest before",
        advisor,
    )
