"""What solving costs: seconds and peak memory for every game that can be solved, each in its own process.

Run it with `python benchmarks/solving.py`. A second use, from the cache, is timed too.
"""

import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from games import GAMES, make_game
from games.solving.solution import Solution, solve

LARGE = {"tic-tac-toe-3d", "qubic", "othello", "nerenchi"} | {
    f"{count}-mens-morris" for count in ("nine", "eleven", "twelve")
}
"""Too large to be solved, at least in their first variant."""

BOUNDS = {"five-mens-morris": (20.0, 1000), "six-mens-morris": (60.0, 2000)}
SMALL = (2.0, 1000)
AGAIN = 0.5
"""Seconds that a second use may take to start."""
LOOK_UP = 0.001
"""Seconds that perfect play may take for a move, at the median."""


def measure(name: str) -> dict[str, Any]:
    """Solve a game in this process, twice: anew, and from the cache."""
    game = make_game(name)
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        solution = solve(game, cache=Path(folder))
        seconds = time.perf_counter() - start
        start = time.perf_counter()
        solve(make_game(name), cache=Path(folder))
        again = time.perf_counter() - start
    return {
        "value": solution.outcome.value,
        "positions": solution.positions,
        "decided": [solution.counts.win, solution.counts.loss, solution.counts.draw],
        "seconds": seconds,
        "again": again,
        "look_up": look_up(solution),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def look_up(solution: Solution) -> float:
    """Return the seconds that perfect play takes for a move: the median over positions of random contests."""
    game, stream, times = solution.game, random.Random(1990), []  # noqa: S311  # no secret hangs on it
    position = game.initial()
    for _ in range(500):
        start = time.perf_counter()
        solution.correct_moves(position)
        times.append(time.perf_counter() - start)
        moves = game.legal_moves(position)
        position = game.play(position, stream.choice(moves)) if moves else game.initial()
    return statistics.median(times)


def measured_apart(name: str) -> dict[str, Any]:
    """Measure in a process of its own, so that the peak memory is this game's."""
    command = [sys.executable, __file__, name]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  # ourselves
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    """Print the table."""
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "value"):
        table.add_column(heading)
    for heading in ("positions", "win", "loss", "draw", "s", "s again", "ms a move", "MB", ""):
        table.add_column(heading, justify="right")
    for name in GAMES:
        if name in LARGE:
            continue
        found = measured_apart(name)
        seconds, megabytes = BOUNDS.get(name, SMALL)
        kept = found["seconds"] < seconds and found["megabytes"] < megabytes
        kept = kept and found["again"] < AGAIN and found["look_up"] < LOOK_UP
        table.add_row(
            name,
            found["value"],
            *(f"{count:,}" for count in (found["positions"], *found["decided"])),
            f"{found['seconds']:.2f}",
            f"{found['again']:.2f}",
            f"{1000 * found['look_up']:.2f}",
            f"{found['megabytes']}",
            "kept" if kept else "BROKEN",
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measure(sys.argv[1])))
    else:
        main()
