"""The family of stepping games, against plain readings of the rules that share no code with it."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import attrs
import pytest

from games import (
    BadOption,
    BadPosition,
    Board,
    IllegalMove,
    Outcome,
    Role,
    SteppingGame,
    make_game,
    sketch,
    slides,
)
from tests.support import each_case

State: TypeAlias = tuple[str, str, int]
"""The board as letters, the mover's letter, and how many moves were made."""

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
DIAGONALS = [(0, 4, 8), (2, 4, 6)]
BLOCKED = "XXOOOX.OX X"
"""Nobody but O can go to the empty point of achi."""


@attrs.frozen
class Plain:
    """The rules of one game, read off the page."""

    start: State
    boards: Callable[[State], dict[str, str]]
    """The boards after each move."""
    lines: Sequence[tuple[int, int, int]] = ()
    blocked: str = "loses"
    counted: int = 0
    """How many first moves a position's text counts down."""

    def moves(self, state: State) -> dict[str, State]:
        """Return the states after each legal move."""
        board, mover, made = state
        if self.outcome(state):
            return {}
        boards = self.boards(state) or {"pass": board}
        return {move: (after, "O" if mover == "X" else "X", made + 1) for move, after in boards.items()}

    def outcome(self, state: State) -> Outcome | None:
        """Return how it has ended: by a line, or by a mover who is stuck."""
        board, mover, _ = state
        for mark, outcome in (("X", Outcome.PLAYER), ("O", Outcome.OPPONENT)):
            if any(all(board[i] == mark for i in line) for line in self.lines):
                return outcome
        if self.boards(state) or self.blocked == "passes":
            return None
        if self.blocked == "draws":
            return Outcome.DRAW
        return Outcome.OPPONENT if mover == "X" else Outcome.PLAYER

    def text(self, state: State) -> str:
        """Write a state as the game writes a position."""
        board, mover, made = state
        left = max(0, self.counted - made)
        return f"{board} {mover} {left}" if left else f"{board} {mover}"


def put(board: str, index: int, mark: str) -> str:
    """Return the board with one letter changed."""
    return board[:index] + mark + board[index + 1 :]


def placed(board: str, mover: str) -> dict[str, str]:
    """Place anywhere."""
    return {str(i + 1): put(board, i, mover) for i, mark in enumerate(board) if mark == "."}


def stepped(board: str, mover: str, allowed: Callable[[int, int], object]) -> dict[str, str]:
    """Move a man wherever that is allowed."""
    return {
        f"{i + 1}-{j + 1}": put(put(board, i, "."), j, mover)
        for i, here in enumerate(board)
        for j, there in enumerate(board)
        if here == mover and there == "." and allowed(i, j)
    }


