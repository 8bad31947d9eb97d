"""Traces that are well framed, and wrong inside."""

import functools
import struct
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blackboard import decisions_of, read_trace
from scenarios.analysis.traces import Log
from scenarios.experiment.records import Records
from scenarios.profiles import differences, profiles, times_to_decide, wasted
from scenarios.report.sections.time_profiles import performance
from tests.mutation import command, mutated
from tests.support import each_case
from tests.trace_files import ALL_BITS, framed, unframed

PANEL = "Victory,Panic,Candide,Wild,Pitchfork,Worried"


@functools.cache
def logged(clock: str) -> list[Any]:
    """Log a few decisions of different kinds, and answer their events as rows."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "t.trace")
        for moves in ("1 4 3 5", "1 5 2", "5", "1 2 3 5 4 6 8 7"):
            words = ("decide", "tic-tac-toe", "--moves", moves, "--clock", clock, "--advisors", PANEL)
            limits = ("--budget", "20ms", "--budget", "tier3=50calls", "--budget", "decision=1s")
            assert command(*words, *limits, "--trace", file) is None
        return list(unframed(file.read_bytes()))


def crafted(rows: list[Any]) -> bytes | None:
    """Put the right lengths and checksums around anything; None if msgpack cannot write it."""
    try:
        return framed(rows)
    except (ValueError, OverflowError):
        return None


COMMANDS = (
    ("trace", "{file}"),
    ("trace", "{file}", "--json"),
    ("trace", "{file}", "--events"),
    ("trace", "{file}", "--show"),
    ("redecide", "{file}"),
    ("redecide", "{file}", "--json", "--pivotal"),
    ("redecide", "{file}", "--without", "Candide", "--late", "drop"),
    ("redecide", "{file}", "--budget", "1ms", "--paradigm", "2", "--json"),
    ("redecide", "{file}", "--budget", "tier1=3calls", "--weights", "Wild=2", "--silence", "0"),
)


def report_of(trace: Path) -> Records:
    """Make the records of an experiment whose only trace is this one."""
    folder = trace.parent / "results"
    (folder / "traces").mkdir(parents=True)
    (folder / "traces" / "cell-0-run-0.trace").write_bytes(trace.read_bytes())
    return cast("Records", SimpleNamespace(folder=folder, cells={0: {}}))


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_every_command_reads_it_or_refuses_it_in_one_line(data: st.DataObject) -> None:
    """Whatever its events say, a command works, or says in one line which event is wrong."""
    rows = logged(data.draw(st.sampled_from(["virtual", "wall"])))
    words = data.draw(st.sampled_from(COMMANDS))
    made = crafted(data.draw(mutated(rows)))
    if made is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "file.trace")
        file.write_bytes(made)
        told = command(*(word.format(file=file) for word in words))
        assert told is None or "\n" not in told
        decisions = [each.decision for each in Log(file)]
        profiles(decisions)
        times_to_decide(decisions)
        wasted(decisions)
        differences(decisions, decisions)
        performance(report_of(file), [])


def changed(place: int, field: int, value: Any) -> list[Any]:
    """Return the logged rows with one field of one of them other."""
    rows = [list(row) for row in logged("virtual")]
    rows[place][field] = value
    return rows


FIRST = {row[0]: place for place, row in reversed(list(enumerate(logged("virtual"))))}
"""Where each kind of event comes first."""


@each_case(
    ("kind", "field", "value"),
    [
        ("posed", 1, -5),
        ("posed", 2, 7),
        ("posed", 3, {"a": [1]}),
        ("posed", 5, "Nobody"),
        ("posed", 6, []),
        ("posed", 6, ["2", "2"]),
        ("posed", 7, {}),
        ("started", 1, 2**63),
        ("started", 3, 4),
        ("started", 4, float("nan")),
        ("started", 5, -1),
        ("comment", 3, "99"),
        ("comment", 4, 11),
        ("comment", 4, True),
        ("comment", 5, b"because"),
        ("finished", 3, -1),
        ("landed", 2, "99"),
        ("landed", 3, 0),
        ("landed", 6, {"2": float("inf")}),
        ("landed", 7, {"99": "Victory"}),
        ("landed", 8, {"lag_ns": 1, "more": 2}),
    ],
)
def test_an_event_that_cannot_be_is_damage(kind: str, field: int, value: Any, tmp_path: Path) -> None:
    """Reading stops before it, whatever its checksum says, and every command names it in one line."""
    file = tmp_path / "file.trace"
    file.write_bytes(framed(changed(FIRST[kind], field, value)))
    trace = read_trace(file)
    assert len(trace.events) == FIRST[kind]
    assert (
        f"is damaged in event {FIRST[kind] + 1}; the {FIRST[kind]} events before it are intact"
        in trace.damage
    )
    assert not trace.is_cut
    list(decisions_of(trace.events))
    for words in COMMANDS[:5]:
        assert command(*(word.format(file=file) for word in words)) == trace.damage


def test_one_seat_is_one_advisors(tmp_path: Path) -> None:
    """Two Advisors of one name, and one that is still thinking when the decision lands, are damage."""
    rows = [list(row) for row in logged("virtual")]
    place = FIRST["started"]
    name = rows[place][2]
    end = next(
        i for i, row in enumerate(rows) if row[0] in ("finished", "timed out", "cancelled") and row[2] == name
    )
    for broken, number in (
        ([*rows[: place + 1], rows[place], *rows[place + 1 :]], place + 2),
        ([*rows[:end], *rows[end + 1 :]], FIRST["landed"]),
    ):
        file = tmp_path / "file.trace"
        file.write_bytes(framed(broken))
        assert f"is damaged in event {number};" in read_trace(file).damage


def test_a_frame_of_enormous_length_is_cut_off(tmp_path: Path) -> None:
    """A head that promises four gigabytes takes no memory: there is no more than the file has."""
    file = tmp_path / "file.trace"
    whole = framed(logged("virtual"))
    file.write_bytes(whole + struct.pack("<III", ALL_BITS, 0, 0) + b"x")
    assert read_trace(file).is_cut
    assert len(read_trace(file).events) == len(logged("virtual"))
