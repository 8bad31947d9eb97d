"""Who runs into a folder: one experiment at a time, and whoever looks can tell that one does."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from games import BadFile, BadOption

try:
    import fcntl
except ImportError:  # a system without it has no way to tell who else is running
    fcntl = None  # type: ignore[assignment]  # as the comment above says

LOCK = ".lock"
PATIENCE = 5.0
"""Seconds to wait for the processes of an experiment that was killed to see that they are alone."""
POLL = 0.25
"""Seconds between two attempts."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """See that nobody else runs into the same folder."""
    path = folder / LOCK
    try:
        file = path.open("w")
    except OSError as error:
        raise BadFile(f"cannot write '{path}': {error.strerror}; give another --out") from error
    with file:
        patience = time.monotonic() + PATIENCE
        while not _try_lock(file):
            if time.monotonic() > patience:
                raise BadOption(
                    f"another process is running into {folder}; wait for it, or give another --out"
                )
            time.sleep(POLL)
        os.set_inheritable(file.fileno(), True)  # workers hold the lock too, until they end
        yield


def _try_lock(file: IO[str]) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_running(folder: Path) -> bool:
    """Tell whether an experiment runs into a folder just now; no, where the system cannot tell.

    The lock is tried for an instant and together with others who look: an experiment that begins in that very
    instant tries again, as it does for one that was killed.
    """
    if fcntl is None:
        return False
    try:
        with (folder / LOCK).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
