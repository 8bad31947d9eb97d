"""Symmetry classes of moves."""

from collections.abc import Hashable, Sequence
from typing import Any

from games import BadOption, Game, Move


def distinct_moves(
    game: Game[Any], position: Any, moves: Sequence[Move], symmetries: Sequence[Sequence[int]]
) -> tuple[Move, ...]:
    """Keep the first of each class of moves whose positions are images of each other."""
    if not symmetries:
        return tuple(moves)
    _check(symmetries, len(game.board.locations))
    kept: list[Move] = []
    seen: set[Hashable] = set()
    for move in moves:
        after = game.play(position, move)
        images = {after, *(game.image(after, symmetry) for symmetry in symmetries)}
        if seen.isdisjoint(images):
            kept.append(move)
        seen |= images
    return tuple(kept)


def _check(symmetries: Sequence[Sequence[int]], locations: int) -> None:
    for symmetry in symmetries:
        if sorted(symmetry) != list(range(locations)):
            raise BadOption(
                f"known symmetry {list(symmetry)} does not map {locations} locations; learn it anew"
            )
