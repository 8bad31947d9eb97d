"""Nobody can make others fail: not by killing what is above it, in whatever way it finds that."""

import sys
from functools import cache

import pytest
import trio

from agents import Advisor, Streams, make_external
from agents.remote.processes import LAUNCHER
from blackboard import Decision, State
from control import Budgets, Panel, decide
from control.hearing.suspects import GUILTY, MOST_HEARINGS
from tests.killers import INNOCENT, KILLERS, KILLING, LAUNCHER_CODE, NUISANCES, SELF_KILLERS, SIGNALLING
from tests.support import CLOCKS, advisor, clock_of, does, heard, played, says, strengths, tic_tac_toe

pytestmark = pytest.mark.usefixtures("leaves_no_process")

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


def program(name: str, code: str) -> type[Advisor]:
    """Make an Advisor of a program."""
    return make_external([sys.executable, "-c", LAUNCHER_CODE + PRELUDE + code], name=name, budget_ms=20_000)


def decided_with(*suspects: type[Advisor], clock: str, place: str = "process") -> Decision:
    """Decide with two innocent Advisors elsewhere, an inline one, and these."""
    innocent = [INNOCENT, program("Patient", PATIENT), advisor("Inline", says("2", 6))]
    places = {each.name: place for each in suspects if each.__module__ == "tests.killers"}
    panel = Panel.of(
        [*innocent, *suspects],
        budgets=Budgets.parse(["20s"]),
        placements={"Innocent": "process", **places},
    )

    async def make() -> Decision:
        return await decide(tic_tac_toe(), played(""), panel, streams=Streams(3))

    try:
        return trio.run(make, clock=clock_of(clock))
    finally:
        panel.close()


@cache
def undisturbed() -> str:
    """Return the move that the innocent make among themselves."""
    return decided_with(clock="virtual").move


def check_innocent(decision: Decision) -> None:
    """See that those who did nothing were heard out, and decided as they do among themselves."""
    said = {"Innocent": {"2": 8, "3": 9}, "Patient": {"5": 7, "6": 2}, "Inline": {"2": 6}}
    for name, strength in said.items():
        testimony = heard(decision, name)
        assert (testimony.state, testimony.reason, testimony.was_killed) == (State.FINISHED, "", False)
        assert strengths(testimony) == strength
    assert decision.move == undisturbed()


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("what", KILLERS)
@pytest.mark.parametrize("kind", ["process", "program"])
def test_whoever_kills_those_above_it_fails_alone(kind: str, what: str, clock: str) -> None:
    """Innocent Advisors finish, the move is theirs, and the killer is recorded as failed under its name."""
    killer = KILLING[what]
    if kind == "program":
        killer = program(killer.name, f"    {KILLERS[what]}\n    time.sleep(60)\n")
    decision = decided_with(killer, clock=clock)
    check_innocent(decision)
    testimony = heard(decision, killer.name)
    assert (testimony.state, testimony.was_killed) == (State.FAILED, False)
    if what == "kills the launcher":
        assert testimony.reason == GUILTY
    elif "whoever" not in what:  # it may be ended before it comes to the launcher, or after
        assert "killed its own parent" in testimony.reason


@pytest.mark.parametrize("clock", CLOCKS)
def test_one_in_a_thread_that_kills_the_launcher_fails_alone(clock: str) -> None:
    """It is found out, although nothing of its own dies with the launcher."""
    killer = KILLING["kills the launcher"]
    decision = decided_with(killer, clock=clock, place="thread")
    check_innocent(decision)
    assert (heard(decision, killer.name).state, heard(decision, killer.name).reason) == (State.FAILED, GUILTY)


@pytest.mark.parametrize("clock", CLOCKS)
def test_several_killers_are_all_found(clock: str) -> None:
    """One after the other is asked no more, until the rest is heard out."""
    killers = [KILLING["kills the launcher"], program("Other", f"    {KILLERS['kills the launcher']}\n")]
    decision = decided_with(*killers, clock=clock)
    check_innocent(decision)
    assert {heard(decision, each.name).reason for each in killers} == {GUILTY}


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("what", NUISANCES)
@pytest.mark.parametrize("kind", ["process", "program"])
def test_other_signals_to_the_parent_do_no_harm(kind: str, what: str, clock: str) -> None:
    """Not even to whoever sent them."""
    sender = SIGNALLING[what]
    if kind == "program":
        code = f"    {NUISANCES[what]}\n    say(type='comment', move='1', strength=4)\n"
        sender = program(sender.name, code + "    say(type='done', id=m['id'])\n")
    decision = decided_with(sender, clock=clock)
    check_innocent(decision)
    assert heard(decision, sender.name).state is State.FINISHED


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_launcher_that_is_lost_once_is_nobodys_failure(clock: str) -> None:
    """Somebody outside killed it: the panel is heard again, and nobody is named."""
    kills: list[object] = []

    def kill(_: object) -> None:
        if not kills:
            kills.append(LAUNCHER._process)
            assert LAUNCHER._process is not None
            LAUNCHER._process.kill()

    decision = decided_with(advisor("Bystander", does(kill), says("1", 4)), clock=clock)
    check_innocent(decision)
    assert heard(decision, "Bystander").state is State.FINISHED


@pytest.mark.parametrize("clock", CLOCKS)
def test_where_nobody_can_be_found_out_the_record_names_who_was_elsewhere(clock: str) -> None:
    """One that is lost again and again, and never while somebody is alone, is told with all the names."""
    seen: list[int] = []

    def kill(think: object) -> None:
        if len(think._session.board.testimonies) > 1:  # type: ignore[attr-defined]  # a look inside
            seen.append(1)
            assert LAUNCHER._process is not None
            LAUNCHER._process.kill()

    decision = decided_with(advisor("Clever", does(kill), says("1", 4)), clock=clock)
    assert len(seen) == MOST_HEARINGS
    for name in ("Innocent", "Patient"):
        testimony = heard(decision, name)
        assert (testimony.state, testimony.was_killed) == (State.FAILED, True)
        assert testimony.reason.endswith("which was killed; elsewhere then: Innocent, Patient")


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("signal_name", SELF_KILLERS)
def test_a_signal_that_an_advisor_sends_to_itself_is_its_own_failure(signal_name: str, clock: str) -> None:
    """It was not killed by anybody else."""
    testimony = heard(decided_with(SELF_KILLERS[signal_name], clock=clock), f"Suicide{signal_name}")
    assert (testimony.state, testimony.was_killed) == (State.FAILED, False)
    assert testimony.reason == f"its process was ended by {signal_name}"
