"""Run an experiment: every run of a scenario, in one process or several, into one folder."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import attrs
import trio

from agents.contestants.registry import SOLVERS
from control import CTRL_C
from games import BadOption, Outcome
from scenarios.experiment.completeness import IncompleteExperiment, completeness_of
from scenarios.experiment.engines import POLL, RunKey, play_runs
from scenarios.experiment.opening import check_free, opened_folder
from scenarios.experiment.run import RunEnd
from scenarios.experiment.run_starts import known_at_start
from scenarios.experiment.store import STOPPED, Store
from scenarios.experiment.trying import try_out
from scenarios.language.loads import bring_only
from scenarios.language.scenario import CellSpec, Scenario
from scenarios.play.judge import check_solved, value_of

MOST_JOBS = 10_000


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
    """Play the runs of a scenario that are not done yet, and return the digest of the results.

    If a run fails, play all others, then raise IncompleteExperiment. It has the digest of what is there. With
    `jobs = 0` all runs are played in this process, one after another.
    """
    folder = Path(folder)
    check_free(folder, resume=resume)
    with prepared(scenario, jobs), opened_folder(folder, scenario, resume=resume) as store:
        work = _Work(scenario, store, hear)
        work.tell()
        with closing(play_runs(scenario, store, work.next_run, jobs=jobs)) as ended:
            for ends in ended:
                work.note(ends)
        work.tell()
        found = completeness_of(store)
        if not found.is_complete:
            raise IncompleteExperiment(f"{found.account}; resume=True plays failed runs again", store)
        return store.digest()


@contextmanager
def prepared(scenario: Scenario, jobs: int) -> Iterator[None]:
    """Check that a scenario can be played in so many processes, and make what it loads available."""
    if not 0 <= jobs <= MOST_JOBS:
        raise BadOption(f"cannot use {jobs} jobs; give at least 1 and at most {MOST_JOBS:,}")
    if trio.lowlevel.in_trio_run():
        raise BadOption(
            "an experiment cannot be run inside a trio loop, because it starts loops of its own;"
            " call it outside of the loop, or in a thread: trio.to_thread.run_sync"
        )
    with bring_only(scenario, to_others=bool(jobs)):
        _check_games(scenario.cells)
        if scenario.knowledge is not None:
            known_at_start(scenario, scenario.cells[0].make_game())
        try_out(scenario)
        yield


def _check_games(cells: Iterable[CellSpec]) -> None:
    """Solve each game once, so that other processes find it in the cache; refuse what cannot be judged."""
    values: dict[tuple[str, tuple[tuple[str, str], ...]], Outcome | None] = {}
    for cell in cells:
        key = cell.game, tuple(sorted(cell.options.items()))
        try:
            if key not in values:
                values[key] = value_of(cell.make_game())
        except (Exception, SystemExit):  # noqa: BLE001, S112  # the game fails: each of its runs will record how
            continue
        except KeyboardInterrupt:
            if CTRL_C.may_have_raised():
                raise
            continue
        if values[key] is None:
            _check_unsolved(cell)


def _check_unsolved(cell: CellSpec) -> None:
    """Refuse phases that need a solution of a game that has none."""
    for phase in cell.phases:
        if any(rule.needs_solution for rule in phase.until.rules.values()):
            check_solved(cell.make_game())
        for other in phase.others:
            if other.partition(":")[0] in SOLVERS:
                raise BadOption(
                    f"phase {phase.name!r} wants {other}, but {cell.game} is too large to solve;"
                    " name search, random or hoyle"
                )


class _Work:
    """The runs of an experiment that are still to be played, and how far it is."""

    def __init__(self, scenario: Scenario, store: Store, hear: HearProgress) -> None:
        self._store = store
        self._hear = hear
        self._due = 0.0
        """When progress is reported next."""
        done = {(row.cell, row.run) for row in store.runs()}
        cells = range(len(scenario.cells))
        keys = [(cell, run) for run in range(scenario.runs) for cell in cells]
        self._waiting = [key for key in keys if key not in done]
        """Run by run, so that every cell has its first run early."""
        self._all_runs = len(keys)
        self._done = len(keys) - len(self._waiting)
        self._costs: tuple[int, dict[int, float]] = (-1, {})
        """A run number, and the mean time of a run of each cell when the first run of that number began."""

    def next_run(self) -> RunKey | None:
        """Return a run of the lowest number; first that of the slowest cell, so that it does not end last."""
        if not self._waiting:
            return None
        number = self._waiting[0][1]
        if self._costs[0] != number:
            self._costs = number, self._store.seconds_by_cell()
        costs = self._costs[1]
        ready = [key for key in self._waiting if key[1] == number]
        chosen = max(ready, key=lambda key: costs.get(key[0], 0.0))
        self._waiting.remove(chosen)
        return chosen

    def note(self, ends: Iterable[RunEnd]) -> None:
        """Count the runs that have ended; begin no other if one of them ends the experiment."""
        for end in ends:
            self._done += 1
            if end.ends_experiment:
                self._waiting.clear()
                self._store.set_meta({STOPPED: end.reason})
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + POLL
            self.tell()

    def tell(self) -> None:
        """Report how far the experiment is."""
        self._hear(Progress(self._done, self._all_runs, self._store.count_contests()))
