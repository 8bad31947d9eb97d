"""Trace files taken apart into their events and put together again, with lengths and checksums that fit."""

import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgpack

HEADER = 12
"""Bytes before the first event."""
HEAD = 12
"""Bytes before each event, the first four its length."""
ALL_BITS = 0xFFFFFFFF


def blocks(data: bytes) -> list[bytes]:
    """Return the events of a whole file, each with its head."""
    found, at = [], HEADER
    while at < len(data):
        end = at + HEAD + int.from_bytes(data[at : at + 4], "little")
        found.append(data[at:end])
        at = end
    return found


def unframed(data: bytes) -> Iterator[Any]:
    """Yield the rows of a trace."""
    for block in blocks(data):
        yield msgpack.unpackb(block[HEAD:])


def framed(rows: Iterable[Any], version: int = 4) -> bytes:
    """Return a file of these rows, whatever they are; ValueError or OverflowError if msgpack cannot."""
    parts = [b"hoyle trace" + bytes([version])]
    checksum = zlib.crc32(parts[0])
    for row in rows:
        packed = msgpack.packb(row)
        checksum = zlib.crc32(packed, checksum if version > 3 else 0)
        parts += [struct.pack("<III", len(packed), len(packed) ^ ALL_BITS, checksum), packed]
    return b"".join(parts)
