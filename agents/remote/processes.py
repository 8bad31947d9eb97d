"""Processes for Advisors: how they are started, stopped and ended.

Nothing here belongs to one run of trio, so a process serves several runs. Ending a process never holds up a
decision: a thread, the reaper, gives it a moment to stop and then kills it.
"""

import atexit
import contextlib
import json
import os
import queue
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
from agents.remote.process_endings import ProcessEnding, is_killed, unstarted
from agents.session.prints import PRINTS
from games import shown_line

GRACE_S = 0.004
"""How long a process may take to stop by itself after its deadline before it is killed."""
LAST_WORDS_S = 0.02
"""How long a process that has closed its line may take to end."""
MB = 1 << 20
START_S = 60.0
"""How long the launcher may take to start, or to answer, on a busy machine."""
CLOSE_S = 5.0
"""How long it may take to end all processes that it started."""
_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    " from agents.remote.launcher import main; main(int(sys.argv[2]))"
)


class Launcher:
    """The line to the launcher, which is started when first needed and again after it has ended."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._guardians: dict[int, int] = {}
        """Guardians by the processes that the present launcher has started."""
        self._has_answered = False

    @property
    def is_ready(self) -> bool:
        """Whether it runs and has answered."""
        return self._has_answered and self._is_running()

    def _is_running(self) -> bool:
        process = self._process  # another thread may replace it meanwhile
        return process is not None and process.poll() is None and not is_killed(process.pid)

    def open(self) -> None:
        """Start it unless it is running; it reports by itself that it is ready."""
        with self._lock:
            if self._is_running():
                return
            self.close()
            ours, theirs = socket.socketpair()
            ours.settimeout(START_S)
            with theirs:
                self._process = subprocess.Popen(  # noqa: S603  # this very Python
                    [sys.executable, "-P", "-c", _PROGRAM, json.dumps(sys.path), str(theirs.fileno())],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,
                    env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
                )
            self._control = ours
            self._unpacker = Unpacker()
            self._inbox: list[dict[str, Any]] = []

    def wait_ready(self) -> None:
        """Start it if need be, and wait until it is ready."""
        self.open()
        self._ask(None, [])

    def start(self, fds: list[int], **how: Any) -> int:
        """Start a process with these files and return its number; Failure if it cannot be started."""
        self.open()
        with self._lock:
            reply = self._ask({"do": "start", **how}, fds)
            if "pid" not in reply:
                raise unstarted(reply)
            self._guardians[reply["pid"]] = reply["guardian"]
        return int(reply["pid"])

    def is_guarded(self, pid: int) -> bool:
        """Return whether the launcher and the guardian of a process are running; it dies with either."""
        guardian = self._guardians.get(pid)
        return guardian is not None and self._is_running() and not is_killed(guardian)

    def kill(self, pid: int) -> None:
        """Kill a process and its group now; `end` must follow."""
        if pid in self._guardians and self._is_running():  # otherwise the number may have been reused
            for send in (os.killpg, os.kill):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    send(pid, signal.SIGKILL)

    def end(self, pid: int, *, is_about_to_end: bool = False) -> ProcessEnding:
        """End a process if it is running; return how it ended."""
        wait = LAST_WORDS_S if is_about_to_end else 0.0
        if pid not in self._guardians:  # lost with an earlier launcher: no need to wait for the present one
            return ProcessEnding()
        with self._lock:
            if pid not in self._guardians:
                return ProcessEnding()
            del self._guardians[pid]
            reply = self._ask({"do": "end", "pid": pid, "wait": wait}, [])
        return ProcessEnding(reply["code"], reply["cause"]) if "code" in reply else ProcessEnding()

    def close(self) -> None:
        """End the launcher and all processes that it started."""
        with self._lock:
            if self._control is not None:
                self._control.close()
            if self._process is not None:
                try:
                    self._process.wait(CLOSE_S)
                except subprocess.TimeoutExpired:
                    self._process.kill()
                    self._process.wait()
            self._process = self._control = None
            self._has_answered = False
            self._guardians.clear()

    def forget(self) -> None:
        """Leave it to the process that started it: this process is a copy."""
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
                self.close()  # a late answer would be taken for the answer to the next request
                return {"error": f"the launcher does not answer ({error})"}

    def _receive(self) -> dict[str, Any]:
        while not self._inbox:
            data = self._control.recv(1 << 16) if self._control is not None else b""
            if not data:
                raise ConnectionError("it has ended")
            self._inbox += self._unpacker.feed(data)
        return self._inbox.pop(0)


LAUNCHER = Launcher()
atexit.register(LAUNCHER.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=LAUNCHER.forget)


class Stoppable(Protocol):
    """Something that runs and must stop."""

    def has_stopped(self, seconds: float) -> bool:
        """Wait for it to stop by itself; return whether it did and can be used again."""

    def end(self) -> None:
        """End it, if that is possible."""


@attrs.frozen
class _Dying:
    what: Stoppable
    until: float
    then: Callable[[bool], None]


class Reaper:
    """A thread that ends what does not stop by itself."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[_Dying] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._open = 0
        self._all_done = threading.Condition()

    def take(self, what: Stoppable, then: Callable[[bool], None]) -> None:
        """Wait a moment for it to stop, end it if it does not, and call `then` with whether it stopped."""
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
        """Start again in a forked process, which has no copy of the thread."""
        self.__init__()  # type: ignore[misc]  # as new

    def _work(self) -> None:
        while True:
            dying = self._queue.get()
            try:
                self._end(dying)
            except Exception as error:  # noqa: BLE001  # the next one must end all the same
                PRINTS.say(f"hoyle: an Advisor's process could not be ended: {shown_line(str(error))}")
            with self._all_done:
                self._open -= 1
                self._all_done.notify_all()

    def _end(self, dying: _Dying) -> None:
        has_stopped = dying.what.has_stopped(max(0.0, dying.until - time.perf_counter()))
        if not has_stopped:
            dying.what.end()
        dying.then(has_stopped)


REAPER = Reaper()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=REAPER.forget)
