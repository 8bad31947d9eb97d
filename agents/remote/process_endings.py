"""How the process of an Advisor ended, and whose doing that was."""

import contextlib
import errno
import signal
from typing import Any

import attrs

from agents.session.failures import Failure, Killed

ITSELF = "itself"
"""It ended, and nobody here had a hand in it."""
GUARDIAN = "guardian"
"""The process that had started it, and was its alone, was killed, and it died with that."""
LAUNCHER = "launcher"
"""The process that starts everybody's was lost, and it died with that."""
HOYLE = "hoyle"
"""It was still there, and was killed here."""

LOST = "its process was lost with the one that starts them all, which was killed"
PARRICIDE = "killed its own parent, and was ended with it"
OWN_SIGNALS = frozenset(
    getattr(signal, name, None)
    for name in (
        *("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSYS", "SIGTRAP"),
        *("SIGPIPE", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGXFSZ"),
    )
)
"""What the system sends a process for something that it did. All others may come from anywhere."""
SHORT = frozenset({errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE})
"""What the system says when it has no memory, no process or no file to give."""


@attrs.frozen
class ProcessEnding:
    """How a process ended."""

    code: int = -signal.SIGKILL
    """Its exit code, or minus the signal that ended it."""
    cause: str = LAUNCHER

    @property
    def is_from_outside(self) -> bool:
        """Was it something that the process did not do, as far as anybody can tell?"""
        return self.cause == LAUNCHER or (
            self.cause == ITSELF and self.code < 0 and -self.code not in OWN_SIGNALS
        )

    def failure(self, more: str = "", *, what: str = "process", line: str = "line") -> Failure:
        """Put it into words, as the failure that is recorded."""
        kind = Killed if self.is_from_outside else Failure
        words = self._words(what, line)
        return kind(f"{words}: {more}" if more else words)

    def _words(self, what: str, line: str) -> str:
        if self.cause == LAUNCHER:
            return LOST
        if self.cause == GUARDIAN:
            return f"its {what} {PARRICIDE}"
        if self.cause == HOYLE:
            return f"its {what} closed its {line}"
        if self.code >= 0:
            return f"its {what} ended with exit code {self.code}"
        with contextlib.suppress(ValueError):
            return f"its {what} was ended by {signal.Signals(-self.code).name}"
        return f"its {what} was ended by signal {-self.code}"


def unstarted(why: dict[str, Any]) -> Failure:
    """Put into words why a process could not be started: nobody is to blame if there was no room for it."""
    kind = Killed if "errno" not in why or why["errno"] in SHORT else Failure
    return kind(f"cannot be started: {why.get('error') or 'the launcher is gone'}")
