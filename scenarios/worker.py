"""A worker: a process that plays the runs it is told to, and ends when nobody is left to tell it.

It reads `CELL RUN` a line on stdin, plays that run into the folder, and answers `done` a line on stdout. What
is to be played it reads from the folder itself, so nothing has to travel to it.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Self

import trio

from scenarios.reading import read_scenario
from scenarios.running import RunSpec, play_run

SCENARIO = "scenario.toml"
"""The scenario as run, in the folder of the results."""
DONE = b"done\n"


class Worker:
    """Such a process, seen from the experiment."""

    def __init__(self, process: trio.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, folder: Path) -> Self:
        """Start one."""
        command = [sys.executable, "-m", "scenarios.worker", str(folder)]
        return cls(
            await trio.lowlevel.open_process(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=False
            )
        )

    async def play(self, run: RunSpec) -> bool:
        """Let it play a run; False if it died over it."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            return False
        try:
            await stdin.send_all(f"{run.cell} {run.run}\n".encode())
            return await stdout.receive_some() == DONE
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return False

    async def close(self) -> str:
        """Stop it whatever it does, and answer how it ended."""
        if self._process.poll() is None:
            self._process.kill()
        code = await self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                await stream.aclose()
        return f"signal {-code}" if code < 0 else f"exit code {code}"


def main() -> None:
    """Play the runs that come in on stdin."""
    folder, parent = Path(sys.argv[1]), os.getppid()
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what an Advisor prints is no answer
    scenario = read_scenario(folder / SCENARIO)
    for line in sys.stdin:
        cell, run = map(int, line.split())
        spec = RunSpec(
            cell=cell,
            run=run,
            spec=scenario.cells[cell],
            seed=scenario.seed,
            folder=folder,
            trace=scenario.trace,
        )
        play_run(spec, go_on=lambda: os.getppid() == parent)
        answers.write(DONE)


if __name__ == "__main__":
    main()
