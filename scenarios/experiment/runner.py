"""An experiment: every run of a scenario, in one process or several, into one folder."""

import datetime as dt
import importlib.metadata
import platform
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import attrs
import trio

from agents.contestants.registry import SOLVERS
from control import CTRL_C
from games import BadFile, BadOption, Outcome, clear_unfinished, write_atomically
from games.counting import how_many
from scenarios.experiment.folders import keep_sources, make_folder
from scenarios.experiment.locks import LOCK, locked
from scenarios.experiment.resuming import check_resumable
from scenarios.experiment.run import KNOWLEDGE, RunSpec, leaves_of, play_run, run_spec
from scenarios.experiment.store import FILE, STOPPED, VERSION, WALL, Store
from scenarios.experiment.trying import try_out
from scenarios.experiment.workforce import SCENARIO, RunProcess
from scenarios.language.loads import bring_only
from scenarios.language.scenario import CellSpec, Scenario
from scenarios.language.writing import scenario_digest, write_scenario
from scenarios.play.judge import check_solved, value_of

POLL = 0.25
"""Seconds between two looks at how far it is."""
MOST_JOBS = 10_000
PACKAGES = ("hoyle", "trio", "attrs", "msgpack", "numpy")


@attrs.frozen
class Progress:
    """How far an experiment is."""

    runs: int
    all_runs: int
    contests: int


HearProgress = Callable[[Progress], None]


def run_experiment(
    scenario: Scenario,
    folder: str | Path,
    *,
    jobs: int = 1,
    resume: bool = False,
    hear: HearProgress = lambda _: None,
) -> str:
    """Run whatever is not done yet, and return the digest of the results.

    With `jobs = 0` all runs are played in this very process, one after another.
    """
    if not 0 <= jobs <= MOST_JOBS:
        raise BadOption(f"there cannot be {jobs} jobs; give 1 or more, and {MOST_JOBS:,} at most")
    if trio.lowlevel.in_trio_run():
        raise BadOption(
            "an experiment cannot be run inside a trio loop, for it has loops of its own;"
            " call run_experiment outside of it, or in a thread: trio.to_thread.run_sync"
        )
    folder = Path(folder)
    _check_free(folder, resume=resume)
    with bring_only(scenario, to_others=bool(jobs)):
        return _run_all(scenario, folder, jobs=jobs, resume=resume, hear=hear)


def _run_all(scenario: Scenario, folder: Path, *, jobs: int, resume: bool, hear: HearProgress) -> str:
    _check_games(scenario.cells)
    try_out(scenario)
    make_folder(folder)
    with locked(folder):
        _check_free(folder, resume=resume)
        if (folder / FILE).exists():
            check_resumable(folder, scenario)
        with Store(folder, is_shared=True) as store:
            _open(store, scenario, folder, resume=resume)
            work = _Work(_waiting(store, scenario, folder), scenario.runs * len(scenario.cells), store, hear)
            if jobs:
                _run_beside(work, folder, jobs)
            else:
                _run_here(work)
            work.tell()
            store.checkpoint()
            return store.digest()


def _check_free(folder: Path, *, resume: bool) -> None:
    """Refuse a folder of results, unless they are to be gone on with, and one of anything else."""
    if (folder / FILE).exists():
        if not resume:
            raise BadOption(f"{folder} holds results already; go on with --resume, or give another --out")
    elif _is_taken(folder):
        raise BadOption(
            f"'{folder}' holds files, but no results of an experiment, and they might be overwritten;"
            " give an --out that is empty or does not exist yet"
        )


def _is_taken(folder: Path) -> bool:
    """Is there anything in a folder but the lock of an experiment that has not begun?"""
    try:
        return folder.is_dir() and any(each.name != LOCK for each in folder.iterdir())
    except OSError as error:
        raise BadFile(f"cannot read folder '{folder}': {error.strerror}; give another --out") from error


def _check_games(cells: Iterable[CellSpec]) -> None:
    """Solve every game once, so that other processes find it in the cache; refuse what nobody can judge."""
    values: dict[tuple[str, tuple[tuple[str, str], ...]], Outcome | None] = {}
    for cell in cells:
        key = cell.game, tuple(sorted(cell.options.items()))
        try:
            if key not in values:
                values[key] = value_of(cell.make_game())
        except (Exception, SystemExit):  # noqa: BLE001, S112  # somebody's game fails: each of its runs will tell how
            continue
        if values[key] is None:
            _check_unsolved(cell)


def _check_unsolved(cell: CellSpec) -> None:
    """Refuse what takes a solution, where there is none."""
    for phase in cell.phases:
        if any(rule.needs_solution for rule in phase.until.rules.values()):
            check_solved(cell.make_game())
        for other in phase.others:
            if other.partition(":")[0] in SOLVERS:
                raise BadOption(
                    f"phase {phase.name!r} wants {other}, but {cell.game} is too large to solve;"
                    " name search, random or hoyle"
                )


