"""The command that solves a game."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from games import BadFile, Game, Outcome
from games.solving.outcome_tables import SolvingProgress
from games.solving.solution import Solution, load_solution, solve
from scenarios.cli.answers import answer
from scenarios.cli.command_options import game_argument, json_option, load_option
from scenarios.cli.live_progress import LiveProgress
from scenarios.cli.screen import Screen, warn
from scenarios.decisions.positions import chosen_game

VALUES = {Outcome.PLAYER: "win", Outcome.OPPONENT: "loss", Outcome.DRAW: "draw"}
"""An outcome from Player's view."""


@click.command("solve")
@game_argument
@click.option("--line", "with_line", is_flag=True, help="Show a line of perfect play.")
@click.option("--fresh", is_flag=True, help="Solve the game again, even if the solution is in the cache.")
@load_option
@json_option
def solve_command(
    *, game_name: str, rules: tuple[str, ...], with_line: bool, fresh: bool, as_json: bool, **_: Any
) -> None:
    """Solve a game by full retrograde analysis."""
    game = chosen_game(game_name, rules)
    with _bar() as show:
        solution = solve(game, progress=show, notice=warn, fresh=fresh)
    document: dict[str, Any] = solution_document(solution)
    if with_line:
        document["line"] = list(solution.best_line())
    answer(document, _view(solution, document), as_json=as_json)


def solution_document(solution: Solution) -> dict[str, Any]:
    """Describe a solved game."""
    counts = solution.counts
    return {
        "game": solution.game.name,
        "options": dict(solution.game.options),
        "value": VALUES[solution.outcome],
        "positions": solution.positions,
        "decided": {"win": counts.win, "loss": counts.loss, "draw": counts.draw},
        "seconds": solution.seconds,
    }


def kept_value(game: Game[Any], path: Path) -> str | None:
    """Return a game's value for Player from a file with its solution; None if the file is invalid."""
    try:
        return VALUES[load_solution(game, path).outcome]
    except BadFile:
        return None


def value_in_words(outcome: Outcome) -> str:
    """Return the result of a game under perfect play, in words."""
    return "a draw" if outcome is Outcome.DRAW else f"a win for {outcome.value.capitalize()}"


def _view(solution: Solution, document: dict[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_row(solution.game.title, value_in_words(solution.outcome))
    table.add_row("positions", f"{solution.positions:,}")
    for value, count in document["decided"].items():
        table.add_row(f"  {value} for the mover", f"{count:,}")
    table.add_row("solved in", f"{solution.seconds:.2f} s")
    if "line" in document:
        table.add_row("best line", " ".join(document["line"]))
    return table


@contextmanager
def _bar() -> Iterator[SolvingProgress]:
    """Show the progress on stderr, if it is a terminal."""
    console = Screen(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
    )
    with LiveProgress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("solving", total=None)

        def show(done: int, total: int, what: str) -> None:
            progress.update(task, completed=done, total=total or None, description=what)

        yield show