def plain_achi(blocked: str, steps: str, lines: str) -> Plain:
    """Four men each on nine points."""

    def adjacent(i: int, j: int) -> bool:
        down, right = abs(i // 3 - j // 3), abs(i % 3 - j % 3)
        return down + right == 1 or (steps == "drawn" and 4 in (i, j))

    def boards(state: State) -> dict[str, str]:
        board, mover, _ = state
        return placed(board, mover) if board.count(mover) < 4 else stepped(board, mover, adjacent)

    winning = ROWS + (DIAGONALS if lines == "8" else [])
    return Plain((9 * ".", "X", 0), boards, winning, blocked)


def plain_tsoro_yematatu(moves: str) -> Plain:
    """Three men each on seven points."""
    edges = {(1, 2), (2, 5), (1, 3), (3, 6), (1, 4), (4, 7), (2, 3), (3, 4), (5, 6), (6, 7)}
    ends = {(1, 5), (1, 6), (1, 7), (2, 4), (5, 7)}

    def slide(i: int, j: int) -> bool:
        return (i + 1, j + 1) in edges or (j + 1, i + 1) in edges

    def jump(i: int, j: int) -> bool:
        # There is one empty point, so that whatever lies between two ends is taken.
        return (i + 1, j + 1) in ends or (j + 1, i + 1) in ends

    def boards(state: State) -> dict[str, str]:
        board, mover, _ = state
        if board.count(mover) < 3:
            return placed(board, mover)
        if moves == "any":
            return stepped(board, mover, lambda _i, _j: True)
        sliding, jumping = stepped(board, mover, slide), stepped(board, mover, jump)
        if moves == "slide":
            return sliding
        return sliding or jumping if moves == "jump-if-stuck" else sliding | jumping

    return Plain((7 * ".", "X", 0), boards, [(0, 1, 4), (0, 2, 5), (0, 3, 6), (1, 2, 3), (4, 5, 6)])


def plain_pong_hau_ki(placing: str) -> Plain:
    """Two men each on five points."""
    edges = {(1, 3), (2, 3), (4, 3), (5, 3), (1, 4), (2, 5), (4, 5)}

    def boards(state: State) -> dict[str, str]:
        board, mover, _ = state
        if board.count(mover) < 2:
            return placed(board, mover)
        return stepped(board, mover, lambda i, j: (i + 1, j + 1) in edges or (j + 1, i + 1) in edges)

    return Plain(("....." if placing == "yes" else "XX.OO", "X", 0), boards)


def plain_mu_torere(restriction: str) -> Plain:
    """Four men each on a rim of eight points and its centre."""
    counted = {"always": 0, "first-move": 2, "first-two-moves": 4, "never": 0}[restriction]

    def boards(state: State) -> dict[str, str]:
        board, mover, made = state
        enemy = "O" if mover == "X" else "X"
        restricted = restriction == "always" or made < counted

        def allowed(i: int, j: int) -> bool:
            if j == 8:
                return not restricted or enemy in (board[(i + 1) % 8], board[(i - 1) % 8])
            return i == 8 or (i - j) % 8 in (1, 7)

        return stepped(board, mover, allowed)

    return Plain(("XXXXOOOO.", "X", 0), boards, counted=counted)


def cases() -> list[tuple[str, dict[str, str], Plain]]:
    """Return the variants that have a plain reading."""
    return [
        *(
            ("achi", {"blocked": blocked, "steps": steps, "lines": lines}, plain_achi(blocked, steps, lines))
            for blocked in ("loses", "passes", "draws")
            for steps in ("drawn", "orthogonal")
            for lines in ("8", "6")
        ),
        *(
            ("tsoro-yematatu", {"moves": moves}, plain_tsoro_yematatu(moves))
            for moves in ("slide-or-jump", "jump-if-stuck", "slide", "any")
        ),
        *(("pong-hau-ki", {"placing": placing}, plain_pong_hau_ki(placing)) for placing in ("no", "yes")),
        *(
            ("mu-torere", {"restriction": restriction}, plain_mu_torere(restriction))
            for restriction in ("always", "first-move", "first-two-moves", "never")
        ),
    ]


@pytest.mark.parametrize(("name", "options", "plain"), cases())
def test_all_positions_agree_with_a_plain_reading(name: str, options: dict[str, str], plain: Plain) -> None:
    """Every reachable position has the same legal moves, outcome and following positions."""
    game = make_game(name, options)
    waiting: list[tuple[Any, State]] = [(game.initial(), plain.start)]
    seen = {game.initial()}
    while waiting:
        position, state = waiting.pop()
        after = plain.moves(state)
        assert game.format_position(position) == plain.text(state)
        assert sorted(game.legal_moves(position)) == sorted(after)
        assert game.outcome(position) is plain.outcome(state)
        for move, next_state in after.items():
            next_position = game.play(position, move)
            assert game.format_position(next_position) == plain.text(next_state)
            if next_position not in seen:
                seen.add(next_position)
                waiting.append((next_position, next_state))


def played(name: str, moves: str, **options: str) -> tuple[Any, Any]:
    """Return a game and the position after these moves."""
    game = make_game(name, options)
    position = game.initial()
    for move in moves.split():
        position = game.play(position, move)
    return game, position


@each_case(
    ("name", "options", "message"),
    [
        ("achi", {"blocked": "wins"}, "option blocked is 'wins'; use loses, passes or draws"),
        ("achi", {"steps": "king"}, "option steps is 'king'; use drawn or orthogonal"),
        ("achi", {"lines": "7"}, "option lines is '7'; use 8 or 6"),
        ("marelle", {"centre": ""}, "option centre is ''; use not-first, never or free"),
        ("marelle", {"steps": "x"}, "option steps is 'x'; use drawn, orthogonal or king"),
        ("picaria", {"points": "12"}, "option points is '12'; use 9 or 13"),
        ("pong-hau-ki", {"placing": "True"}, "option placing is 'True'; use no or yes"),
        (
            "tsoro-yematatu",
            {"moves": "jump"},
            "option moves is 'jump'; use slide-or-jump, jump-if-stuck, slide or any",
        ),
        (
            "mu-torere",
            {"restriction": "no"},
            "option restriction is 'no'; use always, first-move, first-two-moves or never",
        ),
    ],
)
def test_an_impossible_value_of_an_option(name: str, options: dict[str, str], message: str) -> None:
    """One line names the option, the value and what is possible."""
    with pytest.raises(BadOption) as caught:
        make_game(name, options)
    assert str(caught.value) == message


def test_a_line_wins_while_placing() -> None:
    """Nobody waits until all men are placed."""
    for name in ("achi", "les-pendus", "tapatan", "picaria", "nine-holes"):
        game, position = played(name, "1 4 2 5 3")
        assert game.outcome(position) is Outcome.PLAYER


def test_diagonals_of_nine_holes() -> None:
    """A diagonal is no line there, and it is one in les pendus."""
    for name, outcome in (("nine-holes", None), ("les-pendus", Outcome.PLAYER)):
        game, position = played(name, "1 2 5 3 9")
        assert game.outcome(position) is outcome


@pytest.mark.parametrize(
    ("centre", "first", "third"),
    [("not-first", False, True), ("never", False, False), ("free", True, True)],
)
def test_the_centre_of_marelle(centre: str, first: bool, third: bool) -> None:
    """Who may place in the centre, and when, is an option; stepping there is always allowed."""
    game, start = played("marelle", "", centre=centre)
    assert ("5" in game.legal_moves(start)) is first
    _, later = played("marelle", "1 2", centre=centre)
    assert ("5" in game.legal_moves(later)) is third
    _, stepping = played("marelle", "1 2 3 4 8 7", centre=centre)
    assert "1-5" in game.legal_moves(stepping)


def test_tapatan_is_marelle_with_a_free_centre() -> None:
    """The same positions, the same moves."""
    tapatan, marelle = make_game("tapatan"), make_game("marelle", {"centre": "free"})
    assert tapatan.legal_moves(tapatan.initial()) == marelle.legal_moves(marelle.initial())
    assert tapatan.winning_lines == marelle.winning_lines


@pytest.mark.parametrize(
    ("steps", "moves"),
    [
        ("drawn", "1-4 1-5 2-5 9-5 9-6"),
        ("orthogonal", "1-4 2-5 9-6"),
        ("king", "1-4 1-5 2-4 2-5 2-6 9-5 9-6"),
    ],
)
def test_steps_of_marelle(steps: str, moves: str) -> None:
    """Lines decide where a man may go: those drawn, rows and columns, or one step anywhere."""
    game = make_game("marelle", {"steps": steps})
    assert game.legal_moves(game.parse_position("XXO...OOX X")) == tuple(moves.split())


def test_picaria_on_thirteen_points() -> None:
    """It has sixteen lines of three consecutive points, and nobody places in the centre."""
    game = make_game("picaria", {"points": "13"})
    assert len(game.winning_lines) == len(set(game.winning_lines)) == 16
    assert "7" not in game.legal_moves(game.initial())
    assert game.outcome(game.parse_position("X..X...O.XO.O O")) is None
    assert game.outcome(game.parse_position("X..X..XO..O.O O")) is Outcome.PLAYER


def test_a_line_through_the_centre_wins_shisima() -> None:
    """Three neighbours on the rim are no line."""
    game, position = played("shisima", "")
    assert game.outcome(position) is None
    assert game.legal_moves(position) == ("1-8", "1-9", "2-9", "3-4", "3-9")
    assert game.outcome(game.parse_position("X.O.XOO.X O")) is Outcome.PLAYER


@pytest.mark.parametrize(
    ("blocked", "moves", "outcome"),
    [
        ("loses", (), Outcome.OPPONENT),
        ("passes", ("pass",), None),
        ("draws", (), Outcome.DRAW),
    ],
)
def test_a_blocked_mover(blocked: str, moves: tuple[str, ...], outcome: Outcome | None) -> None:
    """Of achi's three rules for a blocked mover, one loses, one passes and one draws."""
    game = make_game("achi", {"blocked": blocked})
    position = game.parse_position(BLOCKED)
    assert game.legal_moves(position) == moves
    assert game.outcome(position) is outcome
    if moves:
        assert game.play(position, "pass") == game.passed(position)


def test_where_the_start_of_mu_torere_returns_its_moves_may_be_others() -> None:
    """Under a rule for the first moves only, how many are left is part of the position."""
    game = make_game("mu-torere", {"restriction": "first-two-moves"})
    start = game.initial()
    later = game.parse_position("XXXXOOOO. X")
    assert game.format_position(start) == "XXXXOOOO. X 4"
    assert later != start
    assert game.legal_moves(start) == ("1-9", "4-9")
    assert game.legal_moves(later) == ("1-9", "2-9", "3-9", "4-9")


def double_block(blocked: str) -> SteppingGame:
    """Make a game on two islands, where both can be stuck."""
    board: Board = sketch("1 2 . 3 4", "1-2 3-4")
    return SteppingGame(
        name="islands",
        title="Islands",
        rules="Step.",
        board=board,
        men=2,
        steps=slides(board),
        start=((0, 1), (2, 3)),
        blocked=blocked,
    )


@pytest.mark.parametrize(
    ("blocked", "outcome"),
    [("loses", Outcome.OPPONENT), ("passes", Outcome.DRAW), ("draws", Outcome.DRAW)],
)
def test_when_both_are_blocked_nobody_passes(blocked: str, outcome: Outcome) -> None:
    """A contest in which no man will ever move again is over."""
    game = double_block(blocked)
    assert game.outcome(game.initial()) is outcome
    assert game.legal_moves(game.initial()) == ()


@pytest.mark.parametrize(
    ("name", "text", "move", "why"),
    [
        ("marelle", "......... X", "5", "5 is closed for now"),
        ("marelle", "X........ O", "1", "location 1 is taken"),
        ("marelle", "X........ O", "10", "no location has that name"),
        ("marelle", "XXO...OOX X", "5", "no step has that form"),
        ("marelle", "XXO...OOX X", "1-9", "no step has that form"),
        ("marelle", "XXO...OOX X", "7-4", "X has no man on 7"),
        ("marelle", "XXO...OOX X", "1-2", "location 2 is taken"),
        ("mu-torere", "XXXXOOOO. X", "2-9", "the rules forbid it here"),
    ],
)
def test_illegal_moves_are_refused_in_words(name: str, text: str, move: str, why: str) -> None:
    """The line says what is wrong with the move."""
    game = make_game(name)
    with pytest.raises(IllegalMove) as caught:
        game.play(game.parse_position(text), move)
    assert f"cannot be played: {why}; legal moves: " in str(caught.value)


@each_case(
    ("name", "text", "message"),
    [
        ("tapatan", "XX.......", "has 2 X and 0 O; up to 3 each are placed in turn, X first"),
        ("tapatan", "XXX.OOO.X", "has 4 X and 3 O; up to 3 each are placed in turn, X first"),
        ("tapatan", "X........ X", "has O to move, by the count of its men"),
        ("tapatan", "XXO...OOX", "does not say who moves; end it with X or O"),
        ("tapatan", "XXXOOO... X", "both have a line"),
        ("tapatan", "XXXOO.O.. X", "play continued after X filled a line"),
        ("shisima", "XX.OO.... X", "has 2 X and 2 O; each has 3 men"),
        ("shisima", "XXX.OOO..X X", "has 11 locations; it needs 9"),
        ("mu-torere", "XXXXOOOO. X 4", "'4' has no meaning in a position"),
    ],
)
def test_impossible_positions_are_refused(name: str, text: str, message: str) -> None:
    """One clear line says what is wrong with a position."""
    with pytest.raises(BadPosition) as caught:
        make_game(name).parse_position(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_pass_while_placing_leaves_men_in_hand() -> None:
    """After the null move the other role places, and has as many men to place as before."""
    game, position = played("achi", "1")
    passed = game.passed(position)
    assert game.mover(passed) is Role.PLAYER
    assert game.legal_moves(passed) == ("2", "3", "4", "5", "6", "7", "8", "9")


@pytest.mark.parametrize(
    ("name", "count"), [("shisima", 16), ("achi", 8), ("pong-hau-ki", 2), ("tsoro-yematatu", 2)]
)
def test_symmetries_of_the_boards(name: str, count: int) -> None:
    """A wheel of eight has sixteen, a square eight, the others a mirror."""
    assert len(make_game(name).board.symmetries()) == count
