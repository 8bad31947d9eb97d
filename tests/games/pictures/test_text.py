"""Pictures in text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import (
    Board,
    Location,
    Role,
    draw_text,
    grid,
    lose_tic_tac_toe,
    make_game,
    straight_lines,
    tic_tac_toe,
)

MORRIS = """
1 . 2 . 3
. 4 5 6 .
7 8 . 9 10
. 11 12 13 .
14 . 15 . 16
"""
MORRIS_LINES = "1-2-3 3-10-16 14-15-16 1-7-14 4-5-6 6-9-13 11-12-13 4-8-11 2-5 7-8 9-10 12-15"


def morris() -> Board:
    """Make the board of five men's morris."""
    rows = [row.split() for row in MORRIS.strip().splitlines()]
    places = [(name, x, y) for y, row in enumerate(rows) for x, name in enumerate(row) if name != "."]
    lines = [[int(name) - 1 for name in line.split("-")] for line in MORRIS_LINES.split()]
    return Board([Location(*place) for place in places], lines, "points")


def men(board: Board, player: tuple[int, ...] = (), opponent: tuple[int, ...] = ()) -> list[Role | None]:
    """Put men on locations counted from 1."""
    cells: list[Role | None] = [None] * len(board)
    for role, places in zip(Role, (player, opponent), strict=True):
        for place in places:
            cells[place - 1] = role
    return cells


def achi() -> Board:
    """Make the board of achi."""
    return grid(3, 3, lines=straight_lines(3, 3, length=3), style="points")


def test_cells() -> None:
    """Men show as marks, empty locations by the name that people type."""
    game = tic_tac_toe()
    picture = draw_text(game.board, game.cells(game.parse_position("X.XOO....")))
    assert picture.splitlines() == [
        " X | 2 | X",
        "---+---+---",
        " O | O | 6",
        "---+---+---",
        " 7 | 8 | 9",
    ]


def test_layers_stand_side_by_side() -> None:
    """A board of three layers is as high as one, and two-digit names stay in their columns."""
    board = grid(2, 2, 3, lines=[])
    assert draw_text(board, men(board, (1,), (12,))).splitlines() == [
        " X  | 2       5  | 6       9  | 10",
        "----+----    ----+----    ----+----",
        " 3  | 4       7  | 8       11 | O",
    ]


def test_layers_that_do_not_fit_go_below() -> None:
    """About as many in each row, and one layer is drawn however narrow it is."""
    board = make_game("qubic").board
    wide = draw_text(board, men(board, (1,), (64,)))
    assert draw_text(board, men(board, (1,), (64,)), width=88) == wide
    two = draw_text(board, men(board, (1,), (64,)), width=80)
    assert [len(part.splitlines()) for part in two.split("\n\n")] == [7, 7]
    assert max(map(len, two.splitlines())) <= 42
    assert draw_text(board, men(board), width=1).count("\n\n") == 3


def test_points_with_diagonals() -> None:
    """The achi board shows all its lines."""
    assert draw_text(achi(), men(achi(), (1,), (3,))).splitlines() == [
        "X---2---O",
        "| \\ | / |",
        "4---5---6",
        "| / | \\ |",
        "7---8---9",
    ]


def test_lines_that_cross_between_points() -> None:
    """Where two diagonals meet and no location is, an x shows it."""
    board = grid(2, 2, lines=[(0, 1), (0, 3), (1, 2), (2, 3)], style="points")
    assert draw_text(board, men(board)).splitlines() == ["1---2", "  x", "3---4"]


def test_a_wheel_is_as_wide_on_either_side() -> None:
    """Points on a circle are drawn symmetrically."""
    board = make_game("shisima").board
    rows = draw_text(board, men(board)).splitlines()
    top, middle = rows[0].index("1"), len(rows) // 2
    assert rows[middle] == "7" + "-" * (top - 1) + "9" + "-" * (top - 1) + "3"
    assert rows[2].index("2") - top == top - rows[2].index("8")


def test_points_of_five_mens_morris() -> None:
    """Two rings and four spokes, with two-digit names that do not run into each other."""
    assert draw_text(morris(), men(morris(), (1, 9, 10, 11, 14), (2, 4, 8, 12, 15))).splitlines() == [
        "X-----------O-----------3",
        "|           |           |",
        "|     O-----5-----6     |",
        "|     |           |     |",
        "7-----O           X-----X",
        "|     |           |     |",
        "|     X-----O-----13    |",
        "|           |           |",
        "X-----------O-----------16",
    ]


@pytest.mark.parametrize(
    ("board", "highlight", "expected"),
    [
        (tic_tac_toe().board, 0, "[X]"),
        (tic_tac_toe().board, (0,), "[X]"),
        (tic_tac_toe().board, {8}, "[9]"),
        (achi(), 0, "(X)"),
        (morris(), [0, 15], "(16)"),
    ],
)
def test_highlight(board: Board, highlight: int, expected: str) -> None:
    """A location is pointed out by brackets, and the rows stay in line."""
    cells = men(board, (1,))
    picture = draw_text(board, cells, highlight=highlight)
    assert expected in picture
    assert len(picture.splitlines()) == len(draw_text(board, cells).splitlines())


def test_other_marks() -> None:
    """Men may be shown by any letters."""
    picture = draw_text(tic_tac_toe().board, men(tic_tac_toe().board, (5,), (1,)), marks=("B", "W"))
    assert picture.splitlines()[0] == " W | 2 | 3"
    assert picture.splitlines()[2] == " 4 | B | 6"


def test_points_at_odd_places() -> None:
    """Points on a circle are drawn on a canvas of sensible size."""
    places = [(0, -1), (0.7071, -0.7071), (1, 1e-17), (0.7071, 0.7071), (-0.7071, -0.7071)]
    board = Board([Location(str(i), x, y) for i, (x, y) in enumerate(places)], [(0, 1, 2, 3)], "points")
    rows = draw_text(board, [None] * 5).splitlines()
    assert len(rows) < 30
    assert max(map(len, rows)) < 60


boards = st.sampled_from([lose_tic_tac_toe().board, achi(), morris(), grid(3, 3, 3, lines=[])])


@given(boards, st.data())
def test_a_picture_shows_every_man(board: Board, data: st.DataObject) -> None:
    """As many marks appear as men stand, and the name of every empty location."""
    cells = data.draw(
        st.lists(st.sampled_from([None, *Role]), min_size=len(board), max_size=len(board)), label="cells"
    )
    highlight = data.draw(st.sets(st.integers(0, len(board) - 1)), label="highlight")
    width = data.draw(st.none() | st.integers(1, 100), label="width")
    picture = draw_text(board, cells, highlight=highlight, width=width)
    assert picture.count("X") == cells.count(Role.PLAYER)
    assert picture.count("O") == cells.count(Role.OPPONENT)
    words = picture.translate(str.maketrans("|+-/\\[]()", " " * 9)).split()
    names = [each.name for each, cell in zip(board.locations, cells, strict=True) if cell is None]
    assert sorted(word for word in words if word.isdigit()) == sorted(names)
