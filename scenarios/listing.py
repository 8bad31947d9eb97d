"""The commands that list what there is."""

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

import click

from agents import LEARNERS, all_advisors, get_learners
from control import PARADIGMS, place
from games import Game, HoyleError, game_names, make_game, perft, plugin_faults
from scenarios import show
from scenarios.answers import answer
from scenarios.documents import advisor_document, game_document, learner_document
from scenarios.options import chosen_game, game_argument, json_option, load_option
from scenarios.screen import warn
from scenarios.solving import known_value


@click.command("games")
@load_option
@json_option
def games_command(*, as_json: bool, **_: Any) -> None:
    """List the games, each with its value if it has been solved."""
    for fault in plugin_faults():
        warn(str(fault))
    games = list(_usable_games())
    rows = [(game, known_value(game)) for game in games]
    answer([game_document(*row) for row in rows], show.games_view(rows), as_json=as_json)


def _usable_games() -> Iterator[Game[Any]]:
    """Make every game that can be made; the others have been told of."""
    for name in game_names():
        with contextlib.suppress(HoyleError):
            yield make_game(name)


@click.command("advisors")
@click.option("--layout", default="1990", show_default=True, help="Tiers and ranks: 1990 or forr.")
@load_option
@json_option
def advisors_command(*, layout: str, as_json: bool, **_: Any) -> None:
    """List the Advisors, by tier and rank."""
    placed = sorted((*place(advisor, layout), name) for name, advisor in all_advisors().items())
    rows = [(all_advisors()[name], tier, rank) for tier, rank, name in placed]
    answer([advisor_document(*row) for row in rows], show.advisors_table(rows), as_json=as_json)


@click.command("learners")
@load_option
@json_option
def learners_command(*, as_json: bool, **_: Any) -> None:
    """List the learners: what each feeds, when, and within what limits."""
    usual = get_learners()
    rows = [learner_document(learner, is_usual=learner in usual) for learner in LEARNERS.values()]
    answer(rows, show.learners_table(rows), as_json=as_json)


@click.command("paradigms")
@load_option
@json_option
def paradigms_command(*, as_json: bool, **_: Any) -> None:
    """List the paradigms."""
    rows = [{"name": each.name, "title": each.title} for each in PARADIGMS.values()]
    answer(rows, "\n".join(f"{row['name']:>4}  {row['title']}" for row in rows), as_json=as_json)


@click.command("perft")
@game_argument
@click.argument("depth", type=int)
@load_option
@json_option
def perft_command(*, game_name: str, rules: tuple[str, ...], depth: int, as_json: bool, **_: Any) -> None:
    """Count the move sequences of a length."""
    game = chosen_game(game_name, rules)
    nodes = perft(game, depth)
    document = {"game": game.name, "depth": depth, "nodes": nodes}
    with _any_number():
        answer(document, f"{game.title}: {nodes:,} sequences of {depth} moves", as_json=as_json)


@contextlib.contextmanager
def _any_number() -> Iterator[None]:
    """Write numbers of any length meanwhile: those that we counted, not those that somebody gave."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)
