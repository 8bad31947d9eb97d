"""Written games: three questions answered make a whole game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import (
    BadPosition,
    Board,
    IllegalMove,
    Location,
    Move,
    Outcome,
    Role,
    WrittenGame,
    check_game,
    grid,
    make_game,
    straight_lines,
)

BOARD = grid(3, 3, lines=straight_lines(3, 3, length=3))


class Written(WrittenGame):
    """Tic-tac-toe once more."""

    name = "written"
    title = "Written"
    rules = "Three in line."
    board = BOARD
    winning_lines = BOARD.lines

    def legal_moves(self, position: str) -> tuple[Move, ...]:
        """List the empty locations."""
        return () if self._owner(position) else tuple(str(i + 1) for i in range(9) if position[i] == ".")

    def after(self, position: str, move: Move) -> str:
        """Place a man."""
        return self.placed(position, move)

    def outcome(self, position: str) -> Outcome | None:
        """See whether somebody has a line."""
        if owner := self._owner(position):
            return Outcome.PLAYER if owner == "X" else Outcome.OPPONENT
        return None if "." in position else Outcome.DRAW

    def _owner(self, position: str) -> str:
        lines = ({position[i] for i in line} for line in BOARD.lines)
        return next((line.pop() for line in lines if len(line) == 1 and line != {"."}), "")


def test_it_conforms() -> None:
    """All that other floors take for granted holds."""
    assert check_game(Written()) == []


@given(st.lists(st.integers(0, 8), max_size=9), st.permutations(range(9)))
def test_it_is_the_same_game_as_another_one_s(choices: list[int], symmetry: list[int]) -> None:
    """Move by move, whatever is played, it answers as the game of that family does."""
    mine, other = Written(), make_game("tic-tac-toe")
    here, there = mine.initial(), other.initial()
    for choice in choices:
        assert mine.legal_moves(here) == tuple(other.legal_moves(there))
        assert mine.outcome(here) is other.outcome(there)
        assert mine.cells(here) == other.cells(there)
        assert mine.format_position(here) == other.format_position(there)
        assert mine.image(here, symmetry) == other.format_position(other.image(there, symmetry))
        assert mine.passed(here) == other.format_position(other.passed(there))
        assert mine.parse_position(here) == here
        if not (moves := mine.legal_moves(here)):
            break
        move = moves[choice % len(moves)]
        here, there = mine.play(here, move), other.play(there, move)


def test_what_is_not_legal_is_refused() -> None:
    """In one line that says what is."""
    game = Written()
    with pytest.raises(IllegalMove, match=r"'5' cannot be played: .*; legal moves: 1, 2, 3, 4, 6, 7, 8, 9$"):
        game.play(game.play(game.initial(), "5"), "5")


@pytest.mark.parametrize("text", ["", "X", "X..O.... Z", "X..O....Q X", "X" * 11])
def test_what_is_no_position_is_refused(text: str) -> None:
    """By its letters, or their number."""
    with pytest.raises(BadPosition):
        Written().parse_position(text)


def test_the_mover_may_be_left_out() -> None:
    """Then it is Player; blanks and slashes may part rows."""
    game = Written()
    assert game.parse_position("X.. .O. ...") == "X...O.... X"
    assert game.mover(game.parse_position("X../.../... O")) is Role.OPPONENT


def test_locations_may_have_any_names() -> None:
    """A man is placed on the one that the move names."""

    class Named(Written):
        board = Board([Location(name, x, 0) for x, name in enumerate("abc")], [(0, 1, 2)])

    assert Named().placed("... X", "b") == ".X. O"
