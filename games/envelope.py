"""The envelope of our binary files: magic word, version, checksum, and an error for each way to be wrong.

Three kinds of files were laid out at different times, and stay as they are on the disk:

- a *sealed* file is one value, a msgpack array of the magic word, the version, the SHA-256 of the content and
  the content (useful knowledge);
- a file that grows begins with the magic word and a byte for the version; *blocks* follow (traces);
- a file that is mapped into arrays begins with the magic word and one block, its header (solutions).

A block is a head, with its length and its CRC-32, and then its bytes.
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
"""How an array of four begins in msgpack."""


@attrs.frozen
class Envelope:
    """What the files of one kind have around their content, and what to say of one that is wrong."""

    magic: bytes
    versions: tuple[int, ...]
    """Those that this Hoyle reads; it writes the last."""
    foreign: str
    """What a file is that is none of this kind: `no trace file`, and what to do."""
    other_version: str
    """What a file has whose version is not read, with `{found}` and `{known}` in it."""
    older: str = ""
    """What to do about a file of such a version."""
    newer: str = ""
    """The same if it is a later one than ours."""
    remedy: str = ""
    """What to do about a file that is not as it was written."""

    @property
    def version(self) -> int:
        """The version that is written."""
        return self.versions[-1]

    # What can be wrong.

    def not_ours(self, source: str) -> BadFile:
        """Say that a file is none of this kind."""
        return BadFile(f"{source} is {self.foreign}")

    def cut_off(self, source: str) -> BadFile:
        """Say that the end of a file is missing."""
        return self.broken(source, "it is cut off")

    def broken(self, source: str, why: str = "its checksum does not fit") -> BadFile:
        """Say that a file is not as it was written."""
        return BadFile(_with_remedy(f"{source} is damaged: {why}", self.remedy))

    def check_version(self, found: object, source: str) -> None:
        """Refuse a file of a version that is not read here."""
        if type(found) is not int or found not in self.versions:
            known = ", ".join(map(str, self.versions))
            is_newer = isinstance(found, int) and found > self.version
            has = self.other_version.format(found=f"{found!r:.20}", known=known)
            raise BadFile(_with_remedy(f"{source} has {has}", self.newer if is_newer else self.older))

    # A file that begins with the magic word.

    @property
    def beginning(self) -> bytes:
        """How a file begins whose version is a byte behind the magic word."""
        return self.magic + bytes([self.version])

    def check_magic(self, data: bytes | memoryview, source: str) -> None:
        """Refuse what does not begin as our files do."""
        if bytes(data[: len(self.magic)]) != self.magic:
            raise self.not_ours(source)

    def begun(self, data: bytes, source: str) -> int:
        """Return the version behind the magic word."""
        if len(data) < len(self.beginning):
            raise self.not_ours(source)
        self.check_magic(data, source)
        version = data[len(self.magic)]
        self.check_version(version, source)
        return version

    # A sealed file.

    def sealed(self, content: bytes) -> bytes:
        """Put all of a file into its envelope."""
        digest = hashlib.sha256(content).digest()
        return bytes(msgpack.packb([self.magic.decode(), self.version, digest, content]))

    def opened(self, data: bytes, source: str) -> bytes:
        """Return the content of a sealed file; BadFile unless it is exactly what was sealed."""
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
            if not data.startswith(_FOUR + msgpack.packb(self.magic.decode())):
                return None
            if isinstance(error, msgpack.exceptions.ExtraData):
                raise self.broken(source, "it goes on behind its end") from error
            raise self.cut_off(source) from error
        return found


def _with_remedy(fault: str, remedy: str) -> str:
    return f"{fault}; {remedy}" if remedy else fault


class Block(NamedTuple):
    """What was found where a block should be."""

    content: bytes | None
    """None if it is not what was written."""
    end: int
    """Where the next one begins."""
    is_cut: bool = False
    """The file ends before the block does."""


class BlockHead:
    """How a block begins: with its length, the same with every bit flipped if it `is_doubled`, its CRC-32.

    A length that stands there twice tells a file that was cut off from one whose length was changed.
    """

    def __init__(self, *, is_doubled: bool) -> None:
        self._is_doubled = is_doubled
        self._struct = struct.Struct("<III" if is_doubled else "<II")
        self.size = self._struct.size

    def of(self, content: bytes) -> bytes:
        """Return the head that belongs before these bytes."""
        length = len(content)
        if self._is_doubled:
            return self._struct.pack(length, length ^ _ALL_BITS, crc32(content))
        return self._struct.pack(length, crc32(content))

    def read(self, data: bytes | memoryview, at: int) -> Block:
        """Read the block that begins there."""
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
        return Block(content if crc32(content) == checksum else None, end)


def checksum_of(parts: Iterable[bytes | memoryview]) -> int:
    """Return the CRC-32 of parts that lie one behind the other."""
    checksum = 0
    for part in parts:
        checksum = crc32(part, checksum)
    return checksum
