"""Movements: where a side's men stand after each move, for those who judge a move by where its man goes."""

from collections.abc import Iterator

from agents.session.deliberation import Deliberation
from games import Move


def movements(think: Deliberation) -> Iterator[tuple[Move, int]]:
    """Yield each move with where our men stand after it.

    That is all that counts, so captures by one man are alike, whomever they take.
    """
    standing, me = think.game.standing, think.mover
    for move in think.moves:
        yield move, standing(think.play(move), me)


def entered(before: int, after: int) -> int:
    """Return where the man went that was moved; nothing if that is not one location."""
    new = after & ~before
    return 0 if new & new - 1 else new
