"""Shapes on a board, by the names of their locations, which count from 1."""

import pytest

from games import Board, Location, grid, make_game, straight_lines
from games.board_shapes import (
    Shape,
    diagonals,
    fits,
    is_flat,
    right_angles,
    squares,
    stretches,
    triangles,
    unit_of,
)

FIVE, NINE = (make_game(f"{count}-mens-morris").board for count in ("five", "nine"))
ROWS_AND_COLUMNS = grid(3, 2, lines=[(0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5)])
WHEEL = make_game("shisima").board


def named(shapes: list[Shape]) -> set[str]:
    """Write shapes by the numbers that people see."""
    return {"-".join(str(i + 1) for i in shape) for shape in shapes}


def test_the_unit_is_the_least_step() -> None:
    """On the boards of the papers it is a step between two rings, and half a side of the inner one."""
    assert unit_of(FIVE) == unit_of(NINE) == 1
    assert unit_of(WHEEL) == pytest.approx(0.765367, abs=1e-5)
    assert unit_of(Board([Location("1", 0, 0), Location("2", 0, 7)], [(0, 1)])) == 7


def test_without_neighbours_there_is_no_unit() -> None:
    """Nor anything else to see."""
    board = grid(2, 2, lines=[])
    assert unit_of(board) is None
    assert [find(board) for find in (stretches, right_angles, squares, diagonals, triangles)] == [[]] * 5


def test_layers_make_a_board_in_space() -> None:
    """One layer is flat, wherever it lies."""
    assert is_flat(FIVE)
    assert is_flat(Board([Location("1", 0, 0, 3), Location("2", 1, 0, 3)], []))
    assert not is_flat(make_game("tic-tac-toe-3d").board)


def test_a_stretch_is_any_part_of_a_line() -> None:
    """Told once, by its ends, also where two lines hold it."""
    assert named(stretches(ROWS_AND_COLUMNS)) == {
        "1-2", "1-3", "2-3", "4-5", "4-6", "5-6", "1-4", "2-5", "3-6",
    }  # fmt: skip
    twice = grid(3, 1, lines=[(0, 1, 2), (2, 1)])
    assert stretches(twice) == [(0, 1), (0, 2), (1, 2)]


def test_a_right_angle_has_its_corner_in_the_middle() -> None:
    """Legs may have different lengths; two stretches of one line are no angle."""
    assert named(right_angles(ROWS_AND_COLUMNS)) == {
        "2-1-4", "3-1-4", "1-2-5", "3-2-5", "1-3-6", "2-3-6",
        "1-4-5", "1-4-6", "2-5-4", "2-5-6", "3-6-4", "3-6-5",
    }  # fmt: skip


def test_a_right_angle_may_be_turned() -> None:
    """On a wheel with eight spokes every spoke makes one with the spoke after the next."""
    assert len(right_angles(WHEEL)) == 8
    assert "1-9-3" in named(right_angles(WHEEL))


def test_a_square_has_four_drawn_sides() -> None:
    """A rectangle is none, nor is a square with a side that nobody drew."""
    assert named(squares(ROWS_AND_COLUMNS)) == {"1-2-5-4", "2-3-6-5"}
    assert named(squares(FIVE)) == {"1-3-16-14", "4-6-13-11"}
    assert squares(grid(2, 2, lines=[(0, 1), (1, 3), (2, 3)])) == []


def test_a_square_may_stand_on_a_corner() -> None:
    """In picaria the middles of the sides are joined."""
    assert "2-4-8-6" in named(squares(make_game("picaria").board))


def test_diagonals_are_opposite_corners_of_squares() -> None:
    """Each once, whichever squares it belongs to; none without a square."""
    assert named(diagonals(ROWS_AND_COLUMNS)) == {"1-5", "2-4", "2-6", "3-5"}
    assert named(diagonals(FIVE)) == {"1-16", "3-14", "4-13", "6-11"}
    assert diagonals(WHEEL) == []


def test_a_triangle_has_three_drawn_sides() -> None:
    """Three locations of one line are none."""
    assert triangles(FIVE) == []
    assert named(triangles(grid(2, 2, lines=straight_lines(2, 2, length=2)))) == {
        "1-2-3", "1-2-4", "1-3-4", "2-3-4",
    }  # fmt: skip
    assert len(triangles(WHEEL)) == 8


def test_what_fits_is_nowhere_wider() -> None:
    """Every two locations count, also those that no line joins; a distance that is just reached fits."""
    corner = tuple(FIVE.index(name) for name in ("3", "1", "14"))
    assert fits(FIVE, corner[:2], 4)
    assert not fits(FIVE, corner, 4)
    assert not fits(FIVE, corner[:2], 3.9)
