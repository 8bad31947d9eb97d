"""The command that decides one move."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
from rich.console import RenderableType

from blackboard import Decision, TraceWriter
from control import CTRL_C
from control.hearing.disturbances import check_undisturbed
from games import Game, Move, VoidDecision, draw_svg, write_atomically
from scenarios.cli.answers import answer
from scenarios.cli.command_options import (
    PATH,
    decision_options,
    game_argument,
    json_option,
    load_option,
    position_options,
)
from scenarios.cli.screen import warn
from scenarios.decisions.bench import make_bench
from scenarios.decisions.document import decision_document
from scenarios.decisions.positions import changed_locations, chosen_game, chosen_position


@click.command("decide")
@game_argument
@position_options
@click.option("--svg", "svg_file", type=PATH, help="Draw the position and the move to this SVG file.")
@decision_options
@load_option
@json_option
def decide_command(
    *,
    game_name: str,
    rules: tuple[str, ...],
    moves: str,
    position: str | None,
    svg_file: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Decide one move and show the blackboard."""
    game = chosen_game(game_name, rules)
    start = chosen_position(game, moves, position)
    bench = make_bench(game, given)
    with ExitStack() as stack:
        trace = stack.enter_context(TraceWriter(bench.trace_file)) if bench.trace_file else None
        decision = CTRL_C.run(bench.decide, start, clock=bench.clock)
        void = _why_void(decision)
        if trace and void is None:
            trace.append(decision)
    if svg_file and void is None:
        write_atomically(svg_file, _drawn(game, start, decision.move).encode())
    answer(decision_document(decision), lambda: _view(game, decision), as_json=as_json)
    if void is not None:
        warn(str(void))
        sys.exit(void.exit_code)


def _why_void(decision: Decision) -> VoidDecision | None:
    """Return why a decision does not count although it can be shown; None if it counts."""
    try:
        check_undisturbed(decision.testimonies, decision.settings.clock)
    except VoidDecision as error:
        return error
    return None


def _view(game: Game[Any], decision: Decision) -> RenderableType:
    from scenarios.cli.decision_views import decision_view  # noqa: PLC0415  # not needed with --json

    return decision_view(game, decision)


def _drawn(game: Game[Any], position: Any, move: Move) -> str:
    """Draw the position after a move, with rings around the locations that it changed."""
    after = game.play(position, move)
    return draw_svg(game.board, game.cells(after), highlight=changed_locations(game, position, after))
