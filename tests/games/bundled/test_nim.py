"""Nim, against its theory."""

from functools import reduce
from operator import xor
from typing import Any

import pytest

from games import BadOption, BadPosition, IllegalMove, Outcome, Role, draw_text, make_game
from tests.games.plain import solve
from tests.support import each_case


def theory(heaps: tuple[int, ...], last: str) -> Role:
    """Return who wins with Player to move: Bouton's theorem, normal or with the last match losing."""
    safe = reduce(xor, heaps) == 0
    if last == "loses" and max(heaps) < 2:
        safe = not safe
    return Role.OPPONENT if safe else Role.PLAYER


@each_case("last", ["loses", "wins"])
@each_case("piles", ["1,3,5,7", "1", "2", "1,1", "1,1,1", "2,2", "3,4,5", "1,2,3", "2,3,4"])
def test_values_are_those_of_the_theory(piles: str, last: str) -> None:
    """The exclusive or of the heaps tells who wins."""
    winner = theory(tuple(map(int, piles.split(","))), last)
    game = make_game("nim", {"piles": piles, "last": last})
    assert solve(game).value == Outcome.win_for(winner).value


@each_case("matches", range(1, 14))
def test_one_pile_with_a_bound(matches: int) -> None:
    """With 1 to 3 at a time, multiples of four lose where the last match wins, one more where it loses."""
    for last, lost in (("wins", 0), ("loses", 1)):
        game = make_game("nim", {"piles": str(matches), "most": "3", "last": last})
        expected = Role.OPPONENT if matches % 4 == lost else Role.PLAYER
        assert solve(game).value == Outcome.win_for(expected).value


def test_moves_are_heap_and_count() -> None:
    """Heaps count from 1, and a move takes as many as it says."""
    game = make_game("nim", {"piles": "1 2", "last": "wins"})
    assert game.legal_moves(game.initial()) == ("1:1", "2:1", "2:2")
    position = game.play(game.initial(), "2:2")
    assert game.format_position(position) == "1 0 O"
    assert game.outcome(game.play(position, "1:1")) is Outcome.OPPONENT


def test_the_picture_shows_what_is_left() -> None:
    """A match that is left shows the move that takes it and those behind it."""
    game = make_game("nim", {"piles": "1,3"})
    picture = draw_text(game.board, game.cells(game.play(game.initial(), "2:1")))
    assert picture.splitlines() == [
        " 1:1 |     |",
        "-----+-----+-----",
        " 2:1 | 2:2 |  O",
    ]


def test_heaps_of_one_size_can_be_exchanged() -> None:
    """The image under the board's mirror exchanges heaps, and nothing else is a symmetry."""
    game = make_game("nim", {"piles": "3,3"})
    identity, mirror = game.board.symmetries()
    position = game.play(game.initial(), "1:2")
    assert game.image(position, identity) == position
    assert game.format_position(game.image(position, mirror)) == "3 1 O"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"piles": ""}, "option piles is ''; use 1 to 20 numbers, such as 1,3,5,7"),
        ({"piles": "1,x"}, "option piles is 'x'; use a whole number from 1 to 100"),
        ({"piles": "0"}, "option piles is '0'; use a whole number from 1 to 100"),
        ({"piles": "1,-3"}, "option piles is '-3'; use a whole number from 1 to 100"),
        ({"piles": "9" * 5000}, "use a whole number from 1 to 100"),
        ({"most": "0"}, "option most is '0'; use any or a whole number from 1 to 100"),
        ({"last": "draws"}, "option last is 'draws'; use loses or wins"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, str], message: str) -> None:
    """One line names the option, the value and what is possible."""
    with pytest.raises(BadOption) as caught:
        make_game("nim", options)
    assert message in str(caught.value)


@each_case(
    ("options", "move", "why"),
    [
        ({}, "3", "a move is heap:count"),
        ({}, "a:b", "a move is heap:count"),
        ({}, "5:1", "there is no heap 5"),
        ({}, "0:1", "there is no heap 0"),
        ({}, "2:4", "heap 2 has 3 left"),
        ({"most": "2"}, "2:3", "take 1 to 2"),
    ],
)
def test_illegal_moves_are_refused_in_words(options: dict[str, str], move: str, why: str) -> None:
    """The line says what is wrong with the move."""
    game = make_game("nim", options)
    with pytest.raises(IllegalMove, match=f"cannot be played: {why}; legal moves: 1:1, 2:1"):
        game.play(game.initial(), move)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "does not say who moves"),
        ("1 3 5 7", "does not say who moves"),
        ("1 3 5 X", "give 4 numbers, one per heap, then X or O"),
        ("1 3 5 7 9 X", "give 4 numbers"),
        ("1 3 5 -7 X", "give 4 numbers"),
        ("1 3 5 8 X", "has too many matches; the heaps start with 1 3 5 7"),
        ("1 3 5 7 O", "has the wrong mover; by its matches, X moves"),
        ("1 3 5 6 X", "has the wrong mover; by its matches, O moves"),
    ],
)
def test_impossible_positions_are_refused(text: str, message: str) -> None:
    """One clear line says what is wrong with a position."""
    with pytest.raises(BadPosition, match=message):
        make_game("nim").parse_position(text)


def test_positions_are_read_in_small_letters_too() -> None:
    """As everywhere, x and o will do."""
    game: Any = make_game("nim")
    assert game.parse_position("1 3 5 7 x") == game.initial()
