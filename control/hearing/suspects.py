"""Who killed the launcher, and with it everybody's processes?

Where each process has a guardian, whoever kills its parent hits nobody else. But one that looks for the
launcher among all processes finds it. Then the hearing is void: each Advisor is asked alone until one does it
again, and the panel is heard anew without that one, which is recorded as failed.
"""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import attrs

from agents import Advisor, Deliberation, Failure, Proxy
from agents.remote.process_endings import LOST, PARRICIDE
from agents.remote.processes import LAUNCHER
from agents.remote.spares import warm
from blackboard import Testimony
from control.hearing.hearing import Hearing
from control.limits.panel import Panel, Seat

MOST_HEARINGS = 4
"""How often a panel is heard on one question, if the launcher is lost each time."""
GUILTY = "killed the process that starts everybody's processes, and did so again when it was asked alone"

HearPanel: TypeAlias = Callable[[Panel], Awaitable[Hearing]]


class Culprit(Advisor):
    """In the place of an Advisor that is not asked again, since it would harm the others."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    async def advise(self, think: Deliberation) -> None:
        """Fail, for what it did."""
        del think
        raise Failure(self.reason)


async def acquitted(panel: Panel, hear: HearPanel) -> Panel:
    """Return a panel in which the first that kills those above it when asked alone is asked no more."""
    for seat in sorted(panel.seats, key=lambda seat: not isinstance(seat.advisor, Proxy)):
        if not isinstance(seat.advisor, Culprit) and (guilt := await _guilt(seat, panel, hear)):
            return _without(panel, seat, guilt)
    return panel


async def _guilt(seat: Seat, panel: Panel, hear: HearPanel) -> str:
    """Ask an Advisor alone; say what it did to the launcher, or to its guardian before it came so far."""
    await warm()
    before = LAUNCHER.losses
    hearing = await hear(Panel((attrs.evolve(seat, order=0),), panel.layout))
    if LAUNCHER.count_losses() != before:
        return GUILTY
    (testimony,) = hearing.testimonies
    return testimony.reason if PARRICIDE in testimony.reason else ""


def _without(panel: Panel, culprit: Seat, guilt: str) -> Panel:
    seats = [attrs.evolve(seat, advisor=Culprit(guilt)) if seat is culprit else seat for seat in panel.seats]
    return attrs.evolve(panel, seats=tuple(seats))


def name_suspects(testimonies: list[Testimony], panel: Panel) -> None:
    """Add to the reasons of those whose process was lost who might have done it."""
    names = ", ".join(seat.name for seat in panel.seats if isinstance(seat.advisor, Proxy))
    for testimony in testimonies:
        if testimony.reason == LOST:
            testimony.reason = f"{LOST}; elsewhere then: {names}"
