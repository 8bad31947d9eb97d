"""Freedom, and the literal reading of it."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agents import Advisor
from agents.advisors.freedom import Freedom, FreedomLiteral, neighbourhoods
from blackboard import Comment
from games import Game, Role, make_game
from tests.support import decided, heard, reachable, wandered

FIVE = make_game("five-mens-morris")
MOVING = [FIVE, *map(make_game, ("nine-mens-morris", "nerenchi", "achi", "picaria", "mu-torere"))]
OTHERS = [make_game("othello"), make_game("nim"), make_game("tic-tac-toe")]


def comments(advisor: type[Advisor], position: Any, game: Game[Any] = FIVE) -> dict[str, Comment]:
    """Ask one of them about a position."""
    return dict(heard(decided([advisor], game=game, position=position), advisor.name).comments)


def said(advisor: type[Advisor], position: Any, game: Game[Any] = FIVE) -> dict[str, int]:
    """Ask one of them about a position, and return plain numbers."""
    return {move: comment.strength for move, comment in comments(advisor, position, game).items()}


def test_steps_are_counted_where_men_slide() -> None:
    """1-2 leaves our men 2 steps and theirs 6, where it was 4 and 7: one worse, so it is opposed."""
    found = comments(Freedom, FIVE.parse_position("X.X.OO...X.O...O X 0 0"))
    assert {move: comment.strength for move, comment in found.items()} == {
        "1-2": 3, "1-7": 7, "3-2": 7, "10-9": 9,
    }  # fmt: skip
    assert found["1-2"].reason == "our men have 2 steps and theirs 6; now 4 and 7"


def test_steps_are_counted_while_men_are_placed() -> None:
    """8 lies beside three empty locations; 3x6 gives either side as many steps as it takes."""
    found = said(Freedom, FIVE.parse_position("XX..OO.......... X 3 3"))
    assert found["8"] == found["10"] == 9
    assert found["4"] == 8
    assert "3x6" not in found


def test_the_literal_version_counts_legal_moves() -> None:
    """There 4 stops a mill and its captures, which elsewhere still are among their moves."""
    found = comments(FreedomLiteral, FIVE.parse_position("XX..OO.......... X 3 3"))
    assert found["4"].reason == "we have 12 moves and they 11; now 13 and 13"
    assert {move: comment.strength for move, comment in found.items()} == {
        "4": 9, **dict.fromkeys(("8", "9", "10", "11", "12", "13", "15", "16"), 1),
    }  # fmt: skip


def test_where_no_man_moves_both_are_the_same() -> None:
    """In Othello legal moves are all there is to count."""
    game = make_game("othello")
    for plies in (1, 9, 30):
        position = wandered(game, 2, plies)
        assert said(Freedom, position, game) == said(FreedomLiteral, position, game) != {}


def test_in_tic_tac_toe_both_roles_are_equally_free() -> None:
    """Each may place where the other may, so nobody speaks, not even of the end."""
    game = make_game("tic-tac-toe")
    for plies in range(9):
        for advisor in (Freedom, FreedomLiteral):
            assert said(advisor, wandered(game, 5, plies), game) == {}


def test_to_leave_no_move_is_supported() -> None:
    """Where who cannot move loses, the move that blocks is the best there is for both."""
    game = make_game("pong-hau-ki")
    winning = {
        (position, move)
        for position in reachable(game)
        if len(game.legal_moves(position)) > 1
        for move in game.legal_moves(position)
        if game.outcome(game.play(position, move)) is not None
    }
    assert winning
    for position, move in winning:
        for advisor in (Freedom, FreedomLiteral):
            found = said(advisor, position, game)
            assert found[move] == max(found.values()) > 5


def test_a_contest_that_is_over_has_no_moves_to_compare() -> None:
    """A capture that wins leaves neither a move; the literal version says nothing of it."""
    position = FIVE.parse_position("XX.....O.XO....O X 0 0")
    found = said(FreedomLiteral, position)
    assert found
    assert not [move for move in found if "x" in move]
    assert [move for move in said(Freedom, position) if "x" in move]


def steps(game: Game[Any], position: Any, role: Role) -> int:
    """Count the pairs of a man and an empty neighbour, ours less theirs."""
    cells = game.cells(position)
    pairs = [(cells[i], cells[j]) for i in range(len(cells)) for j in game.board.neighbours(i)]
    return pairs.count((role, None)) - pairs.count((role.other, None))


def moves(game: Game[Any], position: Any, role: Role) -> int:
    """Count legal moves, ours less theirs, each as if it were its turn."""
    passed = game.passed(position)
    mine, theirs = (position, passed) if game.mover(position) is role else (passed, position)
    return len(game.legal_moves(mine)) - len(game.legal_moves(theirs))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([*MOVING, *OTHERS]), st.integers(0, 1000), st.integers(0, 40))
def test_both_keep_to_their_definition(game: Game[Any], seed: int, plies: int) -> None:
    """Who is supported gains by the definition, who is opposed loses, and the others change nothing."""
    position = wandered(game, seed, plies)
    me = game.mover(position)
    for advisor, count in ((Freedom, steps if game in MOVING else moves), (FreedomLiteral, moves)):
        found, before = said(advisor, position, game), count(game, position, me)
        legal = [move for move in game.legal_moves(position) if len(game.legal_moves(position)) > 1]
        for move in legal:
            after = game.play(position, move)
            if count is steps or game.outcome(after) is None:
                change = count(game, after, me) - before
                assert (found.get(move, 5) > 5, found.get(move, 5) < 5) == (change > 0, change < 0)


def test_neighbourhoods_are_sets_of_neighbours() -> None:
    """In five men's morris 1 lies beside 2 and 7."""
    assert neighbourhoods(FIVE.board)[0] == 0b1000010
