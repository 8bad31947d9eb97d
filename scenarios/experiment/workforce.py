"""The worker processes that share the runs of an experiment, as the experiment sees them."""

import contextlib
import json
import os
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Self

from agents.remote.drains import drain_lines
from agents.session.prints import PRINTS
from control import CTRL_C
from scenarios.experiment.run import RunEnd
from scenarios.experiment.store import Unwritable

_QUIET = ("/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""Workers ignore Ctrl-C; the experiment receives it and ends them."""

AUTHORED = "\x1e"
"""Begins a line that a worker prints with the name of its author."""


def worker_command(module: str) -> list[str]:
    """Return the command that starts a process with the main function of a module of this room.

    It imports what this process imports, whatever lies in the current folder.
    """
    program = (
        "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1));"
        f" from scenarios.experiment.{module} import main; main()"
    )
    return [sys.executable, "-P", "-c", program, json.dumps([str(each) for each in sys.path])]


def _show(line: str) -> None:
    """Show what a worker prints: its lines with their authors, and what bypassed them."""
    who, _, text = line[1:].partition(": ") if line.startswith(AUTHORED) else ("worker", "", line)
    PRINTS.take(who, f"{text}\n")


class _Worker:
    """One process, which reads a run from each line on stdin and answers in a line on stdout."""

    def __init__(self, folder: Path) -> None:
        quiet = _QUIET if os.name == "posix" else ()
        command = [*quiet, *worker_command("run_worker"), str(folder), str(os.getpid())]
        prints, theirs = os.pipe()
        try:
            self.process = subprocess.Popen(  # noqa: S603  # our own
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=theirs, close_fds=False
            )
        finally:
            os.close(theirs)
        drain_lines(prints, _show)
        CTRL_C.others.add(self.process)

    def ask(self, line: str) -> str:
        """Send a line and return the answer; it is empty if the process ended."""
        if self.process.stdin is None or self.process.stdout is None:
            return ""
        try:
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
            return self.process.stdout.readline().decode()
        except OSError:
            return ""

    def end(self) -> str:
        """Kill the process if it still runs, and return how it ended."""
        self.process.kill()
        code = self.process.wait()
        CTRL_C.others.discard(self.process)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        return f"signal {-code}" if code < 0 else f"exit code {code}"


class Workforce:
    """The engine that plays runs in worker processes. A process that ends is replaced for the next run."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.slots = jobs
        self._folder = folder
        self._threads = ThreadPoolExecutor(jobs)
        """Each waits for the answer of one worker."""
        self._idle: list[_Worker] = []
        self._workers: set[_Worker] = set()
        self._lock = Lock()
        self._is_closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._is_closed = True
            workers = list(self._workers)  # after Ctrl-C, a thread may still be starting and not be joined
        for worker in workers:
            worker.process.kill()
        self._threads.shutdown(cancel_futures=True)
        for worker in workers:
            worker.end()

    def submit(self, cell: int, run: int) -> Future[RunEnd]:
        """Start to play a run; Unwritable if a worker cannot read or write the folder."""
        return self._threads.submit(self._play, cell, run)

    def _play(self, cell: int, run: int) -> RunEnd:
        worker = self._take()
        answer = worker.ask(f"{cell} {run}")
        if not answer.endswith("\n"):
            with self._lock:
                self._workers.discard(worker)
            return RunEnd(cell=cell, run=run, reason=f"its process ended with {worker.end()}")
        with self._lock:
            self._idle.append(worker)
        ending = json.loads(answer)
        if "error" in ending:
            raise Unwritable(ending["error"])
        return RunEnd(cell=cell, run=run, **ending)

    def _take(self) -> _Worker:
        """Return a worker that is idle, or a new one."""
        with self._lock:
            if self._is_closed:
                raise Unwritable("no run can begin any more")
            if self._idle:
                return self._idle.pop()
            worker = _Worker(self._folder)
            self._workers.add(worker)
            return worker
