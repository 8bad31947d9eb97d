"""Contests."""

from typing import Any

import attrs
import pytest
import trio

from agents import Contestant, RandomContestant, Streams, get_advisors
from control import Hoyle, Panel, VirtualClock
from control.hearing.contest_clock import MOST_DECISIONS
from games import Game, IllegalMove, Move, Outcome, Role, make_game
from scenarios import Contest, play_contest
from scenarios.play.contests import MOST_MOVES
from tests.scenarios.shuttle import Shuttle


@attrs.define
class Scripted(Contestant):
    """Plays what it was told to."""

    moves: list[Move]
    name: str = "scripted"

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # a script needs none
        """Return the next move of the script."""
        return self.moves.pop(0)


def played(game: Game[Any], player: Contestant, opponent: Contestant, seed: int = 0) -> Contest:
    """Play a contest in virtual time."""

    async def run() -> Contest:
        return await play_contest(game, {Role.PLAYER: player, Role.OPPONENT: opponent}, Streams(seed))

    return trio.run(run, clock=VirtualClock())


def test_a_contest_ends_by_the_rules() -> None:
    """The moves and the outcome are those of the game."""
    contest = played(make_game("tic-tac-toe"), Scripted(["1", "2", "3"]), Scripted(["4", "5"]))
    assert (contest.moves, contest.outcome) == (("1", "4", "2", "5", "3"), Outcome.PLAYER)
    assert contest.ended_by == "rules"


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    """A game that goes round in circles ends when a position is there for the third time."""
    contest = played(Shuttle(2), RandomContestant(), RandomContestant())
    assert (contest.outcome, contest.ended_by) == (Outcome.DRAW, "repetition")
    assert len(contest.moves) == 4


def test_the_clock_of_a_contest_knows_how_long_one_can_be() -> None:
    """Hoyle divides its time over at most as many decisions as a side can have to make."""
    assert MOST_MOVES == 2 * MOST_DECISIONS


def test_80_moves_are_a_draw() -> None:
    """A contest that does not end is ended."""
    contest = played(Shuttle(1000), RandomContestant(), RandomContestant())
    assert (contest.outcome, contest.ended_by, len(contest.moves)) == (Outcome.DRAW, "length", 80)


def test_a_contestant_that_breaks_the_rules_is_named() -> None:
    """An illegal move is an error that says whose it was."""
    with pytest.raises(IllegalMove, match=r"scripted.*'10'"):
        played(make_game("tic-tac-toe"), Scripted(["10"]), RandomContestant())


def test_the_same_seed_plays_the_same_contest() -> None:
    """Hoyle against random repeats move by move; other seeds play otherwise."""
    game, hoyle = make_game("tic-tac-toe"), Hoyle(Panel.of(get_advisors()))
    contests = [played(game, hoyle, RandomContestant(), seed) for seed in (1, 1, 2, 3, 4)]
    assert contests[0] == contests[1]
    assert len(set(contests)) > 2


def test_hoyle_rarely_loses_to_random() -> None:
    """Even before it has learned anything, argument beats chance."""
    game, hoyle = make_game("tic-tac-toe"), Hoyle(Panel.of(get_advisors()))
    outcomes = [played(game, hoyle, RandomContestant(), seed).outcome for seed in range(30)]
    assert outcomes.count(Outcome.PLAYER) > 25
