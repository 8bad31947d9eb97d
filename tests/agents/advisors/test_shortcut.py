"""Shortcut: the paper's figure, the definition read a second time, and how it behaves."""

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.advisors.shortcut import STRENGTH, Shortcut, open_paths
from agents.sight.paths import OpenLines
from blackboard import Comment, State
from control import check_advisor
from games import Board, Game, MorrisPosition, Role, make_game
from tests.support import CLOCKS, decided, heard, image_of, played, wandered

FIVE, NINE, TWELVE, PICARIA = (
    make_game(name) for name in ("five-mens-morris", "nine-mens-morris", "twelve-mens-morris", "picaria")
)
GAMES = [
    FIVE, NINE, TWELVE, PICARIA,
    *map(make_game, ("tic-tac-toe", "achi", "les-pendus", "shisima", "mu-torere", "tsoro-yematatu")),
]  # fmt: skip

# Figure 6 of the paper, nine men's morris, placing, white to move, by the names of locations.
FIGURE_6 = {"white": [2, 20], "black": [10, 16, 24]}
MOVES_6 = "10 2 16 20 24"
"""How a contest comes to it: black moves first."""
PATHS_6 = {(2, 5, 6, 14, 21, 20): 5, (2, 3, 15, 14, 21, 20): 14, (2, 5, 4, 11, 19, 20): 5}
"""The paths that the paper prints, each with the location because of which it is kept."""
ADVICE_6 = ["4", "6", "11", "14", "15"]


def located(names: list[int]) -> int:
    """Make a bit set of locations by their names, which count from 1."""
    return sum(1 << name - 1 for name in names)


def morris(white: list[int], black: list[int], *, hands: tuple[int, int] = (0, 0)) -> MorrisPosition:
    """Set up a position with white, who moves, as Player."""
    return MorrisPosition(located(white), located(black), *hands, Role.PLAYER)


def comments(position: Any, game: Game[Any] = NINE, **settings: Any) -> dict[str, Comment]:
    """Ask Shortcut about a position."""
    testimony = heard(decided([Shortcut], game=game, position=position, **settings), "Shortcut")
    assert testimony.state is State.FINISHED
    return dict(testimony.comments)


def said(position: Any, game: Game[Any] = NINE, **settings: Any) -> dict[str, int]:
    """Ask Shortcut about a position, and return plain numbers."""
    return {move: comment.strength for move, comment in comments(position, game, **settings).items()}


def test_placing_as_in_figure_6() -> None:
    """The three printed paths are kept, by 5, 14 and 5, and their middles are recommended."""
    lines = OpenLines(NINE.board, located(FIGURE_6["black"]))
    kept = open_paths(lines, located(FIGURE_6["white"]))
    assert {tuple(i + 1 for i in path): crossing + 1 for path, crossing in kept.items()} == PATHS_6
    found = comments(played(MOVES_6, NINE))
    assert {move: each.strength for move, each in found.items()} == dict.fromkeys(ADVICE_6, STRENGTH)


def test_reasons_name_paths_crossings_and_lines() -> None:
    """Of a location that is the middle of two paths both are told."""
    found = comments(played(MOVES_6, NINE))
    assert found["4"].reason == "takes 4, midway on 2-5-4-11-19-20, open at 5 by 4-5-6 and 2-5-8"
    assert found["14"].reason == (
        "takes 14, midway on 2-5-6-14-21-20, open at 5 by 4-5-6 and 2-5-8; "
        "on 2-3-15-14-21-20, open at 14 by 6-14-21 and 15-14-13"
    )


def test_a_reason_names_three_paths_at_most() -> None:
    """And tells how many there are besides."""
    found = comments(NINE.parse_position(".......X.....OO.......X. X 7 7"))
    most = max((each.reason for each in found.values()), key=lambda reason: reason.count("; on "))
    assert most.count(", open at ") == 3
    assert most.endswith("; on 3 more")


def test_an_end_that_is_occupied_is_no_crossing() -> None:
    """Two open lines meet at 1, where a man of ours stands, but not at 2: that does not open 1-2-3."""
    assert said(morris([1, 3], [5, 16], hands=(3, 3)), FIVE) == {}


def test_captures_by_one_man_are_alike() -> None:
    """Whomever a man takes that goes to the middle of 1-2-3."""
    found = comments(morris([1, 3], [9, 16], hands=(3, 3)), FIVE)
    assert found.keys() == {"2x9", "2x16"}
    assert {each.reason for each in found.values()} == {
        "takes 2, midway on 1-2-3, open at 2 by 1-2-3 and 2-5"
    }


def test_a_path_with_a_location_on_no_open_line_is_not_kept() -> None:
    """With black on 1 instead of 10 location 3 of Figure 6 is such a one, and 15 loses its path."""
    found = said(morris([2, 20], [1, 16, 24], hands=(7, 6)))
    assert "15" not in found
    assert found.keys() >= {"6", "14"}


