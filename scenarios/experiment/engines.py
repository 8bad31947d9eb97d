"""Engines: what plays the runs of an experiment. Every command that plays runs uses `play_runs`."""

from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager
from operator import attrgetter
from typing import Protocol, TypeAlias

from scenarios.experiment.run import RunEnd, RunPlayer
from scenarios.experiment.store import Store
from scenarios.experiment.workforce import Workforce
from scenarios.language.scenario import Scenario

POLL = 0.25
"""Seconds after which `play_runs` returns to its caller, even if no run has ended."""

RunKey: TypeAlias = tuple[int, int]
"""A cell, and the number of a run of it."""


class Engine(Protocol):
    """What plays runs, and writes their rows into the folder: worker processes, or another executor."""

    @property
    def slots(self) -> int:
        """How many runs it plays at the same time."""

    def submit(self, cell: int, run: int) -> Future[RunEnd]:
        """Start to play a run."""


class _ThisProcess(RunPlayer):
    """The engine that plays each run at once, in this process."""

    slots = 1

    def submit(self, cell: int, run: int) -> Future[RunEnd]:
        """Play a run, and return the future of what has happened already."""
        future: Future[RunEnd] = Future()
        future.set_result(self.play(cell, run))
        return future


def _engine(scenario: Scenario, store: Store, jobs: int) -> AbstractContextManager[Engine]:
    return Workforce(store.folder, jobs) if jobs else _ThisProcess(scenario, store.folder)


def play_runs(
    scenario: Scenario, store: Store, next_run: Callable[[], RunKey | None], *, jobs: int
) -> Generator[list[RunEnd]]:
    """Play runs in `jobs` processes, or in this one if that is 0, and yield the runs that have ended.

    Call `next_run` whenever the engine can play another run. If it returns None, call it again after the next
    run has ended; stop when no run is in progress either. A run that fails becomes a row with its reason. The
    list is empty if no run ended for a while.
    """
    playing: set[Future[RunEnd]] = set()
    with _engine(scenario, store, jobs) as engine:
        while True:
            while len(playing) < engine.slots and (key := next_run()) is not None:
                playing.add(engine.submit(*key))
            if not playing:
                return
            done, playing = wait(playing, POLL, FIRST_COMPLETED)
            ends = sorted((each.result() for each in done), key=attrgetter("run", "cell"))
            for end in ends:
                if end.reason:
                    store.fail(end.cell, end.run, end.reason, end.advisor)
            yield ends
