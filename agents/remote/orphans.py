"""What a launcher that was killed leaves behind: processes that those it had started had started themselves.

Its guardians die with it, and whom they guard with them, but not whom those forked. Each of these has
inherited the launcher's mark, a word in its environment, by which it is found.
"""

import contextlib
import os
import signal
from pathlib import Path

MARK = "HOYLE_LAUNCHER"
"""The variable that holds the mark."""


def end_orphans(mark: str) -> None:
    """End every process that has this mark, where the system tells."""
    ended: set[int] = set()
    while found := _marked(mark) - ended:
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        ended |= found


def _marked(mark: str) -> set[int]:
    """Return the processes that were started with this mark; one that has ended has none."""
    word, found = f"{MARK}={mark}".encode(), set()
    with contextlib.suppress(OSError):
        for folder in Path("/proc").glob("[0-9]*"):
            if word in _environment(folder):
                found.add(int(folder.name))
    return found


def _environment(folder: Path) -> list[bytes]:
    """Return the environment that a process was started with, as far as the system tells."""
    try:
        return (folder / "environ").read_bytes().split(b"\0")
    except OSError:
        return []
