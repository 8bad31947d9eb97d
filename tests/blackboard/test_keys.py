"""Under which text a position is remembered."""

import pytest

from blackboard import key_of
from games import make_game
from tests.support import played, reachable, tic_tac_toe

GAMES = ["tic-tac-toe", "tsoro-yematatu", "pong-hau-ki", "achi"]


def test_without_symmetries_a_position_is_its_own_text() -> None:
    """Nothing is taken for anything else."""
    game = tic_tac_toe()
    assert key_of(game, played("1 5")) == "X...O.... X"
    assert key_of(game, played("9 5")) == "....O...X X"


@pytest.mark.parametrize("name", GAMES)
def test_images_have_one_text_and_it_is_one_of_theirs(name: str) -> None:
    """Whatever image is asked about, the text is the same, and it is that of a position of the game."""
    game = make_game(name)
    symmetries = game.board.symmetries()
    for position in list(reachable(game))[:400:7]:
        images = [game.image(position, symmetry) for symmetry in symmetries]
        (key,) = {key_of(game, image, symmetries) for image in images}
        assert game.parse_position(key) in images


def test_positions_that_are_no_images_are_kept_apart() -> None:
    """On the empty board of tic-tac-toe three moves are left: a corner, a side, the centre."""
    game = tic_tac_toe()
    symmetries = game.board.symmetries()
    assert len({key_of(game, played(move), symmetries) for move in "123456789"}) == 3


def test_who_moves_is_part_of_the_text() -> None:
    """The same men with the other role to move are another position."""
    game = make_game("achi")
    position = game.initial()
    assert key_of(game, position) != key_of(game, game.passed(position))


def test_two_games_do_not_share_texts() -> None:
    """A position that two games write alike is remembered by each for itself."""
    game, other = tic_tac_toe(), make_game("lose-tic-tac-toe")
    assert key_of(game, played("1")) == key_of(other, played("1", other))
    assert key_of(game, played("1"), game.board.symmetries()) == "........X O"
    assert key_of(other, played("1", other)) == "X........ O"
