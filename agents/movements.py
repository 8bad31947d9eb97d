"""Movements: where a side's men stand after each move, for those who judge a move by where its man goes."""

from collections.abc import Iterator

from agents.covers import men_of
from agents.deliberation import Deliberation
from games import Move


def movements(think: Deliberation) -> Iterator[tuple[Move, int]]:
    """Yield each move with where our men stand after it.

    That is all that counts, so captures by one man are alike, whomever they take.
    """
    cells, me = think.game.cells, think.mover
    for move in think.moves:
        yield move, men_of(cells(think.play(move)), me)


def entered(before: int, after: int) -> int:
    """Return where the man went that was moved; nothing if that is not one location."""
    new = after & ~before
    return 0 if new & new - 1 else new
