"""How a hearing concludes, live or replayed: the verdict with its reason, and the decision on record."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from agents import Streams
from blackboard import LAST_TIER, Conditions, Decision, Testimony, Validity
from control.hearing.landing import Landing
from control.hearing.settling import Patience, why_all_were_heard
from control.hearing.verdict import Verdict, verdict
from control.settings.hoyle_options import Settings
from games import Move


def conclude(
    moves: tuple[Move, ...],
    landing: Landing,
    testimonies: Iterable[Testimony],
    settings: Settings,
    streams: Streams,
    *,
    patience: Patience | None,
    unheard: Sequence[str],
) -> Verdict:
    """Return the verdict; after a vote, its reason says why the `unheard` Advisors were not waited for."""
    voters = [each for each in testimonies if each.tier == LAST_TIER]
    found = verdict(moves, landing, voters, settings, streams)
    if found.tier != LAST_TIER or settings.hears_all:
        return found
    if patience is None:
        return attrs.evolve(found, why=f"{found.why} {why_all_were_heard(settings)}")
    return attrs.evolve(found, why=f"{found.why} {patience.why(unheard)}") if unheard else found


def recorded_choices(settings: Settings, patience: Patience | None) -> dict[str, Any]:
    """Return what a record holds of the settings, and of how long the vote waited."""
    return settings.recorded() | ({} if patience is None else patience.recorded())


def assemble(
    posed: Mapping[str, Any],
    found: Verdict,
    landing: Landing,
    testimonies: Iterable[Testimony],
    *,
    landed_ns: int,
    conditions: Conditions,
    validity: Validity | None,
) -> Decision:
    """Return the decision on the question that was `posed`: the game, its position and the legal moves."""
    return Decision(
        **posed,
        move=found.move,
        tier=found.tier,
        by=found.by,
        why=found.why,
        tally=found.tally,
        removed=landing.removed,
        testimonies=tuple(testimonies),
        landed_ns=landed_ns,
        settings=conditions,
        validity=validity,
    )
