"""Templates: the paper's figures, a second reading, and what they have in common on every board."""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import FIELD_OF_VIEW, BadOption, Board, Template, grid, make_game, straight_lines, templates_of
from games.templates import SHAPES
from tests.support import each_case

FIVE, NINE = (make_game(f"{count}-mens-morris").board for count in ("five", "nine"))
BOARDS = {
    name: make_game(name).board
    for name in ("five-mens-morris", "nine-mens-morris", "nerenchi", "tic-tac-toe", "picaria", "shisima",
                 "pong-hau-ki", "tsoro-yematatu", "othello")
}  # fmt: skip
PRINTED = {
    "line": ["1-2", "1-3", "4-5", "2-5", "4-6"],
    "square": ["4-6-13-11"],
    "diagonal": ["4-13"],
    "L": ["2-5-4", "5-4-8", "1-2-5", "2-1-7", "5-4-11", "6-4-11"],
}
"""The thirteen templates of five men's morris as the paper prints them, by numbers instead of letters."""
COUNTS = [
    (FIVE, 3, {"line": 4, "square": 1, "diagonal": 1, "L": 6}, 63),
    (FIVE, 4, {"line": 5, "square": 1, "diagonal": 1, "L": 6}, 67),
    (FIVE, 5, {"line": 5, "square": 1, "diagonal": 1, "L": 7}, 75),
    (NINE, 3, {"line": 7, "square": 1, "diagonal": 1, "L": 8}, 95),
    (NINE, 4, {"line": 8, "square": 1, "diagonal": 1, "L": 10}, 115),
    (NINE, 5, {"line": 8, "square": 1, "diagonal": 1, "L": 12}, 127),
]
"""Board, field of view, templates of each kind, and all their placements: the table of docs/seeing.md."""

Marks = frozenset[int]
PAGE = Path(__file__).parents[2] / "docs" / "seeing.md"


def written(board: Board, template: Template) -> str:
    """Write a template by the names of its locations."""
    return "-".join(board.locations[i].name for i in template.locations)


def test_the_thirteen_of_five_mens_morris() -> None:
    """The very ones that the paper prints, in its order of drawing."""
    found: dict[str, list[str]] = {}
    for template in templates_of(FIVE):
        found.setdefault(template.shape, []).append(written(FIVE, template))
    assert {kind: sorted(each) for kind, each in found.items()} == {
        kind: sorted(each) for kind, each in PRINTED.items()
    }


@pytest.mark.parametrize(("board", "field", "kinds", "placements"), COUNTS)
def test_how_many_there_are(board: Board, field: float, kinds: dict[str, int], placements: int) -> None:
    """Of each kind, and how many placements they have in all."""
    found = templates_of(board, field)
    assert Counter(each.shape for each in found) == kinds
    assert sum(len(each.placements) for each in found) == placements


@each_case(("board", "field", "kinds", "placements"), COUNTS)
def test_the_page_tells_the_same(board: Board, field: float, kinds: dict[str, int], placements: int) -> None:
    """docs/seeing.md has a row for each board and field of view."""
    name = "five men's morris" if board == FIVE else "nine men's morris"
    numbers = [field, *(kinds.get(kind, 0) for kind in SHAPES), sum(kinds.values()), placements]
    assert f"| {name} | {' | '.join(map(str, numbers))} |" in PAGE.read_text(encoding="utf-8")


def test_the_paper_counts_two_less_on_nine_mens_morris() -> None:
    """It says 18 and does not list them; 18 are left without the two Ls that have a leg from 2 to 8."""
    leg = {NINE.index("2"), NINE.index("8")}
    with_leg = [
        template for template in templates_of(NINE)
        if template.shape == "L"
        and any(leg <= set(place[:2]) or leg <= set(place[1:]) for place in template.placements)
    ]  # fmt: skip
    assert {written(NINE, each) for each in with_leg} == {"1-2-8", "2-8-7"}
    assert len(templates_of(NINE)) - len(with_leg) == 18


@pytest.mark.parametrize(("board", "new", "all_of_them"), [(FIVE, 17, 18), (NINE, 29, 32)])
def test_diagonals_read_literally_are_more_than_the_paper_has(
    board: Board, new: int, all_of_them: int
) -> None:
    """Any part of a diagonal of any square, drawn or not: those that are no lines too, and all of them."""
    others = [each for each in templates_of(board) if each.shape != "diagonal"]
    lines = {frozenset(place) for each in others if each.shape == "line" for place in each.placements}
    literal = set(literal_diagonals(board))
    assert len(others) + len(classes(board, literal - lines)) == new
    assert len(others) + len(classes(board, literal)) == all_of_them


@each_case("name", BOARDS)
@each_case("field", [1, 2, 3, FIELD_OF_VIEW, 5.5])
def test_they_agree_with_a_second_reading(name: str, field: float) -> None:
    """On every board and in every field of view the placements are those that a plain search finds."""
    assert placed(BOARDS[name], field) == searched(BOARDS[name], field)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_they_agree_on_any_grid(data: st.DataObject) -> None:
    """Also where any rows, columns and slanting lines are missing."""
    width, height = data.draw(st.tuples(st.integers(2, 4), st.integers(2, 3)))
    most = [line for length in (2, 3) for line in straight_lines(width, height, length=length)]
    board = grid(width, height, lines=data.draw(st.lists(st.sampled_from(most), unique=True)))
    field = data.draw(st.integers(4, 24)) / 4
    assert placed(board, field) == searched(board, field)


