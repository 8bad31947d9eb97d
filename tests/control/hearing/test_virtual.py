"""The virtual clock: time is the work that is done, and nothing else."""

import random
from functools import partial

import attrs
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from agents import Advisor, Deliberation, Streams, get_advisors
from blackboard import Decision, State
from control import SCHEDULES, Budgets, Costs, Panel, Settings, VirtualClock, decide
from games import BadOption
from tests.support import (
    MS,
    US,
    advisor,
    decided,
    does,
    heard,
    plans,
    played,
    says,
    sleeps,
    sleeps_for_ever,
    spends,
    strengths,
    tic_tac_toe,
    trace_of,
    works,
)

REPETITIONS = 200
NANOSECONDS = Costs(**dict.fromkeys(attrs.asdict(Costs()), 1))
"""A table in which everything costs the least it can."""


# The same, bit for bit, whatever trio's order of tasks.


async def tells_of_plans(think: Deliberation) -> None:
    """Say which plans there are, in their order."""
    told = "; ".join(f"{plan.advisor} {'-'.join(plan.moves)} at {plan.ns}" for plan in await think.plans())
    await think.comment(think.moves[0], 6, told)


async def tells_of_each_plan(think: Deliberation) -> None:
    """Say of each plan, as it lands, whose it is and when that was."""
    for move in think.moves:
        plan = await think.wait_for_plan()
        await think.comment(move, 7, f"{plan.advisor} at {plan.ns}" if plan else "no more")
        if plan is None:
            return


async def tells_of_comments(think: Deliberation) -> None:
    """Say what has been said so far, twice, so that what is read lands between the posts of others."""
    for move in think.moves[:2]:
        told = ", ".join(f"{each.advisor}:{each.move}" for each in await think.comments())
        await think.comment(move, 4, told)


async def raises(think: Deliberation) -> None:
    """Fail."""
    raise ValueError(think.moves[0])


async def draws(think: Deliberation) -> None:
    """Do a random amount of work, by its own stream."""
    for _ in range(think.random.randrange(9)):
        think.play(think.random.choice(think.moves))


TIGHT = (
    advisor("Twin-1", works(2), says("3", 6), says("7", 6)),
    advisor("Twin-2", works(2), says("3", 7), says("7", 7)),
    advisor("Planner-1", sleeps(210 * US), plans("3", "7"), works(3), plans("7"), makes_plans=True),
    advisor("Planner-2", works(2), plans("7", "3"), sleeps(310 * US), plans("3"), makes_plans=True),
    advisor("Planner-3", tells_of_plans, plans("9"), makes_plans=True),
    advisor("Reader", tells_of_plans),
    advisor("Opportunist-1", tells_of_each_plan),
    advisor("Opportunist-2", sleeps(200 * US), tells_of_each_plan),
    advisor("Listener", tells_of_comments),
    advisor("Gambler", draws, says("9", 8), draws),
    advisor("Failing", says("6", 9), works(1), raises),
    advisor("Twice", says("6", 9), says("6", 9)),
    advisor("Dozing", says("6", 2), does(lambda think: think.random.random()), sleeps_for_ever),
    advisor("Slow", works(500), says("6", 10)),
)
DECIDER = advisor("Decider", works(9), says("7", 10), tier=2, rank=9)
BUDGETS = ("1ms", "Slow=2ms", "Planner-1=700us", "Listener=220us", "Opportunist-2=600us")


