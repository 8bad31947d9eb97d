"""Contestants by name."""

import pytest
import trio

from agents import CONTESTANTS, RandomContestant, Streams, check_contestant, make_contestant
from games import BadOption, HoyleError, UnknownName
from tests.support import played, tic_tac_toe

NAMES = ["random", "perfect", "expert", "reasonable:10", "fallible:2.5", "search:500nodes"]


@pytest.mark.parametrize("text", NAMES)
def test_contestants_are_made_by_name(text: str) -> None:
    """A contestant goes by the name that was asked for, and answers legal moves."""
    contestant = make_contestant(text, tic_tac_toe())
    assert contestant.name.partition(":")[0] == text.partition(":")[0]
    move = trio.run(contestant.choose, tic_tac_toe(), played("5"), Streams(1))
    assert move in tic_tac_toe().legal_moves(played("5"))


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        (
            "perfekt",
            UnknownName,
            r"no contestant is named 'perfekt' \(did you mean 'perfect'\?\); there are random,",
        ),
        ("expert:5", BadOption, "takes no argument"),
        ("perfect:0", BadOption, "use perfect:K for at most K choices in a position, with K from 1"),
        ("reasonable", BadOption, "use reasonable:X with X from 0 to 100"),
        ("reasonable:many", BadOption, "'many'"),
        ("fallible:101", BadOption, "'101'"),
        ("fallible:nan", BadOption, "'nan'"),
        ("search:deep", BadOption, "deep"),
    ],
)
def test_what_is_no_contestant_is_refused(text: str, error: type[HoyleError], line: str) -> None:
    """A name that does not exist and a number that cannot be are told in one line."""
    with pytest.raises(error, match=line):
        make_contestant(text, tic_tac_toe())
    with pytest.raises(error, match=line):
        check_contestant(text)


@pytest.mark.parametrize("text", [*NAMES, "search"])
def test_a_name_is_checked_without_solving_anything(text: str) -> None:
    """What can be made passes the check."""
    check_contestant(text)


def test_random_plays_everything_and_repeats_by_its_stream() -> None:
    """Every legal move is played under some seed, and the same seed plays the same move."""
    game, start = tic_tac_toe(), tic_tac_toe().initial()

    async def moves() -> list[str]:
        return [await RandomContestant().choose(game, start, Streams(seed)) for seed in range(200)]

    assert set(trio.run(moves)) == set(game.legal_moves(start))
    assert trio.run(moves) == trio.run(moves)


def test_the_table_has_those_that_the_papers_play_against() -> None:
    """The tutorial's competitors are there by name."""
    assert {"random", "perfect", "expert", "reasonable", "fallible"} <= CONTESTANTS.keys()
