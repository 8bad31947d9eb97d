"""The command that lists the games."""

from typing import Any

import click

from games import Game, plugin_faults, usable_games
from games.solving.solution_cache import cache_path
from scenarios.cli import show
from scenarios.cli.answers import answer
from scenarios.cli.command_options import json_option, load_option
from scenarios.cli.documents import game_document
from scenarios.cli.screen import warn


@click.command("games")
@load_option
@json_option
def games_command(*, as_json: bool, **_: Any) -> None:
    """List the games, with the values of those that are solved."""
    for fault in plugin_faults():
        warn(str(fault))
    rows = [(game, _known_value(game)) for game in usable_games()]
    answer([game_document(*row) for row in rows], show.games_view(rows), as_json=as_json)


def _known_value(game: Game[Any]) -> str | None:
    """Return a game's value for Player if its solution is in the cache."""
    path = cache_path(game)
    if not path.exists():
        return None
    from scenarios.cli.solve_command import kept_value  # noqa: PLC0415  # solving takes long to import

    return kept_value(game, path)
