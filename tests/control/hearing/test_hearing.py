"""A hearing: what the panel does to itself, and what it cannot do to a decision."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trio

from agents import Advisor, Deliberation
from blackboard import Decision, State, TraceWriter, decisions_of, read_trace
from control import SCHEDULES, Budgets, Panel, Settings, VirtualClock, decide
from tests.hostile import FICKLE, HOSTILE, Hostile
from tests.support import (
    CLOCKS,
    MS,
    Step,
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

LIMIT_MS = 50
"""The hostile Advisor's budget; the others have time enough, and are done at once."""
GRACE_MS = 20
"""What a decision may land later than that."""
POLITE = (
    advisor("Before", says("2", 8), says("3", 3)),
    advisor("Witness", says("2", 6), works(3), says("5", 7)),
    advisor("Judge", says("4", 0), tier=2, rank=50),
)


def seated(step: Step, *, tier: int, makes_plans: bool) -> list[type[Advisor]]:
    """Seat a hostile Advisor among polite ones; first it opposes move 1, or in tier 3 supports it."""
    first = says("1", 0 if tier == 1 else 9)
    return [advisor("Hostile", first, step, tier=tier, rank=1, makes_plans=makes_plans), *POLITE]


def attempts(advisors: list[type[Advisor]], clock: str, schedule: str) -> Iterator[tuple[Decision, float]]:
    """Decide until it was in time: a busy machine may hold up any program, so there are ten goes."""
    for _ in range(1 if clock == "virtual" else 10):
        begin = time.perf_counter()
        decision = decided(advisors, clock=clock, schedule=schedule, budgets=["1s", f"Hostile={LIMIT_MS}ms"])
        elapsed_ms = 1000 * (time.perf_counter() - begin)
        yield decision, elapsed_ms
        if elapsed_ms <= LIMIT_MS + GRACE_MS:
            return


def in_time(advisors: list[type[Advisor]], clock: str, schedule: str) -> Decision:
    """Decide, and see that it took no longer than the one budget that somebody may use up."""
    made = list(attempts(advisors, clock, schedule))
    fastest_ms = min(elapsed_ms for _, elapsed_ms in made)
    decision = made[-1][0]
    assert decision.landed_ns <= (LIMIT_MS + GRACE_MS) * MS
    assert clock == "virtual" or fastest_ms <= LIMIT_MS + GRACE_MS
    return decision


def check_account(decision: Decision, case: Hostile, first: dict[str, int]) -> None:
    """See that the fault is recorded, and that what was valid before it stands."""
    testimony = heard(decision, "Hostile")
    assert (testimony.state, case.reason in testimony.reason) == (case.state, True), testimony
    assert len(testimony.reason) <= 200
    assert testimony.reason.isprintable()
    said = strengths(testimony)
    assert {move: said[move] for move in first} == first
    assert "9" not in said
    assert len(testimony.plans) == case.plans


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.filterwarnings("ignore:Async generator:ResourceWarning")  # of the one that leaves a generator
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_advisor_harms_nobody_but_itself(what: str, clock: str, schedule: str) -> None:
    """Whatever an Advisor does is recorded as its own fault, and the decision lands, in time, with a move.

    Its valid posts from before stand and count; the posts of the others are untouched.
    """
    case = HOSTILE[what]
    decision = in_time(seated(case.step, tier=3, makes_plans="plan" in what), clock, schedule)
    check_account(decision, case, {"1": 9})
    assert strengths(heard(decision, "Before")) == {"2": 8, "3": 3}
    assert strengths(heard(decision, "Witness")) == {"2": 6, "5": 7}
    assert {heard(decision, each.name).state for each in POLITE} == {State.FINISHED}
    assert decision.removed == {"4": "Judge"}
    assert decision.tally["1"] == 9 + 5 + 5
    assert decision.move in ("1", "2")


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.filterwarnings("ignore:Async generator:ResourceWarning")  # of the one that leaves a generator
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_advisor_of_tier_1_is_heard_as_far_as_it_was_valid(what: str, clock: str) -> None:
    """At the head of tier 1 it cannot keep the others from being heard, and its valid opposition counts."""
    case = HOSTILE[what]
    decision = in_time(seated(case.step, tier=1, makes_plans="plan" in what), clock, "speculative")
    check_account(decision, case, {"1": 0})
    assert decision.removed == {"1": "Hostile", "4": "Judge"}
    assert decision.move == "2"


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.filterwarnings("ignore:Async generator:ResourceWarning")  # of the one that leaves a generator
@pytest.mark.parametrize("what", HOSTILE)
def test_whatever_is_recorded_can_be_written_down(what: str, clock: str, tmp_path: Path) -> None:
    """No hostile post gets so far that the trace cannot hold it: what is read back is what was decided."""
    decision = in_time(seated(HOSTILE[what].step, tier=3, makes_plans=True), clock, "speculative")
    check_written(decision, tmp_path)


def check_written(decision: Decision, folder: Path) -> None:
    """See that a decision survives the trace."""
    with TraceWriter(folder / "trace") as writer:
        writer.append(decision)
    trace = read_trace(folder / "trace")
    assert not trace.damage
    assert list(decisions_of(trace.events)) == [decision]


def test_a_plan_that_is_another_when_read_again_can_be_written_down(tmp_path: Path) -> None:
    """What was looked at when a plan was posted is what is kept, even of a list that changes."""
    decision = decided([advisor("Fickle", FICKLE, makes_plans=True)])
    assert [plan.moves for plan in heard(decision, "Fickle").plans] in ([("2",)], [])
    check_written(decision, tmp_path)


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
    panel = Panel.of([clingy, *POLITE], budgets=Budgets.parse(["50ms"]))
    later = Panel.of([clingy, asking, *POLITE], budgets=Budgets.parse(["50ms"]))

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
    case = HOSTILE["swallows the end"]
    panel = Panel.of(seated(case.step, tier=3, makes_plans=False), budgets=Budgets.parse(["1min"]))

    async def stop() -> bool:
        with trio.move_on_after(0.01) as scope:
            await decide(tic_tac_toe(), played(""), panel)
        return scope.cancelled_caught

    assert trio.run(stop, clock=clock_of(clock))


@pytest.mark.parametrize("clock", CLOCKS)
def test_ctrl_c_is_nobodys_failure(clock: str) -> None:
    """KeyboardInterrupt goes through, so that a user can always stop the program."""

    def interrupt(think: Deliberation) -> Any:
        del think
        raise KeyboardInterrupt

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
