"""A guardian: the parent of one process in which an Advisor runs, and of no other.

A signal to the parent of such a process, or to the parent's group, reaches its guardian. If the guardian
dies, that process dies with it, and no other does. Descendants that lose their parent become the guardian's
children. A guardian only waits, so it may be stopped without harm: the launcher ends both.
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
"""The exit code of a guardian that failed."""


def adopt_orphans() -> bool:
    """Become the parent of every descendant that loses its own; return whether the system can do that."""
    return _prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with(parent: int) -> None:
    """Have this process killed when its parent dies, if the system can do that; exit if it is dead."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _prctl(option: int, value: int) -> bool:
    """Call the kernel's prctl, if it has one; return whether it succeeded."""
    return _LIBC is not None and _LIBC.prctl(option, value, 0, 0, 0) == 0


def start_guarded(start: Callable[[], int], close: Callable[[], None]) -> tuple[int, dict[str, Any]]:
    """Start a process through a guardian; return the guardian's number and its report.

    The report has the process's number or an error. `close` closes, in the guardian, the files it does not
    need.
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
    return guardian, _received(ours)


def _received(report: int) -> dict[str, Any]:
    """Read a guardian's report; it fits into a pipe."""
    try:
        for message in Unpacker().feed(os.read(report, LONGEST_REPORT)):
            return dict(message)
    finally:
        os.close(report)
    return {"error": "its guardian ended"}


def _guard(start: Callable[[], int], close: Callable[[], None], report: int, launcher: int) -> None:
    """Start the process, report its number, and wait until it has ended."""
    os.setsid()
    die_with(launcher)
    adopt_orphans()
    try:
        pid = start()
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        os.write(report, pack(error_document(error)))
        os._exit(0)
    os.write(report, pack({"pid": pid}))
    close()
    _wait_for(pid)
    os._exit(0)


def _wait_for(pid: int) -> None:
    """Wait until the process has ended, without reaping it; reap all other children."""
    while (ended := os.waitid(os.P_ALL, 0, _PEEK)) is None or ended.si_pid != pid:
        if ended is not None:
            os.waitpid(ended.si_pid, 0)


def error_document(error: Exception) -> dict[str, Any]:
    """Return why a process could not be started, as it is sent."""
    return {
        "error": (getattr(error, "strerror", None) or str(error))[:200],
        "errno": getattr(error, "errno", None),
    }
