"""What placement costs, and how well time limits bind.

Run it with `python benchmarks/placement.py`. Bounds are printed beside the figures. A machine that is busy
with other things shows in all of them: every figure is a median over rounds.
"""

import gc
import math
import os
import resource
import select
import statistics
import sys
import threading
import time
from pathlib import Path

import attrs
import trio
from rich.console import Console
from rich.table import Table

from agents import Streams, get_advisors
from agents.remote.processes import REAPER
from blackboard import Decision
from control import Budgets, Panel, Seat, VirtualClock, decide
from games import make_game

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.runaways import Polite, Sleeper, Spin  # found only now, also by other processes

GAME = make_game("tic-tac-toe")
START = GAME.initial()
MS = 1_000_000
BUDGET_MS = 50
SLEEPERS = 1000
ROUNDS = 30


@attrs.frozen
class Row:
    """A figure as it is printed."""

    what: str
    figure: float
    unit: str
    bound: float | None = None


class Watch:
    """Sees when a process ends, in a thread that does nothing else."""

    def __init__(self, pid: int) -> None:
        self.ended = 0.0
        self._fd = os.pidfd_open(pid)
        self._thread = threading.Thread(target=self._wait)
        self._thread.start()

    def _wait(self) -> None:
        select.select([self._fd], [], [])
        self.ended = time.perf_counter()

    def wait(self) -> float:
        """Return when it was."""
        self._thread.join()
        os.close(self._fd)
        return self.ended


async def decided(panel: Panel) -> Decision:
    """Make one decision."""
    return await decide(GAME, START, panel, streams=Streams(1))


def runaways() -> list[Row]:
    """See how soon a runaway is stopped, and how much later than usual the next decision begins and lands."""
    panel = Panel.of(
        [Spin, Polite], budgets=Budgets.parse([f"{BUDGET_MS}ms"]), placements={"Spin": "process"}
    )
    calm = Panel.of([Polite], placements={"Polite": "process"})
    remote = next(seat.advisor for seat in panel.seats if seat.name == "Spin")
    stops, landings, delays, usual = [], [], [], []

    async def run() -> None:
        await decided(calm)
        await decided(panel)
        for _ in range(ROUNDS):
            begin = time.perf_counter()
            await decided(calm)
            usual.append(time.perf_counter() - begin)
            REAPER.wait()
            handle = remote._spares._waiting[0]  # type: ignore[attr-defined]  # noqa: SLF001  # a look inside
            watch = Watch(handle._pid)  # noqa: SLF001  # as above
            decision = await decided(panel)
            landed = time.perf_counter()
            spin = next(each for each in decision.testimonies if each.advisor == "Spin")
            deadline = landed - (decision.landed_ns - spin.started_ns - spin.budget_ns) / 1e9
            await decided(calm)
            delays.append(time.perf_counter() - landed)
            stops.append(watch.wait() - deadline)
            landings.append(spin.overrun_ns / 1e9)

    trio.run(run)
    panel.close()
    calm.close()
    late = statistics.median(delays) - statistics.median(usual)
    return [
        Row(
            "a runaway in a process: the decision lands after its deadline",
            1e3 * statistics.median(landings),
            "ms",
            10,
        ),
        Row(
            "a runaway in a process: its process is dead after the deadline ",
            1e3 * statistics.median(stops),
            "ms",
            10,
        ),
        Row("the next decision lands later than without a runaway", 1e3 * late, "ms", 10),
    ]


def repeated_runaways() -> list[Row]:
    """Let the same Advisor run away in every decision: each needs a new process at once."""
    panel = Panel.of(
        [Spin, Polite], budgets=Budgets.parse([f"{BUDGET_MS}ms"]), placements={"Spin": "process"}
    )
    spans: list[float] = []

    async def run() -> None:
        await decided(panel)
        for _ in range(ROUNDS):
            begin = time.perf_counter()
            await decided(panel)
            spans.append(1e3 * (time.perf_counter() - begin) - BUDGET_MS)

    trio.run(run)
    panel.close()
    return [
        Row(
            "a runaway in every decision: what each takes above the budget",
            statistics.median(spans),
            "ms",
            10,
        )
    ]


