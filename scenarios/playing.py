"""The commands that decide and play."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
import trio
from rich.console import Console

from agents import Contestant, Streams, make_contestant
from blackboard import Contest, Decision, TraceWriter
from control import Hoyle, decide
from games import BadOption, Game, Move, Role, draw_svg, write_atomically
from scenarios import show
from scenarios.answers import answer
from scenarios.contest import play_contest
from scenarios.documents import decision_document
from scenarios.options import (
    PATH,
    Bench,
    chosen_game,
    decision_options,
    game_argument,
    json_option,
    load_option,
    make_bench,
)
from scenarios.terminal import Person


@click.command("decide")
@game_argument
@click.option("--moves", default="", help='Moves that lead to the position, such as "5 1 9".')
@click.option("--position", help="The position itself, as the game writes it.")
@click.option("--svg", "svg_file", type=PATH, help="Draw the position and the move into this file.")
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
    """Decide one move, and show the blackboard."""
    game = chosen_game(game_name, rules)
    start = _position(game, moves, position)
    bench = make_bench(game, given)
    with ExitStack() as stack:
        trace = stack.enter_context(TraceWriter(bench.trace_file)) if bench.trace_file else None
        decision = trio.run(_decide, bench, start, clock=bench.clock)
        if trace:
            trace.append(decision)
    if svg_file:
        write_atomically(svg_file, _drawn(game, start, decision.move).encode())
    answer(decision_document(decision), show.decision_view(game, decision), as_json=as_json)


def _drawn(game: Game[Any], position: Any, move: Move) -> str:
    """Draw the position after a move, with a ring around what the move changed."""
    before, after = game.cells(position), game.cells(game.play(position, move))
    changed = [i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old is not new]
    return draw_svg(game.board, after, highlight=changed)


async def _decide(bench: Bench, position: Any) -> Decision:
    return await decide(
        bench.game,
        position,
        bench.panel,
        settings=bench.settings,
        knowledge=bench.knowledge,
        streams=Streams(bench.seed),
    )


def _position(game: Game[Any], moves: str, text: str | None) -> Any:
    position = game.initial() if text is None else game.parse_position(text)
    for move in moves.replace(",", " ").split():
        position = game.play(position, move)
    return position


@click.command("play")
@game_argument
@click.option("--as", "role", default="player", show_default=True, help="Your role: player or opponent.")
@click.option(
    "--against",
    default="hoyle",
    show_default=True,
    help="Who sits across: hoyle, random, perfect, expert, reasonable:X, fallible:X or search.",
)
@click.option("--explain", is_flag=True, help="After each of Hoyle's moves, the reasons in words.")
@decision_options
@load_option
@json_option
def play_command(
    *,
    game_name: str,
    rules: tuple[str, ...],
    role: str,
    against: str,
    explain: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Play a contest in the terminal."""
    bench = make_bench(chosen_game(game_name, rules), given)
    table = _Table(
        bench, _role(role), Console(stderr=as_json, highlight=False, markup=False), explain=explain
    )
    with ExitStack() as stack:
        if bench.trace_file:
            table.trace = stack.enter_context(TraceWriter(bench.trace_file))
        across = _contestant(against, bench, table.hear)
        contest = trio.run(table.play, across, clock=bench.clock)
    document = {"outcome": contest.outcome.value, "moves": list(contest.moves), "ended_by": contest.ended_by}
    answer(document, table.verdict(contest, across), as_json=as_json)


class _Table:
    """Where a person and a contestant sit, and what is said there."""

    def __init__(self, bench: Bench, yours: Role, console: Console, *, explain: bool) -> None:
        self.trace: TraceWriter | None = None
        self._bench = bench
        self._yours = yours
        self._console = console
        self._explain = explain
        self._reasons: list[str] = []

    async def play(self, across: Contestant) -> Contest:
        contestants: Mapping[Role, Contestant] = {
            self._yours: Person(self._console),
            self._yours.other: across,
        }
        streams = Streams(self._bench.seed)

        def see(position: Any, move: str, after: Any) -> None:
            self._see(across, position, move, after)

        return await play_contest(self._bench.game, contestants, streams, on_move=see)

    def hear(self, decision: Decision) -> None:
        self._reasons = show.explanation(decision) if self._explain else []
        if self.trace:
            self.trace.append(decision)

    def _see(self, across: Contestant, position: Any, move: str, after: Any) -> None:
        game = self._bench.game
        if game.mover(position) is not self._yours:
            self._console.print(f"{across.name.capitalize()} plays {move}.", style="bold")
            for line in self._reasons:
                self._console.print(f"  {line}", markup=False, soft_wrap=True)
        if game.outcome(after):
            self._console.print(show.board_picture(game, after))

    def verdict(self, contest: Contest, across: Contestant) -> str:
        how = {"rules": "", "repetition": " by repetition", "length": f" after {len(contest.moves)} moves"}
        winner = contest.outcome.winner
        if winner is None:
            return f"A draw{how[contest.ended_by]}."
        return "You win." if winner is self._yours else f"{across.name.capitalize()} wins."


def _role(text: str) -> Role:
    try:
        return Role[text.upper()]
    except KeyError:
        raise BadOption(f"there is no role {text!r}; play as player or as opponent") from None


def _contestant(name: str, bench: Bench, hear: Callable[[Decision], None]) -> Contestant:
    if name == "hoyle":
        return Hoyle(bench.panel, settings=bench.settings, knowledge=bench.knowledge, on_decision=hear)
    return make_contestant(name, bench.game)
