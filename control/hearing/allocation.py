"""Allocation: how a decision's time and work are divided among Advisors, and in which order they run."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from agents.learners.worths import Worth, allotted, equal_shares, known_profile
from agents.session.advisor_session import FOREVER
from blackboard import LAST_TIER, Knowledge
from control.limits.bounds import least
from control.limits.budgets import Allowance, Limits
from control.limits.panel import Panel, Seat, Turns
from control.settings.hoyle_options import BY_WORTH, EQUAL, OWN, Settings
from games import Game


def allocate(panel: Panel, settings: Settings, whole: Allowance, profiles: Mapping[str, Worth]) -> Panel:
    """Give each Advisor its share of a decision's time and work, at most its own budget."""
    if settings.allocation == OWN or not whole or not panel.seats:
        return panel
    return attrs.evolve(panel, seats=tuple(dealt_seats(panel.seats, settings.allocation, whole, profiles)))


def dealt_seats(
    seats: Sequence[Seat], allocation: str, whole: Allowance, profiles: Mapping[str, Worth]
) -> list[Seat]:
    """Give each seat its share."""
    names = [seat.name for seat in seats]
    found = list(seats)
    if whole.ns is not None:
        time = _shares(whole.ns, names, allocation, profiles, [seat.budget_ns for seat in seats])
        found = [attrs.evolve(seat, budget_ns=time[seat.name]) for seat in found]
    if whole.work is not None:
        own = [FOREVER if seat.budget_work is None else seat.budget_work for seat in seats]
        work = _shares(whole.work, names, allocation, profiles, own, by_work=True)
        found = [attrs.evolve(seat, budget_work=work[seat.name]) for seat in found]
    return found


def _shares(
    whole: int,
    names: Sequence[str],
    allocation: str,
    profiles: Mapping[str, Worth],
    own: Sequence[int],
    *,
    by_work: bool = False,
) -> dict[str, int]:
    most = dict(zip(names, own, strict=True))
    if allocation == EQUAL:
        return {name: min(most[name], share) for name, share in equal_shares(whole, names).items()}
    return allotted(whole, {name: profiles[name] for name in names}, most, by_work=by_work)


def known_profiles(
    panel: Panel, settings: Settings, game: Game[Any], position: Any, knowledge: Knowledge
) -> dict[str, Worth]:
    """Return what was learned about the Advisors at a stage of the game, if the settings use it."""
    if settings.allocation in (OWN, EQUAL) and settings.order != BY_WORTH:
        return {}
    stage = game.stage(position)
    return {seat.name: known_profile(knowledge, seat.name, stage) for seat in panel.seats}


def whole_of(limits: Limits, share: Allowance) -> Allowance:
    """Return the time and work of a whole decision: the tighter of its own limit and the contest's share."""
    ns, _ = least([(limits.decision.ns, ""), (share.ns, "")])
    work, _ = least([(limits.decision.work, ""), (share.work, "")])
    return Allowance(None if ns == FOREVER else ns, None if work == FOREVER else work)


def turns_by_worth(panel: Panel, settings: Settings, profiles: Mapping[str, Worth]) -> Turns:
    """Return the order in tier 3: Advisors that changed most votes for their time come first."""
    if settings.order != BY_WORTH:
        return {}
    voters = [seat for seat in panel.seats if seat.tier == LAST_TIER]
    ranked = sorted(voters, key=lambda seat: (-profiles[seat.name].worth_per_ns, seat.order))
    return {seat.name: place for place, seat in enumerate(ranked)}
