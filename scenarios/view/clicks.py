"""Moves by click: a move is the list of locations that its notation names, one click each."""

import re
from collections.abc import Iterable

from games import Board, Move

_BETWEEN = re.compile(r"[-x]")


def clicks_of(board: Board, moves: Iterable[Move]) -> dict[Move, list[str]]:
    """Return the clicks of each move whose clicks belong to no other move.

    The page offers other moves by name: those that are not made of locations, and those whose clicks are, or
    begin, the clicks of another move.
    """
    names = {location.name for location in board.locations}
    found = {move: _BETWEEN.split(move) for move in moves}
    clicks = {move: parts for move, parts in found.items() if set(parts) <= names}
    begun = [tuple(parts[:i]) for parts in clicks.values() for i in range(1, len(parts))]
    taken = [tuple(parts) for parts in clicks.values()]
    return {
        move: parts
        for move, parts in clicks.items()
        if tuple(parts) not in begun and taken.count(tuple(parts)) == 1
    }
