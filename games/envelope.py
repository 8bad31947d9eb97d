"""The envelope of our binary files: magic word, version, checksum, and an error for each kind of fault.

The three kinds of files were designed at different times, and their formats on disk stay:

- a *sealed* file is one value, a msgpack array of the magic word, the version, the SHA-256 of the content and
  the content (useful knowledge);
- a file that grows begins with the magic word and a byte for the version, followed by *blocks* (traces);
- a file that is mapped into arrays begins with the magic word and one block, its header (solutions).

A block is a head, which contains its length and its CRC-32, followed by its bytes. The CRC-32 may continue
that of the block before. In such a chain a missing, repeated or moved block changes every checksum after it.
"""

import hashlib
import struct
from collections.abc import Iterable
from typing import Final, NamedTuple
from zlib import crc32

import attrs
import msgpack

from games.errors import BadFile

_ALL_BITS: Final = 0xFFFFFFFF
_FOUR: Final = b"\x94"
"""The first byte of a msgpack array of four."""


@attrs.frozen
class Envelope:
    """What files of one kind have around their content, and the messages for files that are wrong."""

    magic: bytes
    versions: tuple[int, ...]
    """The versions that this Hoyle reads; it writes the last."""
    foreign: str
    """The predicate for a file of another kind, with the remedy: `not a trace file`."""
    other_version: str
    """The words for a version that this Hoyle cannot read, with `{found}` and `{known}` in them."""
    older: str = ""
    """What users can do about an older version."""
    newer: str = ""
    """What users can do about a newer version."""
    remedy: str = ""
    """What users can do about a damaged file."""

    @property
    def version(self) -> int:
        """Return the version that this Hoyle writes."""
        return self.versions[-1]

    # The errors.

    def not_ours(self, source: str) -> BadFile:
        """Return the error for a file of another kind."""
        return BadFile(f"{source} is {self.foreign}")

    def cut_off(self, source: str) -> BadFile:
        """Return the error for a file whose end is missing."""
        return self.broken(source, "it is cut off")

    def broken(self, source: str, why: str = "its checksum does not match") -> BadFile:
        """Return the error for a damaged file."""
        return BadFile(_with_remedy(f"{source} is damaged: {why}", self.remedy))

    def check_version(self, found: object, source: str) -> None:
        """Raise BadFile if this Hoyle cannot read files of this version."""
        if type(found) is not int or found not in self.versions:
            known = ", ".join(map(str, self.versions))
            is_newer = isinstance(found, int) and found > self.version
            has = self.other_version.format(found=f"{found!r:.20}", known=known)
            raise BadFile(_with_remedy(f"{source} has {has}", self.newer if is_newer else self.older))

    # A file that begins with the magic word.

    @property
    def beginning(self) -> bytes:
        """Return the first bytes of a file whose version is a byte after the magic word."""
        return self.magic + bytes([self.version])

    def check_magic(self, data: bytes | memoryview, source: str) -> None:
        """Raise BadFile if the data does not begin with our magic word."""
        if bytes(data[: len(self.magic)]) != self.magic:
            raise self.not_ours(source)

    def begun(self, data: bytes, source: str) -> int:
        """Return the version after the magic word."""
        if len(data) < len(self.beginning):
            raise self.not_ours(source)
        self.check_magic(data, source)
        version = data[len(self.magic)]
        self.check_version(version, source)
        return version

    # A sealed file.

    def is_sealed(self, data: bytes) -> bool:
        """Return whether these bytes begin a sealed file of this kind."""
        return data.startswith(_FOUR + msgpack.packb(self.magic.decode()))

    def sealed(self, content: bytes) -> bytes:
        """Return the content in its envelope, as the bytes of a whole file."""
        digest = hashlib.sha256(content).digest()
        return bytes(msgpack.packb([self.magic.decode(), self.version, digest, content]))

    def opened(self, data: bytes, source: str) -> bytes:
        """Return the content of a sealed file; BadFile if it differs from what was sealed."""
        match self._read(data, source):
            case [str(magic), version, *rest] if magic.encode() == self.magic:
                self.check_version(version, source)
                match rest:
                    case [bytes(digest), bytes(content)]:
                        if hashlib.sha256(content).digest() != digest:
                            raise self.broken(source)
                        return content
        raise self.not_ours(source)

    def _read(self, data: bytes, source: str) -> object:
        try:
            found: object = msgpack.unpackb(data, use_list=True, strict_map_key=False)
        except (ValueError, TypeError, msgpack.exceptions.UnpackException) as error:
            if not self.is_sealed(data):
                return None
            if isinstance(error, msgpack.exceptions.ExtraData):
                raise self.broken(source, "it continues after its end") from error
            raise self.cut_off(source) from error
        return found


def _with_remedy(fault: str, remedy: str) -> str:
    return f"{fault}; {remedy}" if remedy else fault


class Block(NamedTuple):
    """The result of reading a block."""

    content: bytes | None
    """None if it differs from what was written."""
    end: int
    """Where the next block begins."""
    is_cut: bool = False
    """Whether the file ends before the block does."""
    checksum: int = 0
    """Its CRC-32, which the next block of a chain continues."""


class BlockHead:
    """The head of a block: its length, its inverted length if `is_doubled`, and its CRC-32.

    The inverted length distinguishes a file that was cut off from one whose length was changed.
    """

    def __init__(self, *, is_doubled: bool) -> None:
        self._is_doubled = is_doubled
        self._struct = struct.Struct("<III" if is_doubled else "<II")
        self.size = self._struct.size

    def of(self, content: bytes, checksum: int | None = None) -> bytes:
        """Return the head for these bytes; in a chain, pass the CRC-32 that continues the one before."""
        length, checksum = len(content), crc32(content) if checksum is None else checksum
        if self._is_doubled:
            return self._struct.pack(length, length ^ _ALL_BITS, checksum)
        return self._struct.pack(length, checksum)

    def read(self, data: bytes | memoryview, at: int, before: int = 0) -> Block:
        """Read the block that begins at this offset; in a chain, `before` is the checksum of the last one."""
        start = at + self.size
        if start > len(data):
            return Block(None, len(data), is_cut=True)
        length, *_, checksum = numbers = self._struct.unpack_from(data, at)
        if self._is_doubled and numbers[1] != length ^ _ALL_BITS:
            return Block(None, start)
        end = start + length
        if end > len(data):
            return Block(None, len(data), is_cut=True)
        content = bytes(data[start:end])
        if crc32(content, before) != checksum:
            return Block(None, end)
        return Block(content, end, checksum=checksum)


def checksum_of(parts: Iterable[bytes | memoryview]) -> int:
    """Return the CRC-32 of consecutive parts."""
    checksum = 0
    for part in parts:
        checksum = crc32(part, checksum)
    return checksum
