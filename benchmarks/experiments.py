"""What a second process is worth to an experiment, and what a contest costs.

Run it with `python benchmarks/experiments.py`. The same scenario is run in this process, in one other and in
two, in turn, round by round; figures are medians over the rounds. Where others use the machine too, the clock
on the wall cannot show what a second process is worth. So the table also tells the processor's time, and what
follows from it for two processors that do nothing else: the work that was done, shared out run by run.
"""

import heapq
import math
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import attrs
from rich.console import Console
from rich.table import Table

from scenarios import Scenario, build_scenario, run_experiment
from scenarios.experiment.store import Store

BOUND = 1.7
"""Two processes are to be so many times as fast as one."""
ROUNDS = 3
WAYS = {"in this process": 0, "--jobs 1": 1, "--jobs 2": 2}


@attrs.frozen
class Timing:
    """What one experiment took."""

    wall: float
    work: float
    """Seconds of all its processes on a processor."""
    contests: int
    played: float
    """Seconds within contests."""
    share: float
    """The part of all runs that the busier of two processes has to play."""


def scenario() -> Scenario:
    """Learn and test two games under two paradigms, with all Advisors."""
    return build_scenario(
        name="benchmark",
        game=["tic-tac-toe", "achi"],
        paradigm=[1, 2],
        runs=6,
        seed=1990,
        phase=[
            {"name": "learn", "learn": "play", "against": "expert", "contests": 12},
            {"name": "test", "against": "perfect", "contests": 6},
        ],
    )


def timed(what: Scenario, jobs: int) -> Timing:
    """Run an experiment, and return what it took."""
    folder = Path(tempfile.mkdtemp())
    try:
        work, start = math.fsum(os.times()[:4]), time.perf_counter()
        run_experiment(what, folder, jobs=jobs)
        wall, work = time.perf_counter() - start, math.fsum(os.times()[:4]) - work
        with Store(folder) as store:
            rows = store.contests()
    finally:
        shutil.rmtree(folder)
    runs: dict[tuple[int, int], float] = defaultdict(float)
    for row in rows:
        runs[row.run, row.cell] += row.seconds
    played = math.fsum(runs.values())
    return Timing(wall, work, len(rows), played, busiest((runs[key] for key in sorted(runs)), 2) / played)


def busiest(seconds: Iterable[float], processes: int) -> float:
    """Return when the last process is done, if each takes the next run as soon as it is free."""
    ends = [0.0] * processes
    for each in seconds:
        heapq.heapreplace(ends, ends[0] + each)
    return max(ends)


def main() -> None:
    """Print the table."""
    what = scenario()
    timed(what, 0)  # so that the games are solved and everything is imported
    found: dict[str, list[Timing]] = {way: [] for way in WAYS}
    for _ in range(ROUNDS):
        for way, jobs in WAYS.items():
            found[way].append(timed(what, jobs))
    table = Table(box=None, pad_edge=False)
    for heading in ("how", "s on the wall", "s of work", "ms a contest", "ms of it played", "times as fast"):
        table.add_column(heading, justify="left" if heading == "how" else "right")
    for way, timings in found.items():
        wall, work = (statistics.median(getattr(each, name) for each in timings) for name in ("wall", "work"))
        played = statistics.median(each.played for each in timings)
        pairs = zip(found["--jobs 1"], timings, strict=True)
        ratio = statistics.median(one.wall / each.wall for one, each in pairs)
        per = 1000 / timings[0].contests
        table.add_row(
            way, f"{wall:.2f}", f"{work:.2f}", f"{work * per:.1f}", f"{played * per:.1f}", f"{ratio:.2f}"
        )
    console = Console(width=110)
    console.print(table)
    both = found["--jobs 2"]
    had = statistics.median(each.work / each.wall for each in both)
    pairs = zip(found["--jobs 1"], both, strict=True)
    free = statistics.median(one.work / (two.work * one.share) for one, two in pairs)
    console.print(
        f"two processes had {had:.2f} processors; with both to themselves: {free:.2f} times as fast"
    )
    console.print(f"bound {BOUND}: {'kept' if free >= BOUND else 'BROKEN'}")
    sys.exit(free < BOUND)


if __name__ == "__main__":
    main()
