"""The launcher: a small process that starts, and outlives, the processes in which Advisors run.

It has imported everything once and forks a worker in a few milliseconds. It runs no user code, so it always
answers. When the program that started it ends, in whatever way, it ends all processes that it started. On
Linux each of them has a guardian between itself and the launcher. Processes that leave their group become
children of the guardian, or of the launcher if the guardian has ended, and the launcher ends them too.
"""

import contextlib
import gc
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from agents.remote.frames import Unpacker, pack
from agents.remote.guardian import adopt_orphans, die_with, error_document, start_guarded
from agents.remote.polling import is_readable
from agents.remote.process_endings import GUARDIAN, HOYLE, ITSELF, LAUNCHER, is_exiting, is_killed
from agents.remote.worker import serve_process

LOOK_ROUND_S = 1.0
"""How often it looks for processes that have lost their parent."""
LONGEST_EXIT_S = 5.0
"""How long a process that is exiting may take to end on a busy machine."""
MOST_FDS = 3
MOST_FILES = 256
"""More files than it ever has open, not counting its line, which may have any number."""
_HAS_ENDED = os.WEXITED | os.WNOHANG | os.WNOWAIT
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that it ignores: it ends when its line is closed."""


def main(control_fd: int) -> None:
    """Serve until the other end of the line is closed."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=control_fd) as control:
        _Server(control, has_guardians=adopt_orphans()).serve()


class _Server:
    def __init__(self, control: socket.socket, *, has_guardians: bool) -> None:
        self._control = control
        self._pid = os.getpid()
        self._has_guardians = has_guardians
        self._guardians: dict[int, int] = {}
        """Guardians by the process that each guards; without guardians, the process itself."""
        self._unpacker = Unpacker()
        self._fds: list[int] = []
        """Files of a request that is still incomplete: they arrive with its first bytes."""
        self._next_round = 0.0

    def serve(self) -> None:
        """Start and end processes on request; when the line is closed, end all of them."""
        try:
            self._control.sendall(pack({"ready": os.getpid()}))
        except OSError:  # the program has ended meanwhile
            return
        try:
            while self._attend():
                self._end_strays()
        finally:
            for pid in list(self._guardians):
                self._end(pid)
            self._end_strays()

    def _attend(self) -> bool:
        if not is_readable(self._control.fileno(), LOOK_ROUND_S):
            return True
        try:
            data, fds, _, _ = socket.recv_fds(self._control, 1 << 16, MOST_FDS)
        except OSError:
            return False
        is_wanted = bool(data)
        self._fds += fds
        for request in self._unpacker.feed(data):
            fds, self._fds = self._fds, []
            answer = pack(self._answer(request, fds))
            try:
                self._control.sendall(answer)
            except OSError:  # the program that asked has ended
                is_wanted = False
        return is_wanted

    def _answer(self, request: dict[str, Any], fds: list[int]) -> dict[str, Any]:
        if request["do"] == "end":
            return self._end(request["pid"], request.get("wait", 0.0))
        try:
            return self._start(request, fds)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            return error_document(error)
        finally:
            for fd in fds:
                os.close(fd)

    def _start(self, request: dict[str, Any], fds: list[int]) -> dict[str, Any]:
        def start() -> int:
            return self._run(request, fds) if "command" in request else self._fork(request, *fds)

        if not self._has_guardians:
            pid = start()
            self._guardians[pid] = pid
            return {"pid": pid, "guardian": pid}
        guardian, reply = start_guarded(start, self._close_files)
        if "pid" in reply:
            self._guardians[reply["pid"]] = guardian
        else:
            os.kill(guardian, signal.SIGKILL)
            os.waitpid(guardian, 0)
        return {**reply, "guardian": guardian}

    def _close_files(self, keep: int = 2) -> None:
        """Close all files that a copy of this process does not need."""
        self._control.close()
        os.closerange(3, keep)
        os.closerange(keep + 1, MOST_FILES)

    def _fork(self, request: dict[str, Any], fd: int, prints: int) -> int:
        parent = os.getpid()
        pid = os.fork()
        if pid:
            return pid
        try:
            os.dup2(prints, 1)
            os.dup2(prints, 2)
            self._close_files(keep=fd)
            os.setsid()
            _bind(request["memory"], parent)
            serve_process(fd, {parent, self._pid})
        finally:
            os._exit(0)

    def _run(self, request: dict[str, Any], fds: list[int]) -> int:
        parent = os.getpid()
        process = subprocess.Popen(  # noqa: S603  # a user configured this command
            request["command"],
            stdin=fds[0],
            stdout=fds[1],
            stderr=fds[2],
            start_new_session=True,
            preexec_fn=lambda: _bind(request["memory"], parent),  # noqa: PLW1509  # there are no threads here
        )
        process.returncode = 0  # this module waits for it
        return process.pid

    def _end(self, pid: int, wait: float = 0.0) -> dict[str, Any]:
        """End a process with its group and its guardian; return how it ended, and the cause.

        With `wait`, a process that is about to end gets that many seconds to end by itself.
        """
        guardian = self._guardians.pop(pid, None)
        if guardian is None:
            return {}
        if wait:
            _await_end(pid, guardian, time.monotonic() + wait)
        ended = os.waitid(os.P_PID, guardian, _HAS_ENDED)
        for kill, whom in ((os.killpg, pid), (os.kill, pid), (os.kill, guardian)):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(whom, signal.SIGKILL)
        if guardian != pid:
            os.waitpid(guardian, 0)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return {"code": code, "cause": HOYLE if ended is None else _cause(ended, pid)}

    def _end_strays(self) -> None:
        """End processes that left their group: their parent died, so they are children of this one."""
        known = {*self._guardians, *self._guardians.values()}
        for _ in range(100):
            strays = children() - known
            for pid in strays:
                with contextlib.suppress(ProcessLookupError, ChildProcessError):
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
            if not strays:
                break
        if time.monotonic() > self._next_round:
            self._next_round = time.monotonic() + LOOK_ROUND_S
            self._end_guarded_strays()

    def _end_guarded_strays(self) -> None:
        """End processes that left a group that is still running; their guardian waits for them."""
        for pid, guardian in self._guardians.items():
            for stray in children(guardian) - {pid} if guardian != pid else ():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(stray, signal.SIGKILL)


def _cause(ended: os.waitid_result, pid: int) -> str:
    """Return why a process ended, from how its guardian ended: that exits once the process has ended."""
    if ended.si_pid == pid:
        return ITSELF
    if ended.si_code != os.CLD_EXITED:
        return GUARDIAN
    return LAUNCHER if ended.si_status else ITSELF


def _await_end(pid: int, guardian: int, until: float) -> None:
    """Wait for a process that is about to end, and for its guardian to notice."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(guardian, signal.SIGCONT)
    while not os.waitid(os.P_PID, guardian, _HAS_ENDED):
        late = time.monotonic() - until
        if late > 0 and not (late < LONGEST_EXIT_S and (is_exiting(pid) or is_killed(guardian))):
            return
        time.sleep(0.0005)


def children(pid: int | str = "self") -> set[int]:
    """Return the children of a process, if the system lists them."""
    found: set[int] = set()
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            found.update(map(int, (thread / "children").read_text().split()))
    return found


def _bind(memory: int, parent: int) -> None:
    """Set up a new process: it dies with its parent, and its memory is limited."""
    die_with(parent)
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    resource.setrlimit(kind, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
