"""Disturbances: an Advisor that somebody else ended would make rows that differ from everybody else's."""

from collections.abc import Iterable

import trio

from agents.session.virtual_time import SteppedClock
from blackboard import Testimony
from games import HoyleError


class Disturbed(HoyleError):
    """Raised when a decision in virtual time hung on something that no Advisor did."""


def check_undisturbed(testimonies: Iterable[Testimony], clock: str) -> None:
    """See that nobody was killed in virtual time, where the same seed gives the same to everybody."""
    for testimony in testimonies:
        if testimony.was_killed and clock != "wall":
            raise _disturbed(testimony.advisor, testimony.reason)


def check_not_killed(who: str, reason: str) -> None:
    """See that it is not in virtual time that a contestant was killed."""
    if isinstance(trio.lowlevel.current_clock(), SteppedClock):
        raise _disturbed(f"contestant {who!r}", reason)


def _disturbed(who: str, reason: str) -> Disturbed:
    return Disturbed(
        f"{who} was ended by something that it did not do itself ({reason}),"
        " and the same seed would not give the same again; --resume plays on from the contest before"
    )
