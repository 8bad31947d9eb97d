"""Tic-tac-toe and lose tic-tac-toe, against a plain implementation of their rules."""

import pytest

from games import BadPosition, Outcome, PlacingGame, Position, Role, lose_tic_tac_toe, tic_tac_toe

ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")


def reachable(game: PlacingGame) -> set[Position]:
    """Collect every position that a contest can come to."""
    found: set[Position] = set()
    waiting = [game.initial()]
    while waiting:
        position = waiting.pop()
        if position not in found:
            found.add(position)
            waiting += [game.play(position, move) for move in game.legal_moves(position)]
    return found


def plain_line(board: str) -> str:
    """Return who has three in line on a board of nine letters, or nothing."""
    lines = ("".join(board[int(i)] for i in row) for row in ROWS)
    return next((line[0] for line in lines if line in ("XXX", "OOO")), "")


def plain_reachable() -> dict[str, str]:
    """Return every reachable board with whoever has a line on it, without any of our code."""
    found: dict[str, str] = {}
    waiting = ["." * 9]
    while waiting:
        board = waiting.pop()
        if board in found:
            continue
        found[board] = plain_line(board)
        mark = "O" if board.count("X") > board.count("O") else "X"
        if not found[board]:
            waiting += [board[:i] + mark + board[i + 1 :] for i in range(9) if board[i] == "."]
    return found


def test_tic_tac_toe_has_5478_positions() -> None:
    """Of the 5478 reachable positions 958 are final: 626 won by Player, 316 by Opponent, 16 drawn."""
    game = tic_tac_toe()
    outcomes = [game.outcome(position) for position in reachable(game)]
    assert len(outcomes) == 5478
    assert len(outcomes) - outcomes.count(None) == 958
    assert [outcomes.count(each) for each in Outcome] == [626, 316, 16]


@pytest.mark.parametrize("game", [tic_tac_toe(), lose_tic_tac_toe()], ids=lambda game: game.name)
def test_positions_agree_with_a_plain_implementation(game: PlacingGame) -> None:
    """The same positions are reached, and whoever has a line has won, or lost."""
    plain = plain_reachable()
    ours = {game.format_position(position).split()[0]: position for position in reachable(game)}
    assert ours.keys() == plain.keys()
    wins = game.name == "tic-tac-toe"
    for board, position in ours.items():
        outcome = game.outcome(position)
        if plain[board]:
            filler = Role.PLAYER if plain[board] == "X" else Role.OPPONENT
            assert outcome is Outcome.win_for(filler if wins else filler.other)
        else:
            assert outcome is (None if "." in board else Outcome.DRAW)


def test_every_reachable_position_can_be_read_and_no_other() -> None:
    """Of all 19683 ways to fill nine locations, parse_position accepts exactly the reachable ones."""
    game = tic_tac_toe()
    plain = plain_reachable()
    for number in range(3**9):
        board = "".join(".XO"[number // 3**i % 3] for i in range(9))
        assert _is_read(game, board) == (board in plain)


def _is_read(game: PlacingGame, board: str) -> bool:
    try:
        game.parse_position(board)
    except BadPosition:
        return False
    return True


def test_winning_lines() -> None:
    """Tic-tac-toe has its eight; a line in lose tic-tac-toe wins nothing."""
    assert tic_tac_toe().winning_lines == tuple(tuple(map(int, row)) for row in ROWS)
    assert lose_tic_tac_toe().winning_lines == ()
    assert lose_tic_tac_toe().board.lines == tic_tac_toe().board.lines


def test_the_paper_example_reads_as_drawn() -> None:
    """The position of the 1990 paper's first figure: X on 1 and 3, O on 4 and 5, X to move."""
    game = tic_tac_toe()
    position = game.parse_position("X.XOO.... X")
    assert game.legal_moves(position) == ("2", "6", "7", "8", "9")
    assert game.outcome(game.play(position, "2")) is Outcome.PLAYER
