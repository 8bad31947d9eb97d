"""Who is heard, and for how long?"""

from control.conformance.advisor_check import check_advisor, check_paradigm, examine_advisor
from control.conformance.advisor_conduct import Conduct
from control.conformance.contestant_check import check_contestant_conduct
from control.conformance.learner_check import check_learner_conduct
from control.conformance.program_check import check_program
from control.hearing.contest_clock import ContestClock
from control.hearing.decide import ask, decide
from control.hearing.hearing_cache import HearingCache
from control.hearing.interruption import CTRL_C, is_interruption
from control.hearing.seen import Landed, OnHearing, Seen
from control.hearing.virtual import VirtualClock
from control.hoyle import Hoyle
from control.learning.learner_group import Learned, LearnerGroup
from control.limits.budgets import SHARED, Allowance, Budgets, Limits, split_budgets
from control.limits.durations import Costs, format_duration, parse_duration
from control.limits.layouts import LAYOUTS, place
from control.limits.panel import Panel, Seat
from control.limits.schedules import SCHEDULES
from control.loading import Definitions, Loaded, load_file
from control.overlooked import half_made
from control.redeciding.record import Changes
from control.redeciding.redecision import Redecision, pivotal, redecide
from control.settings.hoyle_options import Settings
from control.voting.paradigms import PARADIGMS, Paradigm, Poll, Tally, get_paradigm, register_paradigm

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
