"""Processes for Advisors: how they are started, told to stop, and ended.

Nothing here belongs to one run of trio, so a process that is warm stays so from one run to the next. Ending
a process never holds up a decision: a thread, the reaper, gives it a moment to stop, and kills it.
"""

import atexit
import contextlib
import json
import os
import queue
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

import attrs

from agents.remote.frames import Unpacker, pack
from agents.remote.orphans import MARK, end_orphans
from agents.remote.process_endings import ProcessEnding, unstarted
from games import shown_line

GRACE_S = 0.004
"""How long, past its deadline, a process may take to stop by itself before it is killed."""
LAST_WORDS_S = 0.02
"""How long one may take to end that has closed its line."""
MB = 1 << 20
START_S = 60.0
"""How long the launcher may take to start, or to answer, on a machine that is very busy."""
CLOSE_S = 5.0
"""How long it may take to end all that it started."""
_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    " from agents.remote.launcher import main; main(int(sys.argv[2]))"
)


class Launcher:
    """The line to the process that starts others; it is started when first needed, and again if it dies."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None
        self._mark = ""
        """By which those are known that it started, and whom they started."""
        self._control: socket.socket | None = None
        self._started: set[int] = set()
        """What the one that runs now has started."""
        self._lost: list[subprocess.Popen[bytes]] = []
        self._has_answered = False

    @property
    def is_ready(self) -> bool:
        """Does it run, and attend?"""
        return self._has_answered and not self._has_died()

    @property
    def losses(self) -> int:
        """How often it was lost so far: it died, or did not answer."""
        process = self._process  # seen first, in whatever thread this is: it may join the lost meanwhile
        has_died = process is not None and process.poll() is not None
        lost = [*self._lost]
        return len(lost) + (has_died and process not in lost)

    def _has_died(self) -> bool:
        process = self._process
        return process is not None and process.poll() is not None

    def open(self) -> None:
        """Start it, unless it runs already; it says by itself when it is ready."""
        with self._lock:
            if self._process is not None and not self._has_died():
                return
            self._lose()
            ours, theirs = socket.socketpair()
            ours.settimeout(START_S)
            self._mark = secrets.token_hex(16)
            with theirs:
                self._process = subprocess.Popen(  # noqa: S603  # this very Python
                    [sys.executable, "-P", "-c", _PROGRAM, json.dumps(sys.path), str(theirs.fileno())],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,
                    env={**os.environ, MARK: self._mark, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
                )
            self._control = ours
            self._unpacker = Unpacker()
            self._inbox: list[dict[str, Any]] = []

    def wait_ready(self) -> None:
        """Start it if need be, and wait until it is ready."""
        self.open()
        self._ask(None, [])

    def start(self, fds: list[int], **how: Any) -> int:
        """Start a process with these files, and answer its number; Failure if it cannot be started."""
        self.open()
        with self._lock:
            reply = self._ask({"do": "start", **how}, fds)
            if "pid" not in reply:
                raise unstarted(reply)
            self._started.add(reply["pid"])
        return int(reply["pid"])

    def count_losses(self) -> int:
        """Return how often it was lost so far, once it has answered that it is there, or has not."""
        self._ask({"do": "look"}, [])
        return self.losses

    def has_started(self, pid: int) -> bool:
        """Did the one that runs now start this process? What another has started dies with that."""
        return pid in self._started and not self._has_died()

    def kill(self, pid: int) -> None:
        """Kill a process and its group, now; the launcher has yet to be told."""
        if self.has_started(pid):  # or else the number may be somebody else's
            for send in (os.killpg, os.kill):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    send(pid, signal.SIGKILL)

    def end(self, pid: int, *, is_ending: bool = False) -> ProcessEnding:
        """End a process for certain; return how it ended, if it did before that."""
        wait = LAST_WORDS_S if is_ending else 0.0
        if pid not in self._started:  # what died with another one need not wait for this one to start
            return ProcessEnding()
        with self._lock:
            if pid not in self._started:
                return ProcessEnding()
            self._started.remove(pid)
            reply = self._ask({"do": "end", "pid": pid, "wait": wait}, [])
        return ProcessEnding(reply["code"], reply["cause"]) if "code" in reply else ProcessEnding()

    def close(self) -> None:
        """End the launcher, and with it all it started."""
        with self._lock:
            if self._control is not None:
                self._control.close()
            if self._process is not None:
                try:
                    self._process.wait(CLOSE_S)
                except subprocess.TimeoutExpired:
                    self._process.kill()
                    self._process.wait()
                if self._process.returncode:  # it could not see to that itself
                    end_orphans(self._mark)
            self._process = self._control = None
            self._has_answered = False
            self._started.clear()

    def _lose(self) -> None:
        """Close it, if there is one, since it cannot be relied on any more."""
        if self._process is not None:
            self._lost.append(self._process)
        self.close()

    def forget(self) -> None:
        """Leave it to whoever started it: this process is a copy."""
        if self._control is not None:
            self._control.close()
        self.__init__()  # type: ignore[misc]  # as new

    def _ask(self, request: dict[str, Any] | None, fds: list[int]) -> dict[str, Any]:
        with self._lock:
            if self._control is None:
                return {}
            try:
                if not self._has_answered:
                    self._receive()
                    self._has_answered = True
                if request is None:
                    return {}
                words = pack(request)
                self._control.sendall(words[socket.send_fds(self._control, [words], fds) :])
                return self._receive()
            except OSError as error:
                self._lose()  # were it to answer yet, that would pass for the answer to another question
                return {"error": f"the launcher does not answer ({error})"}

    def _receive(self) -> dict[str, Any]:
        while not self._inbox:
            data = self._control.recv(1 << 16) if self._control is not None else b""
            if not data:
                raise ConnectionError("it is gone")
            self._inbox += self._unpacker.feed(data)
        return self._inbox.pop(0)


LAUNCHER = Launcher()
atexit.register(LAUNCHER.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=LAUNCHER.forget)


class Stoppable(Protocol):
    """Something that runs, and is to run no more."""

    def has_stopped(self, seconds: float) -> bool:
        """Wait so long for it to stop by itself; say whether it did, and can be used again."""

    def end(self) -> None:
        """End it for certain, if that can be done."""


@attrs.frozen
class _Dying:
    what: Stoppable
    until: float
    then: Callable[[bool], None]


class Reaper:
    """A thread that sees to it that what was told to stop does."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[_Dying] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._open = 0
        self._all_done = threading.Condition()

    def take(self, what: Stoppable, then: Callable[[bool], None]) -> None:
        """Wait a moment for it to stop, end it if it does not, and say which to `then`."""
        with self._all_done:
            self._open += 1
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._work, daemon=True, name="hoyle reaper")
            self._thread.start()
        self._queue.put(_Dying(what, time.perf_counter() + GRACE_S, then))

    def wait(self) -> None:
        """Wait until nothing is left to do."""
        with self._all_done:
            self._all_done.wait_for(lambda: not self._open)

    def forget(self) -> None:
        """Begin anew: this process is a copy, and the thread is not in it."""
        self.__init__()  # type: ignore[misc]  # as new

    def _work(self) -> None:
        while True:
            burial = self._queue.get()
            try:
                self._bury(burial)
            except Exception as error:  # noqa: BLE001  # the next one must be seen to all the same
                sys.stderr.write(
                    f"hoyle: an Advisor's process could not be ended: {shown_line(str(error))}\n"
                )
            with self._all_done:
                self._open -= 1
                self._all_done.notify_all()

    def _bury(self, burial: _Dying) -> None:
        has_stopped = burial.what.has_stopped(max(0.0, burial.until - time.perf_counter()))
        if not has_stopped:
            burial.what.end()
        burial.then(has_stopped)


REAPER = Reaper()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=REAPER.forget)
