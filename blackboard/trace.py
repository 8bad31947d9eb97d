"""The trace: every decision as a row of events, in a file that only grows.

A file begins with a magic word and the version; blocks follow (games/envelope.py), each an event as a msgpack
array. Each decision is appended in one write, so a crash leaves at worst an incomplete last decision.

Version 2 records which limit stopped an Advisor, its budget in work, what it looked at, after how much work
it posted, and how valid real times are; version 3 also records how long it waited while others ran, and
whether it was killed. In version 4 every checksum continues the one before, beginning with the header, so a
missing, repeated or moved event is found. Only the end of a file has nothing after it: a file that lost whole
decisions there is noticed by a reader that knows its size, as results of an experiment do.
Older versions can be read, but not appended to.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Self
from zlib import crc32

import attrs
import msgpack

from blackboard.event_forms import Course
from blackboard.events import FIELDS, FIELDS_1, FIELDS_2, Event, Form, forms, read_event, rows_of
from blackboard.testimony import Decision
from games import BadFile, read_bytes
from games.envelope import Block, BlockHead, Envelope

try:
    import fcntl
except ImportError:  # this system has no file locks
    fcntl = None  # type: ignore[assignment]  # as the comment above says

_FORMS = {1: forms(FIELDS_1), 2: forms(FIELDS_2), 3: forms(FIELDS), 4: forms(FIELDS)}
_CHAINED = 4
"""The first version in which each checksum continues the one before."""
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
_FIRST = crc32(_HEADER)
"""The checksum that the first event continues."""
_HEAD = BlockHead(is_doubled=True)
_pack = msgpack.Packer().pack


@attrs.frozen
class Trace:
    """The content of a trace file."""

    events: tuple[Event, ...]
    damage: str = ""
    """Why reading stopped before the end of the file, if it did."""
    is_cut: bool = False
    """Whether the only damage is an incomplete last decision, as a crash leaves it."""
    size: int = 0
    """How many bytes hold complete decisions."""
    version: int = VERSION


def read_trace(path: Path) -> Trace:
    """Read every intact event; BadFile if the file is not a trace, or is one of a later version."""
    reader = TraceReader(path)
    events = tuple(reader)
    return Trace(events, reader.damage, is_cut=reader.is_cut, size=reader.size, version=reader.version)


class TraceReader:
    """Reads the intact events of a trace, one after another; afterwards `damage` says what is wrong."""

    def __init__(self, path: Path, *, until: int | None = None) -> None:
        """Open a file, and read its first `until` bytes, or all; BadFile as for `read_trace`."""
        self.path = path
        data = read_bytes(path)
        self.version = ENVELOPE.begun(data, str(path))
        self.damage = ""
        self.is_cut = False
        self.size = len(_HEADER)
        self.checksum = _FIRST
        """The checksum that the event after the complete decisions continues."""
        self._data = data[:until]

    def __iter__(self) -> Iterator[Event]:
        known, course = _FORMS[self.version], Course()
        number = 0
        for number, block in enumerate(self._blocks(), 1):
            event = _event(block.content or b"", known)
            if event is None or not course.takes(event):
                self._stop(number, is_cut=False)
                return
            yield event
            if not course.is_open:
                self.size, self.checksum = block.end, block.checksum
        if course.is_open and not self.damage:
            self._stop(number + 1, is_cut=True)

    def check(self) -> None:
        """Check only the checksums, which is much faster than reading every event."""
        for block in self._blocks():
            self.size = block.end

    def _blocks(self) -> Iterator[Block]:
        """Yield the intact blocks."""
        at, number, block = len(_HEADER), 1, Block(b"", len(_HEADER), checksum=_FIRST)
        while at < len(self._data):
            block = _HEAD.read(self._data, at, block.checksum if self.version >= _CHAINED else 0)
            if block.content is None:
                self._stop(number, is_cut=block.is_cut)
                return
            yield block
            at, number = block.end, number + 1

    def _stop(self, number: int, *, is_cut: bool) -> None:
        """Record that reading stopped in the event of this number, counted from 1."""
        self.is_cut, how = is_cut, "cut off" if is_cut else "damaged"
        self.damage = f"{self.path} is {how} in event {number}; the {number - 1} events before it are intact"


def _event(packed: bytes, known: Mapping[str, Form]) -> Event | None:
    """Read one event; None if it is not valid, even if its checksum is."""
    try:
        return read_event(msgpack.unpackb(packed), known)
    except (ValueError, TypeError, msgpack.exceptions.UnpackException):
        return None


class TraceWriter:
    """Appends decisions to a trace file."""

    def __init__(self, path: Path, *, keep: int | None = None) -> None:
        """Open a file; keep its first `keep` bytes or all complete decisions. BadFile if it has fewer."""
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
        self._size, self._checksum = _whole(self.path, keep)
        os.ftruncate(self._file, self._size)
        if not self._size:
            self._write(_HEADER)

    @property
    def size(self) -> int:
        """Return the size of the file in bytes."""
        return self._size

    def append(self, *decisions: Decision) -> None:
        """Append decisions, all or none of them."""
        parts, checksum = [], self._checksum
        for decision in decisions:
            for row in rows_of(decision):
                packed = _pack(row)
                checksum = crc32(packed, checksum)
                parts += [_HEAD.of(packed, checksum), packed]
        self._write(b"".join(parts))
        self._checksum = checksum

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


def _whole(path: Path, keep: int | None) -> tuple[int, int]:
    """Return the size of the part of a file to keep, and the checksum that its next event continues.

    Without `keep`, that is all but a decision that a crash left incomplete.
    """
    size, checksum = 0, _FIRST
    if not _is_unbegun(path):
        reader = TraceReader(path, until=keep)
        if keep != 0:
            size, checksum = _complete(reader), reader.checksum
    if keep is not None and size < keep:
        raise BadFile(
            f"{path} is cut off: {size:,} of {keep:,} bytes are left; restore it from a copy,"
            " or name another file"
        )
    return size, checksum


def _is_unbegun(path: Path) -> bool:
    """Return whether a file is new, or a crash interrupted its very first write."""
    data = read_bytes(path)
    return len(data) < len(_HEADER) and _HEADER.startswith(data)


def _complete(reader: TraceReader) -> int:
    """Return the size of the complete decisions; BadFile for a file that cannot be appended to."""
    if reader.version != VERSION:
        raise BadFile(
            f"{reader.path} has trace version {reader.version}, this Hoyle writes {VERSION}; use another file"
        )
    for _ in reader:  # only to check it
        pass
    if reader.damage and not reader.is_cut:
        raise BadFile(f"{reader.damage}; name another file")
    return reader.size
