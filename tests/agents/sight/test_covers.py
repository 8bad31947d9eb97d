"""Covers: the papers' figures, and what a cover is in general."""

from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.sight.covers import Cover, Influence, Sides, coverage_of, influence_on
from games import Board, MorrisPosition, Role, make_game

FIVE = make_game("five-mens-morris")
GAMES = [make_game(name) for name in ("five-mens-morris", "nine-mens-morris", "tic-tac-toe", "mu-torere")]

PLACING = {
    "white": [1, 6, 8],
    "black": [3, 4, 13, 14],
    "white_cover": {1: 2, 2: 1, 3: 1, 4: 2, 5: 1, 6: 2, 7: 2, 8: 2, 9: 1, 11: 1, 13: 1, 14: 1},
    "black_minus_white": {10: 1, 12: 1, 15: 1, 16: 2},
}
"""Figure 3 of The Integration of Visual Cues, by the names of locations."""
CONTEST = {
    "white": [2, 6, 8, 10, 14],
    "black": [1, 5, 11, 12, 16],
    "white_cover": {
        1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2, 8: 2, 9: 2, 10: 2, 11: 1, 13: 1, 14: 2, 15: 1, 16: 2,
    },
    "black_cover": {
        1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1, 7: 1, 8: 1, 10: 1, 11: 3, 12: 3, 13: 2, 14: 2, 15: 2, 16: 2,
    },
    "contested": [11, 12, 13, 15],
}  # fmt: skip
"""Figure 5."""


def located(names: Iterable[int]) -> int:
    """Make a bit set of locations by their names, which count from 1."""
    return sum(1 << name - 1 for name in names)


def counted(board: Board, names: Iterable[int]) -> dict[int, int]:
    """Add up the coverages of these men, by the names of locations."""
    cover: Counter[int] = sum((coverage_of(board, name - 1) for name in names), Counter())
    return {location + 1: times for location, times in cover.items()}


def in_bits(cover: dict[int, int]) -> Cover:
    """Write a cover as two bit sets."""
    return Cover(located(cover), located(name for name, times in cover.items() if times > 1))


def seen(figure: dict[str, list[int]]) -> Sides:
    """Look at a figure from the side of white."""
    position = MorrisPosition(located(figure["white"]), located(figure["black"]), 0, 0, Role.PLAYER)
    return Sides.of(FIVE, position, Role.PLAYER)


def test_the_coverage_of_a_location() -> None:
    """That of 3 is 1, 2, twice 3, 10 and 16: its own location counts once a line."""
    assert counted(FIVE.board, [3]) == {1: 1, 2: 1, 3: 2, 10: 1, 16: 1}


@pytest.mark.parametrize(
    ("men", "cover"),
    [
        (PLACING["white"], PLACING["white_cover"]),
        (CONTEST["white"], CONTEST["white_cover"]),
        (CONTEST["black"], CONTEST["black_cover"]),
    ],
)
def test_a_cover_is_the_sum_of_coverages(men: list[int], cover: dict[int, int]) -> None:
    """As the paper prints it, thrice 11 and 12 included, and the same in bits."""
    assert counted(FIVE.board, men) == cover
    assert Influence(FIVE.board).cover(located(men)) == in_bits(cover)


def test_the_difference_of_two_covers() -> None:
    """In Figure 3 only black covers 10, 12, 15 and, twice, 16; white alone covers nothing."""
    white, black = (counted(FIVE.board, PLACING[side]) for side in ("white", "black"))
    assert {name: times for name, times in black.items() if name not in white} == PLACING["black_minus_white"]
    assert white.keys() <= black.keys()


def test_where_to_place_in_the_figure() -> None:
    """At 16, which black alone covers, and twice."""
    sides = seen({"white": [1, 6, 8], "black": [3, 4, 13, 14]})
    assert sides.where_to_place() == located([16])


def test_failing_that_what_they_cover_alone() -> None:
    """Where they cover nothing twice that we do not, all that is theirs alone will do."""
    sides = seen({"white": [], "black": [2]})
    assert sides.where_to_place() == located([1, 3, 5])
    assert seen({"white": [7], "black": [2]}).where_to_place() == located([3, 5])


def test_failing_that_what_they_cover_more_than_once() -> None:
    """Where nothing is theirs alone, the empty locations that they cover more than once."""
    sides = seen({"white": [2, 10, 15, 7, 5, 12], "black": [1, 3]})
    assert sides.other.some & ~sides.ours.some & sides.empty == 0
    assert sides.where_to_place() == 0
    sides = seen({"white": [2, 7, 8, 10, 12], "black": [1, 16]})
    assert sides.where_to_place() == located([3, 14])


def test_nobody_covers_an_empty_board() -> None:
    """Then there is nowhere to place."""
    assert seen({"white": [], "black": []}).where_to_place() == 0


def test_what_is_contested() -> None:
    """In Figure 5 black covers 11, 12, 13 and 15 more than once and white at most once."""
    sides = seen({"white": [2, 6, 8, 10, 14], "black": [1, 5, 11, 12, 16]})
    assert sides.contested == located(CONTEST["contested"])


@given(st.data())
def test_bits_agree_with_the_sum(data: st.DataObject) -> None:
    """On any board, for any men, the two bit sets tell what is in the sum, and what more than once."""
    board = data.draw(st.sampled_from(GAMES)).board
    names = data.draw(st.sets(st.integers(1, len(board))))
    assert influence_on(board).cover(located(names)) == in_bits(counted(board, names))


def test_names_and_lines_are_written_as_people_do() -> None:
    """One, two, or several locations; and lines on which these men stand, through these locations."""
    influence = Influence(FIVE.board)
    assert [influence.names(located(each)) for each in ([3], [3, 4], [3, 4, 5])] == [
        "3", "3 and 4", "3, 4 and 5",
    ]  # fmt: skip
    assert influence.lines(located([16]), located([3, 14])) == "3-10-16 and 16-15-14"
