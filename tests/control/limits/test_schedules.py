"""Schedules: who starts together, and who waits for whom."""

import itertools

import pytest

from agents import Deliberation, get_advisors
from blackboard import Decision, Plan, State
from control import SCHEDULES, Budgets, Panel, Settings
from control.limits.schedules import serial, speculative, tiered
from games import UnknownName
from tests.support import CLOCKS, US, advisor, decided, heard, plans, says, sleeps, strengths, works

MAKERS = (
    advisor("Slow-Maker", sleeps(900 * US), plans("1"), works(3), plans("2"), makes_plans=True),
    advisor("Maker", plans("3"), works(5), plans("4"), plans("5"), makes_plans=True),
    advisor("High-Maker", works(4), plans("6"), makes_plans=True, tier=2, rank=1),
)


def told(made: list[Plan]) -> str:
    """Write plans on one line."""
    return " ".join(f"{plan.advisor}:{plan.moves[0]}" for plan in made)


def test_speculative_starts_everybody_at_once() -> None:
    """In one group, in order of tier, rank and name."""
    seats = Panel.of(get_advisors()).seats
    assert [list(group) for group in speculative(seats)] == [list(seats)]


def test_tiered_has_a_group_a_tier() -> None:
    """Tier 1, then tier 2, then tier 3."""
    groups = tiered(Panel.of(get_advisors()).seats)
    assert [{seat.tier for seat in group} for group in groups] == [{1}, {2}, {3}]


def test_serial_lets_plan_makers_go_first_in_their_tier() -> None:
    """One after another: by tier, in each tier those who make plans, then by rank and name."""
    names = [seat.name for (seat,) in serial(Panel.of(get_advisors(["Challenge", "Wild", "Panic"])).seats)]
    assert names == ["Panic", "Challenge", "Wild"]
    names = [
        seat.name for (seat,) in serial(Panel.of([*MAKERS, advisor("A"), advisor("B", tier=1, rank=1)]).seats)
    ]
    assert names == ["B", "High-Maker", "Maker", "Slow-Maker", "A"]


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("schedule", ["tiered", "serial"])
def test_lower_tiers_are_not_started_once_a_tier_has_decided(schedule: str, clock: str) -> None:
    """In Figure 1 tier 1 decides; nobody of tiers 2 and 3 is asked, and the account says so."""
    decision = decided(get_advisors(), moves="1 4 3 5", schedule=schedule, clock=clock)
    states = {each.tier: set[State]() for each in decision.testimonies}
    for each in decision.testimonies:
        states[each.tier].add(each.state)
    assert states[2] == states[3] == {State.NOT_STARTED}


def test_tiered_starts_a_tier_when_the_one_above_has_been_heard_out() -> None:
    """Nobody of tier 3 starts before the last of tier 2 has ended, and then all do at once."""
    decision = decided(get_advisors(), schedule="tiered")
    for upper, lower in ((1, 2), (2, 3)):
        ended = max(each.ended_ns for each in decision.testimonies if each.tier == upper)
        assert {each.started_ns for each in decision.testimonies if each.tier == lower} == {ended}


def spans(decision: Decision) -> list[tuple[int, int]]:
    """Return when Advisors thought, in order of time."""
    return sorted((each.started_ns, each.ended_ns) for each in decision.testimonies)


@pytest.mark.parametrize("clock", CLOCKS)
def test_serial_lets_one_think_at_a_time(clock: str) -> None:
    """The spans in which Advisors think do not overlap."""
    decision = decided([*get_advisors(), *MAKERS], schedule="serial", clock=clock)
    assert len({each.state for each in decision.testimonies}) == 1
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans(decision)))


def test_speculative_lets_all_think_at_once() -> None:
    """Everybody starts with the decision itself."""
    assert {start for start, _ in spans(decided([*get_advisors(), *MAKERS]))} == {0}


