"""Advisors that look one or two ply ahead."""

import pytest

from agents import get_advisors
from tests.reference import ADVISORS
from tests.support import (
    decided,
    heard,
    lose_tic_tac_toe,
    reachable,
    strengths,
    tic_tac_toe,
)


def said(name: str, moves: str, *, lose: bool = False) -> dict[str, int]:
    """Ask one Advisor about a position of either game."""
    game = lose_tic_tac_toe() if lose else tic_tac_toe()
    return strengths(heard(decided(get_advisors([name]), moves=moves, game=game), name))


@pytest.mark.parametrize(
    ("moves", "comments"),
    [
        pytest.param("1 4 3 5", {"2": 10}, id="Figure 1"),
        pytest.param("1 2 3 8 7 9", {"4": 10}, id="two wins: one comment"),
        pytest.param("1 4 3 5 8", {"6": 10}, id="as Opponent"),
        pytest.param("", {}, id="nothing to win"),
    ],
)
def test_victory_insists_on_one_winning_move(moves: str, comments: dict[str, int]) -> None:
    """However many moves win, any one will do; where none does Victory is silent."""
    assert said("Victory", moves) == comments


def test_victory_is_silent_where_lines_lose() -> None:
    """In lose tic-tac-toe nobody wins with a move of its own."""
    assert said("Victory", "1 4 3 5", lose=True) == {}


def test_dont_lose_opposes_completing_a_line_where_lines_lose() -> None:
    """In lose tic-tac-toe the third in line is the loss."""
    assert said("Don't-Lose", "1 4 3 5", lose=True) == {"2": 0}
    assert said("Don't-Lose", "1 4 3 5 8", lose=True) == {"6": 0}
    assert said("Don't-Lose", "1 2 3 8 7 9", lose=True) == {"4": 0, "5": 0}


def test_dont_lose_is_silent_where_lines_win() -> None:
    """In tic-tac-toe no move of one's own loses at once."""
    assert said("Don't-Lose", "1 4 3 5") == {}


@pytest.mark.parametrize(
    ("moves", "comments"),
    [
        pytest.param("1 4 3 5", {"6": 10, "7": 0, "8": 0, "9": 0}, id="Figure 1"),
        pytest.param("1 5 2", {"3": 10, **dict.fromkeys("46789", 0)}, id="as Opponent"),
        pytest.param("5 1", {}, id="no threat"),
        pytest.param("1 5 9 3 7", {}, id="two threats: nothing blocks both"),
    ],
)
def test_panic_insists_on_the_only_block(moves: str, comments: dict[str, int]) -> None:
    """A win that threatens on the next move is blocked, and what blocks nothing is opposed.

    A move that wins at once is left to others, as 2 is in Figure 1; where nothing blocks, nothing is said.
    """
    assert said("Panic", moves) == comments


def test_panic_is_silent_where_lines_lose() -> None:
    """In lose tic-tac-toe the other contestant wins by no move of its own."""
    game = lose_tic_tac_toe()
    assert all(not ADVISORS["Panic"](game, position)[0] for position in reachable(game))
    assert said("Panic", "1 4 3 5", lose=True) == {}


def test_shortsight_opposes_moves_that_some_reply_beats() -> None:
    """Under a threat every move but the block loses within two ply."""
    assert said("Shortsight", "1 4 3 5") == {"7": 0, "8": 0, "9": 0}
    assert said("Shortsight", "5 1 9 7") == {"2": 0, "3": 0, "6": 0, "8": 0}


def test_shortsight_insists_when_every_reply_loses() -> None:
    """In lose tic-tac-toe a move after which the other can only complete a line is as good as won."""
    assert said("Shortsight", "1 2 4 3 5", lose=True) == {"8": 10}
    assert said("Shortsight", "1 2 4 3", lose=True) == {}


def test_enough_rope_leaves_the_square_that_would_complete_a_line() -> None:
    """In lose tic-tac-toe it opposes taking the square with which the other contestant would lose."""
    assert said("Enough-Rope", "1 4 9 5", lose=True) == {"6": 0}
    assert said("Enough-Rope", "1 5 9 4", lose=True) == {"6": 0}


def test_enough_rope_is_silent_without_rope() -> None:
    """Where no move leaves the other contestant a way to lose there is nothing to keep."""
    assert said("Enough-Rope", "", lose=True) == {}
    assert said("Enough-Rope", "1 4 3 5") == {}


@pytest.mark.parametrize("name", ADVISORS)
@pytest.mark.parametrize("lose", [False, True], ids=["tic-tac-toe", "lose-tic-tac-toe"])
def test_each_says_what_the_papers_say(name: str, *, lose: bool) -> None:
    """Asked alone, in a sample of all positions, each insists and opposes as a plain reading has it."""
    game = lose_tic_tac_toe() if lose else tic_tac_toe()
    for position in list(reachable(game))[::37]:
        if len(game.legal_moves(position)) > 1:
            insisted, opposed = ADVISORS[name](game, position)
            got = strengths(heard(decided(get_advisors([name]), game=game, position=position), name))
            assert {move for move, strength in got.items() if strength == 0} == set(opposed)
            assert [move for move, strength in got.items() if strength == 10] == (
                insisted[:1] if name == "Victory" else insisted
            )
            assert set(got.values()) <= {0, 10}
