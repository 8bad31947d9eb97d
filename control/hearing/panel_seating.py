"""Seating: which Advisors take part in a contest, and with which weights, by what was learned."""

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
    """Seat the Advisors that knowledge supports, with the weights of the paradigm.

    A paradigm that learns chooses a candidate for each stage. Advisors without a weight are not seated,
    except for plan makers if a seated Advisor reads plans.
    """
    panel = panel.seated_for(knowledge)
    if settings.chance is not None and not is_testing:
        settings = attrs.evolve(settings, settle=HEAR_ALL)  # learning when to stop needs all comments
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
    """Return the settings of one decision, with the paradigm chosen for the stage of its position."""
    if not settings.paradigm.by_stage:
        return settings
    return attrs.evolve(settings, paradigm=active_paradigm(settings.paradigm, game, position))


def _by_seat(panel: Panel, weights: Mapping[str, float]) -> Mapping[str, float]:
    """Give the weight of a class to each name under which it sits."""
    of_classes = {seat.name: weights[seat.family.name] for seat in panel.seats if seat.family.name in weights}
    return {**weights, **of_classes}
