"""Files: written whole or not at all, with clear errors.

A file is written beside its target, under a temporary name that contains a hash of the target's name, and
then replaces the target. The writer holds a lock on the temporary file until then. A lock ends with its
process, so a temporary file without one was left by a writer that was killed, and the next writer of the same
target deletes it. Ages and process ids would not do: a slow writer looks old, and ids are used again.
"""

import contextlib
import errno
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

from games.errors import BadFile

try:
    import fcntl
except ImportError:  # such a system refuses to delete files that are open
    fcntl = None  # type: ignore[assignment]  # as the comment above says

_BEGUN = ".hoyle-"
"""How the name of a file begins while it is being written."""
_READING = {
    errno.ENOENT: "there is no such file",
    errno.ENOTDIR: "a part of the path is not a folder",
    errno.EISDIR: "it is a folder",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
}
_WRITING = {
    errno.ENOENT: "there is no such folder",
    errno.ENOTDIR: "a part of the path is not a folder",
    errno.EISDIR: "it is a folder",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EROFS: "the disk is read-only",
    errno.ENOSPC: "no space is left on the disk",
}


def real_path(path: str | os.PathLike[str]) -> Path:
    """Return the real path, with links resolved; BadFile if the text is not a path."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError) as error:
        raise BadFile(f"{os.fspath(path)!r} is not a path: {_reason(error, _READING)}") from error


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the content of a file; BadFile if it cannot be read."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot read {os.fspath(path)!r}: {_reason(error, _READING)}") from error


def write_atomically(
    path: str | os.PathLike[str],
    data: bytes,
    *,
    is_new: bool = False,
    seize: Callable[[int], object] | None = None,
) -> None:
    """Write a whole file. If that fails, the old file stays unchanged, and BadFile gives the reason.

    A file that `is_new` replaces none: FileExistsError if there is one. `seize` is called with the descriptor
    of the file just before the file becomes visible under its name.
    """
    try:
        _replace(Path(os.path.realpath(path)), data, _appear if is_new else Path.replace, seize)
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot write {os.fspath(path)!r}: {_reason(error, _WRITING)}") from error


def clear_unfinished(folder: str | os.PathLike[str]) -> None:
    """Delete the temporary files of writers that were killed, whatever their targets."""
    _clear(Path(folder), f"{_BEGUN}*.tmp")


def _clear(folder: Path, pattern: str) -> None:
    """Delete temporary files that no process is writing."""
    for path in folder.glob(pattern):
        with contextlib.suppress(OSError), path.open("rb") as file:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.unlink()
        if fcntl is None:
            with contextlib.suppress(OSError):
                path.unlink()


def _replace(
    target: Path,
    data: bytes,
    take_place: Callable[[Path, Path], object],
    seize: Callable[[int], object] | None,
) -> None:
    """Write a temporary file in the target's folder, flush it, then replace the target in one step."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "")
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "it is a device, not a file")
    begun = f"{_BEGUN}{blake2b(os.fsencode(target.name), digest_size=8).hexdigest()}-"
    _clear(target.parent, f"{begun}*.tmp")
    with _begun(target, begun) as (beside, file):
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if seize is not None:
            seize(file.fileno())
        if fcntl is None:
            file.close()  # such a system does not rename open files either
        take_place(beside, target)


@contextlib.contextmanager
def _begun(target: Path, begun: str) -> Iterator[tuple[Path, BinaryIO]]:
    """Make and lock a temporary file; delete it on an error."""
    while True:
        beside = target.with_name(f"{begun}{secrets.token_hex(8)}.tmp")
        try:
            with beside.open("xb") as file:
                if not _is_locked(file, beside):
                    continue
                yield beside, file
                return
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise


def _is_locked(file: BinaryIO, path: Path) -> bool:
    """Lock a new file; False if another writer took it for a leftover and deleted it before it was locked."""
    if fcntl is None:
        return True
    with contextlib.suppress(OSError):  # no locks on this disk: then no leftovers are deleted either
        fcntl.flock(file, fcntl.LOCK_EX)
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _appear(beside: Path, target: Path) -> None:
    """Give the file its name in one step; FileExistsError if the name is in use."""
    try:
        os.link(beside, target)
    except FileExistsError:
        raise
    except OSError:  # no hard links on this disk: another writer could use the name between check and replace
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target) from None
        beside.replace(target)
    else:
        beside.unlink()


def _reason(error: OSError | ValueError, reasons: Mapping[int, str]) -> str:
    if isinstance(error, OSError) and error.errno is not None:
        return reasons.get(error.errno, error.strerror or str(error))
    return str(error)
