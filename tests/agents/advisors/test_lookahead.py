"""Advisors that look one or two ply ahead."""

from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from agents import Streams, get_advisors, pick
from games import Game, make_game
from tests.reference import ADVISORS
from tests.support import (
    decided,
    each_case,
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


SAMPLES = {
    "tic-tac-toe": 60,
    "lose-tic-tac-toe": 60,
    "achi": 60,
    "tsoro-yematatu": 60,
    "pong-hau-ki": 30,
    "five-mens-morris": 30,
    "othello": 30,
    "qubic": 6,
    "nim": 30,
}


@cache
def sample(name: str) -> tuple[Game[Any], list[Any]]:
    """Return positions from all along random contests."""
    game, stream = make_game(name), Streams(1990).stream(name)
    found: dict[Any, None] = {}
    for _ in range(20):
        position, plies = game.initial(), 0
        while (moves := game.legal_moves(position)) and plies < 60:
            if len(moves) > 1 and len(moves) < 50:
                found.setdefault(position)
            position, plies = game.play(position, pick(stream, moves)), plies + 1
    positions = list(found)
    stream.shuffle(positions)
    return game, positions[: SAMPLES[name]]


@pytest.mark.parametrize("sampled", SAMPLES)
@each_case("name", ADVISORS)
def test_each_says_what_the_papers_say(sampled: str, name: str) -> None:
    """Asked alone, in positions of many games, each insists and opposes as a plain reading has it."""
    game, positions = sample(sampled)
    for position in positions:
        insisted, opposed = ADVISORS[name](game, position)
        made = decided(get_advisors([name]), game=game, position=position, budgets=["1min"])
        got = strengths(heard(made, name))
        assert {move for move, strength in got.items() if strength == 0} == set(opposed)
        assert [move for move, strength in got.items() if strength == 10] == (
            insisted[:1] if name == "Victory" else insisted
        )
        assert set(got.values()) <= {0, 10}
        assert all(comment.reason for comment in heard(made, name).comments.values())


def test_panic_takes_nothing_for_a_block_that_opens_another_win() -> None:
    """In achi the man that leaves 3 to stand on 5 stops one line, and lets 3-6-9 be filled."""
    game = make_game("achi")
    decision = decided(get_advisors(["Panic"]), game=game, position=game.parse_position("OXOX.XOOX O"))
    comments = heard(decision, "Panic").comments
    assert strengths(heard(decision, "Panic")) == {"3-5": 0, "7-5": 10}
    assert comments["3-5"].reason == "lets them win with 2-3"
    assert comments["7-5"].reason == "only this stops the win at 2-5 or 9-5"


@pytest.mark.parametrize("name", ADVISORS)
@pytest.mark.parametrize("sampled", ["lose-tic-tac-toe", "achi", "tic-tac-toe"])
def test_less_time_says_less_and_nothing_else(sampled: str, name: str) -> None:
    """Cut short anywhere, each has said a part of what it says in the end, and more time never says less.

    None saves up what it has to say: somewhere, each has spoken by four fifths of the time it takes.
    """
    game, positions = sample(sampled)
    spoke = earlier = 0
    for position in positions[:8]:

        def said(us: int, position: Any = position) -> dict[str, int]:
            made = decided(get_advisors([name]), game=game, position=position, budgets=[f"{us}us"])
            return strengths(heard(made, name))

        whole = heard(decided(get_advisors([name]), game=game, position=position, budgets=["1min"]), name)
        last = (whole.ended_ns or 0) // 1000
        parts = [said(max(1, last * share // 5)).items() for share in range(1, 5)]
        for less, more in pairwise([*parts, strengths(whole).items()]):
            assert less <= more
        spoke += len(whole.comments) > 1
        earlier += len(whole.comments) > 1 and bool(parts[-1])
    assert earlier or not spoke
