"""The envelope of our binary files: what was put in comes out, and each way to be wrong is told."""

import hashlib
import struct
import zlib
from typing import Any

import attrs
import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadFile
from games.envelope import Block, BlockHead, Envelope, checksum_of
from tests.support import each_case

KIND = Envelope(
    magic=b"hoyle test",
    versions=(2, 3),
    foreign="no test file; write one",
    other_version="test version {found}, this Hoyle reads {known}",
    older="write it again",
    newer="use the newer one",
    remedy="restore it",
)
CONTENT = b"something that is worth keeping"
HEADS = (BlockHead(is_doubled=True), BlockHead(is_doubled=False))


def refusal(data: bytes, kind: Envelope = KIND) -> str:
    """Return the line that refuses a sealed file."""
    with pytest.raises(BadFile) as refused:
        kind.opened(data, "mine")
    return str(refused.value)


# Sealed files.


@given(content=st.binary(max_size=300))
def test_what_was_sealed_is_opened(content: bytes) -> None:
    """And the bytes are an array of the magic word, the version, the SHA-256 and the content."""
    sealed = KIND.sealed(content)
    assert KIND.opened(sealed, "mine") == content
    assert msgpack.unpackb(sealed) == ["hoyle test", 3, hashlib.sha256(content).digest(), content]


@given(data=st.binary())
def test_what_is_not_ours_is_said_to_be_none(data: bytes) -> None:
    """Whatever it is."""
    assert refusal(data) == "mine is no test file; write one"


@pytest.mark.parametrize(
    "other", [["hoyle other", 3, b"", b""], ["hoyle test", 3], ["hoyle test", 3, 1, 2], 5, {}]
)
def test_what_is_laid_out_otherwise_is_not_ours(other: object) -> None:
    """Also if it begins with our word."""
    assert refusal(msgpack.packb(other)) == "mine is no test file; write one"


@given(cut=st.integers(0, len(KIND.sealed(CONTENT)) - 1))
def test_a_sealed_file_that_is_cut_off_is_said_to_be(cut: int) -> None:
    """As soon as so much is there that it can be known for ours."""
    known = 2 + len(KIND.magic)
    line = "is damaged: it is cut off; restore it" if cut >= known else "is no test file; write one"
    assert refusal(KIND.sealed(CONTENT)[:cut]) == f"mine {line}"


@given(more=st.binary(min_size=1))
def test_a_sealed_file_that_goes_on_is_damaged(more: bytes) -> None:
    """It is not the one that was written."""
    assert refusal(KIND.sealed(CONTENT) + more) == "mine is damaged: it continues after its end; restore it"


