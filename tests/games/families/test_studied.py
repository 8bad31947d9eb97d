"""What a game works out about a position, once."""

import copy
import pickle
import random

import attrs
import pytest

from games import (
    IllegalMove,
    Outcome,
    PlacingGame,
    Position,
    Role,
    game_names,
    lose_tic_tac_toe,
    make_game,
    tic_tac_toe,
)
from games.families import studied
from tests.support import each_case

END_EARLY = 0.01
"""How likely a contest is broken off after a move, since some would go on for ever."""


def reached(game: PlacingGame, moves: str) -> Position:
    """Play moves from the start."""
    position = game.initial()
    for move in moves.split():
        position = game.play(position, move)
    return position


def test_the_study_is_no_part_of_the_value() -> None:
    """A position that was studied equals one that was not, and looks the same."""
    position = reached(tic_tac_toe(), "5 1")
    assert position == Position(1 << 4, 1, Role.PLAYER)
    assert hash(position) == hash(Position(1 << 4, 1, Role.PLAYER))
    assert repr(position) == "Position(player=16, opponent=1, mover=<Role.PLAYER: 0>)"


def test_a_position_reached_twice_is_remembered() -> None:
    """Two ways to the same position lead to the very same object."""
    game = tic_tac_toe()
    assert reached(game, "1 2 3") is reached(game, "3 2 1")


def test_games_do_not_share_their_studies() -> None:
    """One position may be won in one game and lost in another, whoever studied it first."""
    normal, lose = tic_tac_toe(), lose_tic_tac_toe()
    position = reached(normal, "1 4 2 5 3")
    assert lose.outcome(position) is Outcome.OPPONENT
    assert normal.outcome(position) is Outcome.PLAYER
    assert lose.outcome(reached(lose, "1 4 2 5 3")) is Outcome.OPPONENT


def test_a_handmade_position_is_answered_for() -> None:
    """Nobody needs to have met a position before."""
    game = tic_tac_toe()
    made = Position(0b000000101, 0b000011000, Role.PLAYER)
    assert game.legal_moves(made) == ("2", "6", "7", "8", "9")
    assert game.outcome(made) is None
    assert game.outcome(game.play(made, "2")) is Outcome.PLAYER


def test_positions_and_games_travel_without_studies() -> None:
    """Pickles and copies are small, equal, and return the same."""
    game = tic_tac_toe()
    position = reached(game, "5 1 9")
    for there in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):  # noqa: S301  # our own bytes
        assert there == position
        assert there.studied_by is None
        assert game.legal_moves(there) == game.legal_moves(position)
    abroad = pickle.loads(pickle.dumps(game))  # noqa: S301  # our own bytes
    assert not abroad._known
    assert abroad.legal_moves(position) == game.legal_moves(position)
    assert len(pickle.dumps(position)) < 200


def test_a_changed_copy_is_studied_anew() -> None:
    """A copy with another field does not inherit what was worked out."""
    game = tic_tac_toe()
    ended = attrs.evolve(reached(game, "1 4 2 5 9"), player=0b111)
    assert game.outcome(ended) is Outcome.PLAYER


def test_a_full_memory_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that may remember next to nothing plays the same."""
    monkeypatch.setattr(studied, "BOUND", 3)
    game, free = tic_tac_toe(), tic_tac_toe()
    for moves in ("1 2 3 4 5 6 7", "5 1 9 3 2 8 4 6 7", "1 2 3"):
        assert reached(game, moves) == reached(free, moves)
        assert game.outcome(reached(game, moves)) == free.outcome(reached(free, moves))
    assert len(game._known) <= 3


@pytest.mark.parametrize("move", [None, 5, 5.0, [5], {"5"}, object(), b"5", ("5",)])
def test_anything_can_be_refused(move: object) -> None:
    """What is no text at all is an illegal move too, in one line."""
    with pytest.raises(IllegalMove, match=r"a move must be a string; legal moves: 1, 2, 3") as caught:
        tic_tac_toe().play(tic_tac_toe().initial(), move)  # type: ignore[arg-type]  # that is the point
    assert "\n" not in str(caught.value)


def test_somebody_may_have_a_memory_apart() -> None:
    """It is the same game, one for each name; what is asked there is remembered only there."""
    game = tic_tac_toe()
    own, other = game.apart("Panic"), game.apart("Victory")
    assert own is game.apart("Panic")
    assert own is not other
    there = reached(own, "1 2 3")
    assert there is reached(own, "3 2 1")
    assert there == reached(other, "1 2 3")
    assert there is not reached(other, "1 2 3")
    assert own.meet(reached(game, "1 2 3")) is there
    assert game.meet(reached(game, "1 2 3")) is reached(game, "1 2 3")


@each_case("name", game_names())
def test_every_game_is_the_same_apart(name: str) -> None:
    """A contest takes the same course there, and positions of the one are understood by the other."""
    game = make_game(name)
    own, stream = game.apart("Panic"), random.Random(name)  # noqa: S311  # no secret
    here, there = game.initial(), own.initial()
    while moves := game.legal_moves(here):
        assert here == there == own.meet(here)
        assert tuple(moves) == tuple(own.legal_moves(there)) == tuple(own.legal_moves(here))
        move = stream.choice(moves)
        here, there = game.play(here, move), own.play(there, move)
        if stream.random() < END_EARLY:
            break
    assert game.outcome(here) == own.outcome(there) == own.outcome(here)
