"""Estimate: a lower bound on the number of positions of a game, from random contests.

Many contests are played at random, side by side. Of the positions met after a number of plies, some were met
once and some twice; the fewer were met twice, the more positions must have been missed. Chao's estimator
gives a lower bound on the total, so that a game is overestimated only by bad luck.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.game import Game

WALKS = 4_000
"""How many contests are played; the largest number that they can estimate grows with the square of this."""
PLIES = 60
"""How many plies of each contest are played."""
_SEED = 1990


def at_least(game: Game[Any], enough: float) -> int:
    """Return an estimate of the largest number of positions at one ply; stop once it reaches `enough`."""
    stream = random.Random(_SEED)  # noqa: S311  # not used for secrets
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
    """Return a lower bound on the number of kinds, given how often each kind was met (Chao 1)."""
    once, twice = counts.count(1), counts.count(2)
    return len(counts) + once * (once - 1) // (2 * (twice + 1))
