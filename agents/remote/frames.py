"""Messages between processes: four bytes of length, then msgpack."""

import struct
from collections.abc import Iterator
from typing import Any

import msgpack

LONGEST = 1 << 28
"""The longest message in bytes; knowledge is the longest thing that is sent."""
_HEAD = struct.Struct("<I")


class BadFrame(Exception):
    """Raised for data that is no message."""


def pack(message: Any) -> bytes:
    """Return a message as bytes."""
    packed = bytes(msgpack.packb(message))
    return _HEAD.pack(len(packed)) + packed


class Unpacker:
    """Puts messages together from the pieces in which they arrive."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Any]:
        """Take more bytes; yield every complete message."""
        self._buffer += data
        while len(self._buffer) >= _HEAD.size:
            (length,) = _HEAD.unpack_from(self._buffer)
            if length > LONGEST:
                raise BadFrame(f"a message of {length} bytes is too long")
            end = _HEAD.size + length
            if len(self._buffer) < end:
                return
            packed = bytes(self._buffer[_HEAD.size : end])
            del self._buffer[:end]
            try:
                yield msgpack.unpackb(packed, strict_map_key=False)
            except (ValueError, msgpack.exceptions.UnpackException) as error:
                raise BadFrame("a message cannot be read") from error
