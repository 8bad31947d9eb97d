"""The command that plays contests."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import attrs
import click
from rich.console import Group
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from blackboard import TraceWriter
from control import CTRL_C, VirtualClock, is_interruption
from games import BadOption, Role
from games.counting import how_many
from scenarios.cli.answers import answer
from scenarios.cli.coach import Coach
from scenarios.cli.command_options import (
    decision_options,
    game_argument,
    json_option,
    learning_options,
    load_option,
)
from scenarios.cli.live_progress import LiveProgress
from scenarios.cli.onlooker import Onlooker
from scenarios.cli.person import Abandoned
from scenarios.cli.scores import score_line, series_document, series_view
from scenarios.cli.screen import Screen
from scenarios.decisions.bench import Bench, make_bench
from scenarios.decisions.positions import chosen_game
from scenarios.play.score import Score
from scenarios.play.seating import Seating, seat_by_name
from scenarios.play.series import IN_PLAY, Series
from scenarios.play.shared_knowledge import shared_by_file
from scenarios.report.sections.failing import documents, failure_lines


@click.command("play")
@game_argument
@click.option(
    "--as", "role", default="player", show_default=True, help="Play this role first: player or opponent."
)
@click.option(
    "--against",
    default="hoyle",
    show_default=True,
    help="Play against this contestant: hoyle, random, perfect, perfect:K, expert, reasonable:X, fallible:X,"
    " search, program:COMMAND or human. Hoyle takes options: hoyle:paradigm=2,without=Panic+Open.",
)
@click.option(
    "--me", default="human", show_default=True, help="Let this contestant play in your place: any of these."
)
@click.option(
    "--contests",
    type=click.IntRange(min=1, max=1_000_000_000),
    default=1,
    show_default=True,
    help="Play this number of contests, with alternating roles.",
)
@click.option(
    "--boards/--no-boards",
    "boards",
    default=None,
    help="Show the board after each move if no person plays.  [default: for one contest, and with --explain]",
)
@click.option("--explain", is_flag=True, help="Print the reasons after each of Hoyle's moves.")
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
    boards: bool | None,
    explain: bool,
    expert: bool | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Play contests in the terminal or between programs.

    With --learn, Hoyle learns from them.
    """
    bench = make_bench(chosen_game(game_name, rules), given)
    seating = seat_by_name(me, against, bench.options, begins_as=_role(role), expert=expert)
    _check_learning(seating)
    shows_moves = contests == 1 or explain or bool(boards) or any(each.is_human for each in seating.pair)
    coached = next(iter(seating.playing_hoyles), bench.options)
    knowledge_of = shared_by_file(bench.game, [*seating.hoyles, attrs.evolve(coached, learn=False)])
    onlooker = Onlooker(
        bench.game,
        Screen(stderr=as_json),
        contests=contests,
        shows_moves=shows_moves,
        shows_boards=shows_moves if boards is None else boards,
        explain=explain,
        coach=Coach(coached, knowledge_of(coached)),
        is_real_time=bench.clock is None,
    )
    score = Score()
    with ExitStack() as stack:
        series = Series(
            bench.game,
            seating,
            knowledge_of,
            bench.streams,
            IN_PLAY,
            hear=onlooker.hear,
            person=onlooker.person,
        )
        _check_file(bench, series)
        onlooker.trace = stack.enter_context(TraceWriter(bench.trace_file)) if bench.trace_file else None
        show_score = stack.enter_context(_bar(contests, is_shown=not onlooker.shows_moves))
        stack.callback(onlooker.close)
        _run(_Table(series, score, onlooker, show_score), bench.clock)
    votes = {"choices": onlooker.votes.choices, "silent": onlooker.votes.silent}
    if contests == 1:
        answer({**series_document(score), **votes}, onlooker.last_words(score.played[-1]), as_json=as_json)
        return
    document = {**series_document(score), **votes, "failures": documents(onlooker.failing)}
    lines = [Text(line, style="red") for line in failure_lines(onlooker.failing)]
    lines += map(Text, onlooker.silence)
    answer(document, Group(series_view(series, score), *lines), as_json=as_json)


@attrs.frozen
class _Table:
    """A series of contests, and how it is shown."""

    series: Series
    score: Score
    onlooker: Onlooker
    show_score: Callable[[Score], None]

    async def play(self) -> None:
        """Play all contests; show each after its knowledge is saved."""
        with self.series.opened():
            await self.series.try_out()
            for number in range(self.onlooker.contests):
                self.onlooker.start(number, self.series.seats)
                played = await self.series.play(self.onlooker.see, self.onlooker.take_back)
                self.score.add(played)
                self.show_score(self.score)
                self.onlooker.end(played)

    def interrupted(self) -> str:
        """Return a line on an interrupted series: the score, and what is saved."""
        number = len(self.score.played)
        if not number:
            return "interrupted"
        files = " and ".join(str(each.path) for each in self.series.knowledge if each.is_learning)
        kept = f"; what was learned is in {files}" if files else ""
        return f"interrupted after {how_many(number, 'contest')} ({score_line(self.score)}){kept}"


def _run(table: _Table, clock: VirtualClock | None) -> None:
    with CTRL_C.saying(table.interrupted):
        try:
            CTRL_C.run(table.play, clock=clock)
        except Abandoned:
            if table.score.played:
                table.onlooker.say(f"So far: {score_line(table.score)}.")
            raise
        except BaseException as error:
            if not is_interruption(error):
                raise
            raise click.Abort(table.interrupted()) from error


def _check_learning(seating: Seating) -> None:
    """Refuse to learn without a file to save to."""
    if any(each.learn and each.knowledge is None for each in seating.hoyles):
        raise BadOption("cannot learn without a knowledge file; give --knowledge FILE")


def _check_file(bench: Bench, series: Series) -> None:
    """Read the file of --knowledge even if no contestant uses it, so that an invalid file is refused."""
    if bench.options.knowledge not in [each.path for each in series.knowledge]:
        bench.knowledge()


@contextmanager
def _bar(contests: int, *, is_shown: bool) -> Iterator[Callable[[Score], None]]:
    """Show the number of contests and the score on stderr, if it is a terminal."""
    console = Screen(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[score]}", markup=False),
        TimeRemainingColumn(),
    )
    is_off = not (is_shown and console.is_terminal)
    with LiveProgress(*columns, console=console, disable=is_off) as progress:
        task = progress.add_task("playing", total=contests, score="")

        def show_score(score: Score) -> None:
            progress.update(task, completed=len(score.played), score=score_line(score))

        yield show_score


def _role(text: str) -> Role:
    try:
        return Role[text.upper()]
    except KeyError:
        raise BadOption(f"unknown role {text!r}; give player or opponent") from None
