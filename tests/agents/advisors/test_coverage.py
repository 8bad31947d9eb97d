"""Coverage, and the version of it that grades."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import Advisor
from agents.advisors.coverage import STRENGTH, Coverage, CoverageGraded
from blackboard import Comment
from games import Board, Game, MorrisPosition, Role, make_game
from tests.support import decided, heard, played, wandered

BOTH = (Coverage, CoverageGraded)
FIVE, NINE, TWELVE = (make_game(f"{count}-mens-morris") for count in ("five", "nine", "twelve"))
GAMES = [FIVE, NINE, TWELVE, *map(make_game, ("tic-tac-toe", "achi", "picaria", "shisima", "les-pendus"))]

# The papers' figures of five men's morris, white to move, by the names of locations.
FIGURE_3 = {"white": [1, 6, 8], "black": [3, 4, 13, 14]}
FIGURE_4 = {"white": [1, 9, 10, 11, 14], "black": [2, 4, 8, 12, 15]}
FIGURE_5 = {"white": [2, 6, 8, 10, 14], "black": [1, 5, 11, 12, 16]}
SLIDES_4 = {"1-7": -1, "9-6": 1, "9-13": 0, "10-3": 0, "10-16": 0, "14-7": -1}
"""What each slide does to the number of locations covered; for 9-6 the paper prints 2."""
SLIDES_5 = ["2-3", "6-9", "8-4", "8-7", "10-3", "10-9", "14-7", "14-15"]


def located(names: Iterable[int]) -> int:
    """Make a bit set of locations by their names, which count from 1."""
    return sum(1 << name - 1 for name in names)


def figure(men: dict[str, list[int]], *, hands: tuple[int, int] = (0, 0)) -> MorrisPosition:
    """Set up a figure with white, who moves, as Player."""
    return MorrisPosition(located(men["white"]), located(men["black"]), *hands, Role.PLAYER)


def comments(advisor: type[Advisor], position: Any, game: Game[Any] = FIVE) -> dict[str, Comment]:
    """Ask one of them about a position."""
    return dict(heard(decided([advisor], game=game, position=position), advisor.name).comments)


def said(advisor: type[Advisor], position: Any, game: Game[Any] = FIVE) -> dict[str, int]:
    """Ask one of them about a position, and return plain numbers."""
    return {move: comment.strength for move, comment in comments(advisor, position, game).items()}


@pytest.mark.parametrize("advisor", BOTH)
def test_placing_as_in_figure_3(advisor: type[Advisor]) -> None:
    """Both recommend 16, which black alone covers, and more than once."""
    found = comments(advisor, figure(FIGURE_3, hands=(2, 1)))
    assert {move: comment.strength for move, comment in found.items()} == {"16": STRENGTH}
    assert found["16"].reason == "takes 16, which only they cover more than once, by 3-10-16 and 16-15-14"


def test_sliding_as_in_figure_4() -> None:
    """Only 9-6 raises the number of locations that white covers."""
    position = figure(FIGURE_4)
    assert sorted(FIVE.legal_moves(position)) == sorted(SLIDES_4)
    found = comments(Coverage, position)
    assert {move: comment.strength for move, comment in found.items()} == {"9-6": STRENGTH}
    assert found["9-6"].reason == "covers 5 by 4-5-6, 1 more in all"
    before = len(cover(FIVE.board, FIGURE_4["white"]))
    for move, gain in SLIDES_4.items():
        start, end = map(int, move.split("-"))
        after = {*FIGURE_4["white"], end} - {start}
        assert len(cover(FIVE.board, after)) - before == gain


def test_sliding_as_in_figure_5() -> None:
    """Only 14-15 is recommended, for both reasons: it covers more, and takes what black covers twice."""
    position = figure(FIGURE_5)
    assert sorted(FIVE.legal_moves(position)) == sorted(SLIDES_5)
    found = comments(Coverage, position)
    assert {move: comment.strength for move, comment in found.items()} == {"14-15": STRENGTH}
    assert found["14-15"].reason == (
        "covers 12 by 15-12, 1 more in all; takes 15, which they cover more than once, by 16-15-14 and 15-12"
    )


@pytest.mark.parametrize(("men", "opinions"), [
    (FIGURE_4, {"1-7": 1, "9-6": 9, "14-7": 1}),
    (FIGURE_5, {"8-7": 1, "14-7": 1, "14-15": 9}),
])  # fmt: skip
def test_the_graded_version_slides_by_degrees(men: dict[str, list[int]], opinions: dict[str, int]) -> None:
    """It also opposes what gives locations up, and says nothing of what changes nothing."""
    assert said(CoverageGraded, figure(men)) == opinions


def test_a_location_counts_twice_where_they_cover_it() -> None:
    """To cover what was theirs alone gains one for us and takes one from them."""
    position = FIVE.parse_position(".XX...XOO....OOX X 0 0")
    found = comments(CoverageGraded, position)
    assert {move: comment.strength for move, comment in found.items() if "x" not in move} == {
        "2-1": 4, "2-5": 9, "3-10": 7,
    }  # fmt: skip
    assert found["2-5"].reason == "covers 4 and 6 by 4-5-6"
    assert found["2-1"].reason == "gives up 5 on 2-5"


@pytest.mark.parametrize("advisor", BOTH)
def test_on_an_empty_board_there_is_nothing_to_cover(advisor: type[Advisor]) -> None:
    """Where the other has no man the first three rules have nothing to go by."""
    assert said(advisor, FIVE.initial()) == {}
    assert said(advisor, played(""), make_game("tic-tac-toe")) == {}


def test_games_without_stages_are_all_placing() -> None:
    """In tic-tac-toe, with Player in the centre and nothing ours, what they cover once will do."""
    game = make_game("tic-tac-toe")
    assert said(Coverage, played("5"), game) == dict.fromkeys("12346789", STRENGTH)
    assert said(Coverage, played("1 5 9"), game) == dict.fromkeys("37", STRENGTH)


def test_failing_all_else_what_they_cover_more_than_once() -> None:
    """Where nothing is theirs alone; a placement that captures is judged by its location."""
    position = NINE.parse_position("X....XXO.X.X.XO.OOOXX..O O 1 2")
    captures = [f"16x{man}" for man in (1, 7, 10, 12, 20)]
    found = comments(Coverage, position, NINE)
    assert found.keys() == {"11", "22", *captures}
    assert {found[move].reason for move in captures} == {
        "takes 16, which they cover more than once, by 16-12-7"
    }


@pytest.mark.parametrize("advisor", BOTH)
def test_a_slide_that_captures_is_judged_by_where_its_man_goes(advisor: type[Advisor]) -> None:
    """Whichever man is captured: all captures by the man from 17 get one opinion."""
    position = TWELVE.parse_position("XO...O.O...X..O.X...XO.X X 0 0")
    found = comments(advisor, position, TWELVE)
    captures = [comment for move, comment in found.items() if move.startswith("17-18x")]
    assert len(captures) == 5
    assert len({(comment.strength, comment.reason) for comment in captures}) == 1
    assert captures[0].reason.startswith("covers 9 and 13 by 9-13-18")


@pytest.mark.parametrize("advisor", BOTH)
@pytest.mark.parametrize("name", ["othello", "nim"])
def test_without_lines_or_men_there_is_nothing_to_say(advisor: type[Advisor], name: str) -> None:
    """A board without lines gives no cover, and matches are nobody's men."""
    game = make_game(name)
    for plies in range(4):
        assert said(advisor, wandered(game, 1, plies), game) == {}


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 1000), st.integers(0, 40))
def test_both_keep_to_their_definition(game: Game[Any], seed: int, plies: int) -> None:
    """What they say is what the definition says, read anew with multisets and the notation of moves."""
    position = wandered(game, seed, plies)
    moves = list(game.legal_moves(position))
    if len(moves) > 1:
        is_sliding = game.stage(position) == "sliding"
        plain = slides_of(game, position, moves) if is_sliding else placements_of(game, position, moves)
        assert said(Coverage, position, game) == dict.fromkeys(plain, STRENGTH)
        graded = grades_of(game, position, moves) if is_sliding else dict.fromkeys(plain, STRENGTH)
        assert said(CoverageGraded, position, game) == graded


