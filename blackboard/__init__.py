"""What has been said?"""

from blackboard.board import Blackboard
from blackboard.events import Event, decisions_of, events_of
from blackboard.knowledge import Knowledge
from blackboard.records import INSIST, NEUTRAL, OPPOSE, Comment, Decision, Plan, State, Testimony
from blackboard.trace import Trace, TraceWriter, read_trace

__all__ = [
    "INSIST",
    "NEUTRAL",
    "OPPOSE",
    "Blackboard",
    "Comment",
    "Decision",
    "Event",
    "Knowledge",
    "Plan",
    "State",
    "Testimony",
    "Trace",
    "TraceWriter",
    "decisions_of",
    "events_of",
    "read_trace",
]
