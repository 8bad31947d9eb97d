"""HearingCache: whoever was asked the same before is not asked again, and nobody can tell."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from agents import Advisor, Deliberation, Streams, get_advisors
from blackboard import Decision, Knowledge, State
from control import SCHEDULES, Budgets, HearingCache, Hoyle, Panel, Settings, VirtualClock, decide
from tests.support import (
    MS,
    US,
    Step,
    advisor,
    clock_of,
    does,
    heard,
    plans,
    played,
    says,
    sleeps,
    strengths,
    tic_tac_toe,
    trace_of,
    works,
)

POSITIONS = ("5 1", "5", "5 1", "5 1", "5", "5 1")
"""What is asked in a row: two questions, again and again."""


def asked(
    panel: Panel,
    hearing_cache: HearingCache | None,
    *,
    clock: str = "virtual",
    processors: int | None = None,
    settings: Settings | None = None,
    knowledge: Sequence[Knowledge] = (),
    positions: Sequence[str] = POSITIONS,
) -> list[Decision]:
    """Ask a panel about these positions in a row, each time with another seed."""
    game = tic_tac_toe()
    known = knowledge or [Knowledge.of(game)] * len(positions)

    async def ask() -> list[Decision]:
        return [
            await decide(
                game,
                played(moves),
                panel,
                settings=settings,
                knowledge=each,
                streams=Streams(number),
                hearing_cache=hearing_cache,
            )
            for number, (moves, each) in enumerate(zip(positions, known, strict=True))
        ]

    return trio.run(ask, clock=clock_of(clock, processors=processors))


def counted(name: str, *steps: Step, **declared: Any) -> tuple[type[Advisor], list[str]]:
    """Make an Advisor, and a list that gets longer each time it is asked."""
    calls: list[str] = []
    return advisor(name, does(lambda think: calls.append(think.name)), *steps, **declared), calls


def test_who_was_asked_the_same_before_is_not_asked_again() -> None:
    """Two questions, asked six times, are answered twice; every account is whole."""
    plain, calls = counted("Plain", works(3), says("3", 7))
    decisions = asked(Panel.of([plain]), HearingCache())
    assert len(calls) == 2
    assert [strengths(heard(each, "Plain")) for each in decisions] == [{"3": 7}] * 6
    assert len({each.landed_ns for each in decisions}) == 1


def test_without_minutes_everybody_is_asked_each_time() -> None:
    """Nothing is kept that was not asked for."""
    plain, calls = counted("Plain", says("3", 7))
    asked(Panel.of([plain]), None)
    assert len(calls) == 6


def test_who_takes_from_a_random_stream_is_asked_each_time() -> None:
    """Its stream is new in each decision; the others are taken at their word."""
    plain, calls = counted("Plain", works(3), says("3", 7))
    gambler, gambles = counted("Gambler", lambda think: think.comment(think.random.choice(think.moves), 8))
    panel = Panel.of([plain, gambler])
    decisions = asked(panel, HearingCache(), positions=["5 1"] * 20)
    assert (len(calls), len(gambles)) == (1, 20)
    assert len({tuple(heard(each, "Gambler").comments) for each in decisions}) > 1
    again = asked(panel, None, positions=["5 1"] * 20)
    assert [trace_of(each) for each in decisions] == [trace_of(each) for each in again]


def test_ties_fall_anew() -> None:
    """A decision's own stream is new too: for who insists on several moves, and for equal tallies."""
    several = advisor("Several", says("3", 10), says("7", 10), tier=1, rank=1)
    for panel in (Panel.of([several]), Panel.of([])):
        decisions = asked(panel, HearingCache(), positions=["5 1"] * 30)
        assert len({each.move for each in decisions}) > 1
        assert [each.move for each in decisions] == [
            each.move for each in asked(panel, None, positions=["5 1"] * 30)
        ]


def test_other_knowledge_is_another_question() -> None:
    """Even if it says the same: who knows what an Advisor makes of it."""
    plain, calls = counted("Plain", says("3", 7))
    one, other = Knowledge.of(tic_tac_toe()), Knowledge.of(tic_tac_toe())
    asked(Panel.of([plain]), HearingCache(), positions=["5"] * 4, knowledge=[one, one, other, other])
    assert len(calls) == 2


def test_two_panels_alike_share_what_they_said() -> None:
    """Two Hoyles that only count votes in another way need to think but once; with other budgets, twice."""
    plain, calls = counted("Plain", says("3", 7))
    hearing_cache, game = HearingCache(), tic_tac_toe()
    known = Knowledge.of(game)

    async def ask(*budgets: str) -> None:
        panel = Panel.of([plain], budgets=Budgets.parse(budgets))
        hoyle = Hoyle(panel, knowledge=known, hearing_cache=hearing_cache)
        await hoyle.choose(game, played("5 1"), Streams(0))

    async def ask_all() -> None:
        await ask("5ms")
        await ask("5ms")
        assert len(calls) == 1
        await ask("4ms")
        await ask("5ms", "tier3=4ms")
        assert len(calls) == 3

    trio.run(ask_all, clock=VirtualClock())