def sleepers() -> list[Row]:
    """Let a thousand Advisors wait at the same time."""
    seats = (Seat(Sleeper(), f"Sleeper{i}", 3, 0, 10**9, makes_plans=False, order=i) for i in range(SLEEPERS))
    panel = Panel(tuple(seats), "1990")

    async def bare() -> None:
        async def wait() -> None:
            with trio.move_on_after(1):
                await trio.sleep(BUDGET_MS / 1000)

        async with trio.open_nursery() as nursery:
            for _ in range(SLEEPERS):
                nursery.start_soon(wait)

    async def run() -> tuple[float, float]:
        ours, theirs = [], []
        for _ in range(11):
            begin = time.perf_counter()
            await bare()
            theirs.append(1e3 * (time.perf_counter() - begin))
            begin = time.perf_counter()
            await decided(panel)
            ours.append(1e3 * (time.perf_counter() - begin))
        return statistics.median(ours), statistics.median(theirs)

    ours, theirs = trio.run(run)
    bound = 1.5 * BUDGET_MS + max(0.0, theirs - BUDGET_MS)
    return [
        Row(f"{SLEEPERS:,} Advisors that wait {BUDGET_MS} ms: a decision", ours, "ms", bound),
        Row("the same with trio alone", theirs, "ms"),
    ]


def cancellations() -> list[Row]:
    """Cancel a hundred decisions, one after the other, and count what is left."""
    names = [each.name for each in get_advisors()][:6]
    panel = Panel.of(get_advisors(names), placements=dict.fromkeys(names, "process"))

    async def cancel(times: int) -> None:
        for number in range(times):
            with trio.move_on_after(0.0005 * (number % 9)):
                await decided(panel)

    def count() -> tuple[int, int, int]:
        REAPER.wait()
        gc.collect()
        files = len(list(Path("/proc/self/fd").iterdir()))
        tasks = len(list(Path("/proc/self/task").iterdir()))
        return files, tasks, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    trio.run(cancel, 50)
    before = count()
    trio.run(cancel, 100)
    after = count()
    panel.close()
    REAPER.wait()
    closed = count()
    return [
        Row("100 cancelled decisions with 6 processes: files more", after[0] - before[0], "", 2 * len(names)),
        Row("threads more", after[1] - before[1], "", 0),
        Row("memory more", (after[2] - before[2]) / 1024, "MB", 5),
        Row("files more once the panel is closed", closed[0] - before[0], "", 0),
    ]


def cost_of_elsewhere() -> list[Row]:
    """Compare a decision inline with the same elsewhere, for scale."""
    found = []
    for clock in ("virtual", "wall"):
        times = {}
        for placement in ("inline", "thread", "process"):
            panel = Panel.of([Polite], placements={"Polite": placement})

            async def run(panel: Panel = panel) -> float:
                await decided(panel)
                spans = []
                for _ in range(100):
                    begin = time.perf_counter()
                    await decided(panel)
                    spans.append(1e3 * (time.perf_counter() - begin))
                return statistics.median(spans)

            times[placement] = trio.run(run, clock=VirtualClock() if clock == "virtual" else None)
            panel.close()
        found += [
            Row(f"one comment, {placement}, {clock} clock", each, "ms") for placement, each in times.items()
        ]
    return found


def main() -> None:
    """Print the table."""
    table = Table(box=None, pad_edge=False)
    table.add_column("what")
    for heading in ("figure", "", "bound", ""):
        table.add_column(heading, justify="right")
    for part in (runaways, repeated_runaways, sleepers, cancellations, cost_of_elsewhere):
        for row in part():
            verdict = "" if row.bound is None else "kept" if row.figure <= row.bound else "BROKEN"
            bound = "" if row.bound is None else f"{row.bound:g}" if math.isfinite(row.bound) else ""
            table.add_row(row.what, f"{row.figure:.2f}", row.unit, bound, verdict)
    console = Console(width=120)
    console.print(table)
    console.print(f"load average: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
