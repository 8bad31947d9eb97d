"""Who speaks?"""

from agents.advisor import TIERS, Advisor, Proxy, check_declaration, summary
from agents.contestants.contestant import Contestant, Forfeit, RandomContestant
from agents.contestants.program_contestant import ProgramContestant, make_program
from agents.contestants.registry import (
    CONTESTANTS,
    check_contestant,
    make_contestant,
    register_contestant,
)
from agents.learner import Learner, Lesson, Meter, Opinions, check_learner, declared_by
from agents.registry import (
    ADVISORS,
    BUNDLED,
    LEARNERS,
    all_advisors,
    declared_items,
    get_advisors,
    get_learners,
    register_advisor,
    register_learner,
    registered_advisors,
    unregister_advisor,
    unregister_learner,
)
from agents.remote.chat import ChatAdvisor, make_chat_advisor
from agents.remote.external import ExternalAdvisor, make_external
from agents.remote.remote_advisor import Remote
from agents.rosters import ROSTERS, Roster
from agents.session.advisor_session import LOOK, READ, AdvisorSession, BadPost, Hold, OutOfTime, Question
from agents.session.deliberation import Deliberation
from agents.session.failures import Failure, described
from agents.session.real_time import RealTime
from agents.session.streams import Streams, pick
from agents.session.virtual_time import VirtualTime

__all__ = [
    "ADVISORS",
    "BUNDLED",
    "CONTESTANTS",
    "LEARNERS",
    "LOOK",
    "READ",
    "ROSTERS",
    "TIERS",
    "Advisor",
    "AdvisorSession",
    "BadPost",
    "ChatAdvisor",
    "Contestant",
    "Deliberation",
    "ExternalAdvisor",
    "Failure",
    "Forfeit",
    "Hold",
    "Learner",
    "Lesson",
    "Meter",
    "Opinions",
    "OutOfTime",
    "ProgramContestant",
    "Proxy",
    "Question",
    "RandomContestant",
    "RealTime",
    "Remote",
    "Roster",
    "Streams",
    "VirtualTime",
    "all_advisors",
    "check_contestant",
    "check_declaration",
    "check_learner",
    "declared_by",
    "declared_items",
    "described",
    "get_advisors",
    "get_learners",
    "make_chat_advisor",
    "make_contestant",
    "make_external",
    "make_program",
    "pick",
    "register_advisor",
    "register_contestant",
    "register_learner",
    "registered_advisors",
    "summary",
    "unregister_advisor",
    "unregister_learner",
]
