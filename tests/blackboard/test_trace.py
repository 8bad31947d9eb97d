"""The trace: a file that only grows, and can be read up to where it is whole."""

import errno
import os
import struct
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgpack
import pytest
import trio

from agents import Streams, get_advisors
from blackboard import Decision, Event, Trace, TraceWriter, decisions_of, events_of, read_trace
from blackboard.events import FIELDS_1, FIELDS_2
from control import Budgets, Panel, VirtualClock, decide
from games import BadFile
from tests.support import each_case, played, tic_tac_toe

HEADER = 12
"""Bytes before the first event."""
HEAD = 12
"""Bytes before each event, the first four its length."""


@cache
def made() -> list[Decision]:
    """Make a few decisions of different kinds."""
    panel = Panel.of(get_advisors(["Victory", "Panic", "Candide", "Wild"]), budgets=Budgets.parse(["900us"]))
    starts = ["", "1 4 3 5", "1 5 2"]

    async def main() -> list[Decision]:
        return [
            await decide(tic_tac_toe(), played(moves), panel, streams=Streams(1).child("ply", n))
            for n, moves in enumerate(starts)
        ]

    return trio.run(main, clock=VirtualClock())


def told(decisions: list[Decision]) -> list[Event]:
    """Return all events of decisions, as a file holds them: tuples become lists."""
    return [
        {key: list(value) if isinstance(value, tuple) else value for key, value in event.items()}
        for decision in decisions
        for event in events_of(decision)
    ]


def written(path: Path, decisions: list[Decision]) -> bytes:
    """Write decisions to a file; return its bytes."""
    with TraceWriter(path) as writer:
        for decision in decisions:
            writer.append(decision)
    return path.read_bytes()


def read(path: Path, data: bytes) -> Trace:
    """Read these bytes as a trace."""
    path.write_bytes(data)
    return read_trace(path)


