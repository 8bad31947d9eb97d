"""Messages between processes: msgpack behind four bytes of length."""

import struct
from collections.abc import Iterator
from typing import Any

import msgpack

LONGEST = 1 << 28
"""Bytes in a message; knowledge is the longest thing that is ever sent."""
_HEAD = struct.Struct("<I")


class BadFrame(Exception):
    """What came is no message."""


def pack(message: Any) -> bytes:
    """Write a message."""
    packed = bytes(msgpack.packb(message))
    return _HEAD.pack(len(packed)) + packed


class Unpacker:
    """Puts messages together again from whatever pieces they arrive in."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Any]:
        """Take more bytes; yield every message that is whole."""
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
