"""Othello, against a plain reading of its rules."""

import copy
import pickle
import random
from typing import Any

import pytest

from games import BadOption, BadPosition, IllegalMove, Outcome, Role, make_game

Discs = dict[tuple[int, int], str]
"""The discs by row and column."""


def plain_start(size: int) -> Discs:
    """Two discs each, crosswise in the middle."""
    low, high = size // 2 - 1, size // 2
    return {(low, low): "O", (high, high): "O", (low, high): "X", (high, low): "X"}


def plain_turned(discs: Discs, size: int, place: tuple[int, int], mark: str) -> list[tuple[int, int]]:
    """Walk in every direction, and collect what is enclosed."""
    turned: list[tuple[int, int]] = []
    for down, right in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
        row, column = place[0] + down, place[1] + right
        passed = []
        while 0 <= row < size and 0 <= column < size and discs.get((row, column), mark) != mark:
            passed.append((row, column))
            row, column = row + down, column + right
        if discs.get((row, column)) == mark:
            turned += passed
    return turned


def plain_moves(discs: Discs, size: int, mark: str) -> dict[str, Discs]:
    """Return the discs after each move that encloses something."""
    moves = {}
    for place in ((row, column) for row in range(size) for column in range(size)):
        turned = [] if place in discs else plain_turned(discs, size, place, mark)
        if turned:
            moves["abcdefgh"[place[1]] + str(place[0] + 1)] = discs | dict.fromkeys([place, *turned], mark)
    return moves


def plain_text(discs: Discs, size: int, mark: str) -> str:
    """Write a position as the game does."""
    return (
        "".join(discs.get((row, column), ".") for row in range(size) for column in range(size)) + " " + mark
    )


@pytest.mark.parametrize(("size", "contests"), [(4, 60), (6, 40), (8, 40)])
def test_contests_agree_with_a_plain_reading(size: int, contests: int) -> None:
    """In random contests every position has the same moves in the order of reading, and the same outcome."""
    game = make_game("othello", {"size": str(size)})
    randomness = random.Random(size)  # noqa: S311  # no secret hangs on it
    for _ in range(contests):
        position, discs, mark = game.initial(), plain_start(size), "X"
        while True:
            other = "O" if mark == "X" else "X"
            moves = plain_moves(discs, size, mark)
            if not moves and plain_moves(discs, size, other):
                moves = {"pass": discs}
            assert game.format_position(position) == plain_text(discs, size, mark)
            assert game.legal_moves(position) == tuple(moves)
            if not moves:
                break
            assert game.outcome(position) is None
            move = randomness.choice(list(moves))
            position, discs, mark = game.play(position, move), moves[move], other
        marks = list(discs.values())
        ahead = marks.count("X") - marks.count("O")
        expected = Outcome.DRAW if not ahead else Outcome.PLAYER if ahead > 0 else Outcome.OPPONENT
        assert game.outcome(position) is expected


def test_the_start() -> None:
    """Player's discs are on e4 and d5, and there are four moves."""
    game = make_game("othello")
    cells = dict(zip((each.name for each in game.board.locations), game.cells(game.initial()), strict=True))
    assert {name for name, cell in cells.items() if cell is Role.PLAYER} == {"e4", "d5"}
    assert {name for name, cell in cells.items() if cell is Role.OPPONENT} == {"d4", "e5"}
    assert game.legal_moves(game.initial()) == ("d3", "c4", "f5", "e6")


def test_a_pass_is_forced_and_only_then_allowed() -> None:
    """Who encloses nothing passes, unless the other cannot move either."""
    game = make_game("othello", {"size": "4"})
    stuck = game.parse_position("XXXX XXXX XXXX XXXO O")
    assert game.outcome(stuck) is Outcome.PLAYER
    passing = game.parse_position("XXO. .XX. .XX. .... O")
    assert game.legal_moves(game.passed(passing)) != ("pass",)
    with pytest.raises(IllegalMove, match="who can place a disc must"):
        game.play(game.initial(), "pass")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("d4", "location d4 is taken"),
        ("a1", "a disc on a1 encloses nothing"),
        ("i9", "no location has that name"),
        (7, "a move must be a string"),
    ],
)
def test_illegal_moves_are_refused_in_words(move: Any, why: str) -> None:
    """The line says what is wrong with the move, and what could be played."""
    game = make_game("othello")
    with pytest.raises(IllegalMove) as caught:
        game.play(game.initial(), move)
    assert f"cannot be played: {why}; legal moves: d3, c4, f5, e6" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".....OX..XO.....", "does not say who moves; end it with X or O"),
        (".....O...XO..... X", "the first four discs stay in the middle"),
        (".....OX X", "it needs 16"),
    ],
)
def test_impossible_positions_are_refused(text: str, message: str) -> None:
    """One clear line says what is wrong with a position."""
    with pytest.raises(BadPosition, match=message):
        make_game("othello", {"size": "4"}).parse_position(text)


@pytest.mark.parametrize("size", ["5", "10", "", "8x8"])
def test_other_sizes_are_refused(size: str) -> None:
    """One line names the value and the sizes there are."""
    with pytest.raises(BadOption) as caught:
        make_game("othello", {"size": size})
    assert str(caught.value) == f"option size is {size!r}; use 4, 6 or 8"


def test_positions_and_games_travel() -> None:
    """Pickles and copies are equal, and return the same."""
    game = make_game("othello")
    position = game.play(game.initial(), "d3")
    abroad = pickle.loads(pickle.dumps(game))  # noqa: S301  # our own bytes
    for there in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):  # noqa: S301  # our own bytes
        assert there == position
        assert hash(there) == hash(position)
        assert abroad.play(there, "c3") == game.play(position, "c3")
