"""Estimate: how many positions a game has at the least, told by random contests.

Many contests are played at random, side by side. Of the positions met after so many plies some were met once
and some twice; the fewer were met twice, the more there must be that were not met at all. Chao's estimator
says how many: from below, so that no game is thought larger than it is, but for bad luck.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.game import Game

WALKS = 4_000
"""How many contests are played: what they can tell apart grows with the square of this."""
PLIES = 60
"""How far they are followed."""
_SEED = 1990


def at_least(game: Game[Any], enough: float) -> int:
    """Return about how many positions there are at some ply at the least; stop once that is enough."""
    stream = random.Random(_SEED)  # noqa: S311  # play, not secrets
    positions = [game.initial()] * WALKS
    most = 1
    for _ in range(PLIES):
        positions = [
            game.play(position, moves[int(stream.random() * len(moves))])
            for position in positions
            if (moves := game.legal_moves(position))
        ]
        most = max(most, richness(list(Counter(positions).values())))
        if not positions or most >= enough:
            break
    return most


def richness(counts: Sequence[int]) -> int:
    """Return how many kinds there are at the least, from how often each of those met was met (Chao 1)."""
    once, twice = counts.count(1), counts.count(2)
    return len(counts) + once * (once - 1) // (2 * (twice + 1))
