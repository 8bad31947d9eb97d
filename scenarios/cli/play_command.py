"""The command that plays contests."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click
from rich.console import Group
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from agents import Streams
from blackboard import TraceWriter
from control import CTRL_C, is_interruption
from control.settings import HoyleOptions
from games import BadOption, Role
from scenarios.cli.answers import answer
from scenarios.cli.command_options import (
    Bench,
    chosen_game,
    decision_options,
    game_argument,
    json_option,
    learning_options,
    load_option,
    make_bench,
)
from scenarios.cli.onlooker import Onlooker
from scenarios.cli.person import Abandoned
from scenarios.cli.scores import score_line, series_document, series_view
from scenarios.cli.screen import Screen
from scenarios.play.named_contestants import Named, read_contestant
from scenarios.play.series import Played, Series
from scenarios.report.sections.failing import documents, failure_lines


@click.command("play")
@game_argument
@click.option("--as", "role", default="player", show_default=True, help="Your role: player or opponent.")
@click.option(
    "--against",
    default="hoyle",
    show_default=True,
    help="Who sits across: hoyle, random, perfect, expert, reasonable:X, fallible:X, search or human."
    " Hoyle takes options: hoyle:paradigm=2,without=Panic+Open.",
)
@click.option("--me", default="human", show_default=True, help="Who sits in your place: any of these.")
@click.option(
    "--contests",
    type=click.IntRange(min=1, max=1_000_000_000),
    default=1,
    show_default=True,
    help="So many contests in a row, the roles in turn.",
)
@click.option("--explain", is_flag=True, help="After each of Hoyle's moves, the reasons in words.")
@learning_options
@decision_options
@load_option
@json_option
def play_command(
    *,
    game_name: str,
    rules: tuple[str, ...],
    role: str,
    against: str,
    me: str,
    contests: int,
    explain: bool,
    expert: bool | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Play contests, in the terminal or among programs, and learn from them."""
    bench = make_bench(chosen_game(game_name, rules), given)
    first = _role(role)
    named = (read_contestant(me, bench.options), read_contestant(against, bench.options))
    _check_learning(bench.options, named)
    onlooker = Onlooker(
        bench.game,
        Screen(stderr=as_json),
        contests=contests,
        shows_moves=contests == 1 or explain or any(each.is_human for each in named),
        explain=explain,
    )
    with ExitStack() as stack:
        series = Series.of(
            bench.game, named, bench.options, person=onlooker.person, hear=onlooker.hear, expert=expert
        )
        _check_file(bench, series)
        onlooker.trace = stack.enter_context(TraceWriter(bench.trace_file)) if bench.trace_file else None
        told = stack.enter_context(_bar(contests, is_shown=not onlooker.shows_moves))
        _run(series, onlooker, bench, first=first, told=told)
    if contests == 1:
        answer(series_document(series), onlooker.last_words(series), as_json=as_json)
        return
    document = {**series_document(series), "failures": documents(onlooker.failing)}
    lines = [Text(line, style="red") for line in failure_lines(onlooker.failing)]
    answer(document, Group(series_view(series), *lines), as_json=as_json)


def _run(
    series: Series, onlooker: Onlooker, bench: Bench, *, first: Role, told: Callable[[Series], None]
) -> None:
    """Play, and say what is kept if it comes to an end too soon."""

    def end(played: Played) -> None:
        told(series)
        onlooker.end(played)

    async def play() -> None:
        await series.play(
            onlooker.contests,
            first=first,
            streams=Streams(bench.seed),
            on_start=onlooker.start,
            on_move=onlooker.see,
            on_contest=end,
        )

    with CTRL_C.saying(lambda: _interrupted(series)):
        try:
            CTRL_C.run(play, clock=bench.clock)
        except Abandoned:
            if series.played:
                onlooker.tell(f"So far: {score_line(series.score())}.")
            raise
        except BaseException as error:
            if not is_interruption(error):
                raise
            raise click.Abort(_interrupted(series)) from error


def _interrupted(series: Series) -> str:
    return f"interrupted after {_so_far(series)}" if series.played else "interrupted"


def _so_far(series: Series) -> str:
    number = len(series.played)
    files = " and ".join(str(study.path) for study in series.studies if study.is_learning)
    kept = f"; what they taught is in {files}" if files else ""
    return f"{number} contest{'s' if number > 1 else ''} ({score_line(series.score())}){kept}"


def _check_learning(options: HoyleOptions, named: tuple[Named, Named]) -> None:
    """Refuse to learn what would be forgotten at once."""
    hoyles = [each.options for each in named if each.options is not None] or [options]
    if any(each.learn and each.knowledge is None for each in hoyles):
        raise BadOption("what Hoyle learns would be lost; name a file to keep it in: --knowledge FILE")


def _check_file(bench: Bench, series: Series) -> None:
    """Read the file of --knowledge even if nobody here does: one that is no good is told of."""
    if bench.options.knowledge not in [study.path for study in series.studies]:
        bench.knowledge()


@contextmanager
def _bar(contests: int, *, is_shown: bool) -> Iterator[Callable[[Series], None]]:
    """Show how far the contests have come and how they go, on stderr and only to a person."""
    console = Screen(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[score]}", markup=False),
        TimeRemainingColumn(),
    )
    is_off = not (is_shown and console.is_terminal)
    with Progress(*columns, console=console, transient=True, disable=is_off) as progress:
        task = progress.add_task("playing", total=contests, score="")

        def told(series: Series) -> None:
            progress.update(task, completed=len(series.played), score=score_line(series.score()))

        yield told


def _role(text: str) -> Role:
    try:
        return Role[text.upper()]
    except KeyError:
        raise BadOption(f"there is no role {text!r}; play as player or as opponent") from None
