"""Disturbances: in virtual time, neither load nor anything else outside may change a result.

Equal seeds give equal results there. A decision that depended on real time, or on an Advisor that was killed
from outside, is therefore void: nothing is recorded or learned from it.
"""

from collections.abc import Iterable

import trio

from agents.session.virtual_time import SteppedClock
from blackboard import Testimony
from games import VoidDecision


def too_slow(name: str, brake_s: float, *, needed_for: str = "one step") -> VoidDecision:
    """Return the error for an Advisor that kept the virtual clock waiting for too long in real time."""
    more = f"{2 * brake_s:g}s"
    return VoidDecision(
        f"the decision is void: {name} needed more than {brake_s:g} s of real time for {needed_for};"
        f' raise the brake: --brake {more}, or brake = "{more}" in a scenario',
        name,
    )


def check_undisturbed(testimonies: Iterable[Testimony], clock: str) -> None:
    """Raise VoidDecision if an Advisor was killed in virtual time, where equal seeds give equal results."""
    for testimony in testimonies:
        if testimony.was_killed and clock != "wall":
            raise _disturbed(testimony.advisor, testimony.reason, testimony.advisor)


def check_not_killed(who: str, reason: str) -> None:
    """Raise VoidDecision if a contestant was killed in virtual time."""
    if isinstance(trio.lowlevel.current_clock(), SteppedClock):
        raise _disturbed(f"contestant {who!r}", reason)


def _disturbed(who: str, reason: str, advisor: str = "") -> VoidDecision:
    return VoidDecision(
        f"the decision is void: {who} was killed from outside or could not be reached ({reason}), so the same"
        " seed would not give the same results; repeat it, or continue an experiment with --resume",
        advisor,
    )