def frame_ends(data: bytes) -> list[int]:
    """Return where each event of a whole file ends, the header first."""
    ends = [HEADER]
    while ends[-1] < len(data):
        ends.append(ends[-1] + HEAD + int.from_bytes(data[ends[-1] : ends[-1] + 4], "little"))
    return ends


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a trace may be."""
    return tmp_path / "trace"


def test_decisions_are_read_back_as_they_were(path: Path) -> None:
    """Events and decisions of a file are those that were written."""
    data = written(path, made())
    trace = read_trace(path)
    assert list(trace.events) == told(made())
    assert list(decisions_of(trace.events)) == made()
    assert (trace.damage, trace.is_cut, trace.size) == ("", False, len(data))


def test_a_trace_without_decisions_is_a_trace(path: Path) -> None:
    """A file that was opened and closed can be read, and gone on with."""
    written(path, [])
    assert read_trace(path).events == ()
    written(path, made())
    assert list(decisions_of(read_trace(path).events)) == made()


def test_what_is_appended_later_comes_after(path: Path) -> None:
    """One writer or many in a row give the same bytes."""
    at_once = written(path.with_name("other"), made())
    for decision in made():
        written(path, [decision])
    assert path.read_bytes() == at_once


def test_a_file_that_was_written_before_is_written_again_to_the_byte(path: Path) -> None:
    """The decisions of a trace that an earlier Hoyle wrote give the same file, whole."""
    kept = Path(__file__).parents[1] / "data/before-rooms/played.trace"
    trace = read_trace(kept)
    assert (trace.damage, trace.size) == ("", kept.stat().st_size)
    assert written(path, list(decisions_of(trace.events))) == kept.read_bytes()


def test_a_truncated_file_is_read_up_to_its_last_whole_event(path: Path) -> None:
    """Cut off at any byte, every whole event before the cut is there, and the damage is told."""
    data = written(path, made()[1:2])
    ends, whole = frame_ends(data), told(made()[1:2])
    for size in range(HEADER, len(data)):
        trace = read(path, data[:size])
        assert list(trace.events) == whole[: sum(end <= size for end in ends) - 1]
        assert trace.is_cut is bool(trace.damage) is (size not in ends)
    damage = read(path, data[:-1]).damage
    assert f"is cut off in event {len(ends) - 1}; the {len(ends) - 2} events before it are intact" in damage


@each_case("size", range(HEADER))
def test_a_file_cut_in_its_header_is_refused(size: int, path: Path) -> None:
    """So short a file cannot be told from a foreign one."""
    data = written(path, made()[:1])
    with pytest.raises(BadFile, match=r" is not a trace file; "):
        read(path, data[:size])


def test_appending_to_a_cut_file_keeps_it_whole(path: Path) -> None:
    """The half event that a crash left is dropped; what is appended can be read."""
    data = written(path, made()[:2])
    first_ends = len(written(path.with_name("first"), made()[:1]))
    for size in (*range(first_ends, first_ends + 12), len(data) - 1):
        path.write_bytes(data[:size])
        written(path, made()[2:])
        trace = read_trace(path)
        assert not trace.damage
        decisions = list(decisions_of(trace.events))
        assert decisions == [made()[0], made()[2]]


def test_a_flipped_byte_is_told_with_the_events_before_it(path: Path) -> None:
    """Damage anywhere is found; the events before it are there, and nothing wrong after it."""
    data = written(path, made()[1:2])
    ends, whole = frame_ends(data), told(made()[1:2])
    for at in range(HEADER, len(data)):
        flipped = bytearray(data)
        flipped[at] ^= 0xFF
        trace = read(path, bytes(flipped))
        before = sum(end <= at for end in ends) - 1
        assert trace.damage
        assert list(trace.events) == whole[:before]


def test_nothing_is_lost_by_appending_to_a_damaged_file(path: Path) -> None:
    """Where the damage is not at the end, a writer refuses and leaves every byte as it is."""
    data = written(path, made())
    for at in range(HEADER, HEADER + 400):
        flipped = bytearray(data)
        flipped[at] ^= 0x80
        path.write_bytes(flipped)
        with pytest.raises(BadFile, match=r"; name another file$"):
            TraceWriter(path)
        assert path.read_bytes() == flipped


@pytest.mark.parametrize("zeros", [1, 8, 12, 4096])
def test_zeros_behind_the_end_are_damage(zeros: int, path: Path) -> None:
    """A tail of zeros, as a crash may leave on some disks, is told; all events before it are there."""
    data = written(path, made())
    trace = read(path, data + bytes(zeros))
    assert list(trace.events) == told(made())
    assert trace.damage


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", r" is not a trace file; "),
        (b"hello", r" is not a trace file; "),
        (b"\0" * 100, r" is not a trace file; "),
        (b"hoyle trace\x04", r" has trace version 4, this Hoyle reads 1, 2, 3; use the Hoyle that wrote it$"),
        (b"hoyle trace\0", r" has trace version 0, this Hoyle reads 1, 2, 3; use the Hoyle that wrote it$"),
    ],
)
def test_other_files_are_refused(data: bytes, line: str, path: Path) -> None:
    """A foreign file or another version is refused in one line that names it."""
    with pytest.raises(BadFile, match=line) as caught:
        read(path, data)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("data", [b"hello", b"hoyle trace\x01", b"hoyle trace\x04", b"\0" * 100])
def test_other_files_are_not_written_to(data: bytes, path: Path) -> None:
    """Whoever gives the name of another file by mistake does not lose it."""
    path.write_bytes(data)
    with pytest.raises(BadFile):
        TraceWriter(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize("name", ["missing", "."])
def test_a_file_that_cannot_be_read_is_refused(name: str, tmp_path: Path) -> None:
    """Missing, or a folder: one line."""
    with pytest.raises(BadFile, match=r"^cannot read '"):
        read_trace(tmp_path / name)


@pytest.mark.parametrize("name", [".", "missing/trace", "trace/below", "x" * 300, "nul\0byte"])
def test_a_place_that_cannot_be_written_is_refused(name: str, tmp_path: Path) -> None:
    """A folder, a folder that is not there, a file as a folder, a name too long or no name: one line."""
    written(tmp_path / "trace", [])
    with pytest.raises(BadFile) as caught:
        TraceWriter(tmp_path / name)
    assert "\n" not in str(caught.value)


def test_a_full_disk_leaves_a_whole_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could be written only in part is told, and spoils neither what was there nor what comes later."""
    whole_write = os.write
    written_so_far: list[bytes] = []

    def write_half(file: int, data: bytes) -> int:
        if written_so_far:
            raise OSError(errno.ENOSPC, "No space left on device")
        written_so_far.append(data)
        return whole_write(file, data[: len(data) // 2])

    with TraceWriter(path) as writer:
        writer.append(made()[0])
        monkeypatch.setattr(os, "write", write_half)
        with pytest.raises(BadFile, match=r"^cannot write .*[Nn]o space.*$"):
            writer.append(made()[1])
        monkeypatch.undo()
        writer.append(made()[2])
    assert list(decisions_of(read_trace(path).events)) == [made()[0], made()[2]]


def as_told_by(fields: Mapping[str, Sequence[str]], decision: Decision) -> bytes:
    """Write a decision as an old version did, which knew less."""
    frames = []
    for event in events_of(decision):
        kind = event["event"]
        packed = msgpack.packb([kind, event["ns"], *(event[key] for key in fields[kind])])
        frames += [struct.pack("<III", len(packed), len(packed) ^ 0xFFFFFFFF, zlib.crc32(packed)), packed]
    return b"".join(frames)


def test_version_1_is_still_read(path: Path) -> None:
    """An old trace gives the same decisions; what it does not tell is taken for the worst."""
    trace = read(path, b"hoyle trace\x01" + b"".join(as_told_by(FIELDS_1, each) for each in made()))
    assert (trace.damage, trace.version) == ("", 1)
    for old, new in zip(decisions_of(trace.events), made(), strict=True):
        assert (old.move, old.why, old.tally, old.landed_ns) == (new.move, new.why, new.tally, new.landed_ns)
        for then, now in zip(old.testimonies, new.testimonies, strict=True):
            assert then.limit == now.limit
            assert then.state is now.state
            assert (then.looked, then.read) == (
                (True, "comments") if then.ended_ns else (then.looked, then.read)
            )
    assert any(each.limit == "budget" for decision in made() for each in decision.testimonies)


def test_version_2_is_still_read(path: Path) -> None:
    """A trace of version 2 gives the same decisions: in virtual time nobody waits, and nobody was killed."""
    trace = read(path, b"hoyle trace\x02" + b"".join(as_told_by(FIELDS_2, each) for each in made()))
    assert (trace.damage, trace.version) == ("", 2)
    assert list(decisions_of(trace.events)) == made()


def test_version_1_is_not_appended_to(path: Path) -> None:
    """A file does not change its version half-way; one line says so, and the file stays as it is."""
    data = b"hoyle trace\x01" + as_told_by(FIELDS_1, made()[0])
    path.write_bytes(data)
    with pytest.raises(BadFile, match=r" has trace version 1, this Hoyle writes 3; use another file$"):
        TraceWriter(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize("row", [[], ["dreamt", 0], ["finished", 0, "Panic"], {"event": "finished"}, 7])
def test_what_is_no_event_is_damage_whatever_its_checksum_says(row: object, path: Path) -> None:
    """A frame that is whole but tells no event ends the reading, with the events before it."""
    packed = msgpack.packb(row)
    head = struct.pack("<III", len(packed), len(packed) ^ 0xFFFFFFFF, zlib.crc32(packed))
    trace = read(path, written(path, made()) + head + packed)
    assert list(trace.events) == told(made())
    assert "damaged" in trace.damage


def test_two_writers_do_not_spoil_each_others_file(path: Path) -> None:
    """While somebody writes a trace, another is refused in one line; afterwards it may go on."""
    with TraceWriter(path) as writer:
        with pytest.raises(BadFile, match="another process is writing it"):
            TraceWriter(path)
        writer.append(made()[0])
    assert len(list(decisions_of(read(path, written(path, made()[1:])).events))) == len(made())


@pytest.mark.parametrize("size", range(HEADER))
def test_a_file_cut_in_its_header_can_be_written_again(size: int, path: Path) -> None:
    """A crash during the very first write leaves a file that the next writer begins anew."""
    data = written(path, made()[:1])
    path.write_bytes(data[:size])
    assert written(path, made()[:1]) == data


def test_events_without_a_beginning_make_no_decision() -> None:
    """A trace that starts in the middle of a decision shows the whole ones only."""
    first, second = (events_of(each) for each in made()[:2])
    assert list(decisions_of([*first[3:], *second])) == [made()[1]]


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_writer_may_keep_less_than_there_is(path: Path, kept: int) -> None:
    """What follows the bytes to keep is cut off, and what comes next takes its place."""
    first, second, third = made()
    with TraceWriter(path) as writer:
        sizes = [0]
        for decision in (first, second):
            writer.append(decision)
            sizes.append(writer.size)
    with TraceWriter(path, keep=sizes[kept]) as writer:
        writer.append(second, third)
    before = [[], [first], [first, second]][kept]
    assert list(read_trace(path).events) == told([*before, second, third])


def test_a_writer_cannot_keep_more_than_there_is(path: Path) -> None:
    """A file that lost its end is whole up to there."""
    data = written(path, made()[:1])
    with TraceWriter(path, keep=10 * len(data)) as writer:
        assert writer.size == len(data)
