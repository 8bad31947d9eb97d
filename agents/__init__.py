"""Who speaks?"""

from agents.advisor import Advisor, check_declaration, summary
from agents.contestants import Contestant, RandomContestant
from agents.deliberation import LOOK, BadPost, Deliberation, OutOfTime, Question
from agents.registry import BUNDLED, all_advisors, get_advisors, register_advisor, unregister_advisor
from agents.streams import Streams, pick

__all__ = [
    "BUNDLED",
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
    "pick",
    "register_advisor",
    "summary",
    "unregister_advisor",
]
