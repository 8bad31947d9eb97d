"""Tic-tac-toe and its kin."""

from games.board import grid, straight_lines
from games.families.placing import PlacingGame

_BOARD = grid(3, 3, lines=straight_lines(3, 3, length=3))
_CUBES = {
    side: grid(side, side, side, lines=straight_lines(side, side, side, length=side)) for side in (3, 4)
}


def tic_tac_toe() -> PlacingGame:
    """Make tic-tac-toe: three in line wins."""
    return PlacingGame(
        name="tic-tac-toe",
        title="Tic-tac-toe",
        rules="Place a man on any empty location. Three in line wins; a full board draws.",
        board=_BOARD,
    )


def lose_tic_tac_toe() -> PlacingGame:
    """Make lose tic-tac-toe: three in line loses."""
    return PlacingGame(
        name="lose-tic-tac-toe",
        title="Lose tic-tac-toe",
        rules="Place a man on any empty location. Completing three in line loses; a full board draws.",
        board=_BOARD,
        line_wins=False,
    )


def tic_tac_toe_3d() -> PlacingGame:
    """Make tic-tac-toe in three layers: three in line wins."""
    return PlacingGame(
        name="tic-tac-toe-3d",
        title="Tic-tac-toe in three dimensions",
        rules="Place a man on any empty location of three layers. Three in line, in any direction, wins.",
        board=_CUBES[3],
    )


def qubic() -> PlacingGame:
    """Make qubic, tic-tac-toe in four layers: four in line wins."""
    return PlacingGame(
        name="qubic",
        title="Qubic",
        rules="Place a man on any empty location of four layers. Four in line, in any direction, wins; "
        "a full board draws.",
        board=_CUBES[4],
    )
