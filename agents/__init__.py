"""Who speaks?"""

from agents.advisor import Advisor, check_declaration, summary
from agents.contestants import CONTESTANTS, Contestant, RandomContestant, make_contestant
from agents.deliberation import LOOK, BadPost, Deliberation, OutOfTime, Question
from agents.registry import BUNDLED, all_advisors, get_advisors, register_advisor, unregister_advisor
from agents.streams import Streams, pick

__all__ = [
    "BUNDLED",
    "CONTESTANTS",
    "LOOK",
    "Advisor",
    "BadPost",
    "Contestant",
    "Deliberation",
    "OutOfTime",
    "Question",
    "RandomContestant",
    "Streams",
    "all_advisors",
    "check_declaration",
    "get_advisors",
    "make_contestant",
    "pick",
    "register_advisor",
    "summary",
    "unregister_advisor",
]
