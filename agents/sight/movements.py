"""Movements: where a side's men stand after each move, for Advisors that look at where a man goes."""

from collections.abc import Iterator

from agents.session.deliberation import Deliberation
from games import Move


def movements(think: Deliberation) -> Iterator[tuple[Move, int]]:
    """Yield each move with where our men stand after it.

    Only that counts, so captures by one man are alike, whichever man they take.
    """
    standing, me = think.game.standing, think.mover
    for move in think.moves:
        yield move, standing(think.play(move), me)


def entered(before: int, after: int) -> int:
    """Return the location that the moved man entered; 0 if it is not exactly one."""
    new = after & ~before
    return 0 if new & new - 1 else new
