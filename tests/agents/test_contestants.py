"""Contestants: who plays."""

from agents import RandomContestant, Streams
from tests.support import played, tic_tac_toe


async def test_the_random_contestant_plays_any_legal_move() -> None:
    """Under some seed each legal move is chosen, an illegal one never, and a seed always gives the same."""
    game, position = tic_tac_toe(), played("5 1")
    contestant = RandomContestant()
    chosen = [await contestant.choose(game, position, Streams(seed)) for seed in range(100)]
    assert set(chosen) == set("2346789")
    assert chosen == [await contestant.choose(game, position, Streams(seed)) for seed in range(100)]
