"""A hearing: what the panel does to itself, and what it cannot do to a decision."""

import signal
from typing import Any

import pytest
import trio

from agents import Deliberation
from blackboard import Decision, State
from control import SCHEDULES, Budgets, Panel, Settings, VirtualClock, decide
from tests.hostile import HOSTILE
from tests.support import (
    CLOCKS,
    advisor,
    clock_of,
    decided,
    does,
    heard,
    played,
    says,
    sleeps,
    strengths,
    tic_tac_toe,
    works,
)

POLITE = (
    advisor("Before", says("2", 8), says("3", 3)),
    advisor("Witness", says("2", 6), works(3), says("5", 7)),
    advisor("Judge", says("4", 0), tier=2, rank=50),
)


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_plan_needs_to_be_declared(clock: str) -> None:
    """An Advisor that did not say that it makes plans may post none."""
    rash = advisor("Rash", lambda think: think.plan(["1"]))
    testimony = heard(decided([rash], clock=clock), "Rash")
    assert testimony.state is State.FAILED
    assert testimony.reason == "posted a plan without saying makes_plans = True"
    assert testimony.plans == ()


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_panel_of_nothing_but_hostile_advisors_comes_to_a_move(clock: str) -> None:
    """Sixty ways to misbehave at once, and still a move is made, by whatever valid was said."""
    fatal = {
        "raises what ends the program",
        "leaves a nursery open",
        "leaves a scope open",
        "leaves a generator",
    }
    advisors = [
        advisor(f"H{n}", says("1", 9), case.step)
        for n, (what, case) in enumerate(HOSTILE.items())
        if what not in fatal and "plan" not in what
    ]
    decision = decided(advisors, clock=clock, budgets=["50ms"])
    assert decision.move == "1"
    assert State.FINISHED not in {each.state for each in decision.testimonies}


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("clock", CLOCKS)
def test_nothing_is_taken_after_the_landing(clock: str, schedule: str) -> None:
    """Not even a shield against cancellation lets an Advisor post once a decision has landed."""
    tried: list[str] = []

    async def post_behind_a_shield(think: Deliberation) -> None:
        with trio.CancelScope(shield=True):
            while not think._session.board.is_closed:  # noqa: ASYNC110  # nobody tells when it lands
                await trio.sleep(0.001)
            tried.append(think.name)
            await think.comment("2", 10, "too late")

    decider = advisor("Decider", sleeps(5_000_000), says("1", 10), tier=1, rank=1)
    shielded = advisor("Shielded", says("3", 6), post_behind_a_shield, tier=2, rank=1)
    decision = decided([decider, shielded], clock=clock, schedule=schedule, budgets=["100ms"])
    assert (decision.move, decision.by) == ("1", "Decider")
    if schedule == "speculative":
        assert tried == ["Shielded"]
        assert strengths(heard(decision, "Shielded")) == {"3": 6}
        assert heard(decision, "Shielded").state is State.CANCELLED
    else:
        assert heard(decision, "Shielded").state is State.NOT_STARTED


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("clock", CLOCKS)
def test_a_deliberation_is_over_when_it_is_over(clock: str, schedule: str) -> None:
    """An Advisor that keeps its `think` can neither post with it later nor ask the oracle."""
    kept: list[Deliberation] = []

    async def post_with_the_old_one(think: Deliberation) -> None:
        kept.append(think)
        old = kept[0]
        await old.comment("3" if old is think else "4", 6)

    async def ask_the_old_one(think: Deliberation) -> None:
        del think
        kept[0].play("2")

    clingy = advisor("Clingy", says("1", 6), post_with_the_old_one)
    asking = advisor("Asking", says("1", 6), sleeps(1_000_000), ask_the_old_one)
    panel = Panel.of([clingy, *POLITE], budgets=Budgets.parse(["2s"]))
    later = Panel.of([clingy, asking, *POLITE], budgets=Budgets.parse(["2s"]))

    async def twice() -> list[Decision]:
        settings = Settings(schedule=schedule)
        return [await decide(tic_tac_toe(), played(""), each, settings=settings) for each in (panel, later)]

    first, second = trio.run(twice, clock=clock_of(clock))
    assert strengths(heard(first, "Clingy")) == {"1": 6, "3": 6}
    assert heard(first, "Clingy").state is State.FINISHED
    for name in ("Clingy", "Asking"):
        assert strengths(heard(second, name)) == {"1": 6}
        assert heard(second, name).state in (State.FAILED, State.TIMED_OUT)
    assert strengths(heard(second, "Witness")) == {"2": 6, "5": 7}


@pytest.mark.parametrize("clock", CLOCKS)
def test_whoever_stops_a_decision_from_outside_stops_it(clock: str) -> None:
    """A decision can be cancelled like any other trio program, Advisors that swallow it once included."""
    hostile = advisor("Hostile", says("1", 9), HOSTILE["swallows the end"].step, rank=1)
    panel = Panel.of([hostile, *POLITE], budgets=Budgets.parse(["1min"]))

    async def stop() -> bool:
        with trio.move_on_after(0.01) as scope:
            await decide(tic_tac_toe(), played(""), panel)
        return scope.cancelled_caught

    assert trio.run(stop, clock=clock_of(clock))


@pytest.mark.parametrize("clock", CLOCKS)
def test_ctrl_c_is_nobodys_failure(clock: str) -> None:
    """It goes through, so that a user can always stop the program."""

    def interrupt(think: Deliberation) -> Any:
        del think
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(BaseException) as caught:  # noqa: PT011  # alone, or in trio's group
        decided([advisor("Interrupted", does(interrupt))], clock=clock)
    assert caught.group_contains(KeyboardInterrupt) or caught.errisinstance(KeyboardInterrupt)


def test_the_oracle_counts_work() -> None:
    """Every call of the oracle counts as work, on either clock alike; comments do not."""
    busy = advisor("Busy", works(7), says("1", 6), does(lambda think: think.wins(think.play("1"))))
    assert {heard(decided([busy], clock=clock), "Busy").work for clock in CLOCKS} == {9}


def test_a_hearing_knows_the_clock_it_runs_by() -> None:
    """A decision runs by the clock that trio runs by, and says which."""
    assert decided([advisor("A")], clock="wall").settings["clock"] == "wall"
    assert decided([advisor("A")], clock="virtual").settings["clock"] == "virtual"
    assert isinstance(clock_of("virtual"), VirtualClock)