def repeated(panel: Panel, processors: int | None, settings: Settings) -> set[bytes]:
    """Make a decision again and again, in runs of its own and at odd times of one long run."""
    make = partial(
        decide, tic_tac_toe(), played("5 1"), panel, settings=settings, streams=Streams(5, ("run", 1))
    )

    async def in_a_row() -> set[bytes]:
        traces = set()
        for repetition in range(REPETITIONS // 2):
            await trio.sleep(repetition / 7e6)
            traces.add(trace_of(await make()))
        return traces

    traces = trio.run(in_a_row, clock=VirtualClock(processors=processors))
    for _ in range(REPETITIONS // 2):
        traces.add(trace_of(trio.run(make, clock=VirtualClock(processors=processors))))
    return traces


@pytest.mark.parametrize("processors", [None, 1, 2])
@pytest.mark.parametrize("advisors", [TIGHT, (*TIGHT, DECIDER)], ids=["voted", "cut off"])
def test_two_hundred_repetitions_give_one_trace(
    advisors: tuple[type[Advisor], ...], processors: int | None
) -> None:
    """A tight decision leaves the same trace, byte for byte, each of 200 times.

    Some Advisors time out, some fail, some are cut off, some post at the same instant, some read plans.
    """
    budgets = (*BUDGETS, "Decider=5ms") if DECIDER in advisors else BUDGETS
    panel = Panel.of((*advisors, *get_advisors()), budgets=Budgets.parse(budgets))
    assert len(repeated(panel, processors, Settings())) == 1


def test_the_tight_decision_has_everything_in_it() -> None:
    """The decision that is repeated is a hard one: every state occurs, and posts fall on one instant."""
    voted = decided((*TIGHT, *get_advisors()), moves="5 1", budgets=BUDGETS)
    cut = decided((*TIGHT, DECIDER, *get_advisors()), moves="5 1", budgets=(*BUDGETS, "Decider=5ms"))
    assert {each.state for each in voted.testimonies} == {State.FINISHED, State.TIMED_OUT, State.FAILED}
    assert {each.state for each in cut.testimonies} >= {State.CANCELLED, State.TIMED_OUT, State.FAILED}
    twins = [heard(voted, name).comments["3"].ns for name in ("Twin-1", "Twin-2")]
    assert twins[0] == twins[1]
    assert heard(voted, "Opportunist-1").comments


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_every_schedule_repeats_itself(schedule: str) -> None:
    """What holds for the speculative schedule holds for the others."""
    panel = Panel.of((*TIGHT, *get_advisors()), budgets=Budgets.parse(BUDGETS))
    assert len(repeated(panel, 2, Settings(schedule=schedule))) == 1


def test_trio_runs_tasks_in_random_order() -> None:
    """The order in which Advisors first run varies from run to run: sameness is the clock's doing."""
    first: list[str] = []

    async def note(think: Deliberation) -> None:
        first.append(think.name)

    probes = [advisor(f"Probe-{n}", note) for n in range(4)]
    orders = set()
    for _ in range(50):
        first.clear()
        decided(probes)
        orders.add(tuple(first))
    assert len(orders) > 1


@pytest.mark.parametrize("processors", [None, 1, 2])
def test_a_nursery_inside_an_advisor_takes_no_processor_from_others(processors: int | None) -> None:
    """Whatever one Advisor's own tasks do, the Advisors after it get their turn and finish."""

    async def listen_all_at_once(think: Deliberation) -> None:
        async with trio.open_nursery() as nursery:
            for _ in range(5):
                nursery.start_soon(think.comments)

    advisors = [advisor("Divided", listen_all_at_once), advisor("Zed", says("1", 7), works(5), says("2", 3))]
    decision = decided(advisors, budgets=["5ms"], processors=processors)
    assert heard(decision, "Zed").state is State.FINISHED
    assert strengths(heard(decision, "Zed")) == {"1": 7, "2": 3}


@given(starts=st.lists(st.integers(0, 10**9), min_size=1, max_size=5))
def test_a_decision_does_not_hang_on_when_it_begins(starts: list[int]) -> None:
    """Begun at any nanosecond of a run, sleeps and deadlines fall on the same nanoseconds of the decision."""
    advisors = [
        advisor("Chain", *[sleeps(ns) for ns in (3, 310_001, 7, 999)] * 5, says("1", 6)),
        advisor("To-The-End", sleeps(100_000), sleeps(230_000), sleeps(170_000)),
        advisor("Beyond", sleeps(100_000), sleeps(230_000), sleeps(170_001)),
    ]
    panel = Panel.of(advisors, budgets=Budgets.parse(["5ms", "To-The-End=500us", "Beyond=500us"]))

    async def main() -> list[Decision]:
        made = [await decide(tic_tac_toe(), played(""), panel)]
        for ns in starts:
            await trio.sleep(ns / 1e9)
            made.append(await decide(tic_tac_toe(), played(""), panel))
        return made

    first, *others = trio.run(main, clock=VirtualClock())
    assert [each.state.value for each in first.testimonies] == ["timed out", "finished", "finished"]
    assert all(other == first for other in others)


@given(starts=st.lists(st.integers(0, 10**10), min_size=1, max_size=8))
def test_who_wakes_at_the_instant_of_the_landing_has_woken(starts: list[int]) -> None:
    """Sleeps that end at one nanosecond end together, however they add up and whenever they begin."""
    naps = ((400_000,), (100_001, 299_999), (1, 399_998, 1), (133_333, 133_333, 133_334), (399_999, 1))
    advisors = [
        advisor("Decider", says("1", 10), *map(sleeps, (90_007, 299_993)), tier=1, rank=1),
        *(advisor(f"Napping-{n}", *map(sleeps, nap)) for n, nap in enumerate(naps)),
    ]
    panel = Panel.of(advisors)

    async def main() -> list[Decision]:
        made = []
        for ns in starts:
            await trio.sleep(ns / 1e9)
            made.append(await decide(tic_tac_toe(), played(""), panel))
        return made

    for decision in trio.run(main, clock=VirtualClock()):
        assert [(each.state.value, each.ended_ns) for each in decision.testimonies] == [
            ("finished", 400_000)
        ] * 6


# Time is work.


def test_sleep_takes_virtual_time() -> None:
    """An Advisor that sleeps 5 ms posts 5 ms later, whatever the wall says."""
    comment = heard(decided([advisor("Sleepy", sleeps(5 * MS), says("1", 7))]), "Sleepy").comments["1"]
    assert comment.ns == 5 * MS + 10 * US


def test_sleep_begins_when_the_work_before_it_is_done() -> None:
    """Work of 1 ms and then sleep of 1 ms take 2 ms, as on any other clock."""
    comment = heard(decided([advisor("Sleepy", works(10), sleeps(MS), says("1", 7))]), "Sleepy").comments["1"]
    assert comment.ns == 2 * MS + 10 * US


@pytest.mark.parametrize(
    ("steps", "state"),
    [
        pytest.param((works(9), says("1", 7)), State.FINISHED, id="post at the deadline"),
        pytest.param((works(10), says("1", 7)), State.TIMED_OUT, id="post behind it"),
        pytest.param((says("1", 7), works(9)), State.FINISHED, id="work to the deadline"),
        pytest.param((says("1", 7), works(10)), State.TIMED_OUT, id="work behind it"),
        pytest.param((works(4), spends("6ns")), State.FINISHED, id="own work to the deadline"),
        pytest.param((works(4), spends("7ns")), State.TIMED_OUT, id="own work behind it"),
        pytest.param((sleeps(10),), State.FINISHED, id="sleep to the deadline"),
        pytest.param((sleeps(11),), State.TIMED_OUT, id="sleep behind it"),
        pytest.param((sleeps(9), says("1", 7)), State.FINISHED, id="post after a sleep"),
        pytest.param((sleeps(10), says("1", 7)), State.TIMED_OUT, id="post after too long a sleep"),
    ],
)
def test_the_last_nanosecond_of_a_budget_counts(steps: tuple[object, ...], state: State) -> None:
    """What ends exactly at the deadline counts; one nanosecond later it does not."""
    testimony = heard(decided([advisor("A", *steps)], budgets=["10ns"], costs=NANOSECONDS), "A")  # type: ignore[arg-type]  # they are steps
    assert testimony.state is state
    assert testimony.elapsed_ns == 10
    assert all(comment.ns <= 10 for comment in testimony.comments.values())


def test_what_was_posted_before_the_deadline_is_there() -> None:
    """A time-out leaves the earlier posts and the work done in the account."""
    slow = advisor("Slow", works(3), says("1", 7), works(9), says("2", 7))
    testimony = heard(decided([slow], budgets=["500us"]), "Slow")
    assert testimony.state is State.TIMED_OUT
    assert strengths(testimony) == {"1": 7}
    assert (testimony.work, testimony.elapsed_ns, testimony.overrun_ns) == (4, 500 * US, 0)


def test_remaining_falls_by_what_each_call_costs() -> None:
    """`think.remaining()` is the budget less the costs of the calls so far, each look at it included."""
    seen: list[float] = []

    async def look(think: Deliberation) -> None:
        seen.append(think.remaining())
        after = think.play("1")
        seen.append(think.remaining())
        think.legal_moves(after)
        seen.append(think.remaining())
        think.outcome(after)
        seen.append(think.remaining())
        await think.comment("1", 6)
        seen.append(think.remaining())
        await think.plan(["1"])
        seen.append(think.remaining())
        await think.plans()
        seen.append(think.remaining())
        think.passed()
        seen.append(think.remaining())

    costs = Costs(
        play=1, legal_moves=20, outcome=300, comment=4_000, plan=50_000, read=600_000, look=7_000_000
    )
    looking = advisor("Looking", look, makes_plans=True)
    assert heard(decided([looking], budgets=["1s"], costs=costs), "Looking").state is State.FINISHED
    spent = [round(1e9 - each * 1e9) for each in seen]
    assert [ns % 7_000_000 for ns in spent] == [0, 1, 21, 321, 4321, 54321, 654321, 654322]
    assert [ns // 7_000_000 for ns in spent] == list(range(1, 9))


def test_the_games_own_rules_cost_the_same() -> None:
    """Asking `think.game` instead of `think` is no way round the meter."""

    async def ask(think: Deliberation) -> None:
        after = think.game.play(think.position, "1")
        think.game.legal_moves(after)
        think.game.outcome(after)
        think.game.passed(after)

    testimony = heard(decided([advisor("Sly", ask)]), "Sly")
    assert (testimony.work, testimony.elapsed_ns) == (4, 400 * US)


def test_a_loop_until_the_time_is_up_comes_to_its_end() -> None:
    """Nothing is free: an Advisor that only looks at its remaining time brings its deadline nearer."""
    looks = 0

    async def wait(think: Deliberation) -> None:
        nonlocal looks
        while think.remaining() > 0 and looks < 50_000:
            looks += 1

    assert heard(decided([advisor("Waiting", wait)], budgets=["1ms"]), "Waiting").state is not State.CANCELLED
    assert looks < 50_000


def test_a_loop_of_checkpoints_comes_to_its_end() -> None:
    """An Advisor that yields for ever does not stop the clock: its time runs out as on the wall."""
    yields = 0

    async def idle(think: Deliberation) -> None:
        nonlocal yields
        del think
        while yields < 50_000:
            yields += 1
            await trio.lowlevel.checkpoint()

    assert heard(decided([advisor("Idle", idle)], budgets=["1ms"]), "Idle").state is State.TIMED_OUT
    assert yields < 50_000


def test_a_loop_of_checkpoints_takes_nothing_from_others() -> None:
    """While one Advisor yields for ever the others sleep, wake and post at the times they would."""

    async def idle(think: Deliberation) -> None:
        del think
        for _ in range(200_000):
            await trio.lowlevel.checkpoint()

    sleeper = advisor("Sleeper", sleeps(500 * US), says("1", 7), sleeps(300 * US), says("2", 7))
    alone = heard(decided([sleeper], budgets=["1ms"]), "Sleeper")
    beside = heard(decided([advisor("Idle", idle), sleeper], budgets=["1ms"]), "Sleeper")
    assert strengths(beside) == {"1": 7, "2": 7}
    assert beside == alone


def test_a_cancelled_advisor_is_charged_up_to_the_landing_only() -> None:
    """Time and work of whoever is cut off are those by the instant of the landing."""
    decider = advisor("Decider", works(5), says("1", 10), tier=1, rank=1)
    thinker = advisor("Thinker", works(2), says("2", 6), works(50), says("3", 6))
    decision = decided([decider, thinker])
    testimony = heard(decision, "Thinker")
    assert decision.landed_ns == 510 * US
    assert testimony.state is State.CANCELLED
    assert (testimony.elapsed_ns, testimony.work) == (510 * US, 5)
    assert strengths(testimony) == {"2": 6}


def test_who_posts_at_the_instant_of_the_landing_is_heard() -> None:
    """Everything of one instant happens before anything is decided at it, in whatever order tasks ran."""
    decider = advisor("Decider", works(5), says("1", 10), tier=1, rank=1)
    twin = advisor("Twin", works(5), says("2", 6), works(1))
    for _ in range(20):
        assert heard(decided([decider, twin]), "Twin").comments["2"].ns == 510 * US


def test_one_processor_is_shared_by_rank() -> None:
    """With one processor Advisors think one after another, by tier, rank and name."""
    advisors = [
        advisor("Third", works(1)),
        advisor("A-Third", works(1)),
        advisor("Second", works(1), tier=2, rank=1),
        advisor("First", works(1), tier=1, rank=2),
    ]
    decision = decided(advisors, processors=1)
    spans = {each.advisor: (each.started_ns // US, each.ended_ns // US) for each in decision.testimonies}
    assert spans == {"First": (0, 100), "Second": (100, 200), "A-Third": (200, 300), "Third": (300, 400)}


def test_two_processors_let_two_think_at_once() -> None:
    """With two processors the third Advisor starts when the first of two is done."""
    advisors = [advisor(name, works(calls)) for name, calls in (("A", 3), ("B", 1), ("C", 1), ("D", 1))]
    decision = decided(advisors, processors=2)
    spans = [(each.started_ns // US, each.ended_ns // US) for each in decision.testimonies]
    assert spans == [(0, 300), (0, 100), (100, 200), (200, 300)]


def test_a_processor_goes_round_at_every_post() -> None:
    """Whoever has posted lets the one ranked above it go first: a decision is never kept waiting."""
    low = advisor("Low", *(says(str(n), 6) for n in range(1, 10)), tier=3)
    high = advisor("High", sleeps(1), works(1), says("1", 6), works(1), says("2", 6), tier=1, rank=1)
    decision = decided([low, high], processors=1)
    assert heard(decision, "High").ended_ns < heard(decision, "Low").comments["1"].ns


def test_waiting_for_a_processor_is_not_thinking() -> None:
    """A budget begins when its Advisor first gets a processor; one who never does has not started."""
    decider = advisor("Decider", works(5), says("1", 10), tier=1, rank=1, budget_ms=1)
    waiting = advisor("Waiting", works(1), budget_ms=0.2)
    assert heard(decided([decider, waiting], processors=1), "Waiting").state is State.NOT_STARTED
    late = advisor("Late", works(5), tier=1, rank=1)
    patient = heard(decided([late, waiting], processors=1, budgets=["Waiting=200us"]), "Waiting")
    assert (patient.started_ns, patient.state) == (500 * US, State.FINISHED)


def test_the_cost_table_says_who_times_out() -> None:
    """With dear moves the one that plays runs out of time, with dear outcomes the one that judges."""
    plays = advisor("Plays", does(lambda think: [think.play(move) for move in think.moves]))
    judges = advisor("Judges", works(9))

    def states(costs: Costs) -> list[str]:
        return [
            each.state.value for each in decided([plays, judges], budgets=["1ms"], costs=costs).testimonies
        ]

    assert states(Costs()) == ["finished", "finished"]
    assert states(Costs(play=MS)) == ["finished", "timed out"]
    assert states(Costs(outcome=MS)) == ["timed out", "finished"]


def test_costs_are_part_of_the_account() -> None:
    """The trace says by which table time was counted."""
    settings = decided([advisor("A")], costs=Costs(play=7), processors=3).settings
    assert settings["costs"] == attrs.asdict(Costs(play=7))
    assert settings["processors"] == 3


@pytest.mark.parametrize("processors", [0, -1])
def test_there_is_at_least_one_processor(processors: int) -> None:
    """No processors at all are refused in one line."""
    with pytest.raises(BadOption, match=f"^there are {processors} processors; there must be at least 1$"):
        VirtualClock(processors=processors)


def test_timed_out_readers_do_not_hold_up_the_clock() -> None:
    """An Advisor that waits for plans which never come runs out of its own time only."""
    maker = advisor("Maker", sleeps_for_ever, makes_plans=True)

    async def wait(think: Deliberation) -> None:
        await think.plans()

    decision = decided([maker, advisor("Reader", wait)], budgets=["3ms", "Reader=1ms"])
    assert heard(decision, "Reader").ended_ns == MS
    assert heard(decision, "Maker").ended_ns == 3 * MS
    assert decision.landed_ns == 3 * MS


# The clock by itself.


def test_the_clock_jumps_over_plain_sleep() -> None:
    """Any trio program can run by it: an hour passes at once, timeouts fall when they should."""

    async def main() -> float:
        begin = trio.current_time()
        with trio.move_on_after(1800) as scope:
            await trio.sleep(3600)
        assert scope.cancelled_caught
        return trio.current_time() - begin

    assert trio.run(main, clock=VirtualClock()) == pytest.approx(1800)


def test_sleepers_wake_in_the_order_of_time() -> None:
    """Tasks wake by virtual time, down to a nanosecond, even late in a long run."""

    async def main() -> list[int]:
        woken: list[int] = []

        async def sleep(ns: int) -> None:
            await trio.sleep(ns / 1e9)
            woken.append(ns)

        await trio.sleep(10_000)
        async with trio.open_nursery() as nursery:
            for ns in random.sample(range(1, 60), 59):
                nursery.start_soon(sleep, ns)
        return woken

    assert trio.run(main, clock=VirtualClock()) == list(range(1, 60))


def test_plans_arrive_at_the_instant_they_are_posted() -> None:
    """A reader that waits is woken at the very nanosecond of the plan, and can comment on it at once."""

    async def take(think: Deliberation) -> None:
        while plan := await think.wait_for_plan():
            await think.comment(plan.moves[0], 6)

    maker = advisor("Maker", works(3), plans("1"), works(3), plans("2"), makes_plans=True)
    comments = heard(decided([maker, advisor("Taker", take)]), "Taker").comments
    assert [comment.ns for comment in comments.values()] == [310 * US + 10 * US, 620 * US + 10 * US]


@pytest.mark.parametrize("clock", ["virtual", "wall"])
def test_whoever_only_looks_at_the_time_is_stopped(clock: str) -> None:
    """An Advisor that asks for its time for ever is told once that there is none, and then ended."""

    async def look(think: Deliberation) -> None:
        while True:
            think.remaining()

    decision = decided([advisor("Looking", look)], clock=clock, budgets=["5ms"])
    assert heard(decision, "Looking").state is State.TIMED_OUT


def test_a_sleep_is_as_long_in_every_schedule() -> None:
    """Whenever an Advisor starts, also right behind a deadline, its sleep takes the same nanoseconds."""
    advisors = [
        advisor("Before", works(100), rank=1, tier=1),
        advisor("Sleepy", sleeps(50 * MS), says("1", 7)),
    ]
    taken = {
        schedule: heard(
            decided(advisors, schedule=schedule, budgets=["1s", "Before=1ms"]), "Sleepy"
        ).elapsed_ns
        for schedule in ("speculative", "tiered", "serial")
    }
    assert set(taken.values()) == {50 * MS + 10 * US}
