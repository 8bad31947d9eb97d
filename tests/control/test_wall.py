"""Hearings in real time, and by trio's own mock of it."""

import time
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing

from agents import Advisor, Deliberation
from blackboard import Decision, State
from control import SCHEDULES, Budgets, Panel, Settings, decide
from tests.support import (
    MS,
    advisor,
    decided,
    heard,
    plans,
    played,
    says,
    sleeps,
    sleeps_for_ever,
    strengths,
    tic_tac_toe,
    works,
)


def mocked(advisors: list[type[Advisor]], budget: str = "10ms", **settings: Any) -> Decision:
    """Decide by trio's mock clock, which jumps when everyone sleeps."""
    panel = Panel.of(advisors, budgets=Budgets.parse([budget]))
    make = partial(decide, tic_tac_toe(), played(""), panel, settings=Settings(**settings))
    return trio.run(make, clock=trio.testing.MockClock(autojump_threshold=0))


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_budget_is_up_when_it_is_up(schedule: str) -> None:
    """Whoever is still asleep at its deadline has timed out there, and its earlier posts stand."""
    decision = mocked([advisor("Dozing", says("1", 7), sleeps_for_ever)], schedule=schedule)
    testimony = heard(decision, "Dozing")
    assert testimony.state is State.TIMED_OUT
    assert testimony.elapsed_ns == pytest.approx(10 * MS, abs=10)
    assert strengths(testimony) == {"1": 7}
    assert decision.move == "1"


def test_work_within_the_budget_is_finished() -> None:
    """Whoever wakes before its deadline finishes, and says what it has to say."""
    testimony = heard(mocked([advisor("Early", sleeps(9 * MS), says("1", 7))]), "Early")
    assert testimony.state is State.FINISHED
    assert testimony.comments["1"].ns == pytest.approx(9 * MS, abs=10)


def test_tasks_are_cancelled_at_the_landing() -> None:
    """The moment a decision lands the others are cancelled, long before their budgets are used up."""
    decider = advisor("Decider", sleeps(2 * MS), says("1", 10), tier=1, rank=1)
    dozing = advisor("Dozing", says("2", 6), sleeps(5 * MS), says("3", 6))
    decision = mocked([decider, dozing])
    testimony = heard(decision, "Dozing")
    assert testimony.state is State.CANCELLED
    assert decision.landed_ns == pytest.approx(2 * MS, abs=10)
    assert testimony.ended_ns == pytest.approx(2 * MS, abs=10)
    assert strengths(testimony) == {"2": 6}


def test_plans_that_land_at_one_instant_are_each_handed_out_once() -> None:
    """On a clock that stands still `wait_for_plan` gives every plan, once, whoever posted first."""
    got: list[str] = []

    async def collect(think: Deliberation) -> None:
        while plan := await think.wait_for_plan():
            got.append(plan.advisor)

    async def wait_for_the_other(think: Deliberation) -> None:
        while not any(comment.advisor == "Second" for comment in await think.comments()):
            await trio.lowlevel.checkpoint()

    async def wait_for_reader(think: Deliberation) -> None:
        del think
        while not got:
            await trio.lowlevel.checkpoint()

    first = advisor("First", wait_for_the_other, plans("1"), makes_plans=True)
    second = advisor("Second", plans("2"), wait_for_reader, says("2", 6), makes_plans=True)
    mocked([first, second, advisor("Reader", collect)])
    assert sorted(got) == ["First", "Second"]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_synchronous_thinking_is_stopped_by_the_oracle(schedule: str) -> None:
    """An Advisor that never awaits ends at its first call of the oracle past its deadline.

    Three goes, because a busy machine may take the processor away from anybody for longer than the grace.
    """

    async def spin(think: Deliberation) -> None:
        while True:
            think.play("1")

    spinning = advisor("Spinning", says("1", 7), spin)
    made = [
        heard(decided([spinning], clock="wall", budgets=["20ms"], schedule=schedule), "Spinning")
        for _ in range(3)
    ]
    assert {each.state for each in made} == {State.TIMED_OUT}
    assert all(each.work > 0 for each in made)
    assert min(each.overrun_ns for each in made) <= 20 * MS


def test_an_overrun_is_recorded() -> None:
    """Thinking that neither awaits nor asks cannot be stopped; the account says how far it went too far."""

    async def brood(think: Deliberation) -> None:
        end = time.perf_counter() + 0.05
        while time.perf_counter() < end:
            pass
        await think.comment("2", 6)

    testimony = heard(
        decided([advisor("Brooding", says("1", 7), brood)], clock="wall", budgets=["25ms"]), "Brooding"
    )
    assert testimony.state is State.TIMED_OUT
    assert testimony.overrun_ns > 20 * MS
    assert strengths(testimony) == {"1": 7}


def test_remaining_falls_with_the_clock() -> None:
    """`think.remaining()` is the budget less the time since the Advisor first ran, and never negative."""
    seen: list[float] = []

    async def look(think: Deliberation) -> None:
        seen.append(think.remaining())
        await trio.sleep(0.004)
        seen.append(think.remaining())
        with trio.CancelScope(shield=True):
            await trio.sleep(0.1)
        seen.append(think.remaining())

    mocked([advisor("Looking", look)])
    assert seen == pytest.approx([0.010, 0.006, 0])


def test_landing_on_the_wall_waits_for_nobody_below() -> None:
    """A decision of tier 1 lands although others could go on for a minute."""
    decider = advisor("Decider", works(3), says("1", 10), tier=1, rank=1)
    dozing = [advisor(f"Dozing-{n}", sleeps_for_ever) for n in range(5)]
    decision = decided([decider, *dozing], clock="wall", budgets=["1min"])
    assert decision.by == "Decider"
    assert {each.state for each in decision.testimonies[1:]} <= {State.CANCELLED, State.NOT_STARTED}
