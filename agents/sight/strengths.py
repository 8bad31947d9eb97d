"""The strength of an opinion that compares moves: scaled by the largest change among the moves."""

from collections.abc import Mapping
from typing import TypeAlias

from agents.session.deliberation import Deliberation
from blackboard import NEUTRAL
from games import Move

MOST = 4
"""The largest distance from neutral, just short of absolute strengths."""

Change: TypeAlias = tuple[int, str]
"""What a move changes, for better or worse, and the reason to give."""


def scaled(change: int, largest: int) -> int:
    """Return 5 ± ceil(4·|change| / largest): every change is different from neutral."""
    extent = -(-MOST * abs(change) // largest) if change else 0
    return NEUTRAL + extent if change > 0 else NEUTRAL - extent


async def comment_on(think: Deliberation, changes: Mapping[Move, Change], most: int | None = None) -> None:
    """Support and oppose moves by what they change; do not comment on moves that change nothing.

    `most` is the largest possible change, if that is the measure instead of the largest change among the
    moves.
    """
    largest = most or max((abs(change) for change, _ in changes.values()), default=0)
    for move, (change, reason) in changes.items():
        if change:
            await think.comment(move, scaled(change, largest), reason)
