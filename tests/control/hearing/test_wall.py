"""Hearings in real time, and by trio's own mock of it."""

import itertools
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing

from agents import Advisor, Deliberation, get_advisors
from blackboard import Decision, State
from control import SCHEDULES, Budgets, Panel, Settings, decide
from games import make_game
from tests.support import (
    MS,
    Step,
    advisor,
    decided,
    does,
    heard,
    kept_waiting_ns,
    plans,
    played,
    says,
    sleeps,
    sleeps_for_ever,
    strengths,
    tic_tac_toe,
    works,
)


def mocked(advisors: list[type[Advisor]], *budgets: str, **settings: Any) -> Decision:
    """Decide by trio's mock clock, which jumps when everyone sleeps."""
    panel = Panel.of(advisors, budgets=Budgets.parse(budgets or ["10ms"]))
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
    """An Advisor that never awaits ends at its first call of the oracle past its deadline."""

    async def spin(think: Deliberation) -> None:
        while True:
            think.play("1")

    spinning = advisor("Spinning", says("1", 7), spin)
    waited = kept_waiting_ns()
    testimony = heard(decided([spinning], clock="wall", budgets=["20ms"], schedule=schedule), "Spinning")
    assert testimony.state is State.TIMED_OUT
    assert testimony.work > 0
    assert testimony.overrun_ns - (kept_waiting_ns() - waited) <= 20 * MS


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


def passes(ns: int) -> Step:
    """Run for so long without yielding, by a mock of the clock that somebody has to move."""

    async def run(think: Deliberation) -> None:
        del think
        clock = trio.lowlevel.current_clock()
        assert isinstance(clock, trio.testing.MockClock)
        clock.jump(ns / 1e9)

    return run


def beside_a_hog(*steps: Step, budgets: Sequence[str] = ("20ms", "Hog=1s"), **declared: Any) -> Decision:
    """Ask somebody in tier 1 beside one who runs for 60 ms between two yields, whoever is first."""
    hog = advisor("Hog", says("9", 6), passes(60 * MS), tier=1, rank=9)
    return mocked([advisor("Asked", *steps, tier=1, **{"rank": 1, **declared}), hog], *budgets)


def test_a_post_is_taken_when_it_is_made() -> None:
    """Whoever has found the win has said so, whatever others do until it is its turn again."""
    for _ in range(20):
        decision = beside_a_hog(says("1", 10))
        assert (decision.move, decision.by) == ("1", "Asked")
        assert heard(decision, "Asked").state is State.FINISHED


def test_time_in_which_others_run_is_not_charged() -> None:
    """An Advisor that has yielded has as much time left when it runs again; the account tells the rest."""
    left: list[float] = []
    waited: list[int] = []

    async def look(think: Deliberation) -> None:
        left.append(think.remaining())

    for _ in range(20):
        decision = beside_a_hog(says("1", 7), look, says("2", 7), look)
        testimony = heard(decision, "Asked")
        assert (testimony.state, testimony.overrun_ns) == (State.FINISHED, 0)
        assert decision.validity is not None
        assert decision.validity.waited_ns == testimony.waited_ns
        waited.append(testimony.waited_ns)
    assert left == pytest.approx([0.020] * 40)
    assert waited == pytest.approx([60 * MS] * 20, abs=10)


def test_those_who_wait_for_plans_are_charged_until_there_are_some() -> None:
    """Waiting for somebody's plan is an Advisor's own time; waiting for its turn after that is not."""

    async def take(think: Deliberation) -> None:
        await think.wait_for_plan()

    planner = advisor("Planner", sleeps(5 * MS), plans("1"), passes(60 * MS), makes_plans=True)
    for _ in range(20):
        decision = mocked([planner, advisor("Reader", take, says("1", 7))], "20ms", "Planner=1s")
        testimony = heard(decision, "Reader")
        assert testimony.state is State.FINISHED
        assert testimony.elapsed_ns - testimony.waited_ns == pytest.approx(5 * MS, abs=10)


def test_its_own_running_and_its_own_waiting_are_charged() -> None:
    """A budget is used up by what the Advisor does itself, between posts too, and by what it waits for."""
    for step in (passes(15 * MS), sleeps(15 * MS)):
        slow = advisor("Slow", step, says("1", 7), step, says("2", 7))
        testimony = heard(mocked([slow], "20ms"), "Slow")
        assert (testimony.state, testimony.limit) == (State.TIMED_OUT, "budget")
        assert "1" in testimony.comments
        assert "2" not in testimony.comments


def test_tasks_of_its_own_run_on_its_own_time() -> None:
    """One of an Advisor's tasks cannot wait for its turn while another one runs."""

    async def two_at_once(think: Deliberation) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(passes(60 * MS), think)
            await think.comment("1", 7)
            await think.comment("2", 7)

    for _ in range(20):
        testimony = heard(mocked([advisor("Double", two_at_once)], "20ms"), "Double")
        assert (testimony.state, testimony.waited_ns) == (State.TIMED_OUT, 0)


