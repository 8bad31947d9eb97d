"""Progress on stderr: a bar on a terminal; elsewhere, for experiments, a line from time to time."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column
from rich.text import Text

from control.limits.durations import rough_time
from games import shown_line
from scenarios.cli.live_progress import LiveProgress
from scenarios.cli.scores import counted
from scenarios.cli.screen import Screen, warn
from scenarios.experiment import runner as experiment
from scenarios.experiment.preview import most_contests
from scenarios.language.scenario import Scenario

FIRST_LINE, NEXT_LINE = 30.0, 30.0
"""Seconds until the first line, and from one to the next."""


@contextmanager
def shown_progress(scenario: Scenario, *, is_quiet: bool) -> Iterator[experiment.HearProgress]:
    """Show a bar if the terminal can draw it; otherwise print lines, unless `is_quiet`."""
    console = Screen(stderr=True)
    if console.is_terminal and not console.is_dumb_terminal:
        with _bar(scenario, console) as hear:
            yield hear
    elif is_quiet:
        yield lambda _: None
    else:
        yield ProgressLines(most_contests(scenario)).hear


@contextmanager
def shown_work() -> Iterator[Callable[[str], None]]:
    """Show the current step and its time on a terminal that can draw them; elsewhere nothing."""
    console = Screen(stderr=True)
    is_seen = console.is_terminal and not console.is_dumb_terminal
    columns = (SpinnerColumn(), _TitleColumn(), TimeElapsedColumn(table_column=Column(no_wrap=True)))
    with LiveProgress(*columns, console=console, disable=not is_seen) as shown:
        task = shown.add_task("", total=None)
        yield lambda what: shown.update(task, description=shown_line(what))


class TimedLines:
    """Prints a line if enough time has passed since the last one."""

    def __init__(
        self, *, say: Callable[[str], None] = warn, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._say = say
        self._clock = clock
        self._start = clock()
        self._due = self._start + FIRST_LINE

    def hear(self, line: Callable[[float], str]) -> None:
        """Print a line if it is due; `line` makes it from the seconds that have passed."""
        now = self._clock()
        if now >= self._due:
            self._due = now + NEXT_LINE
            self._say(line(now - self._start))


class ProgressLines:
    """Prints the progress of an experiment if enough time has passed since the last line."""

    def __init__(
        self,
        most_contests: int,
        *,
        say: Callable[[str], None] = warn,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most_contests = most_contests
        self._lines = TimedLines(say=say, clock=clock)
        self._runs_before: int | None = None
        """The runs that were done at the first call; they do not count for the time left."""

    def hear(self, progress: experiment.Progress) -> None:
        """Print a line if it is due."""
        if self._runs_before is None:
            self._runs_before = progress.runs
        runs = progress.runs - self._runs_before
        self._lines.hear(lambda passed: self._line(progress, passed, runs))

    def _line(self, progress: experiment.Progress, passed: float, runs: int) -> str:
        done = f"{progress.runs:,} of {counted(progress.all_runs, 'runs')}"
        contests = f"{progress.contests:,} of at most {counted(self._most_contests, 'contests')}"
        line = f"{done}, {contests} after {rough_time(passed)}"
        if not runs:
            return line
        return f"{line}; about {rough_time(passed / runs * (progress.all_runs - progress.runs))} left"


class _TitleColumn(ProgressColumn):
    """The title, shortened to the room that other columns leave."""

    def render(self, task: Task) -> Text:
        return Text(task.description, no_wrap=True, overflow="ellipsis")


@contextmanager
def _bar(scenario: Scenario, console: Screen) -> Iterator[experiment.HearProgress]:
    """Show the number of finished runs, and the time left."""
    columns = (
        _TitleColumn(),
        BarColumn(),
        MofNCompleteColumn(table_column=Column(no_wrap=True)),
        TextColumn("runs, {task.fields[contests]:,} contests, left"),
        TimeRemainingColumn(table_column=Column(no_wrap=True)),
    )
    with LiveProgress(*columns, console=console) as bar:
        task = bar.add_task(scenario.title, total=len(scenario.cells) * scenario.runs, contests=0)

        def hear(progress: experiment.Progress) -> None:
            bar.update(task, completed=progress.runs, contests=progress.contests)

        yield hear