@given(bit=st.integers(0, 8 * len(KIND.sealed(CONTENT)) - 1))
def test_one_wrong_bit_is_noticed(bit: int) -> None:
    """Wherever it is; in the content or its digest it is the checksum that tells."""
    flipped = bytearray(KIND.sealed(CONTENT))
    flipped[bit // 8] ^= 1 << bit % 8
    try:
        content = KIND.opened(bytes(flipped), "mine")
    except BadFile:
        return
    assert (content, flipped[2 + len(KIND.magic)]) == (
        CONTENT,
        2,
    )  # version 3 became version 2, which is read too


@each_case(
    ("version", "line"),
    [
        (4, "mine has test version 4, this Hoyle reads 2, 3; use the newer one"),
        (1, "mine has test version 1, this Hoyle reads 2, 3; write it again"),
        ("3", "mine has test version '3', this Hoyle reads 2, 3; write it again"),
        (True, "mine has test version True, this Hoyle reads 2, 3; write it again"),
        (None, "mine has test version None, this Hoyle reads 2, 3; write it again"),
        ("9" * 99, f"mine has test version '{'9' * 19}, this Hoyle reads 2, 3; write it again"),
    ],
)
def test_another_version_is_named_with_what_to_do(version: object, line: str) -> None:
    """Whatever follows it: a later version may be laid out otherwise."""
    assert refusal(msgpack.packb(["hoyle test", version, b"", CONTENT])) == line
    assert refusal(msgpack.packb(["hoyle test", version, {"laid out": "otherwise"}])) == line


def test_every_version_that_is_known_is_opened() -> None:
    """Files of earlier versions are read, and those that are written now have the last one."""
    earlier = attrs.evolve(KIND, versions=(2,))
    assert KIND.opened(earlier.sealed(CONTENT), "mine") == CONTENT
    assert refusal(KIND.sealed(CONTENT), earlier).startswith(
        "mine has test version 3, this Hoyle reads 2; use"
    )


@given(inside=st.binary(), magic=st.sampled_from(["hoyle test", "hoyle other"]))
def test_a_digest_that_does_not_fit_is_damage(inside: bytes, magic: str) -> None:
    """The magic word says whose file it is, the digest whether it is whole."""
    told = refusal(msgpack.packb([magic, 3, b"not its digest", inside]))
    ours = "mine is damaged: its checksum does not match; restore it"
    assert told == (ours if magic == "hoyle test" else "mine is no test file; write one")


# Files that begin with the magic word.


def test_a_file_begins_with_its_word_and_version() -> None:
    """Both are checked, in this order; a file that is shorter than that is none of ours."""
    assert KIND.beginning == b"hoyle test\x03"
    assert [KIND.begun(b"hoyle test" + bytes([each]) + CONTENT, "mine") for each in (2, 3)] == [2, 3]
    for data in (b"", b"hoyle tes", b"hoyle test", b"hoyle rest\x03"):
        with pytest.raises(BadFile, match=r"^mine is no test file; write one$"):
            KIND.begun(data, "mine")
    with pytest.raises(BadFile, match=r"^mine has test version 4, this Hoyle reads 2, 3; use the newer one$"):
        KIND.begun(b"hoyle test\x04", "mine")


# Blocks.


def laid_out(content: bytes, *, is_doubled: bool) -> bytes:
    """Write a block by hand."""
    flipped = struct.pack("<I", len(content) ^ 0xFFFFFFFF) if is_doubled else b""
    return struct.pack("<I", len(content)) + flipped + struct.pack("<I", zlib.crc32(content)) + content


@pytest.mark.parametrize("is_doubled", [True, False])
@given(contents=st.lists(st.binary(max_size=50), max_size=4), before=st.binary(max_size=9))
def test_blocks_are_read_one_after_the_other(is_doubled: bool, contents: list[bytes], before: bytes) -> None:
    """As they were written, which is length and CRC-32 in little-endian numbers, then the bytes."""
    head = BlockHead(is_doubled=is_doubled)
    data = before + b"".join(head.of(each) + each for each in contents)
    assert data == before + b"".join(laid_out(each, is_doubled=is_doubled) for each in contents)
    at, read = len(before), []
    while at < len(data):
        block = head.read(memoryview(data), at)
        read.append(block.content)
        at = block.end
    assert (read, at) == (contents, len(data))


@pytest.mark.parametrize("head", HEADS)
def test_the_blocks_of_a_chain_are_read_in_their_order_only(head: BlockHead) -> None:
    """Each checksum continues the one before, so a block fits only where it was written."""
    one, both = zlib.crc32(CONTENT), zlib.crc32(CONTENT, zlib.crc32(CONTENT))
    second = head.of(CONTENT, both) + CONTENT
    assert head.read(second, 0, one) == Block(CONTENT, len(second), checksum=both)
    assert head.read(second, 0).content is None
    assert head.read(second, 0, both).content is None


@pytest.mark.parametrize("head", HEADS)
@given(data=st.data())
def test_a_block_that_is_cut_off_is_said_to_be(head: BlockHead, data: st.DataObject) -> None:
    """Wherever it ends."""
    whole = head.of(CONTENT) + CONTENT
    cut = data.draw(st.integers(0, len(whole) - 1))
    assert head.read(whole[:cut], 0) == Block(None, cut, is_cut=True)


@given(bit=st.integers(0, 8 * (12 + len(CONTENT)) - 1))
def test_a_block_with_a_wrong_bit_is_damaged_and_not_cut_off(bit: int) -> None:
    """With its length twice, also if the length is what was changed."""
    whole = bytearray(HEADS[0].of(CONTENT) + CONTENT)
    whole[bit // 8] ^= 1 << bit % 8
    block = HEADS[0].read(bytes(whole), 0)
    assert (block.content, block.is_cut) == (None, False)


@given(parts=st.lists(st.binary(max_size=20)))
def test_the_checksum_of_parts_is_that_of_the_whole(parts: list[bytes]) -> None:
    """However it was cut up."""
    assert checksum_of(parts) == checksum_of([memoryview(b"".join(parts))]) == zlib.crc32(b"".join(parts))


@given(content=st.binary())
def test_without_a_remedy_a_fault_is_told_alone(content: bytes) -> None:
    """No line ends in a semicolon."""
    bare: Any = Envelope(b"hoyle test", (3,), "none", "version {found}; this Hoyle reads version {known}")
    assert refusal(bare.sealed(content)[:-1] + b"\0\0", bare).startswith("mine is damaged: ")
    assert not refusal(bare.sealed(content) + b"\0", bare).endswith(";")
    assert refusal(KIND.sealed(content).replace(b"test\x03", b"test\x02"), bare) == (
        "mine has version 2; this Hoyle reads version 3"
    )
