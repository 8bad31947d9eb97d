"""What learning costs: the time of a contest, and whether knowledge and process stay flat.

Run it with `python benchmarks/learning.py`; `--long` adds ten thousand contests. A contest with all Advisors
and learners is timed in turn, contest by contest, with one whose panel is empty and which learns nothing; the
ratio is the median over the pairs, which a passing load on the machine moves little.
"""

import gc
import resource
import statistics
import sys
import time
import tracemalloc
from collections.abc import Iterator
from typing import Any

import attrs
import trio
from rich.console import Console
from rich.table import Table

from agents import Contestant, Streams, get_advisors, get_learners, make_contestant
from control import Hoyle, Panel, VirtualClock
from games import Game, Role, make_game
from scenarios.play.contests import play_contest

GAMES = ("tic-tac-toe", "lose-tic-tac-toe", "achi", "tsoro-yematatu", "pong-hau-ki")
PAIRS = 40
LONG = 10_000
STEPS = 4
LEARNING_NS = 100_000_000


@attrs.define
class Course:
    """Hoyle and somebody, who play contest after contest."""

    game: Game[Any]
    hoyle: Hoyle
    other: Contestant
    played: int = 0

    async def go_on(self) -> float:
        """Play one contest and learn from it; return the seconds it took."""
        role, streams = Role(self.played % 2), Streams(1990).child(self.played)
        start = time.perf_counter()
        contest = await play_contest(self.game, {role: self.hoyle, role.other: self.other}, streams)
        await self.hoyle.learn(self.game, contest, streams, hoyle=[role], experts=[role.other])
        self.played += 1
        return time.perf_counter() - start

    @property
    def entries(self) -> int:
        """How much is known."""
        return sum(map(len, self.hoyle.knowledge.items.values())) if self.hoyle.knowledge else 0


def course(game: Game[Any], who: str, *, is_full: bool) -> Course:
    """Seat all Advisors and all learners, or nobody."""
    hoyle = Hoyle(
        Panel.of(get_advisors() if is_full else []),
        learners=get_learners(symmetry=True) if is_full else (),
        learning_ns=LEARNING_NS,
    )
    return Course(game, hoyle, make_contestant(who, game))


async def pairs(name: str) -> tuple[float, float]:
    """Return the median milliseconds of a contest against the expert, and the ratio to an empty panel."""
    game = make_game(name)
    full, empty = (course(game, "expert", is_full=is_full) for is_full in (True, False))
    times, ratios = [], []
    for _ in range(PAIRS):
        base = await empty.go_on()
        times.append(await full.go_on())
        ratios.append(times[-1] / base)
    return statistics.median(times) * 1000, statistics.median(ratios)


async def long_course() -> list[tuple[int, int, int, int]]:
    """Learn tic-tac-toe against random for long; return contests, entries, traced and resident kB."""
    lasting = course(make_game("tic-tac-toe"), "random", is_full=True)
    tracemalloc.start()
    found = []
    for _ in range(STEPS):
        for _ in range(LONG // STEPS):
            await lasting.go_on()
        gc.collect()
        traced = tracemalloc.get_traced_memory()[0] // 1000
        resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        found.append((lasting.played, lasting.entries, traced, resident))
    tracemalloc.stop()
    return found


def tables(*, is_long: bool) -> Iterator[Table]:
    """Make every table."""
    table = Table(box=None, pad_edge=False)
    table.add_column("all Advisors, learning, against the expert")
    for heading in ("ms a contest", "ratio to an empty panel"):
        table.add_column(heading, justify="right")
    for name in GAMES:
        ms, ratio = trio.run(pairs, name, clock=VirtualClock())
        table.add_row(name, f"{ms:.1f}", f"{ratio:.1f}")
    yield table
    if is_long:
        table = Table(box=None, pad_edge=False)
        for heading in ("contests against random", "entries", "traced kB", "peak resident kB"):
            table.add_column(heading, justify="right")
        for row in trio.run(long_course, clock=VirtualClock()):
            table.add_row(*(f"{number:,}" for number in row))
        yield table


def main() -> None:
    """Print the tables."""
    for table in tables(is_long="--long" in sys.argv[1:]):
        Console(width=120).print(table, "")


if __name__ == "__main__":
    main()
