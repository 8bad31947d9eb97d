"""The processes that share the runs of an experiment, seen from the experiment."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import trio

from control import CTRL_C
from scenarios.experiment.run import RunSpec
from scenarios.experiment.store import Unwritable

SCENARIO = "scenario.toml"
"""The scenario as run, in the folder of the results."""
DONE = "done"
STOP = "stop "
"""Before the reason why an experiment is to end where its scenario says so."""
_QUIET = ("/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""Ctrl-C is meant for the experiment, which then ends its workers; they themselves do not hear it."""


def worker_command(module: str, room: str = "experiment") -> list[str]:
    """Return how a process is started that does what the main of a module in some room does.

    Whatever lies in the folder at hand, it imports what the experiment does.
    """
    program = (
        "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1));"
        f" from scenarios.{room}.{module} import main; main()"
    )
    return [sys.executable, "-P", "-c", program, json.dumps([str(each) for each in sys.path])]


class WorkingProcess:
    """A process that does what it is told, a line at a time, and answers each in a line."""

    def __init__(self, process: trio.Process) -> None:
        self._process = process

    @classmethod
    async def launch(cls, command: Sequence[str]) -> Self:
        """Start one; Ctrl-C is not for it to hear."""
        quiet = _QUIET if os.name == "posix" else ()
        process = await trio.lowlevel.open_process(
            [*quiet, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=False
        )
        CTRL_C.others.add(process)
        return cls(process)

    async def ask(self, line: str) -> str | None:
        """Tell it something and return its answer; None if it died over it."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            return None
        answer = b""
        try:
            await stdin.send_all(f"{line}\n".encode())
            while not answer.endswith(b"\n"):
                part = await stdout.receive_some()
                if not part:
                    return None
                answer += part
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return None
        return answer.decode().strip()

    async def close(self) -> str:
        """Stop it whatever it does, and return how it ended."""
        if self._process.poll() is None:
            self._process.kill()
        code = await self._process.wait()
        CTRL_C.others.discard(self._process)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                await stream.aclose()
        return f"signal {-code}" if code < 0 else f"exit code {code}"


class RunProcess(WorkingProcess):
    """A process that plays runs: `scenarios.experiment.run_worker` is what it does."""

    @classmethod
    async def start(cls, folder: Path) -> Self:
        """Start one."""
        return await cls.launch([*worker_command("run_worker"), str(folder), str(os.getpid())])

    async def play(self, run: RunSpec) -> str | None:
        """Let it play a run, and return why the experiment is to end there, if it is.

        None if it died over it; Unwritable if it says that it cannot go on.
        """
        text = await self.ask(f"{run.cell} {run.run}")
        if text is None or text == DONE:
            return None if text is None else ""
        if not text.startswith(STOP):
            raise Unwritable(text)
        return text.removeprefix(STOP)