def test_in_real_time_everybody_is_asked_each_time() -> None:
    """What somebody said in its time on the wall clock, it might not say in time again."""
    plain, calls = counted("Plain", says("3", 7))
    asked(Panel.of([plain]), HearingCache(), clock="wall")
    assert len(calls) == 6


async def fails(think: Deliberation) -> None:
    """Fail."""
    raise ValueError(think.name)


async def asks_the_time(think: Deliberation) -> None:
    """Say what time it is for trio."""
    await think.comment("3", 7, str(trio.current_time()))


@pytest.mark.parametrize("step", [fails, asks_the_time, sleeps(3 * US)])
def test_what_may_be_otherwise_next_time_is_not_kept(step: Step) -> None:
    """A failure, or something done by the time that trio tells."""
    odd, calls = counted("Odd", step)
    asked(Panel.of([odd]), HearingCache())
    assert len(calls) == 6


def test_an_advisor_that_takes_its_time_by_chance_is_found_out() -> None:
    """If it may keep the others from being heard at the same time as before, all are heard."""

    async def dawdles(think: Deliberation) -> None:
        for _ in range(think.random.randrange(1000)):
            think.outcome()

    plain, calls = counted("Plain", says("3", 7))
    panel = Panel.of([plain, advisor("Dawdler", dawdles)])
    decisions = asked(panel, HearingCache(), positions=["5 1"] * 10)
    assert len(calls) == 10
    assert [trace_of(each) for each in decisions] == [
        trace_of(each) for each in asked(panel, None, positions=["5 1"] * 10)
    ]


def test_a_recalled_decision_takes_the_time_it_took() -> None:
    """Whoever else lives by this clock sees it go by; cancelled half-way, it comes to nothing."""
    slow = Panel.of([advisor("Slow", works(1000), says("3", 7))])
    game, hearing_cache, known = tic_tac_toe(), HearingCache(), Knowledge.of(tic_tac_toe())

    async def ask() -> Decision:
        return await decide(game, played("5 1"), slow, knowledge=known, hearing_cache=hearing_cache)

    async def main() -> None:
        took = []
        for _ in range(2):
            before = trio.current_time()
            assert heard(await ask(), "Slow").state is State.FINISHED
            took.append(round((trio.current_time() - before) * 1e9))
        assert took[0] == pytest.approx(took[1], abs=2)
        assert took[0] > 100 * MS
        with trio.move_on_after(0.05) as scope:
            await ask()
        assert scope.cancelled_caught
        assert heard(await ask(), "Slow").state is State.FINISHED

    trio.run(main, clock=VirtualClock())


