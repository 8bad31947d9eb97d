"""How strong an opinion is that compares moves: scaled by the largest change among those at hand."""

from collections.abc import Mapping
from typing import TypeAlias

from agents.session.deliberation import Deliberation
from blackboard import NEUTRAL
from games import Move

MOST = 4
"""How far from neutral the strongest opinion goes, short of what is absolute."""

Change: TypeAlias = tuple[int, str]
"""What a move changes, for better or worse, and how that is told."""


def scaled(change: int, largest: int) -> int:
    """Return 5 ± ceil(4·|change| / largest): whatever changes at all is not neutral."""
    extent = -(-MOST * abs(change) // largest) if change else 0
    return NEUTRAL + extent if change > 0 else NEUTRAL - extent


async def comment_on(think: Deliberation, changes: Mapping[Move, Change], most: int | None = None) -> None:
    """Support and oppose moves by what they change, and say nothing of those that change nothing.

    `most` is what a change can be at all, where that is to be the measure, and not the largest at hand.
    """
    largest = most or max((abs(change) for change, _ in changes.values()), default=0)
    for move, (change, reason) in changes.items():
        if change:
            await think.comment(move, scaled(change, largest), reason)
