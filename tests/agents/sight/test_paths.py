"""Paths between men, by the names of locations, which count from 1."""

from collections.abc import Iterable

import pytest

from agents.sight.paths import Network, OpenLines, Path, middle, network_of
from games import Board, grid, make_game

FIVE, NINE, PICARIA = (make_game(name).board for name in ("five-mens-morris", "nine-mens-morris", "picaria"))


def located(names: Iterable[int]) -> int:
    """Make a bit set of locations by their names."""
    return sum(1 << name - 1 for name in names)


def shortest(board: Board, men: Iterable[int], others: Iterable[int] = ()) -> set[tuple[int, ...]]:
    """Return the shortest paths between these men, with others in the way."""
    mine, theirs = located(men), located(others)
    paths = Network(board).shortest_paths(mine, located(range(1, len(board) + 1)) ^ mine ^ theirs)
    assert len(paths) == len(set(paths))
    return {tuple(i + 1 for i in path) for path in paths}


def test_the_paths_of_figure_6() -> None:
    """Exactly the three that the paper prints."""
    assert shortest(NINE, [2, 20], [10, 16, 24]) == {
        (2, 5, 6, 14, 21, 20), (2, 3, 15, 14, 21, 20), (2, 5, 4, 11, 19, 20),
    }  # fmt: skip


def test_only_the_least_of_all_pairs_count() -> None:
    """3 and 14 are farther from 1 than 5 is; and of two pairs that are alike both count."""
    assert shortest(FIVE, [1, 5, 16]) == {(1, 2, 5)}
    assert shortest(FIVE, [1, 3, 14]) == {(1, 2, 3), (1, 7, 14)}


def test_neighbours_are_one_step_apart() -> None:
    """Nothing lies between them, and no other pair can be as near but neighbours too."""
    assert shortest(FIVE, [1, 2, 16]) == {(1, 2)}


def test_a_man_has_paths_back_to_itself() -> None:
    """Round the least loop, each told in one direction."""
    assert shortest(FIVE, [1]) == {(1, 2, 5, 4, 8, 7, 1)}
    assert shortest(FIVE, [4]) == {(4, 5, 2, 1, 7, 8, 4)}
    assert shortest(PICARIA, [1]) == {(1, 2, 4, 1), (1, 2, 5, 1), (1, 4, 5, 1)}


def test_a_way_back_takes_no_step_twice() -> None:
    """Whoever has one way out alone cannot come back by another."""
    assert shortest(FIVE, [1], [7]) == set()
    assert shortest(grid(3, 1, lines=[(0, 1, 2)]), [1]) == set()


def test_men_are_in_the_way() -> None:
    """Paths go round the men of the other, and end at the first of ours."""
    assert shortest(FIVE, [1, 14], [7]) == {(1, 2, 3, 10, 16, 15, 14)}
    assert shortest(FIVE, [1, 16], [2, 7]) == {(16, 10, 9, 13, 12, 15, 16)}
    assert shortest(FIVE, [1, 3, 16], [2, 7]) == {(3, 10, 16)}
    assert shortest(FIVE, [1, 3], [2, 7, 10, 15]) == set()


def test_without_men_or_lines_there_is_no_path() -> None:
    """Nobody has anywhere to go."""
    assert shortest(FIVE, []) == set()
    assert shortest(grid(3, 3, lines=[]), [1, 2]) == set()


@pytest.mark.parametrize(("path", "found"), [
    ((4, 7, 9), (7,)), ((4, 7, 9, 2), (7, 9)), ((4, 7, 9, 2, 4), (9,)), ((4, 7), (4, 7)),
])  # fmt: skip
def test_the_middle_is_one_location_or_two(path: Path, found: Path) -> None:
    """One if the path has an odd number of locations, its ends counted."""
    assert middle(path) == found


def test_a_crossing_lies_on_two_open_lines() -> None:
    """In Figure 6 these are 5, 14 and 5; a location on no open line closes the path."""
    lines = OpenLines(NINE, located([10, 16, 24]))
    inner = [(5, 6, 14, 21), (3, 15, 14, 21), (5, 4, 11, 19), (3, 15), (23, 22, 10), ()]
    found = [lines.crossing(tuple(name - 1 for name in names)) for names in inner]
    assert found == [4, 13, 4, None, None, None]
    assert lines.through(4) == "4-5-6 and 2-5-8"
    assert lines.through(2) == "1-2-3"


def test_with_a_man_on_1_the_second_path_of_figure_6_is_closed() -> None:
    """So the figure was read with black on 10: with 1, 16 and 24 location 3 lies on no open line."""
    lines = OpenLines(NINE, located([1, 16, 24]))
    assert lines.crossing(tuple(name - 1 for name in (3, 15, 14, 21))) is None


def test_a_network_is_made_once_a_board() -> None:
    """Whoever asks again gets the same one."""
    assert network_of(FIVE) is network_of(make_game("six-mens-morris").board)