def test_minutes_do_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was said last is kept."""
    monkeypatch.setattr("control.hearing.hearing_cache.MOST_POSTS", 30)
    plain, calls = counted("Plain", says("9", 6), says("8", 6))
    panel, positions = Panel.of([plain]), [f"{first} {second}" for first in "1234" for second in "567"]
    asked(panel, HearingCache(), positions=[*positions, *reversed(positions)])
    assert len(calls) == 14


@pytest.mark.parametrize("draws", [True, False])
def test_who_pushes_the_clock_on_is_heard_each_time(*, draws: bool) -> None:
    """Whoever yields and yields is moved along to what others do next; so all of them have to be there."""

    async def yields(think: Deliberation) -> None:
        move = think.random.choice(think.moves) if draws else "3"
        for _ in range(12_000):
            await trio.lowlevel.checkpoint()
        await think.comment(move, 9)
        while True:
            think.outcome()

    async def posts_at_some_time(think: Deliberation) -> None:
        before = think.random.randrange(1, 60)
        for call in range(60):
            if call == before:
                await think.comment("4", 6)
            think.outcome()

    others = [advisor("Steady", works(20), says("7", 8), works(20)), advisor("Sometime", posts_at_some_time)]
    panel = Panel.of([advisor("Yielder", yields), *others], budgets=Budgets.parse(["10ms", "Yielder=3ms"]))
    with_minutes, without = (asked(panel, each, positions=["5 1"] * 4) for each in (HearingCache(), None))
    assert [trace_of(each) for each in with_minutes] == [trace_of(each) for each in without]


def test_two_decisions_at_once_may_share_minutes() -> None:
    """Neither confuses the other, whatever each of them knows."""

    async def dawdles(think: Deliberation) -> None:
        for _ in range(think.random.randrange(50)):
            think.outcome()

    async def tells(think: Deliberation) -> None:
        await think.comment("3", len(think.knowledge.items))

    game, panel = tic_tac_toe(), Panel.of([advisor("Dawdler", dawdles), advisor("Teller", tells)])
    known = [Knowledge.of(game), Knowledge.of(game, {"openings": {}, "forks": {}})]
    hearing_cache = HearingCache()

    async def ask(number: int) -> None:
        decision = await decide(
            game,
            played("5 1"),
            panel,
            knowledge=known[number % 2],
            streams=Streams(number),
            hearing_cache=hearing_cache,
        )
        assert strengths(heard(decision, "Teller")) == {"3": len(known[number % 2].items)}

    async def main() -> None:
        for _ in range(5):
            async with trio.open_nursery() as nursery:
                for number in range(6):
                    nursery.start_soon(ask, number)
            await ask(0)
            await ask(1)

    trio.run(main, clock=VirtualClock())


# Whatever Advisors do, decisions with a cache are those without.


async def reads_plans(think: Deliberation) -> None:
    """Say which plans there are."""
    told = "; ".join(f"{plan.advisor} {'-'.join(plan.moves)} at {plan.ns}" for plan in await think.plans())
    await think.comment("3", 6, told)


async def reads_comments(think: Deliberation) -> None:
    """Say what has been said so far."""
    told = ", ".join(f"{each.advisor}:{each.strength}" for each in await think.comments())
    await think.comment("4", 4, told)


async def gambles(think: Deliberation) -> None:
    """Say anything."""
    await think.comment(think.random.choice(["6", "7"]), think.random.choice([0, 4, 6, 10]))


async def gambles_for_long(think: Deliberation) -> None:
    """Do a random amount of work."""
    for _ in range(think.random.randrange(4)):
        think.outcome()


async def looks(think: Deliberation) -> None:
    """Say how much time is left."""
    await think.comment("2", 6, f"{think.remaining()} left")


PLAIN: Sequence[Step] = (works(1), works(7), works(40), says("3", 7), says("8", 10), says("9", 0), looks)
CHANCE: Sequence[Step] = (gambles, gambles, gambles_for_long)
ODD: Sequence[Step] = (plans("3", "7"), reads_plans, reads_comments, sleeps(300 * US), fails)


@st.composite
def panels(draw: st.DrawFn) -> Panel:
    """Draw a few Advisors that do a few things each, on tight budgets."""
    made = []
    steps = draw(st.sampled_from([(*PLAIN, *CHANCE), (*PLAIN, *CHANCE), (*PLAIN, *CHANCE, *ODD)]))
    for number in range(draw(st.integers(1, 5))):
        tier = draw(st.sampled_from([1, 2, 3, 3, 3]))
        kind = st.sampled_from(steps if tier > 1 else PLAIN)
        declared = {"tier": tier, "rank": number, "makes_plans": draw(st.sampled_from([False, False, True]))}
        made.append(advisor(f"A{number}", *draw(st.lists(kind, max_size=4)), **declared))
    budgets = draw(
        st.sampled_from(
            [("1s",), ("1ms",), ("3ms", "tier3=2ms"), ("2ms", "decision=4ms", "decision=30calls")]
        )
    )
    return Panel.of(made, budgets=Budgets.parse(budgets))


@given(
    panel=panels(),
    processors=st.sampled_from([None, 1, 2]),
    schedule=st.sampled_from(sorted(SCHEDULES)),
    late=st.sampled_from(["keep", "drop"]),
)
def test_nobody_can_tell(panel: Panel, processors: int | None, schedule: str, late: str) -> None:
    """Byte for byte the same traces."""
    settings = Settings(schedule=schedule, late=late)
    with_minutes = asked(panel, HearingCache(), processors=processors, settings=settings)
    without = asked(panel, None, processors=processors, settings=settings)
    assert [trace_of(each) for each in with_minutes] == [trace_of(each) for each in without]


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("processors", [None, 2])
def test_nobody_can_tell_with_hoyles_own_advisors(schedule: str, processors: int | None) -> None:
    """All of them, in a contest's worth of positions, each met three times."""
    panel = Panel.of(get_advisors())
    positions = ["", "5", "5 1", "5 1 9", "5 1 9 3", "5 1 9 3 2"] * 3
    settings = Settings(schedule=schedule)
    ask = partial(asked, panel, processors=processors, settings=settings, positions=positions)
    with_minutes, without = ask(HearingCache()), ask(None)
    assert [trace_of(each) for each in with_minutes] == [trace_of(each) for each in without]
