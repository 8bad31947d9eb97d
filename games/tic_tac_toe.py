"""Tic-tac-toe and its kin."""

from games.board import grid, straight_lines
from games.placing import PlacingGame

_BOARD = grid(3, 3, lines=straight_lines(3, 3, length=3))


def tic_tac_toe() -> PlacingGame:
    """Three in line wins."""
    return PlacingGame(
        name="tic-tac-toe",
        title="Tic-tac-toe",
        rules="Place a man on any empty location. Three in line wins; a full board draws.",
        board=_BOARD,
    )


def lose_tic_tac_toe() -> PlacingGame:
    """Three in line loses."""
    return PlacingGame(
        name="lose-tic-tac-toe",
        title="Lose tic-tac-toe",
        rules="Place a man on any empty location. Whoever completes three in line loses; a full board draws.",
        board=_BOARD,
        line_wins=False,
    )
