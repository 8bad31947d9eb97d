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
    """With --events each event is one line."""
    shown = hoyle("trace", trace, "--events")
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


def told(hoyle: Hoyle, file: Path, *words: str) -> str:
    """Decide, and let the trace of it be told in words."""
    hoyle("decide", "tic-tac-toe", *words, "--trace", file)
    return " ".join(hoyle("trace", file).out.split())


def test_a_decision_is_told_in_sentences(hoyle: Hoyle, tmp_path: Path) -> None:
    """Who spoke, for what, when and why; who had nothing to say; who was cancelled by whom; what decided."""
    story = told(hoyle, tmp_path / "trace", "--moves", "1 4 3 5")
    assert "Decision 1 of 1: tic-tac-toe, X.XOO.... X: Player to move, 5 moves to choose from" in story
    assert "At 210 µs Victory (tier 1) insisted on 2 (10: wins now)." in story
    assert (
        "At 110 µs Candide (tier 3) was for 2 (9: advances 1-2-3). It was cancelled at 210 µs, when" in story
    )
    assert "Pitchfork and Spotter were silent." in story
    assert "Feinter, Greedy and Sneak were cancelled at 210 µs, when Victory had decided." in story
    assert "Hoyle plays 2. Victory insists on 2: wins now. Decided in 210 µs." in story


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (["2ms"], "Feinter and Sneak were cut off at 2 ms by their budgets of 2 ms."),
        (["2ms", "Panic=1calls"], "Panic was cut off at 100 µs by its limit of 1 call."),
        (["tier2=1ms"], "were cut off at 1 ms by the limit of tier 2."),
        (["decision=1ms"], "by the limit of the decision."),
    ],
)
def test_limits_are_named(hoyle: Hoyle, tmp_path: Path, limits: list[str], said: str) -> None:
    """Whoever was cut off, it is told when and by which limit, in words for one or for several."""
    words = [word for limit in limits for word in ("--budget", limit)]
    story = told(hoyle, tmp_path / "trace", "--moves", "1 4 3", *words)
    assert said in story


def test_a_decision_that_did_not_land_is_counted(hoyle: Hoyle, trace: Path) -> None:
    """A trace that breaks off in the middle of a decision says so, besides the line about the damage."""
    trace.write_bytes(trace.read_bytes()[:-3])
    answer = hoyle("trace", trace)
    assert "1 more decision began and did not land." in answer.out
    assert answer.code == 2


def test_two_ways_to_look_are_one_too_many(hoyle: Hoyle, trace: Path) -> None:
    """--events and --show are refused together."""
    answer = hoyle("trace", trace, "--events", "--show")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
