"""Certainty: which move wins a vote, whatever the remaining voters may comment.

A paradigm that supports this declares a function. Hellerstein, Liu and Schewior ask how few votes must be
read until the winner is known; here the order of voters is given, so the question is whether the winner is
known now.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from blackboard import NEUTRAL
from games import Move

Voice: TypeAlias = tuple[int, int]
"""The least and the greatest strength that an Advisor may give."""
Unheard: TypeAlias = Mapping[str, Voice]
"""The ranges of Advisors that have not ended; each of them may also stay silent."""

_ROUNDING = 1e-9
"""The largest relative error of sums of floats."""


def ahead(tally: Mapping[Move, float | Fraction], reach: float | Fraction) -> Move | None:
    """Return the move that leads every other by more than `reach`, by which the others can make up.

    One that leads by just that much might have to share the lead, and then chance would choose.
    """
    first, *others = sorted(tally.values(), reverse=True)
    lead = first - others[0] if others else first
    if not _is_exact(first, lead, reach):
        lead, reach = float(lead), float(reach) + _ROUNDING * (1 + abs(float(first)) + float(reach))
    if lead <= reach:
        return None
    return next(move for move, got in tally.items() if got == first)


def above(bounds: Mapping[Move, tuple[float | Fraction, float | Fraction]]) -> Move | None:
    """Return the move that gets more than any other, given the least and the most that each may get."""
    leader = max(bounds, key=lambda move: bounds[move][0])
    least = bounds[leader][0]
    return leader if all(most < least for move, (_, most) in bounds.items() if move != leader) else None


def width(voice: Voice, silence: int = NEUTRAL) -> int:
    """Return by how much one Advisor can change the lead between two moves, silence included."""
    least, most = voice
    return max(most, silence) - min(least, silence)


def _is_exact(*amounts: float | Fraction) -> bool:
    return all(isinstance(amount, int | Fraction) for amount in amounts)