def test_neighbours_silence_it() -> None:
    """A path of one step is the shortest that there can be, and has no middle to go to."""
    assert said(morris([2, 3, 20], [10, 16, 24], hands=(6, 6))) == {}


def test_one_man_goes_round() -> None:
    """The path of a man back to itself has its middle opposite to it."""
    assert said(morris([1], [16], hands=(4, 4)), FIVE) == {"4": STRENGTH}
    assert comments(morris([1], [16], hands=(4, 4)), FIVE)["4"].reason == (
        "takes 4, midway on 1-2-5-4-8-7-1, open at 2 by 1-2-3 and 2-5"
    )


def test_a_slide_is_judged_by_where_it_ends() -> None:
    """Every man that can get to the middle of an open path may do so."""
    found = comments(morris([1, 3, 12, 14], [6, 11, 13, 16]), FIVE)
    assert {move: each.strength for move, each in found.items()} == {"1-2": 7, "3-2": 7, "1-7": 7, "14-7": 7}
    assert found["1-2"].reason == found["3-2"].reason


@pytest.mark.parametrize("name", ["othello", "nim"])
def test_without_lines_or_men_there_is_nothing_to_say(name: str) -> None:
    """A board without lines has no paths, and matches are nobody's men."""
    game = make_game(name)
    for plies in range(4):
        assert said(wandered(game, 1, plies), game) == {}


def test_without_men_of_ours_there_is_nothing_to_say() -> None:
    """On an empty board, and when only the other has placed one."""
    assert said(NINE.initial()) == {}
    assert said(played("1", NINE)) == {}


def test_it_declares_its_tier_and_side() -> None:
    """It votes, and only ever for a move."""
    assert (Shortcut.tier, Shortcut.supports, Shortcut.opposes, STRENGTH) == (3, True, False, 7)


def test_it_conforms() -> None:
    """It does not fail, nor say other things when asked again: on all boards, also in space."""
    others = map(make_game, ("nim", "othello", "tic-tac-toe-3d", "pong-hau-ki", "nerenchi"))
    assert check_advisor(Shortcut, [*GAMES, *others]) == []


def test_it_says_the_same_on_both_clocks() -> None:
    """What it says hangs on no clock."""
    for game in GAMES[:4]:
        for plies in (2, 3, 5, 14, 30):
            position = wandered(game, 7, plies)
            told = [comments(position, game, clock=clock) for clock in CLOCKS]
            virtual, wall = (
                {move: (each.strength, each.reason) for move, each in one.items()} for one in told
            )
            assert virtual == wall


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 1000), st.integers(0, 40))
def test_it_says_the_image_of_images(game: Game[Any], seed: int, plies: int) -> None:
    """A position that is turned or reflected gets the same advice, turned or reflected."""
    position = wandered(game, seed, plies)
    symmetries = game.board.symmetries()
    symmetry = symmetries[seed % len(symmetries)]
    there = said(game.image(position, symmetry), game)
    assert there == {image_of(game, move, symmetry): STRENGTH for move in said(position, game)}


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 1000), st.integers(0, 40))
def test_it_keeps_to_its_definition(game: Game[Any], seed: int, plies: int) -> None:
    """What it says is what the definition says, read anew with every path written out."""
    position = wandered(game, seed, plies)
    moves = game.legal_moves(position)
    if len(moves) > 1:
        wanted = set(middles(game, position))
        plain = [move for move in moves if move.split("x")[0].split("-")[-1] in wanted]
        assert said(position, game) == dict.fromkeys(plain, STRENGTH)


def middles(game: Game[Any], position: Any) -> Iterator[str]:
    """Yield the names of all locations to go to."""
    board, cells, me = game.board, game.cells(position), game.mover(position)
    free = Counter(at for line in board.lines if all(cells[i] is not me.other for i in line) for at in line)
    for path in shortest(board, cells, me):
        inner = path[1:-1]
        if all(free[at] for at in inner) and any(free[at] > 1 for at in inner):
            half = len(path) // 2
            for at in {path[half], path[-1 - half]}:
                yield board.locations[at].name


def shortest(board: Board, cells: Any, me: Role) -> list[list[int]]:
    """Lengthen all paths from all men, a step at a time, until some arrive at a man."""
    paths = [[at] for at, cell in enumerate(cells) if cell is me]
    while paths:
        longer = [[*path, at] for path in paths for at in board.neighbours(path[-1])]
        arrived = [path for path in longer if cells[path[-1]] is me and takes_no_step_twice(path)]
        if arrived:
            return arrived
        paths = [path for path in longer if cells[path[-1]] is None and path[-1] not in path[:-1]]
    return []


def takes_no_step_twice(path: list[int]) -> bool:
    """Is every step of a path another one, forwards and backwards?"""
    steps = [frozenset(step) for step in itertools.pairwise(path)]
    return len(set(steps)) == len(steps)
