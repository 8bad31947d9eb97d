"""A soak: does a process that plays and learns for long keep its memory and its open files?

Run it with `python benchmarks/soak.py [CONTESTS]`; 10,000 contests of tic-tac-toe are the default, and take
about five minutes. `hoyle play --learn` plays them in this process, and `hoyle run` in a worker process,
which is counted together with the command. The exit code is 1 if either has more than 1.1 times the resident
memory that it had after a fifth of the contests, or another number of open files.
"""

import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import attrs
from rich.console import Console
from rich.table import Table

from scenarios.cli import play_command
from scenarios.cli.main import cli
from scenarios.experiment.store import FILE
from scenarios.play.series import Played, Series
from tests.processes import processes_below

CONTESTS = 10_000
SAMPLES = 10
MOST = 1.1
"""How many times as much memory is allowed at the end as after a fifth of the contests."""
PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024
SCENARIO = """
title = "Learning for long"
game = ["tic-tac-toe"]
runs = 1
seed = 1990

[[phase]]
name = "learn"
learn = "play"
against = "random"
contests = {contests}
"""


@attrs.frozen
class Sample:
    """What a process holds after a number of contests."""

    contests: int
    resident_kb: int
    open_files: int

    @classmethod
    def of(cls, pids: Iterable[int], contests: int) -> "Sample":
        """Ask the system about processes, together; OSError if one of them is gone."""
        processes = [Path("/proc", str(pid)) for pid in pids]
        resident = sum(int((each / "statm").read_text(encoding="ascii").split()[1]) for each in processes)
        files = sum(1 for each in processes for _ in (each / "fd").iterdir())
        return cls(contests, resident * PAGE_KB, files)


@attrs.frozen
class Soak:
    """The samples of one process."""

    name: str
    samples: list[Sample]

    @property
    def growth(self) -> float:
        """Return how many times as much memory there is at the end as after a fifth of the contests."""
        last = self.samples[-1]
        early = next(each for each in self.samples if each.contests >= last.contests // 5)
        return last.resident_kb / early.resident_kb

    @property
    def faults(self) -> Iterator[str]:
        """Yield what broke the promise."""
        if self.growth > MOST:
            yield f"{self.name}: resident memory grew to {self.growth:.2f} times; at most {MOST} is allowed"
        numbers = {each.open_files for each in self.samples}
        if len(numbers) > 1:
            yield f"{self.name}: between {min(numbers)} and {max(numbers)} files were open"

    def table(self) -> Table:
        """Show each sample."""
        table = Table(title=f"{self.name}: {self.growth:.3f} times", title_justify="left", box=None)
        for heading in ("contests", "resident kB", "open files"):
            table.add_column(heading, justify="right")
        for each in self.samples:
            table.add_row(f"{each.contests:,}", f"{each.resident_kb:,}", str(each.open_files))
        return table


def play(contests: int, folder: Path) -> Soak:
    """Run `hoyle play --learn` in this process, and sample it between contests."""
    samples: list[Sample] = []

    class Sampled(Series):
        async def play(self, *given: Callable[..., None], **named: Callable[..., None]) -> Played:
            played = await super().play(*given, **named)
            if self.count % (contests // SAMPLES) == 0:
                samples.append(Sample.of([os.getpid()], self.count))
            return played

    words = ["play", "tic-tac-toe", "--me", "hoyle", "--against", "random", "--learn"]
    files = ["--knowledge", str(folder / "soak.hoyle")]
    with patch.object(play_command, "Series", Sampled):
        cli.main([*words, *files, "--contests", str(contests), "--clock", "virtual"], standalone_mode=False)
    return Soak("hoyle play --learn", samples)


def run(contests: int, folder: Path) -> Soak:
    """Run a scenario of one run, and sample the command and its worker from outside; it plays 2 % more."""
    scenario, out = folder / "soak.toml", folder / "results"
    scenario.write_text(SCENARIO.format(contests=contests * 51 // 50))
    hoyle = [sys.executable, "-m", "hoyle", "run", str(scenario), "--out", str(out), "--jobs", "1"]
    samples: list[Sample] = []
    with subprocess.Popen(hoyle, stdout=subprocess.DEVNULL) as process:  # noqa: S603  # our own command
        while process.poll() is None:
            played = rows(out)
            if played >= (len(samples) + 1) * (contests // SAMPLES):
                with contextlib.suppress(OSError):
                    samples.append(Sample.of({process.pid} | processes_below(process.pid), played))
            time.sleep(0.02)
    if process.returncode:
        raise SystemExit(f"hoyle run ended with exit code {process.returncode}")
    return Soak("hoyle run", samples)


def rows(out: Path) -> int:
    """Count the contests that were played so far."""
    try:
        with closing(sqlite3.connect(f"{(out / FILE).as_uri()}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT COUNT(*) FROM contests").fetchone()[0])
    except sqlite3.Error:
        return 0


def main() -> None:
    """Print the tables, and what broke the promise."""
    contests = int(sys.argv[1]) if sys.argv[1:] else CONTESTS
    with tempfile.TemporaryDirectory() as folder:
        soaks = [each(contests, Path(folder)) for each in (play, run)]
    console = Console(width=120)
    for soak in soaks:
        console.print(soak.table(), "")
    faults = [fault for soak in soaks for fault in soak.faults]
    raise SystemExit("\n".join(faults) or 0)


if __name__ == "__main__":
    main()
