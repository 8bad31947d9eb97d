"""Knowledge files: only one process at a time learns into a file, and no knowledge is overwritten unnoticed.

A process that learns holds a lock on the file itself. A file is never written in place but replaced, so the
new file is locked before it becomes visible, and a process that gets a lock checks that the file still has
that name. No lock files remain, and a lock ends with its process, however that ends. Readers need no lock: a
file is always complete.
"""

import contextlib
import hashlib
import itertools
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Self, TypeAlias

from games import BadFile, read_bytes, real_path, write_atomically

try:
    import fcntl
except ImportError:  # this system has no file locks
    fcntl = None  # type: ignore[assignment]  # as the comment above says

_Mark: TypeAlias = tuple[tuple[int, ...], bytes]
"""Identifies a version of the file: where and when it was written, and the digest of its content."""


class KnowledgeFile:
    """A file that a process learns into."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._place = real_path(path)
        self._held: int | None = None
        self._mark: _Mark | None = None

    def take(self) -> bool:
        """Lock the file against other learners; False if it does not exist, BadFile if it is locked."""
        self.release()
        if fcntl is None:
            return self._place.is_file()
        while (file := _opened(self._place)) is not None:
            self._lock(file)
            if _is_same(file, self._place):
                self._held = file
                return True
            os.close(file)
        return False

    def release(self) -> None:
        """Release the lock, so that other processes can learn into the file."""
        if self._held is not None:
            if fcntl is not None:
                fcntl.flock(self._held, fcntl.LOCK_UN)  # also for processes that were forked meanwhile
            os.close(self._held)
            self._held = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    # Content.

    def is_known(self) -> bool:
        """Return whether the file is unchanged since it was last read or written here; a missing file is."""
        try:
            found = _written(self._place.stat())
        except OSError:
            return True
        if self._mark is None:
            return False
        if self._mark[0] == found:
            return True
        return self._mark[1] == _digest(read_bytes(self.path))

    def read(self) -> bytes:
        """Return the content, and remember it to notice changes by other processes."""
        data = read_bytes(self.path)
        self._remember(data)
        return data

    def write(self, data: bytes) -> None:
        """Replace the content; if another process changed it, write to a second file and raise BadFile."""
        if not self.is_known():
            kept = _keep_beside(self._place, data)
            raise BadFile(
                f"{self.path} was changed by another process and stays as it is; what was learned is in"
                f" {kept}; merge both with hoyle knowledge {self.path} --merge {kept} --out FILE"
            )
        self.overwrite(data)

    def overwrite(self, data: bytes) -> None:
        """Replace the content, without checking for changes."""
        self._put(data, is_new=False)

    def make(self, data: bytes) -> None:
        """Create a file that is locked from the start; FileExistsError if another process was faster."""
        self._put(data, is_new=True)

    def _put(self, data: bytes, *, is_new: bool) -> None:
        """Replace the file by one that is locked before it is visible, and release the old lock."""
        held: list[int] = []
        try:
            write_atomically(
                self.path, data, is_new=is_new, seize=lambda file: held.extend(self._locked_copy(file))
            )
        except BaseException:
            for file in held:
                os.close(file)
            raise
        self.release()
        self._held = held[0] if held else None
        self._remember(data)

    def _remember(self, data: bytes) -> None:
        try:
            self._mark = _written(self._place.stat()), _digest(data)
        except OSError:
            self._mark = (), _digest(data)

    # Locks.

    def _lock(self, file: int) -> None:
        """Lock an open file; if another process holds the lock, close it and raise BadFile."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise BadFile(
                f"{self.path} is in use: another process is learning into it; wait until it has ended, or"
                " name another file"
            ) from None
        except OSError:  # no locks on this disk: changes by others are still found before overwriting
            return

    def _locked_copy(self, file: int) -> Iterator[int]:
        """Yield a locked duplicate of a file that is about to be closed, if the system has locks."""
        if fcntl is not None:
            copy = os.dup(file)
            self._lock(copy)
            yield copy


def _opened(place: Path) -> int | None:
    """Open a file if it is a regular file; other faults are reported when it is read or written."""
    for access in (os.O_RDWR, os.O_RDONLY):  # a lock needs write permission on some disks
        with contextlib.suppress(OSError, ValueError):
            file = os.open(place, access | os.O_NONBLOCK)
            if stat.S_ISREG(os.fstat(file).st_mode):
                return file
            os.close(file)
    return None


def _is_same(file: int, place: Path) -> bool:
    """Return whether an open file is still the file of that name."""
    try:
        return os.path.samestat(os.fstat(file), place.stat())
    except OSError:
        return False


def _written(found: os.stat_result) -> tuple[int, ...]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _keep_beside(place: Path, data: bytes) -> Path:
    """Write to the first free name beside a file."""
    for number in itertools.count(2):
        beside = place.with_name(f"{place.stem}-{number}{place.suffix}")
        try:
            write_atomically(beside, data, is_new=True)
        except FileExistsError:
            continue
        return beside
    raise AssertionError("itertools.count never ends")
