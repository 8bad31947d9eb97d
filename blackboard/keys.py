"""Under which text a position is remembered."""

import functools
from collections.abc import Sequence
from typing import Any

from games import Game

REMEMBERED = 1 << 15
"""Positions whose text is not written anew each time."""


@functools.lru_cache(maxsize=REMEMBERED)
def key_of(game: Game[Any], position: Any, symmetries: tuple[Sequence[int], ...] = ()) -> str:
    """Write a position; of those that known symmetries make equal, always the same one."""
    text = game.format_position(position)
    images = (game.format_position(game.image(position, symmetry)) for symmetry in symmetries)
    return min([text, *images])
