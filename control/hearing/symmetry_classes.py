"""Symmetry classes of moves."""

import functools
from collections.abc import Hashable, Sequence
from typing import Any

from games import BadOption, Game, Move


def distinct_moves(
    game: Game[Any], position: Any, moves: Sequence[Move], symmetries: Sequence[Sequence[int]]
) -> tuple[Move, ...]:
    """Return the first of each class of moves that lead to symmetric positions."""
    if not symmetries:
        return tuple(moves)
    is_group = _check(tuple(map(tuple, symmetries)), len(game.board.locations))
    kept: list[Move] = []
    seen: set[Hashable] = set()
    for move in moves:
        after = game.play(position, move)
        if is_group and after in seen:
            continue  # and so are all its images
        images = {after, *(game.image(after, symmetry) for symmetry in symmetries)}
        if seen.isdisjoint(images):
            kept.append(move)
        seen |= images
    return tuple(kept)


@functools.lru_cache(maxsize=64)
def _check(symmetries: tuple[tuple[int, ...], ...], locations: int) -> bool:
    """Refuse symmetries of another board; return whether they are closed under composition."""
    for symmetry in symmetries:
        if sorted(symmetry) != list(range(locations)):
            raise BadOption(
                f"known symmetry {list(symmetry)} does not map {locations} locations; learn it again"
            )
    known = {*symmetries, tuple(range(locations))}
    return all(tuple(one[i] for i in other) in known for one in symmetries for other in symmetries)