@pytest.mark.parametrize("clock", CLOCKS)
def test_plans_are_the_same_list_in_every_schedule(clock: str) -> None:
    """A reader of plans sees the same ones in the same order, whoever started or ended first."""
    seen = set()

    async def read(think: Deliberation) -> None:
        seen.add(told(await think.plans()))

    for schedule in SCHEDULES:
        decided([*MAKERS, advisor("Reader", read)], schedule=schedule, clock=clock)
    assert len(seen) == 1
    assert sorted(seen.pop().split()) == [
        "High-Maker:6", "Maker:3", "Maker:4", "Maker:5", "Slow-Maker:1", "Slow-Maker:2",
    ]  # fmt: skip


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_plans_are_those_of_ones_own_tier_and_above(schedule: str, clock: str) -> None:
    """A reader in tier 2 does not see, nor wait for, what tier 3 plans."""
    seen: list[str] = []

    async def read(think: Deliberation) -> None:
        seen.append(told(await think.plans()))

    decided([*MAKERS, advisor("Reader", read, tier=2, rank=9)], schedule=schedule, clock=clock)
    assert seen == ["High-Maker:6"]


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_plan_makers_that_read_plans_never_wait_in_a_circle(schedule: str, clock: str) -> None:
    """One that makes plans sees those of the makers before it, by tier, rank and name, and of nobody else."""
    seen: dict[str, str] = {}

    async def read(think: Deliberation) -> None:
        seen[think.name] = told(await think.plans())

    makers = [advisor(name, read, plans(str(n)), makes_plans=True) for n, name in enumerate("DACB", start=1)]
    decision = decided(makers, schedule=schedule, clock=clock)
    assert {each.state for each in decision.testimonies} == {State.FINISHED}
    assert seen == {"A": "", "B": "A:2", "C": "A:2 B:4", "D": "A:2 B:4 C:3"}


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_plans_of_those_who_failed_or_ran_out_of_time_are_seen(schedule: str, clock: str) -> None:
    """A plan that was posted stands, whatever became of its maker, and no reader waits for more."""
    seen: list[str] = []

    async def read(think: Deliberation) -> None:
        seen.append(told(await think.plans()))

    failing = advisor("Failing", plans("1"), says("99", 6), makes_plans=True)
    dozing = advisor("Dozing", plans("2"), sleeps(10**12), makes_plans=True)
    advisors = [failing, dozing, advisor("Reader", read)]
    decision = decided(advisors, schedule=schedule, clock=clock, budgets=["50ms", "Reader=1s"])
    assert heard(decision, "Failing").state is State.FAILED
    assert heard(decision, "Dozing").state is State.TIMED_OUT
    assert sorted(seen[0].split()) == ["Dozing:2", "Failing:1"]


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_wait_for_plan_hands_plans_out_one_at_a_time(schedule: str, clock: str) -> None:
    """Each plan comes once, in the order of landing, and None, again and again, when no more can come."""
    got: list[Plan | None] = []

    async def take(think: Deliberation) -> None:
        for _ in range(8):
            got.append(await think.wait_for_plan())  # noqa: PERF401  # not in an async generator

    decided([*MAKERS, advisor("Taker", take)], schedule=schedule, clock=clock)
    landed = [plan for plan in got if plan]
    assert got[6:] == [None, None]
    assert [plan.ns for plan in landed] == sorted(plan.ns for plan in landed)
    assert sorted(told(landed).split()) == [
        "High-Maker:6", "Maker:3", "Maker:4", "Maker:5", "Slow-Maker:1", "Slow-Maker:2",
    ]  # fmt: skip


def test_wait_for_plan_does_not_wait_for_the_last_one() -> None:
    """The first plan can be acted upon while its maker is still at work."""

    async def take(think: Deliberation) -> None:
        plan = await think.wait_for_plan()
        assert plan
        await think.comment(plan.moves[0], 8)

    maker = advisor("Maker", plans("3"), works(100), plans("4"), makes_plans=True)
    decision = decided([maker, advisor("Taker", take)])
    assert heard(decision, "Taker").comments["3"].ns < heard(decision, "Maker").plans[1].ns


def test_comments_are_those_that_have_landed() -> None:
    """A reader of comments sees what was posted by that instant, in the order of posting."""
    seen: list[str] = []

    async def read(think: Deliberation) -> None:
        seen.extend(comment.move for comment in await think.comments())

    speaker = advisor("Speaker", works(1), says("1", 6), works(1), says("2", 6), works(1), says("3", 6))
    decided([advisor("Other", says("9", 6)), speaker, advisor("Reader", sleeps(250 * US), read)])
    assert seen == ["9", "1", "2"]


def test_the_same_is_said_in_every_schedule() -> None:
    """What Advisors say given time enough does not hang on the schedule."""
    made = [decided(get_advisors(), moves="5 1", schedule=schedule) for schedule in SCHEDULES]
    for name in (each.advisor for each in made[0].testimonies):
        assert len({tuple(strengths(heard(each, name)).items()) for each in made}) == 1, name


def test_unknown_schedules_are_refused() -> None:
    """A schedule that does not exist is refused, with the ones that do."""
    with pytest.raises(
        UnknownName, match=r"^no schedule is named 'parallel'; there are speculative, tiered, serial$"
    ):
        Settings(schedule="parallel")


def test_budgets_are_each_advisors_own_in_every_schedule() -> None:
    """A budget begins when its Advisor starts, not when the decision does."""
    advisors = [advisor(name, works(9)) for name in "ABC"]
    for schedule in SCHEDULES:
        panel = Panel.of(advisors, budgets=Budgets.parse(["1ms"]))
        assert [seat.budget_ns for seat in panel.seats] == [1_000_000] * 3
        made = decided(advisors, schedule=schedule, budgets=["1ms"])
        assert {each.state for each in made.testimonies} == {State.FINISHED}
