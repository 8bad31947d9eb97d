"""How the process of an Advisor ended, and what ended it."""

import contextlib
import errno
import os
import re
import signal
from pathlib import Path
from typing import Any

import attrs

from agents.session.failures import Failure, Killed, Unstarted

ITSELF = "itself"
"""The process ended, and neither Hoyle nor the loss of a parent ended it."""
GUARDIAN = "guardian"
"""Its guardian was killed, and it died with it."""
LAUNCHER = "launcher"
"""The launcher was lost, and the process died with it."""
HOYLE = "hoyle"
"""It was still running, and Hoyle killed it."""

OWN_SIGNALS = frozenset(
    getattr(signal, name, None)
    for name in (
        *("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSYS", "SIGTRAP"),
        *("SIGPIPE", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGXFSZ"),
    )
)
"""Signals that the system sends a process for what it did. All others may come from anywhere."""
SHORT = frozenset({errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE})
"""Errors that mean that the system has no memory, process or file left."""

_MASKS = re.compile(rb"\n(SigPnd|ShdPnd|SigBlk|SigIgn|SigCgt):\t([0-9a-f]+)")
_NOT_FATAL = sum(
    1 << getattr(signal, name) - 1
    for name in ("SIGCHLD", "SIGCONT", "SIGURG", "SIGWINCH", "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU")
    if hasattr(signal, name)
)
"""Signals that do not end a process by default, as the system writes sets of signals."""
_PF_EXITING, _PF_SIGNALED = 0x4, 0x400


@attrs.frozen
class ProcessEnding:
    """How a process ended."""

    code: int = -signal.SIGKILL
    """Its exit code, or minus the signal that ended it."""
    cause: str = LAUNCHER

    @property
    def is_from_outside(self) -> bool:
        """Return whether the process may not have done it itself."""
        return self.cause in (LAUNCHER, GUARDIAN) or (
            self.cause == ITSELF and self.code < 0 and -self.code not in OWN_SIGNALS
        )

    def failure(self, more: str = "", *, what: str = "process", line: str = "line") -> Failure:
        """Return the failure that is recorded."""
        kind = Killed if self.is_from_outside else Failure
        reason = self._reason(what, line)
        return kind(f"{reason}: {more}" if more else reason)

    def _reason(self, what: str, line: str) -> str:
        if self.cause == LAUNCHER:
            return f"its {what} was lost because the launcher ended"
        if self.cause == GUARDIAN:
            return f"its {what} was lost because its guardian was killed"
        if self.cause == HOYLE:
            return f"its {what} closed its {line}"
        if self.code >= 0:
            return f"its {what} ended with exit code {self.code}"
        with contextlib.suppress(ValueError):
            return f"its {what} was ended by {signal.Signals(-self.code).name}"
        return f"its {what} was ended by signal {-self.code}"


def unstarted(why: dict[str, Any]) -> Failure:
    """Return why a process could not be started; if there was no room for it, it counts as killed."""
    kind = Killed if "errno" not in why or why["errno"] in SHORT else Unstarted
    return kind(f"cannot be started: {why.get('error') or 'the launcher ended'}")


def is_killed(pid: int) -> bool:
    """Return whether a process was killed, even if it is still dying, or does not exist.

    A signal is pending as soon as it has been sent. The answer therefore does not depend on how long the
    process takes to die.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_bytes()
        flags = _flags(pid)
    except OSError:
        return not _exists(pid)
    masks = {name: int(mask, 16) for name, mask in _MASKS.findall(status)}
    pending = masks.get(b"SigPnd", 0) | masks.get(b"ShdPnd", 0)
    handled = masks.get(b"SigBlk", 0) | masks.get(b"SigIgn", 0) | masks.get(b"SigCgt", 0)
    return bool(flags & _PF_SIGNALED or pending & ~handled & ~_NOT_FATAL)


def is_exiting(pid: int) -> bool:
    """Return whether a process has begun to exit, if the system tells."""
    try:
        return bool(_flags(pid) & _PF_EXITING)
    except OSError:
        return False


def _flags(pid: int) -> int:
    """Return what the kernel notes of a process."""
    return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[6])


def _exists(pid: int) -> bool:
    """Return whether there is such a process, on a system without /proc."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
