"""How long `hoyle` takes to start, as ratios against Python that imports click and rich.

Run it with `python benchmarks/startup.py`. In every round each command and the reference are started in turn;
a ratio is the median over the rounds, which a passing load on the machine moves little.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import attrs
from rich.console import Console
from rich.progress import track
from rich.table import Table

ROOT = Path(__file__).parents[1]
REFERENCE = ("-c", "import click, rich")
BOUNDS = {"--help": 2.0}
"""How many times the reference a command may take; 1.5 is aimed at."""
COMMANDS = ("--help", "--version", "games", "decide tic-tac-toe")
ROUNDS = 31


@attrs.frozen
class Row:
    """A command as it is printed."""

    command: str
    seconds: float
    ratio: float

    @property
    def verdict(self) -> str:
        """Say if it keeps to its bound, if it has one."""
        if self.command not in BOUNDS:
            return ""
        return "kept" if self.ratio <= BOUNDS[self.command] else "BROKEN"


def seconds(*words: str, cache: str) -> float:
    """Time Python from its start to its end, with these words."""
    command, environment = [sys.executable, *words], {**os.environ, "HOYLE_CACHE": cache}
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT, env=environment)  # noqa: S603  # ours
    return time.perf_counter() - begin


def rows(rounds: int, cache: str) -> list[Row]:
    """Start everything in turn, round by round; the first round, which warms the disk, does not count."""
    references: list[float] = []
    times: dict[str, list[float]] = {command: [] for command in COMMANDS}
    for _ in track(range(rounds + 1), "starting", console=Console(stderr=True), transient=True):
        references.append(seconds(*REFERENCE, cache=cache))
        for command, taken in times.items():
            taken.append(seconds("-m", "hoyle", *command.split(), cache=cache))
    return [
        Row(
            command,
            statistics.median(taken[1:]),
            statistics.median(a / b for a, b in zip(taken[1:], references[1:], strict=True)),
        )
        for command, taken in times.items()
    ]


def main() -> None:
    """Print the table."""
    table = Table("what", box=None, pad_edge=False)
    for heading in ("ms", "times `import click, rich`", "bound", ""):
        table.add_column(heading, justify="right")
    with tempfile.TemporaryDirectory() as nothing_solved:
        for row in rows(ROUNDS, nothing_solved):
            bound = f"{BOUNDS.get(row.command, '')}"
            what, ms = f"hoyle {row.command}", f"{1000 * row.seconds:.0f}"
            table.add_row(what, ms, f"{row.ratio:.2f}", bound, row.verdict)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
