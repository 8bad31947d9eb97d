"""Forks, learned by explaining a won contest."""

import pytest

from agents import LEARNERS
from agents.sight.forks import crossings
from games import make_game
from tests.support import random_contests, taught, tic_tac_toe, watched

BY_FORK = "1 5 9 3 7 8 4"
"""7 makes a line of 1-4-7 and one of 7-8-9 at once."""


def test_a_contest_won_by_a_fork_teaches_its_shape() -> None:
    """Two lines of three that cross: where it was seen first is kept, and how often."""
    game = tic_tac_toe()
    knowledge, _ = taught(["forks"], game, [watched(game, BY_FORK)] * 3)
    assert knowledge.item("forks") == {"3+3": {"position": "X.O.O...X X", "pivot": "7", "seen": 3}}
    assert LEARNERS["forks"]().tell(game, "3+3", knowledge.item("forks")["3+3"]) == (
        "a line of 3 and one of 3 that cross, such as at 7 here; seen 3 times"
    )


@pytest.mark.parametrize("moves", ["1 2 3 5 8 6 4 7 9", "1 4 2 5 3"])
def test_a_draw_or_a_plain_win_teaches_no_fork(moves: str) -> None:
    """Only two threats that one move makes are a fork."""
    game = tic_tac_toe()
    assert taught(["forks"], game, [watched(game, moves)])[0].item("forks") == {}


@pytest.mark.parametrize("name", ["achi", "tsoro-yematatu", "othello"])
def test_forks_are_learned_only_where_men_stay(name: str) -> None:
    """As the tutorial has it: where men move or turn over, nothing is learned of forks."""
    game = make_game(name)
    assert taught(["forks"], game, random_contests(game, 6))[0].item("forks") == {}


def test_forks_of_longer_lines_have_another_shape() -> None:
    """In qubic two lines of four cross, and that is another fork than one of tic-tac-toe."""
    game = make_game("qubic")
    moves = "1 22 2 23 3 24 8 26 12 27 4"
    knowledge, _ = taught(["forks"], game, [watched(game, moves)])
    assert knowledge.item("forks") == {}  # nobody has won there
    won = "2 22 3 23 8 26 12 27 4 1 16"
    knowledge, _ = taught(["forks"], game, [watched(game, won)])
    assert knowledge.item("forks").keys() <= {"4+4"}
    assert {crossing.shape for crossing in crossings(game.winning_lines)} == {"4+4"}
