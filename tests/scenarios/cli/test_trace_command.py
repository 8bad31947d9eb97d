"""Reading traces back on the command line."""

import json
from pathlib import Path

import pytest

from tests.scenarios.conftest import Hoyle


@pytest.fixture
def trace(hoyle: Hoyle, tmp_path: Path) -> Path:
    """Make a trace of one decision."""
    file = tmp_path / "one.trace"
    hoyle("decide", "tic-tac-toe", "--moves", "1 4 3 5", "--trace", file)
    return file


def test_the_trace_of_figure_1_lists_who_was_cut_off(hoyle: Hoyle, trace: Path) -> None:
    """Every cancelled Advisor is listed with the time and by whom, and none posts after the landing."""
    events = json.loads(hoyle("trace", trace, "--json").out)
    landed = events[-1]
    cut = [event for event in events if event["event"] == "cancelled"]
    assert landed["event"] == "landed"
    assert {event["advisor"] for event in cut} >= {"Don't-Lose", "Panic", "Shortsight", "Enough-Rope"}
    assert all((event["ns"], event["by"]) == (landed["ns"], "Victory") for event in cut)
    assert all(event["ns"] <= landed["ns"] for event in events if event["event"] in ("comment", "plan"))


def test_a_trace_reads_as_lines(hoyle: Hoyle, trace: Path) -> None:
    """Without --json each event is one line."""
    shown = hoyle("trace", trace)
    assert shown.out.count("\n") == len(json.loads(hoyle("trace", trace, "--json").out))
    assert "Victory" in shown.out


def test_a_trace_cut_off_by_a_crash_shows_what_is_whole(hoyle: Hoyle, trace: Path) -> None:
    """The whole events are shown; one line says where it breaks off, with exit code 2."""
    whole = json.loads(hoyle("trace", trace, "--json").out)
    trace.write_bytes(trace.read_bytes()[:-3])
    answer = hoyle("trace", trace, "--json")
    assert json.loads(answer.out) == whole[:-1]
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "cut off" in answer.err


def test_a_damaged_trace_says_where(hoyle: Hoyle, trace: Path) -> None:
    """A flipped bit in the middle is named, and what comes before it is still shown."""
    data = bytearray(trace.read_bytes())
    data[len(data) // 2] ^= 1
    trace.write_bytes(data)
    answer = hoyle("trace", trace, "--json")
    assert json.loads(answer.out)
    assert answer.code == 2
    assert "damaged" in answer.err
