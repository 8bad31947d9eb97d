"""An Advisor whose guardian, launcher or process disappears fails every time, and says nothing more."""

import os
import signal
import sys

import pytest
import trio

from agents import Advisor, Streams, make_external
from agents.remote.processes import LAUNCHER, REAPER
from blackboard import Decision, State
from control import Budgets, Panel, decide
from tests.killers import (
    GUARDIAN_KILLERS,
    INNOCENT,
    KILLING,
    KILLS_THE_LAUNCHER,
    LAUNCHER_CODE,
    LAUNCHER_KILLER,
    NUISANCES,
    SELF_KILLERS,
    SIGNALLING,
    SILENT_KILLER,
)
from tests.placed import POLITE
from tests.support import CLOCKS, advisor, clock_of, does, heard, played, says, strengths, tic_tac_toe

pytestmark = pytest.mark.usefixtures("leaves_no_process")

TIMES = 20
"""How often a race is repeated."""

GUARDIAN_LOST = "its process was lost because its guardian was killed"
LAUNCHER_LOST = "its process was lost because the launcher ended"

PRELUDE = """
import json, sys, time
def say(**message): print(json.dumps(message), flush=True)
def position():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello": say(type="ready")
        if message["type"] == "position": return message
    sys.exit(0)
while m := position():
"""
PATIENT = """
    say(type="comment", move="5", strength=7)
    time.sleep(0.3)
    say(type="comment", move="6", strength=2)
    say(type="done", id=m["id"])
"""
AFTERWARDS = """
    say(type="comment", move="1", strength=9)
    say(type="ask", what="legal_moves")
    sys.stdin.readline()
    {code}
    say(type="comment", move="2", strength=9)
    say(type="done", id=m["id"])
"""


def program(name: str, code: str) -> type[Advisor]:
    """Make an Advisor of a program."""
    return make_external([sys.executable, "-c", LAUNCHER_CODE + PRELUDE + code], name=name, budget_ms=20_000)


def panel_of(*advisors: type[Advisor], placement: str = "process") -> Panel:
    """Seat Advisors; those that another process can find are placed."""
    modules = ("tests.killers", "tests.placed")
    places = {each.name: placement for each in advisors if each.__module__ in modules}
    return Panel.of(advisors, budgets=Budgets.parse(["20s"]), placements=places)


def decisions_of(panel: Panel, clock: str, times: int = 1) -> list[Decision]:
    """Decide several times in one run of trio."""

    async def make() -> list[Decision]:
        return [
            await decide(tic_tac_toe(), played(""), panel, streams=Streams(number)) for number in range(times)
        ]

    try:
        return trio.run(make, clock=clock_of(clock))
    finally:
        panel.close()


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("what", GUARDIAN_KILLERS)
def test_an_advisor_that_loses_its_guardian_fails_every_time(what: str, clock: str) -> None:
    """What it said before counts, nothing that it says afterwards does, and the others are undisturbed."""
    killer = KILLING[what]
    times = TIMES if what == "kills its guardian" else 5
    for decision in decisions_of(panel_of(killer, POLITE[0]), clock, times):
        testimony = heard(decision, killer.name)
        assert (testimony.state, testimony.reason) == (State.FAILED, GUARDIAN_LOST)
        assert testimony.was_killed is (what == "has a child kill its guardian")
        assert strengths(testimony) == {"1": 9}
        assert strengths(heard(decision, "Before")) == {"2": 8, "3": 3}
        assert heard(decision, "Before").state is State.FINISHED


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("what", GUARDIAN_KILLERS)
def test_a_program_that_loses_its_guardian_fails_every_time(what: str, clock: str) -> None:
    """As an Advisor in a process does; the sender of the signal is unknown, so it counts as killed."""
    killer = program("Killer", AFTERWARDS.format(code=GUARDIAN_KILLERS[what]))
    times = TIMES if what == "kills its guardian" else 5
    for decision in decisions_of(panel_of(killer, advisor("Inline", says("2", 6))), clock, times):
        testimony = heard(decision, "Killer")
        assert (testimony.state, testimony.was_killed) == (State.FAILED, True)
        assert testimony.reason == GUARDIAN_LOST.replace("process", "program")
        assert strengths(testimony) == {"1": 9}
        assert strengths(heard(decision, "Inline")) == {"2": 6}


