"""Knowledge files: one program at a time learns into one, and nobody's knowledge is overwritten unseen.

Whoever learns holds a lock on the file itself. A file is never written in place but replaced, so the one
that replaces it is locked before it is there for others to see, and whoever gets a lock makes sure that the
file is still the one of that name. Nothing is left behind, and a lock ends with its holder, however that
ends. Readers need no lock: a file is always whole.
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
except ImportError:  # a system without it has no way to tell who else is writing
    fcntl = None  # type: ignore[assignment]  # as the comment above says

_Mark: TypeAlias = tuple[tuple[int, ...], bytes]
"""How to know a file again: where and when it was written, and the digest of what it holds."""


class KnowledgeFile:
    """A file that somebody learns into."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._place = real_path(path)
        self._held: int | None = None
        self._mark: _Mark | None = None

    def take(self) -> bool:
        """Keep others from learning into it; False if there is no such file, BadFile if others do."""
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
        """Let others learn into it."""
        if self._held is not None:
            if fcntl is not None:
                fcntl.flock(self._held, fcntl.LOCK_UN)  # also for processes that were forked meanwhile
            os.close(self._held)
            self._held = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    # What is in it.

    def is_known(self) -> bool:
        """Is it as it was when it was last read or written here? One that is gone has nothing to lose."""
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
        """Read it, and know it again."""
        data = read_bytes(self.path)
        self._remember(data)
        return data

    def write(self, data: bytes) -> None:
        """Put this in its place; if somebody else has changed it, keep this beside it: BadFile says where."""
        if not self.is_known():
            kept = _keep_beside(self._place, data)
            raise BadFile(
                f"{self.path} was changed by somebody else, and stays as it is; what was learned is in"
                f" {kept}; hoyle knowledge {self.path} --merge {kept} --out FILE makes one of both"
            )
        self.overwrite(data)

    def overwrite(self, data: bytes) -> None:
        """Put this in its place, whatever it holds."""
        self._put(data, is_new=False)

    def make(self, data: bytes) -> None:
        """Make a new file that is held from the first; FileExistsError if somebody was quicker."""
        self._put(data, is_new=True)

    def _put(self, data: bytes, *, is_new: bool) -> None:
        """Let a file take the place of ours that is held before anybody sees it, and let go of ours then."""
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
        """Lock an open file, or close it and say who has it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise BadFile(
                f"{self.path} is being learned into by somebody else; wait until that has ended, or name"
                " another file"
            ) from None
        except OSError:  # a disk without locks: a change by others is still found before it is overwritten
            return

    def _locked_copy(self, file: int) -> Iterator[int]:
        """Hold on to a file that is about to be closed, where the system has locks."""
        if fcntl is not None:
            copy = os.dup(file)
            self._lock(copy)
            yield copy


def _opened(place: Path) -> int | None:
    """Open a file if it is one; whatever else is wrong is told when it is read or written."""
    for access in (os.O_RDWR, os.O_RDONLY):  # a lock needs the right to write on some disks
        with contextlib.suppress(OSError, ValueError):
            file = os.open(place, access | os.O_NONBLOCK)
            if stat.S_ISREG(os.fstat(file).st_mode):
                return file
            os.close(file)
    return None


def _is_same(file: int, place: Path) -> bool:
    """Is an open file still the one of that name?"""
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
    raise AssertionError("numbers never end")
