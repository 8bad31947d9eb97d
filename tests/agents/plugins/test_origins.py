"""Where a game comes from, so that another process can make it again."""

from collections.abc import Callable

import pytest

from agents.plugins.origins import game_at, origin_of_game
from games import BadOption, PlacingGame, grid, make_game, register, straight_lines

pytestmark = pytest.mark.usefixtures("registries")


def small(*, wins: str = "yes") -> PlacingGame:
    """Make a game of another distribution."""
    board = grid(2, 2, lines=straight_lines(2, 2, length=2))
    made = PlacingGame(name="small", title="Small", rules="Two.", board=board, line_wins=wins == "yes")
    made.options = {"wins": wins}
    return made


@pytest.mark.parametrize(
    ("name", "options"), [("nim", {"last": "wins"}), ("small", {"wins": "no"}), ("small", {"wins": "yes"})]
)
def test_what_is_installed_is_made_again_in_its_variant(
    name: str, options: dict[str, str], install: Callable[..., None]
) -> None:
    """Another process knows a bundled game, and one of another distribution, by name and options."""
    install("hoyle.games", ("small", f"{__name__}:small"))
    game = make_game(name, options)
    again = game_at(origin_of_game(game))
    assert (again.name, again.options) == (name, game.options)


def test_what_was_registered_in_this_process_alone_is_refused() -> None:
    """Nobody else could make it."""

    class Local(PlacingGame):
        """A class that nobody finds."""

    board = grid(2, 2, lines=straight_lines(2, 2, length=2))
    register(Local(name="local", title="Local", rules="Two.", board=board))
    with pytest.raises(BadOption, match=r"^game 'local' cannot be made in another process; move it to"):
        origin_of_game(make_game("local"))
