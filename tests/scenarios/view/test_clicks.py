"""Moves by click."""

import random

from games import game_names, grid, make_game
from scenarios.view.clicks import clicks_of
from tests.support import each_case


@each_case("name", game_names())
def test_every_move_of_every_game_can_be_clicked(name: str) -> None:
    """In random contests each but a pass has clicks of its own, at most three."""
    game, chance = make_game(name), random.Random(1)  # noqa: S311  # no secret
    for _ in range(3):
        position = game.initial()
        for _ in range(60):
            legal = list(game.legal_moves(position))
            if not legal:
                break
            clicks = clicks_of(game.board, legal)
            assert {move for move in legal if move not in clicks} <= {"pass"}
            found = [tuple(parts) for parts in clicks.values()]
            assert len(set(found)) == len(found)
            assert max(map(len, found), default=0) <= 3
            position = game.play(position, chance.choice(legal))


def test_what_could_be_mistaken_is_offered_by_name() -> None:
    """A move that begins another, or has its clicks, or names no locations, cannot be clicked."""
    board = grid(3, 3, lines=[])
    moves = ["1-2", "1-2-3", "4x5", "4-5", "pass", "7"]
    assert clicks_of(board, moves) == {"1-2-3": ["1", "2", "3"], "7": ["7"]}
