"""The trace: every decision as a row of events, in a file that only grows.

A file begins with a magic word and the version; blocks follow (games/envelope.py), each an event as a msgpack
array. Each decision is appended in one write, so a crash leaves at worst an incomplete last block.

Version 2 records which limit stopped an Advisor, its budget in work, what it looked at, after how much work
it posted, and how valid real times are; version 3 also records how long it waited while others ran, and
whether it was killed. Older versions can be read, but not appended to.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self

import attrs
import msgpack

from blackboard.event_forms import Course
from blackboard.events import FIELDS, FIELDS_1, FIELDS_2, Event, EventRow, Form, forms, read_event, rows_of
from blackboard.testimony import Decision
from games import BadFile, read_bytes
from games.envelope import BlockHead, Envelope

try:
    import fcntl
except ImportError:  # this system has no file locks
    fcntl = None  # type: ignore[assignment]  # as the comment above says

_FORMS = {1: forms(FIELDS_1), 2: forms(FIELDS_2), 3: forms(FIELDS)}
ENVELOPE = Envelope(
    magic=b"hoyle trace",
    versions=tuple(_FORMS),
    foreign="not a trace file; hoyle decide and hoyle play write traces with --trace",
    other_version="trace version {found}, this Hoyle reads {known}",
    older="use the Hoyle that wrote it",
    newer="use the Hoyle that wrote it",
)
VERSION = ENVELOPE.version
_HEADER = ENVELOPE.beginning
_HEAD = BlockHead(is_doubled=True)
_pack = msgpack.Packer().pack


@attrs.frozen
class Trace:
    """The content of a trace file."""

    events: tuple[Event, ...]
    damage: str = ""
    """Why reading stopped before the end of the file, if it did."""
    is_cut: bool = False
    """Whether the only damage is an incomplete last event, as a crash leaves it."""
    size: int = 0
    """How many bytes are intact."""
    version: int = VERSION


def read_trace(path: Path) -> Trace:
    """Read every intact event; BadFile if the file is not a trace, or is one of a later version."""
    data = read_bytes(path)
    return _blocks(path, data, ENVELOPE.begun(data, str(path)))


def _blocks(path: Path, data: bytes, version: int) -> Trace:
    events: list[Event] = []
    known = _FORMS[version]
    course = Course()
    at = len(_HEADER)
    while at < len(data):
        block = _HEAD.read(data, at)
        event = None if block.content is None else _event(block.content, known)
        if event is None or not course.takes(event):
            how, number = "cut off" if block.is_cut else "damaged", len(events)
            damage = f"{path} is {how} in event {number + 1}; the {number} events before it are intact"
            return Trace(tuple(events), damage, is_cut=block.is_cut, size=at, version=version)
        events.append(event)
        at = block.end
    return Trace(tuple(events), size=at, version=version)


def _event(packed: bytes, known: Mapping[str, Form]) -> Event | None:
    """Read one event; None if it is not valid, even if its checksum is."""
    try:
        return read_event(msgpack.unpackb(packed), known)
    except (ValueError, TypeError, msgpack.exceptions.UnpackException):
        return None


class TraceWriter:
    """Appends decisions to a trace file."""

    def __init__(self, path: Path, *, keep: int | None = None) -> None:
        """Open a file, and keep the first `keep` bytes of it, or all that is intact."""
        self.path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise BadFile(f"cannot write {path}: {why}; give a file in a folder you may write to") from error
        try:
            self._own(keep)
        except BaseException:
            os.close(self._file)
            raise

    def _own(self, keep: int | None) -> None:
        """Lock the file against other writers, and remove what a crash left unfinished."""
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise BadFile(
                    f"{self.path} is in use: another process is writing it; name another file"
                ) from error
        self._size = _whole_size(self.path)
        if keep is not None:
            self._size = min(keep, self._size)
        os.ftruncate(self._file, self._size)
        if not self._size:
            self._write(_HEADER)

    @property
    def size(self) -> int:
        """Return the size of the file in bytes."""
        return self._size

    def append(self, *decisions: Decision) -> None:
        """Append decisions, all or none of them."""
        self._write(b"".join(frame for decision in decisions for frame in _framed(rows_of(decision))))

    def _write(self, data: bytes) -> None:
        """Write all of the data, or undo what was written."""
        left = data
        try:
            while left:
                left = left[os.write(self._file, left) :]
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise BadFile(
                f"cannot write {self.path}: {error.strerror}; its earlier content is intact"
            ) from error
        self._size += len(data)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _framed(rows: Iterable[EventRow]) -> Iterable[bytes]:
    for row in rows:
        packed = _pack(row)
        yield _HEAD.of(packed)
        yield packed


def _whole_size(path: Path) -> int:
    """Return the size of the intact part of a file, which excludes an event that a crash left unfinished."""
    if _HEADER.startswith(read_bytes(path)[: len(_HEADER) + 1]) and path.stat().st_size < len(_HEADER):
        return 0
    trace = read_trace(path)
    if trace.version != VERSION:
        raise BadFile(
            f"{path} has trace version {trace.version}, this Hoyle writes {VERSION}; use another file"
        )
    if trace.damage and not trace.is_cut:
        raise BadFile(f"{trace.damage}; name another file")
    return trace.size
