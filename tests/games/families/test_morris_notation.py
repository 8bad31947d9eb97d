"""How morris positions are read, and why moves are refused."""

import pytest

from games import BadPosition, IllegalMove, Role, make_game
from tests.support import each_case

FIVE = make_game("five-mens-morris")
NERENCHI = make_game("nerenchi")


def test_positions_are_written_with_mover_and_hands() -> None:
    """The start is an empty board, X to move, all men in hand."""
    assert FIVE.format_position(FIVE.initial()) == "................ X 5 5"


@pytest.mark.parametrize(
    ("text", "mover", "hands"),
    [
        ("XXX.............", Role.PLAYER, None),
        ("XXX..........OOO", Role.PLAYER, (0, 0)),
        ("XXX..........OOO O", Role.OPPONENT, (0, 0)),
        ("X.. ... .... ... ... O 4 5", Role.OPPONENT, (4, 5)),
        ("X../.../..../.../... 4 5", Role.OPPONENT, (4, 5)),
    ],
)
def test_what_may_be_left_out(text: str, mover: Role, hands: tuple[int, int] | None) -> None:
    """Without hands no man is in hand; without a mover it is whose turn the hands say."""
    if hands is None:
        with pytest.raises(BadPosition):
            FIVE.parse_position(text)
        return
    position = FIVE.parse_position(text)
    assert (position.mover, (position.player_hand, position.opponent_hand)) == (mover, hands)


@each_case(
    ("text", "message"),
    [
        ("XXXXXX.......OOO X 0 0", "X has 6 men, on the board and in hand; the game has 5 each"),
        ("XXX..........OOO X 3 3", "X has 6 men, on the board and in hand; the game has 5 each"),
        ("X............OOO X 0 0", "X has 1 man, on the board and in hand; a contest ends at two"),
        ("XX............OO X 0 0", "both are down to two men"),
        ("X............... X 4 5", "X cannot be the mover with 4 and 5 men in hand"),
        ("X...O........... O 4 4", "O cannot be the mover with 4 and 4 men in hand"),
        ("XX.............. X 3 3", "O has lost 2 men, and X has placed only 2"),
        ("................ X 99 5", "has 99 men in hand; each role has 5 in all"),
        ("................ X 123456789012 5", "has 123456789 men in hand"),
        (".............. X 5 5", "has 15 locations; it needs 16"),
        ("................", "write men in hand, if any, after the mover, as in 'X 4 4'"),
    ],
)
def test_impossible_positions_are_refused(text: str, message: str) -> None:
    """One clear line says what is wrong."""
    with pytest.raises(BadPosition) as caught:
        FIVE.parse_position(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nerenchi_captures_only_by_sliding() -> None:
    """A loss is refused while the enemy still has men to place, though turns need not alternate."""
    assert NERENCHI.parse_position("XXX..................... O 8 11")
    with pytest.raises(BadPosition, match="O has lost men, and X does not slide yet"):
        NERENCHI.parse_position("XXXO.................... O 8 9")


@each_case(
    ("text", "move", "reason"),
    [
        ("X..O............ X 4 4", "1", "location 1 is taken"),
        ("X..O............ X 4 4", "17", "no location has that name"),
        ("X..O............ X 4 4", "1-2", "men in hand are placed first"),
        ("X..O............ X 4 4", "2x4", "it captures nothing"),
        ("X..O............ X 4 4", "-2", "a move must be a string such as 5"),
        ("X..O............ X 4 4", "", "a move must be a string such as 5"),
        ("XX.O.........O.. X 3 3", "3", "it fills a mill; name the man it captures"),
        ("XX.O.........O.. X 3 3", "3x5", "no enemy man stands on 5"),
        ("XX.......X.....O X 0 0".replace("X.....O", "XOOO..O"), "10-3x11", "the man on 11 is in a mill"),
        ("XX.......XOOO..O X 0 0", "5", "no men are left in hand"),
        ("XX.......XOOO..O X 0 0", "4-5", "X has no man on 4"),
        ("XX.......XOOO..O X 0 0", "1-8", "8 is not next to 1"),
        ("XX.......XOOO..O X 0 0", "1-2", "location 2 is taken"),
    ],
)
def test_moves_are_refused_in_words(text: str, move: str, reason: str) -> None:
    """One line names the move and the reason."""
    with pytest.raises(IllegalMove) as caught:
        FIVE.play(FIVE.parse_position(text), move)
    assert f"{move!r} cannot be played: {reason}" in str(caught.value)


def test_a_move_that_is_no_text() -> None:
    """It is refused like any other."""
    with pytest.raises(IllegalMove, match="5 cannot be played: a move must be a string"):
        FIVE.play(FIVE.initial(), 5)  # type: ignore[arg-type]


def test_a_contest_that_is_over() -> None:
    """No move is left to name."""
    position = FIVE.parse_position("XXX...........OO O 0 0")
    with pytest.raises(IllegalMove, match="the contest is over; no move is left"):
        FIVE.play(position, "15-12")
