"""The launcher: a small process that starts, and outlives, the processes in which Advisors run.

It has imported everything once and forks workers ready-made, in a few milliseconds. Nobody's code runs in it,
so it always attends: when whoever started it is gone, in whatever way, it ends all that it started. Processes
that try to get away from their group become its children, and it ends those too.
"""

import contextlib
import ctypes
import gc
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agents.frames import Unpacker, pack
from agents.worker import serve_process

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LOOK_ROUND_S = 1.0
"""How often it looks for processes that have lost their parent."""
MOST_FDS = 3
_HAS_ENDED = os.WEXITED | os.WNOHANG | os.WNOWAIT
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""What somebody may send it by mistake: it ends when its line does."""


def main(control_fd: int) -> None:
    """Serve until the other side is gone."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=control_fd) as control:
        _Launcher(control).serve()


class _Launcher:
    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._pids: set[int] = set()
        self._commands: dict[int, subprocess.Popen[bytes]] = {}
        self._unpacker = Unpacker()

    def serve(self) -> None:
        """Start and end processes as told; at the end of all, end every one."""
        self._control.sendall(pack({"ready": os.getpid()}))
        try:
            while self._attend():
                self._end_strays()
        finally:
            for pid in list(self._pids):
                self._end(pid)
            self._end_strays()

    def _attend(self) -> bool:
        if not select.select([self._control], [], [], LOOK_ROUND_S)[0]:
            return True
        try:
            data, fds, _, _ = socket.recv_fds(self._control, 1 << 16, MOST_FDS)
        except OSError:
            return False
        for request in self._unpacker.feed(data):
            self._control.sendall(pack(self._answer(request, fds)))
        return bool(data)

    def _answer(self, request: dict[str, Any], fds: list[int]) -> dict[str, Any]:
        if request["do"] == "end":
            return {"code": self._end(request["pid"], request.get("wait", 0.0))}
        try:
            pid = self._run(request, fds) if "command" in request else self._fork(request, fds[0])
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            return {"error": getattr(error, "strerror", None) or str(error)}
        finally:
            for fd in fds:
                os.close(fd)
        self._pids.add(pid)
        return {"pid": pid}

    def _fork(self, request: dict[str, Any], fd: int) -> int:
        mine = os.getpid()
        pid = os.fork()
        if pid:
            return pid
        try:
            self._control.close()
            os.setsid()
            _bind(request["memory"], mine)()
            os.dup2(2, 1)
            serve_process(fd)
        finally:
            os._exit(0)

    def _run(self, request: dict[str, Any], fds: list[int]) -> int:
        process = subprocess.Popen(  # noqa: S603  # somebody configured this command
            request["command"],
            stdin=fds[0],
            stdout=fds[1],
            stderr=fds[2],
            start_new_session=True,
            preexec_fn=_bind(request["memory"], os.getpid()),  # noqa: PLW1509  # there are no threads here
        )
        self._commands[process.pid] = process
        return process.pid

    def _end(self, pid: int, wait: float = 0.0) -> int:
        """End a process with all of its group; answer its exit code, or minus the signal.

        One that is about to end may be waited for, so that its code is its own.
        """
        if pid not in self._pids:
            return 0
        self._pids.remove(pid)
        until = time.monotonic() + wait
        while time.monotonic() < until and not os.waitid(os.P_PID, pid, _HAS_ENDED):
            time.sleep(0.0005)
        for kill in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(pid, signal.SIGKILL)
        if process := self._commands.pop(pid, None):
            return process.wait()
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def _end_strays(self) -> None:
        """End those who got away from their group: their parent died, so they are ours now."""
        for _ in range(100):
            strays = children() - self._pids
            for pid in strays:
                with contextlib.suppress(ProcessLookupError, ChildProcessError):
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
            if not strays:
                return


def children() -> set[int]:
    """Answer the processes that this one is the parent of, where the system tells."""
    found: set[int] = set()
    with contextlib.suppress(OSError):
        for thread in Path("/proc/self/task").iterdir():
            found.update(map(int, (thread / "children").read_text().split()))
    return found


def _bind(memory: int, parent: int) -> Callable[[], None]:
    """Make what a new process does first: accept its limits, and die with its parent."""

    def bind() -> None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
        resource.setrlimit(kind, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return bind


def _prctl(option: int, value: int) -> None:
    """Tell the kernel, if it is one that knows."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
