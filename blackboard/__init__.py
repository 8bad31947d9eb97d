"""What has been said?"""

from blackboard.conditions import Conditions
from blackboard.contest import FORFEIT, Contest, Experience
from blackboard.decision_board import Blackboard
from blackboard.events import Event, decisions_of, events_of
from blackboard.frozen import frozen, thawed
from blackboard.items import Entry, Item, Items
from blackboard.keys import SYMMETRIES, key_of
from blackboard.knowledge import Difference, Knowledge, checked_notes
from blackboard.knowledge_files import KnowledgeFile
from blackboard.testimony import (
    INSIST,
    LAST_TIER,
    LIMITS,
    NEUTRAL,
    OPPOSE,
    Comment,
    Decision,
    Plan,
    State,
    Testimony,
    Validity,
)
from blackboard.trace import Trace, TraceReader, TraceWriter, read_trace

__all__ = [
    "FORFEIT",
    "INSIST",
    "LAST_TIER",
    "LIMITS",
    "NEUTRAL",
    "OPPOSE",
    "SYMMETRIES",
    "Blackboard",
    "Comment",
    "Conditions",
    "Contest",
    "Decision",
    "Difference",
    "Entry",
    "Event",
    "Experience",
    "Item",
    "Items",
    "Knowledge",
    "KnowledgeFile",
    "Plan",
    "State",
    "Testimony",
    "Trace",
    "TraceReader",
    "TraceWriter",
    "Validity",
    "checked_notes",
    "decisions_of",
    "events_of",
    "frozen",
    "key_of",
    "read_trace",
    "thawed",
]
