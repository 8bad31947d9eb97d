"""Locks: one experiment at a time writes into a folder, and others can see whether one does."""

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
"""Seconds to wait until the workers of a killed experiment have ended."""
POLL = 0.25
"""Seconds between two attempts."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes from writing into the same folder."""
    path = folder / LOCK
    try:
        file = path.open("w")
    except OSError as error:
        raise BadFile(f"cannot write '{path}': {error.strerror}; choose another folder") from error
    with file:
        patience = time.monotonic() + PATIENCE
        while not _try_lock(file):
            if time.monotonic() > patience:
                raise BadOption(
                    f"another process is writing into {folder}; wait for it, or choose another folder"
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
    """Return whether an experiment is writing into a folder; False where the system cannot tell.

    The lock is tried for an instant, shared with other readers. An experiment that begins at that instant
    tries again.
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
