"""Advisors in any language: programs that keep to the protocol, and programs that do not."""

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import Failure, Streams, make_external
from agents.remote.external import ExternalAdvisor
from agents.remote.processes import LAUNCHER, REAPER
from agents.remote.programs import Program, hello, parsed
from blackboard import Decision, State
from control import Budgets, Panel, decide
from control.hearing.virtual import BRAKE_S
from games import BadOption, BadPlugin, VoidDecision, make_game
from tests.processes import eventually
from tests.support import CLOCKS, advisor, clock_of, heard, played, says, strengths, tic_tac_toe

pytestmark = pytest.mark.usefixtures("leaves_no_process")
EXAMPLES = Path(__file__).parents[3] / "docs" / "agents"


def python(code: str, **declared: Any) -> type[ExternalAdvisor]:
    """Make an Advisor of a few lines of Python that need nothing of this package."""
    prelude = (
        "import json, os, signal, sys, time\n"
        "def say(**m): print(json.dumps(m), flush=True)\n"
        "def position():\n"
        "    for line in sys.stdin:\n"
        "        m = json.loads(line)\n"
        "        if m['type'] == 'hello': say(type='ready')\n"
        "        if m['type'] == 'position': return m\n"
        "    sys.exit(0)\n"
    )
    return make_external([sys.executable, "-c", prelude + code], name="Program", **declared)


def decided_by(
    panel: Panel, clock: str, moves: str = "", times: int = 1, brake_s: float = BRAKE_S
) -> list[Decision]:
    """Make decisions in one run."""

    async def make() -> list[Decision]:
        return [await decide(tic_tac_toe(), played(moves), panel, streams=Streams(3)) for _ in range(times)]

    return trio.run(make, clock=clock_of(clock, brake_s=brake_s))


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize(
    ("command", "said"),
    [
        ([sys.executable, str(EXAMPLES / "counter.py")], {"1": 7, "3": 7, "5": 8, "7": 7, "9": 7}),
        (["sh", str(EXAMPLES / "first.sh")], {"1": 6}),
    ],
)
def test_the_examples_take_part(command: list[str], said: dict[str, int], clock: str) -> None:
    """What the page about agents shows works, on both clocks, one decision after another."""
    external = make_external(command, name="Example", budget_ms=20_000)
    panel = Panel.of([external, advisor("Other", says("2", 6))])
    for decision in decided_by(panel, clock, times=3):
        assert strengths(heard(decision, "Example")) == said
        assert heard(decision, "Example").state is State.FINISHED
    panel.close()


def test_virtual_time_is_what_the_posts_cost() -> None:
    """On the virtual clock a program is charged for its posts and its questions, and is never too slow."""
    asks = python(
        "while m := position():\n"
        "    say(type='ask', what='play', move='5')\n"
        "    answer = json.loads(sys.stdin.readline())\n"
        "    time.sleep(0.05)\n"
        "    say(type='comment', move='5', strength=7, reason=answer['position'])\n"
        "    say(type='plan', moves=['5', '1'], purpose='both')\n"
        "    say(type='done', id=m['id'])\n",
        budget_ms=10,
    )
    panel = Panel.of([asks])
    first, second = decided_by(panel, "virtual", times=2)
    testimony = heard(first, "Program")
    assert testimony.state is State.FINISHED
    assert (testimony.work, testimony.ended_ns) == (1, 100_000 + 10_000 + 10_000)
    assert testimony.comments["5"].reason == "....X.... O"
    assert [plan.moves for plan in testimony.plans] == [("5", "1")]
    assert second.testimonies == first.testimonies
    panel.close()


def test_a_question_that_the_rules_cannot_answer_gets_an_error() -> None:
    """An illegal move in a question is told to the program, which may go on."""
    asks = python(
        "while m := position():\n"
        "    say(type='ask', what='play', move='99')\n"
        "    error = json.loads(sys.stdin.readline())['error']\n"
        "    say(type='comment', move='1', strength=6, reason=error[:9])\n"
        "    say(type='ask', what='outcome', position='XXXOO.... O')\n"
        "    say(type='comment', move='2', strength=6, reason=json.loads(sys.stdin.readline())['outcome'])\n"
        "    say(type='ask', what='legal_moves')\n"
        "    say(type='comment', move='3', strength=6, reason=json.loads(sys.stdin.readline())['moves'][0])\n"
        "    say(type='done', id=m['id'])\n",
        budget_ms=20_000,
    )
    (decision,) = decided_by(Panel.of([asks]), "wall")
    reasons = [comment.reason for comment in heard(decision, "Program").comments.values()]
    assert reasons == ["'99' cann", "player", "1"]


