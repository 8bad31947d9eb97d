"""Symmetry classes of moves."""

from collections.abc import Hashable, Sequence
from typing import Any

from games import Game, Move


def distinct_moves(
    game: Game[Any], position: Any, moves: tuple[Move, ...], symmetries: Sequence[Sequence[int]]
) -> tuple[Move, ...]:
    """Keep the first of each class of moves whose positions are images of each other."""
    if not symmetries:
        return moves
    kept: dict[Hashable, Move] = {}
    for move in moves:
        after = game.play(position, move)
        images = [after, *(game.image(after, symmetry) for symmetry in symmetries)]
        if not any(image in kept for image in images):
            kept[after] = move
    return tuple(kept.values())
