"""Reading an answer that somebody else's server sends: no more is taken in, or unpacked, than is allowed."""

import zlib
from collections.abc import AsyncIterable, Sequence
from typing import Any, Protocol

from agents.session.failures import Failure

PLAIN = ("", "identity")
PACKED = ("gzip", "x-gzip", "deflate")
HEADER = 2
"""Bytes by which formats are told apart."""


class Inflater(Protocol):
    """Takes what has come, and answers what it says."""

    def feed(self, data: bytes, most: int) -> bytes:
        """Return what these bytes say, up to a few bytes more than `most`."""

    def end(self) -> None:
        """See that nothing is missing."""


class _Plain:
    """What is not packed says itself."""

    def feed(self, data: bytes, most: int) -> bytes:  # noqa: ARG002  # it is as long as it is
        return data

    def end(self) -> None:
        """Whatever came is all."""


class _Zlib:
    """One layer of gzip or deflate, unpacked bit by bit."""

    def __init__(self) -> None:
        self._head = b""
        self._zlib: Any = None

    def feed(self, data: bytes, most: int) -> bytes:
        if self._zlib is None:
            self._head += data
            if len(self._head) < HEADER:
                return b""
            self._zlib, data = zlib.decompressobj(_format(self._head)), self._head
        try:
            return bytes(self._zlib.decompress(data, most + 1))
        except zlib.error:
            raise Failure("sent an answer that cannot be unpacked") from None

    def end(self) -> None:
        if self._zlib is None or not self._zlib.eof:
            raise Failure("sent an answer that cannot be unpacked: its end is missing")


def _format(head: bytes) -> int:
    """See by its first two bytes which format it is: some send deflate without its header."""
    has_header = head.startswith(b"\x1f\x8b") or (
        head[0] & 15 == zlib.DEFLATED and int.from_bytes(head[:HEADER]) % 31 == 0
    )
    return zlib.MAX_WBITS | 32 if has_header else -zlib.MAX_WBITS


def unpacker(encodings: Sequence[str]) -> Inflater:
    """Find who unpacks what was packed like this; Failure if that is more than one layer, or unknown."""
    layers = [each for each in (each.strip().lower() for each in encodings) if each not in PLAIN]
    if not layers:
        return _Plain()
    if len(layers) > 1 or layers[0] not in PACKED:
        how = ", ".join(layers)
        raise Failure(f"sent an answer packed as {how}; at most one layer of gzip or deflate is unpacked")
    return _Zlib()


async def read_bounded(chunks: AsyncIterable[bytes], encodings: Sequence[str], most: int) -> bytes:
    """Read a stream to its end; Failure as soon as it is longer than `most`, packed or unpacked."""
    unpacking, came, said = unpacker(encodings), 0, bytearray()
    async for data in chunks:
        came += len(data)
        said += unpacking.feed(data, most - len(said))
        if max(came, len(said)) > most:
            raise Failure(f"sent more than {most} bytes")
    unpacking.end()
    return bytes(said)
