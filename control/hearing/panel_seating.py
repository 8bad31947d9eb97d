"""Convening: who sits at a contest, and how much each counts, by what was learned."""

from collections.abc import Mapping
from typing import Any

import attrs

from blackboard import Knowledge
from control.limits.panel import Panel
from control.settings.hoyle_options import HEAR_ALL, Settings
from control.voting.candidates import active_paradigm, choose_candidates
from games import Game


def seat_panel(
    panel: Panel, settings: Settings, knowledge: Knowledge, *, is_testing: bool
) -> tuple[Panel, Settings]:
    """Seat whoever sits by what is known, and let each count as the paradigm says.

    A paradigm that learns settles which of its candidates is in force in each stage.
    Whoever the paradigm leaves out is not seated, but for makers of plans, if somebody is who reads them.
    """
    panel = panel.seated_for(knowledge)
    if settings.chance is not None and not is_testing:
        settings = attrs.evolve(settings, settle=HEAR_ALL)  # to learn when to stop, it hears what comes then
    if settings.paradigm.candidates:
        paradigm = choose_candidates(settings.paradigm, knowledge, is_testing=is_testing)
        settings = attrs.evolve(settings, paradigm=paradigm)
    weigh = settings.paradigm.weights
    if weigh is not None and not settings.weights:
        voters = panel.seats[panel.ranked :]
        weights = dict(weigh(knowledge, [seat.name for seat in voters], is_testing=is_testing))
        unheard = {seat.name for seat in voters} - weights.keys()
        if any(seat.reads_plans for seat in panel.seats if seat.name not in unheard):
            makers = {seat.name for seat in voters if seat.makes_plans} & unheard
            weights |= dict.fromkeys(makers, 0.0)
            unheard -= makers
        panel, settings = panel.without(unheard), attrs.evolve(settings, weights=weights)
    elif settings.weights and panel.is_varied:
        settings = attrs.evolve(settings, weights=_by_seat(panel, settings.weights))
    return attrs.evolve(panel, is_seated=True), settings


def in_stage(settings: Settings, game: Game[Any], position: Any) -> Settings:
    """Return the settings of one decision: with what was settled for the stage of its position, if it was."""
    if not settings.paradigm.by_stage:
        return settings
    return attrs.evolve(settings, paradigm=active_paradigm(settings.paradigm, game, position))


def _by_seat(panel: Panel, weights: Mapping[str, float]) -> Mapping[str, float]:
    """Let a weight that was given to a class be that of each name under which it sits."""
    of_classes = {seat.name: weights[seat.family.name] for seat in panel.seats if seat.family.name in weights}
    return {**weights, **of_classes}
