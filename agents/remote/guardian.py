"""A guardian: the parent of one process in which an Advisor runs, and of nobody else.

Whoever signals its parent, or its parent's group, signals its guardian. If that dies, the process dies with
it, and nobody else does. Those who lose their parent become the guardian's children, not the launcher's. It
does nothing but wait, so nothing is lost if it is made to stand still: the launcher ends both.
"""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from agents.remote.frames import Unpacker, pack

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_PEEK = os.WEXITED | os.WNOWAIT
LONGEST_REPORT = 4096
DISTURBED = 70
"""The exit code of a guardian that could not do its work."""


def adopt_orphans() -> bool:
    """Become the parent of every descendant that loses its own; say whether the system knows how."""
    return _prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with(parent: int) -> None:
    """Let this process be killed when its parent dies, if the system knows how; end if that is dead."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _prctl(option: int, value: int) -> bool:
    """Tell the kernel, if it is one that knows."""
    return _LIBC is not None and _LIBC.prctl(option, value, 0, 0, 0) == 0


def start_guarded(start: Callable[[], int], close: Callable[[], None]) -> tuple[int, dict[str, Any]]:
    """Let a guardian start a process; return the guardian's number, and the process's or what went wrong.

    `close` lets go, in the guardian, of the files that are not its own.
    """
    launcher = os.getpid()
    ours, theirs = os.pipe()
    try:
        guardian = os.fork()
        if not guardian:
            try:
                os.close(ours)
                _guard(start, close, theirs, launcher)
            finally:
                os._exit(DISTURBED)
    except OSError:
        os.close(ours)
        raise
    finally:
        os.close(theirs)
    return guardian, _heard(ours)


def _heard(report: int) -> dict[str, Any]:
    """Read what a guardian tells, once: it fits into a pipe."""
    try:
        for message in Unpacker().feed(os.read(report, LONGEST_REPORT)):
            return dict(message)
    finally:
        os.close(report)
    return {"error": "the process that was to start it is gone"}


def _guard(start: Callable[[], int], close: Callable[[], None], report: int, launcher: int) -> None:
    """Start the process, tell its number, and wait until it has ended."""
    os.setsid()
    die_with(launcher)
    adopt_orphans()
    try:
        pid = start()
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        os.write(report, pack(told_of(error)))
        os._exit(0)
    os.write(report, pack({"pid": pid}))
    close()
    _wait_for(pid)
    os._exit(0)


def _wait_for(pid: int) -> None:
    """Wait until the process has ended, and leave it to the launcher; bury others that ended here."""
    while (ended := os.waitid(os.P_ALL, 0, _PEEK)) is None or ended.si_pid != pid:
        if ended is not None:
            os.waitpid(ended.si_pid, 0)


def told_of(error: Exception) -> dict[str, Any]:
    """Write down why a process could not be started."""
    return {
        "error": (getattr(error, "strerror", None) or str(error))[:200],
        "errno": getattr(error, "errno", None),
    }
