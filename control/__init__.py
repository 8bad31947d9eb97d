"""Who is heard, and for how long?"""

from control.budgets import SHARED, Allowance, Budgets, Limits, split_budgets
from control.conformance.advisor_check import check_advisor, check_paradigm, examine_advisor
from control.conformance.advisor_conduct import Conduct
from control.conformance.contestant_check import check_contestant_conduct
from control.conformance.learner_check import check_learner_conduct
from control.conformance.program_check import check_program
from control.contest_clock import ContestClock
from control.decide import ask, decide
from control.durations import Costs, format_duration, parse_duration
from control.hearing_cache import HearingCache
from control.hoyle import Hoyle
from control.interruption import CTRL_C, is_interruption
from control.layouts import LAYOUTS, place
from control.learning import Learned, LearnerGroup
from control.loading import Definitions, Loaded, load_file
from control.overlooked import half_made
from control.panel import Panel, Seat
from control.paradigms import PARADIGMS, Paradigm, Poll, Tally, get_paradigm, register_paradigm
from control.redeciding.redecision import Redecision, pivotal, redecide
from control.redeciding.replay import Changes
from control.schedules import SCHEDULES
from control.seen import Landed, OnHearing, Seen
from control.settings import Settings
from control.virtual import VirtualClock

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
