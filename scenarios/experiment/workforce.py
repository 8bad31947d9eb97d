"""The worker processes that share the runs of an experiment, as the experiment sees them."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any, Self

from agents.remote.drains import drain_lines
from agents.session.prints import PRINTS
from control import CTRL_C
from scenarios.experiment.run import RunEnd
from scenarios.experiment.run_worker import AUTHORED, NOTED, THINKING
from scenarios.experiment.store import Unwritable

_QUIET = ("/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""Workers ignore Ctrl-C; the experiment receives it and ends them."""


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
        self.thinking = ""
        """The user-defined Advisor that was thinking at the last note."""

    def ask(self, line: str) -> dict[str, Any] | None:
        """Send a line and return the answer; None if the process ended without one."""
        if self.process.stdin is None or self.process.stdout is None:
            return None
        try:
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
            while (answer := self.process.stdout.readline()).endswith(b"\n"):
                told: dict[str, Any] = json.loads(answer)
                if THINKING not in told:
                    return told
                self.thinking = told[THINKING]
        except OSError:
            pass
        return None

    def end(self) -> str:
        """Kill the process if it still runs, and return how it ended."""
        self.process.kill()
        code = self.process.wait()
        CTRL_C.others.discard(self.process)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        return _signal_name(-code) if code < 0 else f"exit code {code}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"signal {number}"


def _ended_twice(hows: Sequence[str], culprit: str) -> str:
    first, second = hows
    how = f"with {first}" if first == second else f"first with {first}, then with {second}"
    who = f"; Advisor {culprit} was thinking the second time" if culprit else ""
    return f"its worker process ended twice, {how}{who}"


class Workforce:
    """The engine that plays runs in worker processes. A process that ends is replaced.

    A process that was killed is not the fault of its run, which continues in another process after its last
    contest. If that ends too, the run has failed.
    """

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
        """Play a run. If its process ends without an answer, play it on in another one, but only once."""
        hows: list[str] = []
        culprit = ""
        for line in (f"{cell} {run}", f"{cell} {run} {NOTED}"):
            worker = self._take()
            ending = worker.ask(line)
            if ending is not None:
                with self._lock:
                    self._idle.append(worker)
                if "error" in ending:
                    raise Unwritable(ending["error"])
                return RunEnd(cell=cell, run=run, **ending)
            with self._lock:
                self._workers.discard(worker)
            hows.append(worker.end())
            culprit = worker.thinking
        return RunEnd(cell=cell, run=run, reason=_ended_twice(hows, culprit), advisor=culprit)

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
