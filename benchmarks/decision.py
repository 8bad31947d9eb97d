"""What a decision by argument costs, as ratios taken in one run.

Run it with `python benchmarks/decision.py`. Every row compares two things that were timed in turn, round by
round; the ratio is the median over the rounds, which a passing load on the machine moves little.
"""

import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import attrs
import trio
from rich.console import Console
from rich.table import Table

from agents import Advisor, Deliberation, get_advisors
from blackboard import Decision, TraceWriter
from control import Panel, Seat, VirtualClock, decide
from games import make_game

GAME = make_game("tic-tac-toe")
START = GAME.initial()
SECOND = 1_000_000_000
BOUNDS = {"bare nursery": 1.5, "wall clock": 1.5, "trace off": 1.3}

Job = Callable[[], Awaitable[object]]


class Trivial(Advisor):
    """Say one thing and be done."""

    async def advise(self, think: Deliberation) -> None:
        """Comment once: one checkpoint, one post."""
        await think.comment("5", 7, "the middle")


def trivial_panel(size: int) -> Panel:
    """Seat so many trivial Advisors, each with a deadline of its own."""
    seats = (Seat(Trivial(), f"Trivial{i}", 3, 0, SECOND, makes_plans=False, order=i) for i in range(size))
    return Panel(tuple(seats), "1990")


def bare_nursery(size: int) -> Job:
    """Do the same with trio alone: so many tasks, each with a deadline, a checkpoint and an append."""

    async def job() -> None:
        said: list[int] = []

        async def speak(number: int) -> None:
            with trio.move_on_after(1):
                await trio.lowlevel.checkpoint()
                said.append(number)

        async with trio.open_nursery() as nursery:
            for number in range(size):
                nursery.start_soon(speak, number)

    return job


def sequential_loop(size: int) -> Job:
    """Do the same without concurrency or deadlines, for scale."""

    async def job() -> None:
        said: list[int] = []

        async def speak(number: int) -> None:
            said.append(number)

        for number in range(size):
            await speak(number)

    return job


def decision(panel: Panel) -> Job:
    """Make one decision."""

    async def job() -> Decision:
        return await decide(GAME, START, panel)

    return job


def traced_decision(panel: Panel, trace: TraceWriter) -> Job:
    """Make one decision and append it to a trace file."""

    async def job() -> None:
        trace.append(await decide(GAME, START, panel))

    return job


@attrs.frozen
class Contender:
    """Something to time."""

    name: str
    job: Job
    is_virtual: bool = False

    def time(self, repeats: int) -> float:
        """Return seconds a job, on a clock of its own."""

        async def run() -> float:
            await self.job()
            gc.collect()
            start = time.perf_counter()
            for _ in range(repeats):
                await self.job()
            return (time.perf_counter() - start) / repeats

        return trio.run(run, clock=VirtualClock() if self.is_virtual else None)


@attrs.frozen
class Row:
    """A comparison as it is printed."""

    what: str
    against: str
    seconds: float
    ratio: float

    @property
    def is_within(self) -> bool:
        """Does it keep to its bound, if it has one?"""
        return self.ratio <= BOUNDS.get(self.against, float("inf"))


def say(line: str, *, is_whole: bool) -> None:
    """Say on stderr how far it is, between timings: a terminal shows each line in place of the one before."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[2K{'' if is_whole else line}")
    elif is_whole:
        sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def compare(what: str, contender: Contender, reference: Contender, *, repeats: int, rounds: int) -> Row:
    """Time both in turn, round by round."""
    ratios, times = [], []
    told = f"timing {what}, against {reference.name}"
    for number in range(rounds):
        say(f"{told}: round {number + 1} of {rounds}", is_whole=False)
        base = reference.time(repeats)
        times.append(contender.time(repeats))
        ratios.append(times[-1] / base)
    say(f"{told}: {rounds} rounds", is_whole=True)
    return Row(what, reference.name, statistics.median(times), statistics.median(ratios))


def rows(trace: TraceWriter) -> list[Row]:
    """Make every comparison."""
    found = []
    for size, repeats, rounds in ((20, 200, 15), (10_000, 1, 15)):
        panel = trivial_panel(size)
        ours = Contender("wall clock", decision(panel))
        bare = Contender("bare nursery", bare_nursery(size))
        virtual = Contender("virtual clock", decision(panel), is_virtual=True)
        plain = Contender("sequential loop", sequential_loop(size))
        how: dict[str, Any] = {"repeats": repeats, "rounds": rounds}
        found += [
            compare(f"{size:,} trivial Advisors", ours, bare, **how),
            compare(f"{size:,} trivial Advisors, virtual clock", virtual, ours, **how),
            compare(f"{size:,} trivial Advisors, bare nursery", bare, plain, **how),
        ]
    return found + _real_rows(trace)


def _real_rows(trace: TraceWriter) -> list[Row]:
    how: dict[str, Any] = {"repeats": 40, "rounds": 21}
    found = []
    for what, panel in (
        ("20 trivial Advisors", trivial_panel(20)),
        ("all Advisors, first move of tic-tac-toe", Panel.of(get_advisors())),
    ):
        off = Contender("trace off", decision(panel))
        traced = Contender("trace on", traced_decision(panel, trace))
        found.append(compare(f"{what}, traced", traced, off, **how))
    wall = Contender("wall clock", decision(panel))
    virtual = Contender("virtual clock", decision(panel), is_virtual=True)
    return [*found, compare(f"{what}, virtual clock", virtual, wall, **how)]


def main() -> None:
    """Print the table."""
    table = Table(box=None, pad_edge=False)
    for heading in ("what", "against"):
        table.add_column(heading)
    for heading in ("ms a decision", "ratio", "bound", ""):
        table.add_column(heading, justify="right")
    with tempfile.TemporaryDirectory() as folder, TraceWriter(Path(folder, "trace")) as trace:
        for row in rows(trace):
            bound = BOUNDS.get(row.against)
            verdict = ("kept" if row.is_within else "BROKEN") if bound else ""
            table.add_row(
                row.what,
                row.against,
                f"{row.seconds * 1000:.3f}",
                f"{row.ratio:.2f}",
                f"{bound or ''}",
                verdict,
            )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