FIRST = "m = position()\nsay(type='comment', move='1', strength=9)\n"
BAD: dict[str, tuple[str, str, str]] = {
    "exits": ("sys.exit(3)", "failed", "its program ended with exit code 3"),
    "crashes": ("raise ValueError('no idea')", "failed", "exit code 1: ValueError: no idea"),
    "is killed": ("os.kill(os.getpid(), signal.SIGSEGV)", "failed", "its program was ended by SIGSEGV"),
    "talks garbage": ("print('garbage', flush=True); time.sleep(60)", "failed", "no message: garbage"),
    "talks bytes": ("os.write(1, b'\\xff\\x00\\n'); time.sleep(60)", "failed", "that is no message"),
    "talks numbers": ("print(7, flush=True); time.sleep(60)", "failed", "that is no message: 7"),
    "nests deeply": ("print('['*100000, flush=True); time.sleep(60)", "failed", "that is no message: [["),
    "unknown type": ("say(type='shout'); time.sleep(60)", "failed", 'no message: {"type": "shout"}'),
    "is silent": ("time.sleep(60)", "timed out", ""),
    "spins": ("while True: pass", "timed out", ""),
    "ignores SIGTERM": ("signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)", "timed out", ""),
    "forks": ("os.fork(); time.sleep(60)", "timed out", ""),
    "floods": (
        "while True: say(type='comment', move='2', strength=6)",
        "failed",
        "commented twice on move 2",
    ),
    "floods with nothing": ("while True: say(type='done', id=-1)", "timed out", ""),
    "floods stderr": ("while True: os.write(2, b'x' * 65536)", "timed out", ""),
    "a gigabyte on one line": (
        "while True: os.write(1, b'x' * 1048576)",
        "failed",
        "sent a line longer than 1000000 bytes",
    ),
    "closes stdout": ("os.close(1); time.sleep(60)", "failed", "its program closed its stdout"),
    "closes stdin": ("os.close(0); time.sleep(60)", "timed out", ""),
    "illegal move": (
        "say(type='comment', move='99', strength=6); time.sleep(60)",
        "failed",
        "commented on '99'",
    ),
    "no strength": ("say(type='comment', move='2'); time.sleep(60)", "failed", "that is no message"),
    "strength in words": (
        "say(type='comment', move='2', strength='a lot'); time.sleep(60)",
        "failed",
        "gave a strength of 'a lot'",
    ),
    "allocates": ("x = [bytearray(1 << 24) for _ in range(1000)]", "failed", "exit code 1: MemoryError"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_program_that_misbehaves_harms_nobody_but_itself(what: str) -> None:
    """Its valid comment stands, the state and the reason are recorded, and a new one is asked next time."""
    code, state, reason = BAD[what]
    bad = python(FIRST + code, budget_ms=400 if state == "timed out" else 20_000, memory_mb=300)
    panel = Panel.of([bad, advisor("Other", says("2", 6))])
    for decision in decided_by(panel, "wall", times=2):
        testimony = heard(decision, "Program")
        assert (testimony.state.value, reason in testimony.reason) == (state, True), testimony
        assert strengths(testimony)["1"] == 9
        assert "9" not in strengths(testimony)
        assert strengths(heard(decision, "Other")) == {"2": 6}
    panel.close()


@pytest.mark.parametrize("code", ["time.sleep(60)", "position()\ntime.sleep(60)"])
def test_a_silent_program_voids_a_decision_in_virtual_time(code: str) -> None:
    """A program has no deadline in real time there: the brake ends the decision, and nothing comes of it."""
    silent = python(code)
    silent.start_s = 0.3
    panel = Panel.of([silent, advisor("Other", says("2", 6))])
    with pytest.raises(VoidDecision, match=r"Program needed more than 0\.5 s of real time for "):
        decided_by(panel, "virtual", brake_s=0.5)
    panel.close()


@pytest.mark.parametrize("start_s", [0.05, 20.0])
def test_a_message_from_before_a_program_was_ready_is_refused_whenever_it_arrives(start_s: float) -> None:
    """In virtual time the verdict does not depend on how soon the program was started."""
    rash = python("time.sleep(0.2)\nsay(type='comment', move='1', strength=9)\ntime.sleep(60)")
    rash.start_s = start_s
    with contextlib.closing(Panel.of([rash, advisor("Other", says("2", 6))])) as panel:
        (decision,) = decided_by(panel, "virtual")
    testimony = heard(decision, "Program")
    assert (testimony.state, testimony.reason) == (State.FAILED, "sent a message before it was asked")
    assert strengths(testimony) == {}


def test_a_program_that_stops_when_told_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that answers stop with done keeps running, and keeps what it knows; here it has time to."""
    monkeypatch.setattr("agents.remote.processes.GRACE_S", 30.0)
    polite = python(
        "asked = 0\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'position':\n"
        "        asked += 1\n"
        "        say(type='comment', move='1', strength=6, reason=f'asked {asked}')\n"
        "    if m['type'] == 'hello': say(type='ready')\n"
        "    if m['type'] == 'stop': say(type='done', id=m['id'])\n",
        budget_ms=400,
    )
    reasons = []
    with contextlib.closing(Panel.of([polite], budgets=Budgets.parse([]))) as panel:
        for _ in range(3):
            (decision,) = decided_by(panel, "wall")
            REAPER.wait()
            reasons += [comment.reason for comment in heard(decision, "Program").comments.values()]
    assert reasons == ["asked 1", "asked 2", "asked 3"]


def test_one_that_speaks_before_it_is_asked_is_told_so() -> None:
    """What a program says before there is a question is its failure, and nobody else's."""
    rash = python("say(type='comment', move='1', strength=9)\ntime.sleep(60)")
    (decision,) = decided_by(Panel.of([rash, advisor("Other", says("2", 6))]), "wall")
    testimony = heard(decision, "Program")
    assert (testimony.state, testimony.reason) == (State.FAILED, "sent a message before it was asked")
    assert strengths(testimony) == {}


def test_a_program_for_one_question_is_started_for_each() -> None:
    """One that ends when it has answered is no failure: another is started for the next position."""
    once = python(FIRST + "say(type='done', id=m['id'])", budget_ms=20_000)
    panel = Panel.of([once])
    for _ in range(3):
        (decision,) = decided_by(panel, "wall")
        assert heard(decision, "Program").state is State.FINISHED
        program = panel.seats[0].advisor._spares._waiting[0]  # type: ignore[attr-defined]  # a look inside
        assert eventually(program.is_gone)
    panel.close()


def test_a_program_that_ended_is_told_nothing_more() -> None:
    """The number of its pipe may be another file's by then, and nothing must be written there or read."""
    LAUNCHER.wait_ready()
    program = Program([sys.executable, "-c", "input()"], "Program", tic_tac_toe(), 1 << 30)
    program.is_idle = False
    ours, theirs = os.pipe()
    program.end()
    for number in (program._in, program._out):
        os.dup2(theirs, number)
    program.stop()
    assert not program.has_stopped(0.0)
    os.set_blocking(ours, False)
    with pytest.raises(BlockingIOError):
        os.read(ours, 1)
    for number in (ours, theirs, program._in, program._out):
        os.close(number)


def test_a_command_that_does_not_exist_is_told() -> None:
    """A program that cannot be started is that Advisor's failure, in one line."""
    missing = make_external(["/no/such/program"], name="Missing", budget_ms=20_000)
    (decision,) = decided_by(Panel.of([missing, advisor("Other", says("2", 6))]), "wall")
    testimony = heard(decision, "Missing")
    assert (testimony.state, testimony.reason) == (
        State.FAILED,
        "cannot be started: No such file or directory",
    )


def test_what_cannot_be_meant_is_refused() -> None:
    """A command without a word, and an Advisor without a name, are refused."""
    with pytest.raises(BadOption, match="a command is a program and its arguments"):
        make_external([], name="Empty")
    with pytest.raises(BadPlugin, match="tiers are 1, 2 and 3"):
        make_external(["true"], name="High", tier=9)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
MESSAGES = st.fixed_dictionaries(
    {"type": st.sampled_from(["comment", "plan", "ask", "done", "hello", "stop", ""]) | st.text()},
    optional={
        "move": JSON | st.sampled_from(["1", "2"]),
        "strength": JSON | st.integers(0, 10),
        "reason": JSON,
        "moves": JSON | st.just(["1"]),
        "purpose": JSON,
        "what": JSON | st.sampled_from(["play", "legal_moves", "outcome"]),
        "position": JSON,
        "id": JSON | st.just(1),
    },
)
LINES = st.one_of(
    st.binary(max_size=60).map(lambda data: data.replace(b"\n", b"")),
    JSON.map(lambda value: json.dumps(value).encode()),
    MESSAGES.map(lambda value: json.dumps(value).encode()),
)


@given(LINES)
def test_any_line_is_read_or_refused(line: bytes) -> None:
    """Whatever a program sends is a message, or its failure, and nothing else."""
    try:
        message = parsed(line)
    except Failure:
        return
    assert isinstance(message["type"], str)


@settings(max_examples=25)
@given(st.lists(LINES, max_size=8))
def test_any_lines_end_in_a_decision(lines: list[bytes]) -> None:
    """Whatever a program sends after its first comment, that one stands and the decision lands."""
    data = b"".join(line + b"\n" for line in lines)
    code = f"{FIRST}os.write(1, {data!r})\nsys.exit(0)\n"
    (decision,) = decided_by(Panel.of([python(code, budget_ms=20_000)]), "wall")
    testimony = heard(decision, "Program")
    assert testimony.state in (State.FAILED, State.FINISHED)
    assert strengths(testimony)["1"] == 9


@given(st.sampled_from(["tic-tac-toe", "othello", "nim", "five-mens-morris", "qubic", "shisima"]))
def test_what_a_program_is_told_fits_on_a_line(name: str) -> None:
    """Every game can be introduced in one line of the length that the protocol allows."""
    line = json.dumps(hello(make_game(name), "Anyone"))
    assert len(line) < 1_000_000
    assert json.loads(line)["protocol"] == 1
    assert "\n" not in line
