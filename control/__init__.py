"""Who is heard, and for how long?"""

import importlib
from typing import TYPE_CHECKING, Any

from agents.time_units import parse_duration
from control.hearing.contest_clock import ContestClock
from control.hearing.decide import ask, decide
from control.hearing.hearing_cache import HearingCache
from control.hearing.interruption import CTRL_C, is_interruption
from control.hearing.seen import Landed, OnHearing, Seen
from control.hearing.virtual import VirtualClock
from control.limits.budgets import SHARED, Allowance, Budgets, Limits, split_budgets
from control.limits.durations import Costs, format_duration
from control.limits.layouts import LAYOUTS, place
from control.limits.panel import Panel, Seat
from control.limits.schedules import SCHEDULES
from control.settings.hoyle_options import Settings
from control.voting.paradigms import PARADIGMS, Paradigm, Poll, Tally, get_paradigm, register_paradigm

if TYPE_CHECKING:
    from control.conformance.advisor_check import check_advisor, check_paradigm, examine_advisor
    from control.conformance.advisor_conduct import Conduct
    from control.conformance.contestant_check import check_contestant_conduct
    from control.conformance.learner_check import check_learner_conduct
    from control.conformance.program_check import check_program
    from control.hoyle import Hoyle
    from control.learning.learner_group import Learned, LearnerGroup
    from control.loading import Definitions, Loaded, load_file
    from control.overlooked import half_made
    from control.redeciding.record import Changes
    from control.redeciding.redecision import Redecision, pivotal, redecide

__all__ = [
    "CTRL_C",
    "LAYOUTS",
    "PARADIGMS",
    "SCHEDULES",
    "SHARED",
    "Allowance",
    "Budgets",
    "Changes",
    "Conduct",
    "ContestClock",
    "Costs",
    "Definitions",
    "HearingCache",
    "Hoyle",
    "Landed",
    "Learned",
    "LearnerGroup",
    "Limits",
    "Loaded",
    "OnHearing",
    "Panel",
    "Paradigm",
    "Poll",
    "Redecision",
    "Seat",
    "Seen",
    "Settings",
    "Tally",
    "VirtualClock",
    "ask",
    "check_advisor",
    "check_contestant_conduct",
    "check_learner_conduct",
    "check_paradigm",
    "check_program",
    "decide",
    "examine_advisor",
    "format_duration",
    "get_paradigm",
    "half_made",
    "is_interruption",
    "load_file",
    "parse_duration",
    "pivotal",
    "place",
    "redecide",
    "register_paradigm",
    "split_budgets",
]

_HOMES = {
    "Changes": "control.redeciding.record",
    "Conduct": "control.conformance.advisor_conduct",
    "Definitions": "control.loading",
    "Hoyle": "control.hoyle",
    "Learned": "control.learning.learner_group",
    "LearnerGroup": "control.learning.learner_group",
    "Loaded": "control.loading",
    "Redecision": "control.redeciding.redecision",
    "check_advisor": "control.conformance.advisor_check",
    "check_contestant_conduct": "control.conformance.contestant_check",
    "check_learner_conduct": "control.conformance.learner_check",
    "check_paradigm": "control.conformance.advisor_check",
    "check_program": "control.conformance.program_check",
    "examine_advisor": "control.conformance.advisor_check",
    "half_made": "control.overlooked",
    "load_file": "control.loading",
    "pivotal": "control.redeciding.redecision",
    "redecide": "control.redeciding.redecision",
}
"""Where names are that a decision does not need: they are imported on first use, so commands start sooner."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
