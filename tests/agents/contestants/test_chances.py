"""Chances that are worked out, against contests that are played."""

from fractions import Fraction

import pytest
import trio

from agents import RandomContestant, Streams, make_contestant
from agents.contestants.chances import chances, chances_in_turn, odds_of
from agents.contestants.search import SearchContestant
from games import BadOption, Role, make_game
from scenarios import play_contest
from tests.support import tic_tac_toe

MIXED = ("perfect", "expert", "reasonable:10", "reasonable:50", "fallible:10", "fallible:50", "random")


def test_random_against_random_is_as_everybody_finds() -> None:
    """In tic-tac-toe the first of two random players wins 737 in 1,260, and 16 in 126 are drawn."""
    found = chances(tic_tac_toe(), Role.PLAYER, RandomContestant(), RandomContestant())
    assert (found.win, found.draw, found.loss) == (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))


def test_roles_in_turn_are_both_roles_by_half() -> None:
    """What one wins the other loses, and two of a kind are equals."""
    found = chances_in_turn(tic_tac_toe(), RandomContestant(), RandomContestant())
    assert found.win == found.loss
    assert found.win + found.draw + found.loss == 1


@pytest.mark.parametrize("text", MIXED)
def test_odds_are_what_is_played(text: str) -> None:
    """A contestant's own sampling comes to the odds it states, within five standard errors."""
    game = tic_tac_toe()
    contestant, position, times = make_contestant(text, game), game.play(game.initial(), "2"), 1500
    odds = odds_of(contestant, game, position)
    assert sum(odds.values()) == 1

    async def sample() -> list[str]:
        return [await contestant.choose(game, position, Streams(seed)) for seed in range(times)]

    played = trio.run(sample)
    for move in game.legal_moves(position):
        likely = float(odds.get(move, 0))
        assert abs(played.count(move) / times - likely) <= 5 * (likely * (1 - likely) / times) ** 0.5


@pytest.mark.parametrize("name", ["tic-tac-toe", "lose-tic-tac-toe"])
@pytest.mark.parametrize("other", ["perfect", "reasonable:50", "fallible:10", "random"])
def test_contests_come_to_the_chances(name: str, other: str) -> None:
    """Contests with the roles in turn are won as often as was worked out, within five standard errors."""
    game, times = make_game(name), 400
    perfect, against = make_contestant("perfect", game), make_contestant(other, game)
    exact = chances_in_turn(game, perfect, against)
    assert exact.loss == 0

    async def won() -> int:
        count = 0
        for number in range(times):
            role = Role(number % 2)
            contest = await play_contest(game, {role: perfect, role.other: against}, Streams(8).child(number))
            count += contest.outcome.winner is role
        return count

    likely = float(exact.win)
    assert abs(trio.run(won) / times - likely) <= 5 * (likely * (1 - likely) / times) ** 0.5


def test_where_positions_come_again_chances_are_refused() -> None:
    """A contest that may go round for ever has no such sum."""
    game = make_game("pong-hau-ki")
    with pytest.raises(BadOption, match="positions repeat"):
        chances(game, Role.PLAYER, RandomContestant(), RandomContestant())


def test_a_contestant_that_cannot_say_is_refused() -> None:
    """Search does not know what it would play."""
    with pytest.raises(BadOption, match="'search' does not know"):
        chances(tic_tac_toe(), Role.PLAYER, SearchContestant(nodes=5), RandomContestant())