@pytest.mark.parametrize("clock", CLOCKS)
def test_an_advisor_that_says_nothing_more_fails_at_once(clock: str) -> None:
    """On the virtual clock it fails at the same instant every time, although it dies in real time."""
    decisions = decisions_of(panel_of(SILENT_KILLER), clock, TIMES)
    for decision in decisions:
        testimony = heard(decision, "SilentKiller")
        assert (testimony.state, testimony.reason) == (State.FAILED, GUARDIAN_LOST)
        assert strengths(testimony) == {"1": 9}
    if clock == "virtual":
        assert len({str(decision.testimonies) for decision in decisions}) == 1


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("kind", ["process", "program", "thread"])
def test_if_the_launcher_is_killed_all_lost_advisors_fail(kind: str, clock: str) -> None:
    """The reason names the launcher, the others go on, and the next decision starts a new launcher."""
    killer = LAUNCHER_KILLER
    if kind == "program":
        killer = program("LauncherKiller", AFTERWARDS.format(code=KILLS_THE_LAUNCHER))
    inline = advisor("Inline", says("2", 6))
    panel = panel_of(INNOCENT, killer, program("Patient", PATIENT), inline, placement="process")
    if kind == "thread":
        panel = Panel.of(
            [INNOCENT, killer, program("Patient", PATIENT), inline],
            budgets=Budgets.parse(["20s"]),
            placements={"Innocent": "process", killer.name: "thread"},
        )
    for decision in decisions_of(panel, clock, 3):
        for name, what in (("Innocent", "process"), ("Patient", "program")):
            testimony = heard(decision, name)
            assert testimony.reason == LAUNCHER_LOST.replace("process", what)
            assert (testimony.state, testimony.was_killed) == (State.FAILED, True)
        assert strengths(heard(decision, "Inline")) == {"2": 6}
        testimony = heard(decision, killer.name)
        if kind == "thread":  # it has no process that could be lost
            assert (testimony.state, strengths(testimony)) == (State.FINISHED, {"1": 9, "2": 9})
            continue
        assert (testimony.state, strengths(testimony)) == (State.FAILED, {"1": 9})
        assert testimony.reason == LAUNCHER_LOST.replace("process", kind)


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_launcher_killed_from_outside_fails_those_who_think(clock: str) -> None:
    """The next decision has a new launcher, and all Advisors finish."""
    kills: list[int] = []

    def kill(_: object) -> None:
        assert LAUNCHER._process is not None
        if not kills:
            LAUNCHER._process.kill()
        kills.append(LAUNCHER._process.pid)

    bystander = advisor("Bystander", does(kill), says("1", 4))
    first, second = decisions_of(panel_of(INNOCENT, program("Patient", PATIENT), bystander), clock, 2)
    assert {each.advisor: each.state for each in first.testimonies} == {
        "Bystander": State.FINISHED,
        "Innocent": State.FAILED,
        "Patient": State.FAILED,
    }
    assert {each.state for each in second.testimonies} == {State.FINISHED}
    assert strengths(heard(second, "Innocent")) == {"2": 8, "3": 9}
    assert kills[0] != kills[1]


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_guardian_killed_from_outside_fails_its_advisor(clock: str) -> None:
    """It counts as killed: on the virtual clock an experiment does not take such a result."""
    REAPER.wait()

    def kill(_: object) -> None:
        (guardian,) = LAUNCHER._guardians.values()
        os.kill(guardian, signal.SIGKILL)

    bystander = advisor("Bystander", does(kill), says("1", 4))
    (decision,) = decisions_of(panel_of(program("Patient", PATIENT), bystander), clock)
    testimony = heard(decision, "Patient")
    assert (testimony.state, testimony.was_killed) == (State.FAILED, True)
    assert testimony.reason == GUARDIAN_LOST.replace("process", "program")


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("what", NUISANCES)
@pytest.mark.parametrize("kind", ["process", "program"])
def test_other_signals_to_a_guardian_have_no_effect(kind: str, what: str, clock: str) -> None:
    """The Advisor that sent them finishes, as do all others."""
    sender = SIGNALLING[what]
    if kind == "program":
        code = f"    {NUISANCES[what]}\n    say(type='comment', move='1', strength=4)\n"
        sender = program(sender.name, code + "    say(type='done', id=m['id'])\n")
    (decision,) = decisions_of(panel_of(sender, INNOCENT), clock)
    assert {each.state for each in decision.testimonies} == {State.FINISHED}
    assert strengths(heard(decision, sender.name)) == {"1": 4}


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("signal_name", SELF_KILLERS)
def test_a_signal_that_an_advisor_sends_to_itself_is_its_own_failure(signal_name: str, clock: str) -> None:
    """It was not killed from outside."""
    name = f"Suicide{signal_name}"
    testimony = heard(decisions_of(panel_of(SELF_KILLERS[signal_name]), clock)[0], name)
    assert (testimony.state, testimony.was_killed) == (State.FAILED, False)
    assert testimony.reason == f"its process was ended by {signal_name}"
