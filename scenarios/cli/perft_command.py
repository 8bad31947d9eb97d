"""The command that counts move sequences."""

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

import click

from games import perft
from games.counting import how_many
from scenarios.cli.answers import answer
from scenarios.cli.command_options import game_argument, json_option, load_option
from scenarios.decisions.positions import chosen_game


@click.command("perft")
@game_argument
@click.argument("depth", type=int)
@load_option
@json_option
def perft_command(*, game_name: str, rules: tuple[str, ...], depth: int, as_json: bool, **_: Any) -> None:
    """Count the move sequences of a given length."""
    game = chosen_game(game_name, rules)
    nodes = perft(game, depth)
    document = {"game": game.name, "depth": depth, "nodes": nodes}
    with _any_number():
        answer(
            document,
            f"{game.title}: {how_many(nodes, 'sequence')} of {how_many(depth, 'move')}",
            as_json=as_json,
        )


@contextlib.contextmanager
def _any_number() -> Iterator[None]:
    """Allow numbers of any length for now: they are counted here, not read from the input."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)
