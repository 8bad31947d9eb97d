"""The command that races settings of Hoyle against each other."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.text import Text

from control import CTRL_C
from control.limits.durations import rough_time
from games import BadFile, write_atomically
from games.counting import how_many
from scenarios.cli.answers import answer
from scenarios.cli.command_options import PATH, game_argument, json_option
from scenarios.cli.incomplete_results import FAILED
from scenarios.cli.live_progress import LiveProgress
from scenarios.cli.progress import TimedLines
from scenarios.cli.screen import Screen, warn
from scenarios.cli.tuning_view import tuning_view
from scenarios.decisions.positions import chosen_game
from scenarios.experiment.completeness import IncompleteExperiment
from scenarios.experiment.opening import check_begun
from scenarios.experiment.store import FILE, Store
from scenarios.language.loads import load_once, reading
from scenarios.tuning.account import document, failed_document, fragment, too_few
from scenarios.tuning.axes import candidates, read_axes
from scenarios.tuning.race import RaceResult
from scenarios.tuning.tuning import HearTuning, TuningProgress, tune
from scenarios.tuning.tuning_spec import TuningSpec

NOT_WRITTEN = 1


@click.command("tune")
@game_argument
@click.option(
    "--axes",
    multiple=True,
    default=("paradigm,roster",),
    show_default=True,
    metavar="AXIS[=VALUE,...],...",
    help="Vary these settings, by their keys in scenario files: paradigm, schedule, budget.decision, or"
    " roster. Give an axis with values in an option of its own (repeatable).",
)
@click.option("--time", default="20ms", show_default=True, help="Limit each whole decision to this time.")
@click.option("--against", default="fallible:10", show_default=True, help="Play against this contestant.")
@click.option(
    "--contests",
    type=click.IntRange(min=1, max=1_000_000_000),
    default=10_000,
    show_default=True,
    help="Play at most this number of contests in all.",
)
@click.option(
    "--indifference",
    default=10.0,
    show_default=True,
    metavar="ELO",
    help="Ignore differences up to this.",
)
@click.option("--within", type=float, hidden=True)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Use this seed for all random choices.",
)
@click.option(
    "--knowledge", type=PATH, help="Use the knowledge in this file in every contest; learn nothing."
)
@click.option(
    "--jobs", default=1, show_default=True, help="Use this number of processes; the result is the same."
)
@click.option("--state", type=PATH, help="Save the results to this folder; by default nothing is saved.")
@click.option("--resume", is_flag=True, help="Continue the race in the folder of --state.")
@click.option("--out", type=PATH, help="Write a certified setting to this file, as a scenario.")
@click.option("--force", is_flag=True, help="Write the leading setting even if the race is inconclusive.")
@click.option("--load", "loads", multiple=True, type=PATH, help="Load Advisors and games from a Python file.")
@json_option
def tune_command(
    *,
    game_name: str,
    rules: tuple[str, ...],
    axes: tuple[str, ...],
    time: str,
    against: str,
    contests: int,
    indifference: float,
    within: float | None,
    seed: int,
    knowledge: Path | None,
    jobs: int,
    state: Path | None,
    resume: bool,
    out: Path | None,
    force: bool,
    loads: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Race settings of Hoyle against each other; certify the best, or say what is still open.

    With --out, exit with code 1 if the race is inconclusive, unless --force is given.
    """
    with reading():
        for path in dict.fromkeys(loads):
            load_once(path)
        chosen_game(game_name, rules)
        varied = read_axes(axes)
        spec = TuningSpec(
            game=game_name,
            options={key: value for key, _, value in (text.partition("=") for text in rules)},
            candidates=candidates(varied),
            axes=[each.name for each in varied if len(each.values) > 1],
            against=against,
            time=time,
            contests=contests,
            indifference=indifference if within is None else within,
            seed=seed,
            loads=tuple(dict.fromkeys(loads)),
            knowledge=knowledge,
        )
    if out is not None:
        _check_place(out)
    if resume and state is not None and not state.is_file():
        check_begun(state)
    spec.check()
    if not as_json and (few := too_few(spec)) is not None:
        warn(few)
    try:
        result = _raced(spec, state=state, resume=resume, jobs=jobs, is_quiet=as_json)
    except IncompleteExperiment as error:
        _end_failed(spec, error, state, as_json=as_json)
    is_written = result.is_certified or force
    if out is not None and is_written:
        write_atomically(out, fragment(spec, result).encode())
    found = document(spec, result, with_scenario=is_written)
    answer(found, lambda: tuning_view(spec, result, out, with_scenario=is_written), as_json=as_json)
    if out is not None and not is_written:
        warn(f"'{out}' was not written: the race is inconclusive; --force writes the leading setting")
        raise click.exceptions.Exit(NOT_WRITTEN)


def _end_failed(
    spec: TuningSpec, error: IncompleteExperiment, state: Path | None, *, as_json: bool
) -> NoReturn:
    """Report the block that failed, and exit with code 1."""
    if as_json:
        answer(failed_document(spec, error.failed_runs), Text(), as_json=True)
    again = (
        f"play it again with --resume --state {state}"
        if state
        else "give --state FOLDER to be able to resume"
    )
    warn(f"{error}; {again}")
    raise click.exceptions.Exit(FAILED) from error


def _check_place(out: Path) -> None:
    """Refuse, before a long race, a file that cannot be written."""
    if out.is_dir():
        raise BadFile(f"cannot write '{out}': it is a folder; name a file")
    if not out.parent.is_dir():
        raise BadFile(f"cannot write '{out}': its folder does not exist; create it, or give another --out")


def _raced(spec: TuningSpec, *, state: Path | None, resume: bool, jobs: int, is_quiet: bool) -> RaceResult:
    def stopped() -> str:
        if state is None:
            return "interrupted; nothing is saved without --state FOLDER"
        return f"interrupted after {_contests_in(state)}; resume with --resume --state {state}"

    with _shown(spec, is_quiet=is_quiet) as hear, CTRL_C.saying(stopped):
        try:
            return tune(spec, state=state, resume=resume, jobs=jobs, hear=hear)
        except KeyboardInterrupt as error:
            raise click.Abort(stopped()) from error


def _contests_in(folder: Path) -> str:
    if not (folder / FILE).exists():
        return "0 contests"
    with Store(folder) as store:
        return how_many(store.count_contests(), "contest")


@contextmanager
def _shown(spec: TuningSpec, *, is_quiet: bool) -> Iterator[HearTuning]:
    """Show progress: a bar on a terminal, otherwise lines, or nothing if only the answer is wanted."""
    console = Screen(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal:
        lines = TimedLines()
        yield (
            (lambda _: None)
            if is_quiet
            else lambda progress: lines.hear(lambda passed: _line(progress, passed))
        )
        return
    columns = (
        TextColumn("racing"),
        BarColumn(),
        MofNCompleteColumn(table_column=Column(no_wrap=True)),
        TextColumn("{task.fields[standing]}", markup=False),
        TimeRemainingColumn(table_column=Column(no_wrap=True)),
    )
    with LiveProgress(*columns, console=console) as bar:
        task = bar.add_task("", total=spec.contests, standing="")
        yield lambda progress: bar.update(task, completed=progress.contests, standing=_short(progress))


def _short(progress: TuningProgress) -> str:
    return f"{progress.left} settings racing, {progress.ruled_out} ruled out"


def _line(progress: TuningProgress, passed: float) -> str:
    done = f"{progress.contests:,} of at most {progress.most:,} contests after {rough_time(passed)}"
    return f"{done}, {_short(progress)}; {progress.best} leads"