@each_case("name", BOARDS)
def test_one_stands_for_all_its_images(name: str) -> None:
    """Placements are the images of the first, point by point; no two templates of a kind share one."""
    board = BOARDS[name]
    for kind in SHAPES:
        found = [each for each in templates_of(board) if each.shape == kind]
        marks = [frozenset(place) for each in found for place in each.placements]
        assert len(marks) == len(set(marks))
        for each in found:
            images = {tuple(symmetry[i] for i in each.locations) for symmetry in board.symmetries()}
            assert each.placements[0] == each.locations
            assert set(each.placements) <= images
            assert {frozenset(place) for place in each.placements} == {frozenset(image) for image in images}


def test_they_are_found_once_a_board() -> None:
    """Whoever asks again gets the same ones, also for an equal board."""
    assert templates_of(FIVE) is templates_of(make_game("six-mens-morris").board)


def test_a_board_without_lines_has_none() -> None:
    """There is nothing to see on it."""
    assert templates_of(make_game("othello").board) == ()


def test_boards_in_space_are_refused() -> None:
    """Templates are for the plane."""
    with pytest.raises(BadOption, match=r"^templates need a board in the plane; .* layers$"):
        templates_of(make_game("qubic").board)


@pytest.mark.parametrize("field", [0, 0.99, -4, math.nan, math.inf])
def test_a_field_of_view_is_a_number_from_1(field: float) -> None:
    """Whatever else is refused."""
    with pytest.raises(BadOption, match=r"^the field of view is .*; use a number of units from 1$"):
        templates_of(FIVE, field)


def placed(board: Board, field: float) -> dict[str, set[Marks]]:
    """Return all placements of each kind, as what they mark."""
    found: dict[str, set[Marks]] = {kind: set() for kind in SHAPES}
    for each in templates_of(board, field):
        found[each.shape] |= {frozenset(place) for place in each.placements}
    return found


def searched(board: Board, field: float) -> dict[str, set[Marks]]:
    """Find all placements again: go through every two, three and four locations, by the lengths between."""
    drawn = {frozenset(pair) for line in board.lines for pair in itertools.combinations(line, 2)}
    steps = [length(board, *step) for line in board.lines for step in itertools.pairwise(line)]
    reach = field * min(steps, default=0) + 1e-4
    found: dict[str, set[Marks]] = {kind: set() for kind in SHAPES}
    found["line"] = {pair for pair in drawn if is_near(board, pair, reach)}
    for marks in near(board, 3, reach):
        short, middle, long = sorted(itertools.combinations(marks, 2), key=lambda pair: length(board, *pair))
        sides = [length(board, *pair) for pair in (short, middle, long)]
        is_flat = sides[2] > sides[0] + sides[1] - 1e-4
        legs = {frozenset(short), frozenset(middle)}
        if abs(math.hypot(*sides[:2]) - sides[2]) < 1e-4 and legs <= drawn:
            found["L"].add(marks)
        if not is_flat and {*legs, frozenset(long)} <= drawn:
            found["triangle"].add(marks)
    for a, b, c, d in all_squares(board):
        marks = frozenset((a, b, c, d))
        sides_drawn = {frozenset(pair) for pair in ((a, b), (b, c), (c, d), (d, a))} <= drawn
        if sides_drawn and is_near(board, marks, reach):
            found["square"].add(marks)
            found["diagonal"] |= {frozenset((a, c)), frozenset((b, d))}
    return found


def length(board: Board, one: int, other: int) -> float:
    """Measure how far two locations are apart."""
    here, there = board.locations[one], board.locations[other]
    return math.hypot(here.x - there.x, here.y - there.y)


def is_near(board: Board, marks: Marks, reach: float) -> bool:
    """Are all of these within reach of each other?"""
    return all(length(board, *pair) <= reach for pair in itertools.combinations(marks, 2))


def near(board: Board, number: int, reach: float) -> Iterator[Marks]:
    """Yield every so many locations that are within reach of each other."""
    every = map(frozenset, itertools.combinations(range(len(board)), number))
    return (marks for marks in every if is_near(board, marks, reach))


def all_squares(board: Board) -> Iterator[tuple[int, int, int, int]]:
    """Yield all squares whose corners are locations, drawn or not: a side, turned a quarter, and back."""
    places = {(round(each.x, 3), round(each.y, 3)): i for i, each in enumerate(board.locations)}
    for a, b in itertools.permutations(range(len(board)), 2):
        here, there = board.locations[a], board.locations[b]
        dx, dy = there.x - here.x, there.y - here.y
        c = places.get((round(there.x - dy, 3), round(there.y + dx, 3)))
        d = places.get((round(here.x - dy, 3), round(here.y + dx, 3)))
        if c is not None and d is not None:
            yield a, b, c, d


def literal_diagonals(board: Board) -> Iterator[Marks]:
    """Yield any part of a diagonal of any square, within the field of view."""
    for a, _, c, _ in all_squares(board):
        whole = length(board, a, c) + 1e-4
        on_it = [i for i in range(len(board)) if length(board, a, i) + length(board, i, c) <= whole]
        for pair in map(frozenset, itertools.combinations(on_it, 2)):
            if is_near(board, pair, FIELD_OF_VIEW):
                yield pair


def classes(board: Board, found: Iterable[Marks]) -> set[frozenset[Marks]]:
    """Put together what is the same under the symmetries of the board."""
    return {
        frozenset(frozenset(symmetry[i] for i in marks) for symmetry in board.symmetries()) for marks in found
    }
