"""A board and its geometry."""

import itertools
import pickle

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption, Board, Location, UnknownName, grid, straight_lines


def square() -> Board:
    """Make the board of tic-tac-toe."""
    return grid(3, 3, lines=straight_lines(3, 3, length=3))


def triangle() -> Board:
    """Make the board of tsoro-yematatu: an apex, a middle row and a base."""
    places = [(2, 0), (1, 1), (2, 1), (3, 1), (0, 2), (2, 2), (4, 2)]
    lines = [(0, 1, 4), (0, 2, 5), (0, 3, 6), (1, 2, 3), (4, 5, 6)]
    return Board([Location(str(n), x, y) for n, (x, y) in enumerate(places, start=1)], lines, "points")


def test_grid_counts_from_one_row_by_row() -> None:
    """Locations are named as people read: 4 starts the second row."""
    fourth = square().locations[3]
    assert (fourth.name, fourth.x, fourth.y, fourth.z) == ("4", 0, 1, 0)


def test_lines_of_tic_tac_toe() -> None:
    """Rows come first, then columns, then the two diagonals."""
    assert straight_lines(3, 3, length=3) == (
        (0, 1, 2),
        (3, 4, 5),
        (6, 7, 8),
        (0, 3, 6),
        (1, 4, 7),
        (2, 5, 8),
        (0, 4, 8),
        (2, 4, 6),
    )


@pytest.mark.parametrize(
    ("shape", "length", "count"),
    [((3, 3, 3), 3, 49), ((4, 4, 4), 4, 76), ((3, 3, 1), 3, 8), ((7, 6, 1), 4, 69), ((5, 1, 1), 3, 3)],
)
def test_number_of_straight_lines(shape: tuple[int, int, int], length: int, count: int) -> None:
    """The known counts come out: 49 on 3x3x3, 76 on 4x4x4, 69 on the board of connect four."""
    lines = straight_lines(*shape, length=length)
    assert len(lines) == len({frozenset(line) for line in lines}) == count


@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 3), st.integers(2, 4))
def test_straight_lines_are_straight(width: int, height: int, depth: int, length: int) -> None:
    """Each step of a line goes the same way, to one of the locations around."""
    lines = straight_lines(width, height, depth, length=length)
    board = grid(width, height, depth, lines=lines)
    for line in lines:
        places = [board.locations[i].coordinates for i in line]
        steps = {
            tuple(b - a for a, b in zip(here, there, strict=True))
            for here, there in itertools.pairwise(places)
        }
        assert len(steps) == 1
        assert all(abs(along) <= 1 for along in steps.pop())


def test_a_line_needs_two_locations() -> None:
    """A length below two is refused."""
    with pytest.raises(BadOption, match="a line of length 1 is not possible"):
        straight_lines(3, 3, length=1)


def test_neighbours_follow_the_lines() -> None:
    """The centre touches all, a side does not touch the other sides' corners; a line's ends do not touch."""
    board = square()
    assert board.neighbours(4) == (0, 1, 2, 3, 5, 6, 7, 8)
    assert board.neighbours(1) == (0, 2, 4)
    assert board.neighbours(0) == (1, 3, 4)


def test_index_finds_a_location_by_its_name() -> None:
    """Names count from 1, indices from 0."""
    assert square().index("5") == 4


def test_find_takes_a_name_that_may_be_none() -> None:
    """Where nothing has that name, that is an answer."""
    assert [square().find(name) for name in ("1", "5", "55", "")] == [0, 4, None, None]


def test_index_of_an_unknown_name_lists_the_names() -> None:
    """One line names the value and the remedy."""
    with pytest.raises(UnknownName, match=r"^no location is named '55'.*; the board has 1, 2, 3"):
        square().index("55")


@pytest.mark.parametrize(
    ("board", "count"),
    [
        (square(), 8),
        (triangle(), 2),
        (grid(3, 2, lines=[]), 4),
        (grid(3, 1, lines=[]), 2),
        (grid(3, 3, lines=[(0, 1, 2), (3, 4, 5), (6, 7, 8)]), 4),
        (grid(3, 3, lines=[(0, 1, 2)]), 2),
        (grid(3, 3, 3, lines=straight_lines(3, 3, 3, length=3)), 48),
        (grid(1, 1, lines=[]), 1),
    ],
)
def test_number_of_symmetries(board: Board, count: int) -> None:
    """A square has 8, a triangle 2, a cube 48; lines that do not map onto lines leave fewer."""
    assert len(board.symmetries()) == len(set(board.symmetries())) == count


def test_identity_is_the_first_symmetry() -> None:
    """The first symmetry moves nothing."""
    for board in (square(), triangle()):
        assert board.symmetries()[0] == tuple(range(len(board)))


def test_symmetries_form_a_group() -> None:
    """One symmetry after another is a symmetry, and each can be undone."""
    board = square()
    known = set(board.symmetries())
    for first in known:
        for second in known:
            assert tuple(second[i] for i in first) in known
        assert any(all(back[first[i]] == i for i in range(9)) for back in known)


def test_symmetries_are_computed_once() -> None:
    """Asking again answers the very same tuple."""
    board = square()
    assert board.symmetries() is board.symmetries()


def test_boards_are_values() -> None:
    """Equal boards are equal and hash alike, also after a journey; a board cannot be changed."""
    board = square()
    assert board == square()
    assert hash(board) == hash(pickle.loads(pickle.dumps(board)))  # noqa: S301  # our own bytes
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        board.style = "points"  # type: ignore[misc]  # that is the point


@pytest.mark.parametrize(
    ("locations", "lines", "message"),
    [
        ([], [], "at least one location"),
        ([Location("1", 0, 0), Location("1", 1, 0)], [], "have the same name"),
        ([Location("1", 0, 0), Location("2", 0, 0)], [], "have the same name or place"),
        ([Location("1", 0, 0), Location("2", 1, 0)], [(0, 2)], r"line \(0, 2\)"),
        ([Location("1", 0, 0), Location("2", 1, 0)], [(0, 0)], r"line \(0, 0\)"),
    ],
)
def test_impossible_boards_are_refused(
    locations: list[Location], lines: list[tuple[int, ...]], message: str
) -> None:
    """A board has locations with names and places of their own, and lines between them."""
    with pytest.raises(BadOption, match=message):
        Board(locations, lines)


def test_places_forget_rounding_errors() -> None:
    """A coordinate off by floating-point noise is the tidy one."""
    assert Location("1", 1e-17, 0.1 + 0.2) == Location("1", 0, 0.3)
