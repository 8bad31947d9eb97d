"""Symmetry classes of moves."""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from control.hearing.symmetry_classes import distinct_moves
from games import BadOption
from tests.support import each_case, lose_tic_tac_toe, played, reachable, tic_tac_toe

SYMMETRIES = tic_tac_toe().board.symmetries()


@each_case(
    ("moves", "distinct"),
    [
        ("", "1 2 5"),
        ("5", "1 2"),
        ("1", "2 3 5 6 9"),
        ("2", "1 4 5 7 8"),
        ("1 5", "2 3 6 9"),
        ("1 2", "3 4 5 6 7 8 9"),
    ],
)
def test_one_of_each_class_is_kept(moves: str, distinct: str) -> None:
    """The first move of each class stands for those whose positions are images of its own."""
    game, position = tic_tac_toe(), played(moves)
    kept = distinct_moves(game, position, game.legal_moves(position), SYMMETRIES)
    assert kept == tuple(distinct.split())


def test_without_symmetries_all_moves_are_distinct() -> None:
    """Who knows no symmetry sees none."""
    game = tic_tac_toe()
    assert distinct_moves(game, game.initial(), game.legal_moves(game.initial()), ()) == tuple("123456789")


def test_every_move_has_an_image_that_is_kept() -> None:
    """Each legal move leads to an image of where one kept move leads, and of where no other does."""
    game = lose_tic_tac_toe()
    for position in list(reachable(game))[::23]:
        legal = game.legal_moves(position)
        kept = [game.play(position, move) for move in distinct_moves(game, position, legal, SYMMETRIES)]
        for move in legal:
            after = game.play(position, move)
            assert sum(after in [game.image(each, s) for s in SYMMETRIES] for each in kept) == 1


def test_one_known_symmetry_is_used_both_ways() -> None:
    """Where only a quarter turn is known, a move and the move that it turns into are one class."""
    quarter = next(s for s in SYMMETRIES if [s[i] for i in (0, 2, 8, 6)] == [2, 8, 6, 0])
    game = tic_tac_toe()
    kept = distinct_moves(game, game.initial(), game.legal_moves(game.initial()), [quarter])
    assert "3" not in kept


@pytest.mark.parametrize("symmetry", [[0, 1], [0] * 9, list(range(1, 10))])
def test_a_symmetry_that_cannot_be_is_refused(symmetry: list[int]) -> None:
    """Knowledge of another board is told in one line, and moves no man off the board."""
    with pytest.raises(BadOption, match="does not map 9 locations"):
        distinct_moves(tic_tac_toe(), tic_tac_toe().initial(), ("1", "2"), [symmetry])


@each_case("known", [SYMMETRIES, *itertools.combinations(SYMMETRIES, 2)])
def test_classes_are_as_they_are_defined_whatever_is_known(known: Sequence[Sequence[int]]) -> None:
    """A move is kept if no image of where it leads is one of where a move before it leads."""
    game = tic_tac_toe()
    for position in list(reachable(game))[::131]:
        seen: set[Any] = set()
        kept = []
        for move in game.legal_moves(position):
            after = game.play(position, move)
            images = {after, *(game.image(after, each) for each in known)}
            kept += [] if seen & images else [move]
            seen |= images
        assert distinct_moves(game, position, game.legal_moves(position), known) == tuple(kept)
