"""The morris games and their boards."""

import pytest

from games import BadOption, Role, check_game, draw_text, make_game, perft
from games.bundled.mens_morris import nested_squares
from games.families.morris import MorrisGame

NAMES = [f"{count}-mens-morris" for count in ("five", "six", "nine", "eleven", "twelve")]


def lines(game: MorrisGame, *, mills: bool) -> set[frozenset[int]]:
    """Return mills or lines with locations counted from 1, as the papers do."""
    return {frozenset(i + 1 for i in line) for line in (game.mills if mills else game.board.lines)}


def ring(*names: int) -> list[set[int]]:
    """Return the four sides of a ring."""
    return [{names[i], names[i + 1], names[(i + 2) % 8]} for i in range(0, 8, 2)]


def made(name: str, **options: str) -> MorrisGame:
    """Make a morris game."""
    game = make_game(name, options)
    assert isinstance(game, MorrisGame)
    return game


def test_the_small_board_is_the_papers() -> None:
    """Two rings of sixteen points: eight mills, and four spokes that are for movement only."""
    game = made("five-mens-morris")
    mills = ring(1, 2, 3, 10, 16, 15, 14, 7) + ring(4, 5, 6, 9, 13, 12, 11, 8)
    spokes = [{2, 5}, {7, 8}, {9, 10}, {12, 15}]
    assert lines(game, mills=True) == set(map(frozenset, mills))
    assert lines(game, mills=False) == set(map(frozenset, mills + spokes))
    assert len(game.board) == 16


def test_the_large_board_is_the_papers() -> None:
    """Three rings of twenty-four points: sixteen mills, the spokes among them."""
    game = made("nine-mens-morris")
    rings = (
        ring(1, 2, 3, 15, 24, 23, 22, 10)
        + ring(4, 5, 6, 14, 21, 20, 19, 11)
        + ring(7, 8, 9, 13, 18, 17, 16, 12)
    )
    spokes = [{2, 5, 8}, {10, 11, 12}, {13, 14, 15}, {17, 20, 23}]
    assert lines(game, mills=True) == lines(game, mills=False) == set(map(frozenset, rings + spokes))


@pytest.mark.parametrize("name", ["eleven-mens-morris", "twelve-mens-morris", "nerenchi"])
def test_the_diagonal_board_has_four_more_mills(name: str) -> None:
    """The corner diagonals are lines and mills."""
    more = lines(made(name), mills=True) - lines(made("nine-mens-morris"), mills=True)
    assert more == {frozenset(each) for each in ({1, 4, 7}, {3, 6, 9}, {16, 19, 22}, {18, 21, 24})}


@pytest.mark.parametrize(("rings", "diagonals"), [(2, False), (3, False), (3, True)])
def test_boards_have_the_symmetries_of_a_square(rings: int, diagonals: bool) -> None:
    """Turns and reflections of the square keep every line."""
    assert len(nested_squares(rings, diagonals=diagonals).symmetries()) == 8


def test_a_board_can_be_drawn() -> None:
    """The picture has the rows of the printed board."""
    game = made("five-mens-morris")
    rows = draw_text(game.board, game.cells(game.initial())).splitlines()
    assert rows[0].startswith("1")
    assert len(rows) == 9


@pytest.mark.parametrize(("name", "men"), list(zip(NAMES, (5, 6, 9, 11, 12), strict=True)))
def test_everybody_starts_with_all_men_in_hand(name: str, men: int) -> None:
    """So many men as the name says, and Player places the first."""
    start = made(name).initial()
    assert start.hand(Role.PLAYER) == start.hand(Role.OPPONENT) == men
    assert start.mover is Role.PLAYER


@pytest.mark.parametrize("name", [*NAMES, "nerenchi"])
def test_members_conform(name: str) -> None:
    """Every member passes the conformance checks, in every variant."""
    assert check_game(make_game(name), contests=10, longest=20_000) == []


@pytest.mark.parametrize("name", NAMES)
def test_flying_members_conform(name: str) -> None:
    """So do those where three men fly."""
    assert check_game(make_game(name, {"flying": "at-three"}), contests=10, longest=20_000) == []


@pytest.mark.parametrize("name", NAMES)
def test_flying_is_an_option(name: str) -> None:
    """It is none unless asked for; the rules say so when it is, and another value is refused."""
    assert made(name).options == {"flying": "none"}
    assert made(name, flying="at-three").options == {"flying": "at-three"}
    assert "three men" in made(name, flying="at-three").rules
    with pytest.raises(BadOption, match="option flying is 'never'; use none or at-three"):
        made(name, flying="never")


def test_nerenchi_says_that_it_is_uncertain() -> None:
    """Its rules are a reading, and say so first."""
    assert made("nerenchi").rules.startswith("The rules are uncertain.")
    assert made("nerenchi").options == {}


@pytest.mark.parametrize("name", NAMES)
def test_a_mill_does_not_win(name: str) -> None:
    """There are mills, and no winning lines."""
    assert made(name).mills
    assert made(name).winning_lines == ()


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("five-mens-morris", (1, 16, 240, 3360, 43680, 531648)),
        ("nine-mens-morris", (1, 24, 552, 12144, 255024)),
        ("twelve-mens-morris", (1, 24, 552, 12144, 255024)),
        ("nerenchi", (1, 24, 552, 12144, 255024)),
    ],
)
def test_perft(name: str, counts: tuple[int, ...]) -> None:
    """The counts of move sequences are those on record."""
    assert tuple(perft(make_game(name), depth) for depth in range(len(counts))) == counts