def cover(board: Board, names: Iterable[int]) -> Counter[str]:
    """Add up the coverages of these men, location by location and line by line."""
    found: Counter[str] = Counter()
    for name in names:
        for line in board.lines:
            if board.index(str(name)) in line:
                found.update(board.locations[each].name for each in line)
    return found


def covers_of(game: Game[Any], position: Any) -> tuple[set[str], Counter[str], Counter[str]]:
    """Return the names of the mover's men, its cover, and the other's."""
    me, cells = game.mover(position), game.cells(position)
    named = [[at.name for at, cell in zip(game.board.locations, cells, strict=True) if cell is role]
             for role in (me, me.other)]  # fmt: skip
    ours, theirs = (cover(game.board, map(int, each)) for each in named)
    return set(named[0]), ours, theirs


def placements_of(game: Game[Any], position: Any, moves: Sequence[str]) -> list[str]:
    """Return the placements to recommend."""
    _, ours, theirs = covers_of(game, position)
    goes = {move: move.split("x")[0] for move in moves}
    alone = [move for move in moves if theirs[goes[move]] and not ours[goes[move]]]
    firmly = [move for move in moves if theirs[goes[move]] > 1]
    return [move for move in alone if move in firmly] or alone or firmly


def after_slide(men: set[str], move: str) -> set[str]:
    """Return where the men stand after a slide."""
    start, _, end = move.partition("x")[0].partition("-")
    return men - {start} | {end}


def slides_of(game: Game[Any], position: Any, moves: Sequence[str]) -> list[str]:
    """Return the slides to recommend."""
    men, ours, theirs = covers_of(game, position)
    found = []
    for move in moves if moves != ["pass"] else ():
        end = move.split("x")[0].split("-")[1]
        wider = len(cover(game.board, map(int, after_slide(men, move)))) > len(ours)
        if wider or (theirs[end] > 1 and ours[end] <= 1):
            found.append(move)
    return found


def grades_of(game: Game[Any], position: Any, moves: Sequence[str]) -> dict[str, int]:
    """Return the strengths for all slides that change the cover."""
    men, ours, theirs = covers_of(game, position)
    changes = {}
    for move in moves:
        new = cover(game.board, map(int, after_slide(men, move)))
        changes[move] = (len(new) - len(theirs.keys() - new)) - (len(ours) - len(theirs.keys() - ours))
    largest = max(map(abs, changes.values()))
    spoken = {move: change for move, change in changes.items() if change}
    extents = {move: (4 * abs(change) + largest - 1) // largest for move, change in spoken.items()}
    return {move: 5 + (extent if changes[move] > 0 else -extent) for move, extent in extents.items()}