@pytest.mark.parametrize("limit", ["decision", "tier1"])
def test_shared_limits_are_limits_of_elapsed_time(limit: str) -> None:
    """Waiting puts off an Advisor's own deadline as far as what it shares with others, and no further."""
    decision = beside_a_hog(says("1", 7), says("2", 7), budgets=["20ms", "Hog=1s", f"{limit}=40ms"])
    testimony = heard(decision, "Asked")
    assert testimony.state is State.TIMED_OUT
    assert testimony.limit == limit.rstrip("1")


def test_a_tier_makes_its_first_pass_before_the_next_one_starts() -> None:
    """What tier 1 finds at once costs nobody's work, however many posts it takes to say it."""
    first = [
        advisor("First", says("1", 6), says("2", 6), says("3", 10), tier=1, rank=2),
        advisor("Quiet", says("1", 6), tier=1, rank=1),
    ]
    below = [advisor("Second", works(5), tier=2, rank=1), advisor("Third", works(5))]
    for _ in range(20):
        decision = mocked([*first, *below])
        assert (decision.move, decision.by) == ("3", "First")
        assert {heard(decision, name).state for name in ("Second", "Third")} == {State.NOT_STARTED}


def test_a_tier_that_waits_keeps_nobody_from_starting() -> None:
    """Once all of tier 1 wait for something, tier 2 has its first pass, then tier 3: all think at once."""
    order: list[str] = []

    def notes(name: str) -> Step:
        return does(lambda _: order.append(name))

    panel = [
        advisor("First", notes("First"), says("1", 6), sleeps(5 * MS), says("2", 10), tier=1, rank=1),
        advisor("Second", notes("Second"), says("1", 6), sleeps(2 * MS), notes("again"), tier=2, rank=1),
        advisor("Third", notes("Third"), sleeps_for_ever),
    ]
    decision = mocked(panel)
    assert order == ["First", "Second", "Third", "again"]
    assert {each.started_ns for each in decision.testimonies} == {0}
    assert decision.by == "First"


def test_the_landing_stops_an_advisor_at_its_next_call() -> None:
    """Whoever has shut out all cancellation is stopped by the oracle, as by its deadline."""

    async def hide(think: Deliberation) -> None:
        with trio.CancelScope(shield=True):
            await trio.sleep(0.005)
            think.play("1")
            pytest.fail("the oracle answered after the landing")

    decider = advisor("Decider", sleeps(2 * MS), says("1", 10), tier=1, rank=1)
    decision = mocked([decider, advisor("Hidden", hide)], "1s")
    assert decision.by == "Decider"
    assert heard(decision, "Hidden").state is State.CANCELLED


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_win_in_one_is_not_missed_beside_somebody_who_thinks_long(schedule: str) -> None:
    """All twenty Advisors, and one more that asks the oracle for 400 ms: Victory decides, each time."""

    async def ask_and_ask(think: Deliberation) -> None:
        end = time.perf_counter() + 0.4
        while time.perf_counter() < end:
            think.play(think.moves[0])

    for declared in ({}, {"tier": 1, "rank": 99}):
        asking = advisor("Asking", ask_and_ask, budget_ms=1000, **declared)
        decision = decided([*get_advisors(), asking], moves="1 4 3 5", clock="wall", schedule=schedule)
        assert (decision.move, decision.by) == ("2", "Victory")


def studied_by(*names: str) -> list[int]:
    """Return how many positions the rules worked out for each of these, one after another, in a new game."""
    game, count = make_game("tic-tac-toe"), itertools.count()
    position = played("1 2", game)
    rules: Any = game
    list_moves = rules._list_moves
    rules._list_moves = lambda position: (next(count), list_moves(position))[1]

    async def ask() -> list[int]:
        marks = [next(count)]
        for name in names:
            await decide(game, position, Panel.of(get_advisors([name])))
            marks.append(next(count))
        return [after - before for before, after in itertools.pairwise(marks)]

    return trio.run(ask)


def test_what_an_advisor_costs_does_not_hang_on_who_thought_before_it() -> None:
    """Each has a memory of its own: what others worked out is of no use to it, what it did itself is."""
    (alone,) = studied_by("Enough-Rope")
    assert studied_by("Shortsight", "Victory", "Enough-Rope")[2] == alone
    again = studied_by("Enough-Rope", "Shortsight", "Enough-Rope")
    assert again[0] == alone
    assert again[2] < alone / 10


def test_landing_on_the_wall_waits_for_nobody_below() -> None:
    """A decision of tier 1 lands although others could go on for a minute."""
    decider = advisor("Decider", works(3), says("1", 10), tier=1, rank=1)
    dozing = [advisor(f"Dozing-{n}", sleeps_for_ever) for n in range(5)]
    decision = decided([decider, *dozing], clock="wall", budgets=["1min"])
    assert decision.by == "Decider"
    assert {each.state for each in decision.testimonies[1:]} <= {State.CANCELLED, State.NOT_STARTED}