def _open(store: Store, scenario: Scenario, folder: Path, *, resume: bool) -> None:
    """Write down what is run; refuse to go on with something else."""
    meta, text, digest = store.meta(), write_scenario(scenario), scenario_digest(scenario)
    if meta and meta.get("scenario_digest") != digest:
        raise BadOption(
            f"{folder} was begun with another scenario; give another --out,"
            f" or run the one in {folder / SCENARIO}"
        )
    if (begun := store.begun_runs()) > scenario.runs:
        raise BadOption(
            f"{folder} holds {how_many(begun, 'run')} of a cell, and the scenario wants {scenario.runs};"
            " raise runs, or give another --out"
        )
    if resume:
        store.forget_failures()
        for place in (folder, folder / KNOWLEDGE):
            clear_unfinished(place)
    write_atomically(folder / SCENARIO, text.encode())
    keep_sources(scenario.loads, folder)
    store.set_cells(scenario.cells)
    store.set_meta(
        {
            "version": VERSION,
            "scenario": text,
            "scenario_digest": digest,
            WALL: [number for number, cell in enumerate(scenario.cells) if cell.clock.clock == "wall"],
            "name": scenario.name,
            "title": scenario.title,
            "about": scenario.about,
            "seed": scenario.seed,
            "runs": scenario.runs,
            "margin": scenario.margin,
            "versions": versions(),
            "started": meta.get("started") or dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
            "tables": [attrs.asdict(table) for table in scenario.tables],
            "axes": {axis: list(labels) for axis, labels in scenario.axes.items()},
            STOPPED: "",
        }
    )


def versions() -> dict[str, str]:
    """Return what it was run with."""
    return {
        "python": platform.python_version(),
        **{name: importlib.metadata.version(name) for name in PACKAGES},
    }


def _waiting(store: Store, scenario: Scenario, folder: Path) -> list[RunSpec]:
    """Return the runs that are not done, run by run, so that every cell has its first run early."""
    done = {(row.cell, row.run) for row in store.runs()}
    return [
        run_spec(scenario, cell, run, folder)
        for run in range(scenario.runs)
        for cell in range(len(scenario.cells))
        if (cell, run) not in done
    ]


class _Work:
    """The runs that wait, and how many are done."""

    def __init__(self, waiting: list[RunSpec], all_runs: int, store: Store, hear: HearProgress) -> None:
        self._waiting = waiting
        self._costs: tuple[int, dict[int, float]] = (-1, {})
        """A number of runs, and what each cell had taken when the first of them was handed out."""
        self._all_runs = all_runs
        self._store = store
        self._hear = hear
        self._done = all_runs - len(waiting)

    @property
    def count(self) -> int:
        """How many runs wait."""
        return len(self._waiting)

    def tell(self) -> None:
        self._hear(Progress(self._done, self._all_runs, self._store.count_contests()))

    def __iter__(self) -> Iterator[RunSpec]:
        """Hand out one run after another, to as many as ask."""
        while self._waiting:
            yield self._next()
            self._done += 1

    def _next(self) -> RunSpec:
        """Take a run of the lowest number: of the cell that has taken longest, so that it is not the last."""
        number = self._waiting[0].run
        if self._costs[0] != number:
            self._costs = number, self._store.seconds_by_cell()
        costs = self._costs[1]
        ready = [run for run in self._waiting if run.run == number]
        chosen = max(ready, key=lambda run: costs.get(run.cell, 0.0))
        self._waiting.remove(chosen)
        return chosen

    def fail(self, run: RunSpec, reason: str) -> None:
        """Write down that a run came to nothing."""
        self._store.fail(run.cell, run.run, reason)

    def stop(self, reason: str) -> None:
        """Hand out no more runs, and write down why."""
        self._waiting.clear()
        self._store.set_meta({STOPPED: reason})


def _run_here(work: _Work) -> None:
    for run in work:
        if why := play_run(run):
            work.stop(why)
        work.tell()


def _run_beside(work: _Work, folder: Path, jobs: int) -> None:
    """Run in other processes; whatever ends it comes alone, not in a group."""
    try:
        CTRL_C.run(_run_in_workers, work, folder, jobs)
    except BaseExceptionGroup as group:
        leaves = leaves_of(group)
        interrupted = [leaf for leaf in leaves if isinstance(leaf, KeyboardInterrupt)]
        raise (interrupted or leaves)[0] from None


async def _run_in_workers(work: _Work, folder: Path, jobs: int) -> None:
    async def watch() -> None:
        while True:
            work.tell()
            await trio.sleep(POLL)

    async with trio.open_nursery() as watching:
        watching.start_soon(watch)
        async with trio.open_nursery() as working:
            for _ in range(min(jobs, work.count)):
                working.start_soon(_keep_busy, work, folder)
        watching.cancel_scope.cancel()


async def _keep_busy(work: _Work, folder: Path) -> None:
    """Hand runs to one process, and to another if that one dies."""
    worker: RunProcess | None = None
    try:
        for run in work:
            worker = worker or await RunProcess.start(folder)
            why = await worker.play(run)
            if why is None:
                work.fail(run, f"its process ended with {await worker.close()}")
                worker = None
            elif why:
                work.stop(why)
    finally:
        if worker is not None:
            with trio.CancelScope(shield=True):
                await worker.close()
