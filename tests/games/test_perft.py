"""How many move sequences a game has."""

import math

import pytest

from games import BadOption, lose_tic_tac_toe, perft, tic_tac_toe
from tests.support import each_case

KNOWN = (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0)
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def plain_counts(board: list[int], ply: int, counts: list[int]) -> None:
    """Count sequences one by one, with an implementation of its own; a line of either colour ends them."""
    counts[ply] += 1
    if any(board[a] == board[b] == board[c] != 0 for a, b, c in LINES):
        return
    for i in range(9):
        if not board[i]:
            board[i] = 1 + ply % 2
            plain_counts(board, ply + 1, counts)
            board[i] = 0


@each_case("depth", range(11))
def test_tic_tac_toe(depth: int) -> None:
    """The well-known counts come out, and nothing is longer than nine moves."""
    assert perft(tic_tac_toe(), depth) == KNOWN[depth]


def test_lose_tic_tac_toe() -> None:
    """A count of sequences one by one agrees at every depth."""
    counts = [0] * 11
    plain_counts([0] * 9, 0, counts)
    game = lose_tic_tac_toe()
    assert [perft(game, depth) for depth in range(11)] == counts


def test_opening_moves_of_a_line_free_stretch() -> None:
    """As long as nobody can have a line, the count is that of arrangements."""
    assert all(perft(tic_tac_toe(), depth) == math.perm(9, depth) for depth in range(6))


def test_a_negative_depth_is_refused() -> None:
    """One line names the value."""
    with pytest.raises(BadOption, match="depth -1 is negative"):
        perft(tic_tac_toe(), -1)


def test_an_absurd_depth_is_quick() -> None:
    """Counting stops where the game does."""
    assert perft(tic_tac_toe(), 10**15) == 0
