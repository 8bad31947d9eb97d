"""The trace: a file that only grows, and can be read up to where it is whole."""

import errno
import itertools
import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from agents import Streams, get_advisors
from blackboard import Decision, Event, Trace, TraceWriter, decisions_of, events_of, read_trace
from blackboard.events import FIELDS, FIELDS_1, FIELDS_2
from control import Budgets, Panel, VirtualClock, decide
from games import BadFile
from tests.support import each_case, played, tic_tac_toe
from tests.trace_files import HEADER, blocks, framed, unframed


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
    return list(itertools.accumulate(map(len, blocks(data)), initial=HEADER))


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
    """The decisions of a trace of version 3 give the same events; only the version and checksums differ."""
    kept = Path(__file__).parents[1] / "data/before-rooms/played.trace"
    trace = read_trace(kept)
    assert (trace.damage, trace.size, trace.version) == ("", kept.stat().st_size, 3)
    again = written(path, list(decisions_of(trace.events)))
    assert framed(unframed(again), version=3) == kept.read_bytes()
    assert framed(unframed(again)) == again


def test_a_truncated_file_is_read_up_to_its_last_whole_event(path: Path) -> None:
    """Cut off at any byte, also between two events, the events before are there, and the damage is told."""
    data = written(path, made()[1:2])
    ends, whole = frame_ends(data), told(made()[1:2])
    for size in range(HEADER, len(data)):
        trace = read(path, data[:size])
        assert list(trace.events) == whole[: sum(end <= size for end in ends) - 1]
        assert trace.is_cut is bool(trace.damage) is (size not in (HEADER, len(data)))
        assert trace.size == (size if size == len(data) else HEADER)
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
        (
            b"hoyle trace\x05",
            r" has trace version 5, this Hoyle reads 1, 2, 3, 4; use the Hoyle that wrote it$",
        ),
        (
            b"hoyle trace\0",
            r" has trace version 0, this Hoyle reads 1, 2, 3, 4; use the Hoyle that wrote it$",
        ),
    ],
)
def test_other_files_are_refused(data: bytes, line: str, path: Path) -> None:
    """A foreign file or another version is refused in one line that names it."""
    with pytest.raises(BadFile, match=line) as caught:
        read(path, data)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("data", [b"hello", b"hoyle trace\x01", b"hoyle trace\x05", b"\0" * 100])
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


def as_told_by(version: int, *decisions: Decision) -> bytes:
    """Write decisions as an old version did, which knew less."""
    fields: Mapping[str, Sequence[str]] = {1: FIELDS_1, 2: FIELDS_2, 3: FIELDS}[version]
    events = [event for decision in decisions for event in events_of(decision)]
    kinds = [(event, event["event"]) for event in events]
    return framed(
        ([kind, event["ns"], *(event[key] for key in fields[kind])] for event, kind in kinds), version
    )


def test_version_1_is_still_read(path: Path) -> None:
    """An old trace gives the same decisions; what it does not tell is taken for the worst."""
    trace = read(path, as_told_by(1, *made()))
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
    trace = read(path, as_told_by(2, *made()))
    assert (trace.damage, trace.version) == ("", 2)
    assert list(decisions_of(trace.events)) == made()


def test_version_3_is_still_read(path: Path) -> None:
    """A trace of version 3 gives the same decisions; its checksums cover one event each."""
    trace = read(path, as_told_by(3, *made()))
    assert (trace.damage, trace.version) == ("", 3)
    assert list(decisions_of(trace.events)) == made()


@pytest.mark.parametrize("version", [1, 3])
def test_an_older_version_is_not_appended_to(version: int, path: Path) -> None:
    """A file does not change its version half-way; one line says so, and the file stays as it is."""
    data = as_told_by(version, made()[0])
    path.write_bytes(data)
    with pytest.raises(
        BadFile, match=rf" has trace version {version}, this Hoyle writes 4; use another file$"
    ):
        TraceWriter(path)
    assert path.read_bytes() == data


def test_an_older_version_of_which_nothing_is_kept_is_begun_anew(path: Path) -> None:
    """Then the file gets the version of today."""
    path.write_bytes(as_told_by(3, made()[0]))
    with TraceWriter(path, keep=0) as writer:
        writer.append(*made())
    assert path.read_bytes() == written(path.with_name("other"), made())


@pytest.mark.parametrize("row", [[], ["dreamt", 0], ["finished", 0, "Panic"], {"event": "finished"}, 7])
def test_what_is_no_event_is_damage_whatever_its_checksum_says(row: object, path: Path) -> None:
    """A frame that is whole but tells no event ends the reading, with the events before it."""
    trace = read(path, framed([*unframed(written(path, made())), row]))
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


@pytest.mark.parametrize("lost", [1, 777])
def test_a_writer_refuses_a_file_that_lost_what_it_should_keep(path: Path, lost: int) -> None:
    """One line says how much is left, and the file stays as it is."""
    data = written(path, made())
    path.write_bytes(data[:-lost])
    with pytest.raises(BadFile, match=rf"is cut off: [\d,]+ of {len(data):,} bytes are left; restore it"):
        TraceWriter(path, keep=len(data))
    assert path.read_bytes() == data[:-lost]


def test_what_follows_the_bytes_to_keep_may_be_damaged(path: Path) -> None:
    """It is removed in any case."""
    keep = len(written(path, made()[:1]))
    path.write_bytes(path.read_bytes() + b"\xff" * 99)
    with TraceWriter(path, keep=keep) as writer:
        writer.append(*made()[1:])
    assert path.read_bytes() == written(path.with_name("other"), made())


# What is missing, repeated or moved.


def test_every_event_that_is_dropped_or_doubled_is_found(path: Path) -> None:
    """With whole heads and checksums, whatever kind it is; the events before it are still read."""
    data = written(path, made())
    header, whole = data[:HEADER], blocks(data)
    for number in range(len(whole)):
        for changed in (
            whole[:number] + whole[number + 1 :],
            whole[: number + 1] + whole[number:],
        ):
            trace = read(path, header + b"".join(changed))
            assert trace.damage
            assert list(trace.events) == told(made())[: len(trace.events)]


@given(data=st.data())
def test_every_exchange_of_events_is_found(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Whole decisions included, wherever they go, unless the file is the same to the byte."""
    path = tmp_path_factory.mktemp("moved") / "trace"
    whole = written(path, made())
    parts = blocks(whole)
    first, second = data.draw(st.integers(0, len(parts))), data.draw(st.integers(0, len(parts)))
    start, stop = min(first, second), max(first, second)
    moved, rest = parts[start:stop], parts[:start] + parts[stop:]
    to = data.draw(st.integers(0, len(rest)))
    changed = whole[:HEADER] + b"".join([*rest[:to], *moved, *rest[to:]])
    assert bool(read(path, changed).damage) is (changed != whole)


def test_events_of_another_trace_do_not_fit(path: Path) -> None:
    """An intact decision of another file is found where one of these should be."""
    one = written(path, made()[:1])
    other = written(path.with_name("other"), made()[1:2])
    trace = read(path, one + other[HEADER:])
    assert list(trace.events) == told(made()[:1])
    assert trace.damage
    assert not trace.is_cut
