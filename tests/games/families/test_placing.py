"""The family of placing games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import (
    BadPosition,
    IllegalMove,
    Outcome,
    PlacingGame,
    Position,
    Role,
    grid,
    lose_tic_tac_toe,
    straight_lines,
    tic_tac_toe,
)


def cube(side: int) -> PlacingGame:
    """Make tic-tac-toe in three dimensions."""
    board = grid(side, side, side, lines=straight_lines(side, side, side, length=side))
    return PlacingGame(name=f"cube-{side}", title="Cube", rules="Fill a line.", board=board)


GAMES = {game.name: game for game in (tic_tac_toe(), lose_tic_tac_toe(), cube(3), cube(4))}
games = st.sampled_from(sorted(GAMES)).map(GAMES.__getitem__)
picks = st.lists(st.integers(0, 10**6), max_size=64)


def contest(game: PlacingGame, choices: list[int]) -> list[Position]:
    """Play a contest, or its beginning, by numbers; return every position on the way."""
    positions = [game.initial()]
    for choice in choices:
        moves = game.legal_moves(positions[-1])
        if not moves:
            break
        positions.append(game.play(positions[-1], moves[choice % len(moves)]))
    return positions


@given(games, picks)
def test_contests_obey_the_rules(game: PlacingGame, choices: list[int]) -> None:
    """Roles alternate, men only ever come, and moves are exactly the empty locations until the end."""
    positions = contest(game, choices)
    for ply, position in enumerate(positions):
        cells = game.cells(position)
        empty = tuple(
            each.name for each, cell in zip(game.board.locations, cells, strict=True) if cell is None
        )
        over = game.outcome(position) is not None
        assert game.mover(position) is Role(ply % 2)
        assert len(empty) == len(game.board) - ply
        assert game.legal_moves(position) == (() if over else empty)
        assert over == (position is positions[-1] and not game.legal_moves(position))


@given(games, picks)
def test_outcome_is_that_of_the_lines(game: PlacingGame, choices: list[int]) -> None:
    """The outcome is what a look at every line says."""
    position = contest(game, choices)[-1]
    cells = game.cells(position)
    filled = {cells[line[0]] for line in game.board.lines if len({cells[i] for i in line}) == 1} - {None}
    owner = next(iter(filled), None)
    if owner is None:
        expected = None if None in cells else Outcome.DRAW
    else:
        expected = Outcome.win_for(owner if game.winning_lines else owner.other)
    assert game.outcome(position) is expected


@given(games, picks)
def test_positions_can_be_written_and_read(game: PlacingGame, choices: list[int]) -> None:
    """Every position of a contest reads back as itself, with and without its mover."""
    for position in contest(game, choices):
        text = game.format_position(position)
        assert game.parse_position(text) == position
        assert game.parse_position(text.split()[0]) == position
        assert game.format_position(game.parse_position(text)) == text


@given(games, picks, st.integers(0, 47))
def test_symmetries_preserve_everything(game: PlacingGame, choices: list[int], which: int) -> None:
    """An image has the same outcome and mover, its men in the image places, and as many moves."""
    symmetries = game.board.symmetries()
    symmetry = symmetries[which % len(symmetries)]
    position = contest(game, choices)[-1]
    image = game.image(position, symmetry)
    cells, moved = game.cells(position), game.cells(image)
    assert all(moved[there] is cells[here] for here, there in enumerate(symmetry))
    assert game.outcome(image) is game.outcome(position)
    assert game.mover(image) is game.mover(position)
    assert len(game.legal_moves(image)) == len(game.legal_moves(position))


@given(games, picks)
def test_a_pass_only_flips_the_mover(game: PlacingGame, choices: list[int]) -> None:
    """After a pass the same men stand, the same moves are legal, and play goes on for the other role."""
    position = contest(game, choices)[-1]
    passed = game.passed(position)
    assert passed.mover is position.mover.other
    assert game.cells(passed) == game.cells(position)
    assert game.legal_moves(passed) == game.legal_moves(position)
    assert game.outcome(passed) is game.outcome(position)
    assert game.passed(passed) == position
    for move in game.legal_moves(passed):
        after = game.play(passed, move)
        assert game.cells(after)[game.board.index(move)] is passed.mover


def test_a_row_of_passes_can_be_played_to_the_end() -> None:
    """Three men of one colour in line end it, whatever the counts."""
    game = tic_tac_toe()
    position = game.initial()
    for move in "123":
        position = game.passed(game.play(position, move))
    assert game.outcome(position) is Outcome.PLAYER
    assert game.legal_moves(position) == ()


@pytest.mark.parametrize(
    ("text", "move", "message"),
    [
        ("X.XOO....", "1", "'1' cannot be played: location 1 is taken; legal moves: 2, 6, 7, 8, 9"),
        ("X.XOO....", "10", "'10' cannot be played: no location has that name; legal moves: 2, 6, 7, 8, 9"),
        ("X.XOO....", "", "'' cannot be played: no location has that name; legal moves: 2, 6, 7, 8, 9"),
        ("XXXOO....", "9", "'9' cannot be played: the contest is over; no move is left"),
    ],
)
def test_illegal_moves_are_refused_in_words(text: str, move: str, message: str) -> None:
    """One line names the move, the reason and the remedy."""
    game = tic_tac_toe()
    with pytest.raises(IllegalMove) as caught:
        game.play(game.parse_position(text), move)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X.XOO...", "has 8 locations; it needs 9"),
        ("X.XOO...?", "'?' has no meaning"),
        ("XXX......", "has 3 X and 0 O; X has as many men as O, or one more"),
        ("OO.X.....", "has 1 X and 2 O; X has as many men as O, or one more"),
        ("X.XOO.... O", "has X to move, by the count of its men"),
        ("XXXOOO...", "cannot be reached: both have a line"),
        ("XXXOO.O..", "cannot be reached: play continued after X filled a line"),
        ("OOOXX.XX.", "cannot be reached: play continued after O filled a line"),
    ],
)
def test_impossible_positions_are_refused(text: str, message: str) -> None:
    """One clear line says what is wrong with a position."""
    with pytest.raises(BadPosition) as caught:
        tic_tac_toe().parse_position(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_lines_that_no_move_fills_at_once_are_refused() -> None:
    """Lines that share no location cannot both be the work of the last move."""
    player, others = set(range(3)) | set(range(9, 12)), {3, 4, 7, 13, 16}
    text = "".join("X" if i in player else "O" if i in others else "." for i in range(27))
    with pytest.raises(BadPosition, match="no single move fills all its lines"):
        cube(3).parse_position(text)


def test_two_lines_filled_by_one_move_are_read() -> None:
    """A last move may fill two lines that meet."""
    game = tic_tac_toe()
    assert game.outcome(game.parse_position("XXXXOOXOO")) is Outcome.PLAYER


@pytest.mark.parametrize(("side", "lines"), [(3, 49), (4, 76)])
def test_the_family_plays_in_three_dimensions(side: int, lines: int) -> None:
    """A larger member is a line of data: its lines win, and its corners' diagonal is one of them."""
    game = cube(side)
    assert len(game.winning_lines) == lines
    last = side**3 - 1
    diagonal = [i * last // (side - 1) for i in range(side)]
    others = [i for i in range(last) if i not in diagonal][: side - 1]
    position = game.initial()
    for i in range(2 * side - 1):
        index = others[i // 2] if i % 2 else diagonal[i // 2]
        position = game.play(position, game.board.locations[index].name)
    assert game.outcome(position) is Outcome.PLAYER
