"""Perft: the number of move sequences of a game, by length. Wrong rules rarely give the right count."""

from collections import Counter
from typing import Any

from games.errors import BadOption
from games.game import Game, P


def perft(game: Game[P], depth: int) -> int:
    """Count the move sequences of this length; sequences that end earlier do not count."""
    if depth < 0:
        raise BadOption(f"depth {depth} is negative; use 0 or more")
    ways: dict[Any, int] = {game.initial(): 1}
    for _ in range(depth):
        ways = _one_move_on(game, ways)
        if not ways:
            break
    return sum(ways.values())


def _one_move_on(game: Game[Any], ways: dict[Any, int]) -> dict[Any, int]:
    """Return in how many ways each position is reached one move later; each position is expanded once."""
    following: Counter[Any] = Counter()
    for position, count in ways.items():
        for move in game.legal_moves(position):
            following[game.play(position, move)] += count
    return following
