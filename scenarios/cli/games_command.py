"""The command that lists the games."""

from typing import Any

import click

from games import plugin_faults, usable_games
from scenarios.cli import show
from scenarios.cli.answers import answer
from scenarios.cli.command_options import json_option, load_option
from scenarios.cli.documents import game_document
from scenarios.cli.screen import warn
from scenarios.cli.solve_command import known_value


@click.command("games")
@load_option
@json_option
def games_command(*, as_json: bool, **_: Any) -> None:
    """List the games, each with its value if it has been solved."""
    for fault in plugin_faults():
        warn(str(fault))
    rows = [(game, known_value(game)) for game in usable_games()]
    answer([game_document(*row) for row in rows], show.games_view(rows), as_json=as_json)
