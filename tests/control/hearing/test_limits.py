"""Limits that bind: in time and in work, for an Advisor, a tier, a decision and a contest."""

import contextlib
import math
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
import trio
import trio.testing
from hypothesis import given
from hypothesis import strategies as st

from agents import Advisor, Deliberation, Streams, get_advisors
from blackboard import LIMITS, Decision, State, TraceWriter, decisions_of, read_trace
from control import SCHEDULES, Budgets, ContestClock, Hoyle, Panel, Settings, VirtualClock, decide
from control.hearing.contest_clock import MOST_DECISIONS
from games import make_game
from tests.support import (
    CLOCKS,
    MS,
    US,
    Step,
    advisor,
    decided,
    does,
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

SCHEDULED = pytest.mark.parametrize("schedule", SCHEDULES)
CLOCKED = pytest.mark.parametrize("clock", CLOCKS)


def mocked(advisors: list[type[Advisor]], *budgets: str, **settings: Any) -> Decision:
    """Decide as in real time, but by trio's mock clock, which jumps when everyone sleeps."""
    panel = Panel.of(advisors, budgets=Budgets.parse(budgets))
    make = partial(decide, tic_tac_toe(), played(""), panel, settings=Settings(**settings))
    return trio.run(make, clock=trio.testing.MockClock(autojump_threshold=0))


def fired(decision: Decision) -> dict[str, str]:
    """Return by Advisor which limit fired."""
    return {each.advisor: each.limit for each in decision.testimonies}


def states(decision: Decision) -> dict[str, str]:
    """Return how each Advisor ended."""
    return {each.advisor: each.state.value for each in decision.testimonies}


# Each limit, on both clocks and in every schedule.


@SCHEDULED
@CLOCKED
def test_work_binds(clock: str, schedule: str) -> None:
    """Whoever wants one call more than it may is stopped there; what it posted before stands."""
    busy = advisor("Busy", works(5), says("1", 8), works(3), says("2", 9))
    decision = decided([busy], budgets=["1min", "7calls"], clock=clock, schedule=schedule)
    testimony = heard(decision, "Busy")
    assert (testimony.state, testimony.limit, testimony.work) == (State.TIMED_OUT, "work", 7)
    assert (testimony.budget_work, strengths(testimony), decision.move) == (7, {"1": 8}, "1")
    enough = heard(decided([busy], budgets=["1min", "8calls"], clock=clock, schedule=schedule), "Busy")
    assert (enough.state, enough.limit, enough.work) == (State.FINISHED, "", 8)


@CLOCKED
def test_late_says_what_becomes_of_posts_before_the_work_was_used_up(clock: str) -> None:
    """As with time: kept, or dropped."""
    busy = advisor("Busy", says("1", 8), works(9))
    other = advisor("Other", says("2", 6))
    moves = [
        decided([busy, other], budgets=["1min", "3calls"], clock=clock, late=late).move
        for late in ("keep", "drop")
    ]
    assert moves == ["1", "2"]


def test_whoever_is_out_of_work_ends_at_once() -> None:
    """In virtual time too: not at its deadline, but when the work that it may do is done."""
    testimony = heard(decided([advisor("Busy", works(99))], budgets=["1s", "5calls"]), "Busy")
    assert (testimony.limit, testimony.elapsed_ns) == ("work", 500 * US)


@CLOCKED
def test_work_that_runs_out_cannot_be_swallowed(clock: str) -> None:
    """An Advisor that catches the end and goes on is recorded as stopped, and gets no further call."""

    async def stubborn(think: Deliberation) -> None:
        for _ in range(5):
            with contextlib.suppress(BaseException):
                think.play("1")

    testimony = heard(
        decided([advisor("Stubborn", stubborn)], budgets=["1min", "2calls"], clock=clock), "Stubborn"
    )
    assert (testimony.state, testimony.limit, testimony.work) == (State.TIMED_OUT, "work", 2)


@CLOCKED
def test_remaining_work_falls_with_every_call(clock: str) -> None:
    """An Advisor can see how many calls it has left, and stop in time."""
    seen: list[float] = []

    async def look(think: Deliberation) -> None:
        seen.append(think.remaining_work())
        while think.remaining_work() > 0:
            think.play("1")
        seen.append(think.remaining_work())

    testimony = heard(decided([advisor("Careful", look)], budgets=["1s", "3calls"], clock=clock), "Careful")
    assert (testimony.state, testimony.work, testimony.looked) == (State.FINISHED, 3, True)
    assert seen == [3, 0]


@CLOCKED
def test_remaining_work_is_infinite_without_a_limit(clock: str) -> None:
    """Nobody set one."""
    seen: list[float] = []
    decided([advisor("Free", does(lambda think: seen.append(think.remaining_work())))], clock=clock)
    assert seen == [math.inf]


@SCHEDULED
@pytest.mark.parametrize("made", [decided, mocked])
def test_a_decision_ends_at_its_limit(made: Any, schedule: str) -> None:
    """Whoever still thinks has timed out, what it posted counts, and the vote is taken there and then."""
    dozing = [advisor(name, says(move, 8), sleeps_for_ever) for name, move in (("A", "1"), ("B", "1"))]
    decision = (
        decided(dozing, budgets=["1s", "decision=50ms"], schedule=schedule)
        if made is decided
        else mocked(dozing, "1s", "decision=50ms", schedule=schedule)
    )
    assert decision.landed_ns == pytest.approx(50 * MS, abs=10)
    assert (decision.move, decision.by) == ("1", "paradigm 1")
    if schedule == "serial":
        assert states(decision) == {"A": "timed out", "B": "not started"}
    else:
        assert states(decision) == {"A": "timed out", "B": "timed out"}
    assert set(fired(decision).values()) == {"decision"}


@SCHEDULED
def test_a_limit_of_the_decision_runs_from_its_start(schedule: str) -> None:
    """Budgets of later Advisors start when they start, but no deadline is later than the decision's."""
    advisors = [advisor("First", works(100), tier=1, rank=1), advisor("Later", works(100))]
    decision = decided(advisors, budgets=["6ms", "decision=10ms"], schedule=schedule)
    ends = {each.advisor: (each.ended_ns // MS, each.limit) for each in decision.testimonies}
    later = (6, "budget") if schedule == "speculative" else (10, "decision")
    assert ends == {"First": (6, "budget"), "Later": later}


@SCHEDULED
def test_a_tier_has_its_time_together(schedule: str) -> None:
    """From when its first Advisor starts: at once for all, or one after another."""
    advisors = [advisor("Above", works(50), tier=1, rank=1)]
    advisors += [advisor(name, works(40)) for name in ("A", "B", "C", "D")]
    decision = decided(advisors, budgets=["1s", "tier3=10ms"], schedule=schedule)
    limits = (
        {"A": "", "B": "", "C": "tier", "D": "tier"} if schedule == "serial" else dict.fromkeys("ABCD", "")
    )
    assert fired(decision) == {"Above": "", **limits}
    if schedule == "serial":
        assert (states(decision)["C"], states(decision)["D"]) == ("timed out", "not started")
        assert decision.landed_ns == 15 * MS
    tighter = decided(advisors, budgets=["1s", "tier3=3ms"], schedule=schedule)
    assert {heard(tighter, name).limit for name in "ABCD"} == {"tier"}


@pytest.mark.parametrize("processors", [1, 2])
def test_whoever_waits_for_a_processor_too_long_has_not_started(processors: int) -> None:
    """The time that a tier or a decision has runs for them too."""
    advisors = [advisor(name, works(40)) for name in "ABCD"]
    advisors.append(advisor("Zed", works(500), tier=1, rank=1))
    for limit, end in (("tier3=6ms", "tier"), ("decision=10ms", "decision")):
        decision = decided(advisors, budgets=["1s", limit], processors=processors)
        waiting = [each for each in decision.testimonies if each.state is State.NOT_STARTED]
        assert {each.limit for each in waiting} == {end}
        assert not any(each.state is State.CANCELLED for each in decision.testimonies)


@SCHEDULED
@CLOCKED
def test_ranked_advisors_that_never_start_do_not_hold_up_the_decision(clock: str, schedule: str) -> None:
    """Where time ran out before the second of tier 1 could start, those heard decide."""
    slow = advisor("Slow", says("1", 0), sleeps_for_ever, tier=1, rank=1)
    never = advisor("Never", says("2", 0), tier=1, rank=2)
    voter = advisor("Voter", says("1", 9), says("3", 7))
    decision = decided([slow, never, voter], budgets=["1s", "decision=20ms"], clock=clock, schedule=schedule)
    assert heard(decision, "Slow").limit == "decision"
    if schedule == "speculative":
        assert (decision.move, decision.removed) == ("3", {"1": "Slow", "2": "Never"})
    elif schedule == "serial":
        assert heard(decision, "Never").state is State.NOT_STARTED
        assert (decision.by, decision.removed) == ("chance", {"1": "Slow"})
        assert heard(decision, "Voter").limit == "decision"


def test_readers_of_plans_do_not_wait_for_makers_that_never_start() -> None:
    """A maker that had no time left plans nothing more."""
    seen: list[int] = []

    async def read(think: Deliberation) -> None:
        seen.append(len(await think.plans()))
        await think.comment("1", 6)

    first = advisor("A-Maker", plans("1"), sleeps_for_ever, makes_plans=True, tier=2, rank=1)
    second = advisor("B-Maker", plans("2"), makes_plans=True, tier=2, rank=2)
    decision = decided(
        [first, second, advisor("Reader", read)], budgets=["1s", "tier2=5ms"], schedule="serial"
    )
    assert seen == [1]
    assert states(decision) == {"A-Maker": "timed out", "B-Maker": "not started", "Reader": "finished"}
    assert heard(decision, "Reader").read == "plans"


@SCHEDULED
@CLOCKED
def test_shared_work_is_dealt_out(clock: str, schedule: str) -> None:
    """Each gets the same, and the first one more if it does not divide; so nobody's calls hang on a race."""
    advisors = [advisor(name, works(50)) for name in "ABC"]
    advisors.append(advisor("Above", works(50), tier=1, rank=1))
    for limit, calls in (("tier3=8calls", [50, 3, 3, 2]), ("decision=10calls", [3, 3, 2, 2])):
        decision = decided(advisors, budgets=["1s", limit], clock=clock, schedule=schedule)
        assert [each.work for each in decision.testimonies] == calls
        kind = limit.partition("=")[0].rstrip("3")
        assert {each.limit for each in decision.testimonies} <= {kind, ""}


def test_the_most_particular_of_equal_limits_is_told() -> None:
    """Its own, then the tier's, the decision's and the contest's."""
    busy = advisor("Busy", works(99))
    for texts, limit in (
        (["5ms", "tier3=5ms", "decision=5ms"], "budget"),
        (["1s", "tier3=5ms", "decision=5ms"], "tier"),
        (["1s", "tier3=6ms", "decision=5ms"], "decision"),
        (["1s", "contest=5ms"], "contest"),
        (["1s", "3calls", "tier3=3calls"], "work"),
        (["1s", "tier3=3calls", "decision=3calls"], "tier"),
    ):
        assert fired(decided([busy], budgets=texts)) == {"Busy": limit}


def test_the_account_names_what_was_shared() -> None:
    """The settings of a decision hold the limits of tiers and decision, and the contest's share of it."""
    texts = ["tier3=20ms", "tier1=9calls", "decision=50ms+70calls", "contest=5s"]
    settings = decided([advisor("A")], budgets=texts).settings
    assert settings["limits"] == {
        "tier1": {"work": 9},
        "tier3": {"ns": 20 * MS},
        "decision": {"ns": 50 * MS, "work": 70},
        "contest": {"ns": 5000 * MS // 3},
    }
    assert "limits" not in decided([advisor("A")]).settings


def test_limits_survive_the_trace(tmp_path: Any) -> None:
    """What stopped whom is written down."""
    advisors = [
        *get_advisors(),
        advisor("Busy", works(99)),
        advisor("Napping", says("1", 6), sleeps_for_ever),
    ]
    made = [
        decided(advisors, budgets=["1s", "Busy=7calls", "tier3=5ms", "decision=4ms"], schedule=schedule)
        for schedule in SCHEDULES
    ]
    assert {each.limit for decision in made for each in decision.testimonies} >= {"", "work", "decision"}
    with TraceWriter(tmp_path / "trace") as writer:
        for decision in made:
            writer.append(decision)
    assert list(decisions_of(read_trace(tmp_path / "trace").events)) == made


# The contest's clock.


def contest_of(*budgets: str, works_for: int = 500) -> list[Decision]:
    """Let a Hoyle that works as long as it may decide all moves of a contest."""
    made: list[Decision] = []
    greedy = advisor("Greedy", works(works_for), says("1", 6))
    hoyle = Hoyle(Panel.of([greedy], budgets=Budgets.parse(budgets)), on_decision=made.append)

    async def play() -> None:
        game = tic_tac_toe()
        position = game.initial()
        for move in "512837469":
            await hoyle.choose(game, position, Streams(0))
            position = game.play(position, move)

    trio.run(play, clock=VirtualClock())
    return made


def test_a_contest_is_divided_over_its_decisions() -> None:
    """Each decision may use what is left, divided by half the decisions that can come, rounded up."""
    made = contest_of("1s", "contest=30ms")
    assert {limit for each in made[:-1] for limit in fired(each).values()} == {"contest"}
    used = [each.landed_ns for each in made]
    assert used[:3] == [10 * MS, 10 * MS, 5 * MS]
    assert sum(used) <= 30 * MS


def test_work_of_a_contest_is_divided_too() -> None:
    """Calls as time."""
    made = contest_of("1s", "contest=300calls")
    assert [heard(each, "Greedy").work for each in made][:3] == [100, 100, 50]
    assert sum(heard(each, "Greedy").work for each in made) <= 300


def test_what_a_decision_does_not_use_is_there_for_the_next() -> None:
    """Nothing is lost by thinking less."""
    made = contest_of("1s", "contest=30ms", works_for=10)
    shares = [each.settings["limits"]["contest"]["ns"] for each in made]
    assert shares[:2] == [10 * MS, (30 * MS - 1_010 * US) // 2]
    assert {limit for each in made for limit in fired(each).values()} == {""}


def test_a_new_contest_has_a_new_clock() -> None:
    """`begin` starts it anew, and only that."""
    hoyle = Hoyle(Panel.of([advisor("Greedy", works(500))], budgets=Budgets.parse(["1s", "contest=30ms"])))
    shown: list[int] = []

    async def play() -> None:
        for begins in (False, False, True):
            if begins:
                hoyle.begin()
            await hoyle.choose(tic_tac_toe(), played(""), Streams(0))
            shown.append(hoyle._clock.spent_ns)

    trio.run(play, clock=VirtualClock())
    assert shown == [10 * MS, 16_666_666, 10 * MS]


@given(
    total=st.integers(1, 10**6),
    uses=st.lists(st.floats(0, 1), min_size=MOST_DECISIONS + 5, max_size=MOST_DECISIONS + 5),
    game=st.sampled_from(["tic-tac-toe", "pong-hau-ki"]),
)
def test_no_contest_is_overdrawn(total: int, uses: list[float], game: str) -> None:
    """However much of its share each decision uses, and however many there are, it is never more than all."""
    clock = ContestClock(Budgets.parse([f"contest={total}ns+{total}calls"]).limits.contest)
    rules = make_game(game)
    for use in uses:
        share = clock.share(rules, rules.initial())
        assert share.ns is not None
        assert 0 <= share.ns <= total - clock.spent_ns
        assert share.ns == share.work
        clock.decisions += 1
        clock.spent_ns += int(use * share.ns)
        clock.spent_work += int(use * share.ns)
    assert clock.spent_ns <= total


def test_shares_fall_slowly_where_a_contest_may_go_on() -> None:
    """Where nobody knows when it ends, each decision that uses its share leaves the next a little less."""
    clock = ContestClock(Budgets.parse(["contest=1s"]).limits.contest)
    rules = make_game("pong-hau-ki")
    shares = []
    for _ in range(MOST_DECISIONS):
        share = clock.share(rules, rules.initial()).ns or 0
        shares.append(share)
        clock.spent_ns += share
        clock.decisions += 1
    assert all(after <= before for before, after in pairwise(shares[::2]))
    assert shares[0] == 50 * MS
    assert sum(shares[:20]) < 800 * MS


# What holds for whatever Advisors there are, in virtual time.


@st.composite
def steps(draw: st.DrawFn) -> tuple[list[Step], int]:
    """Draw what an Advisor does: work, sleep and comments; and how many calls that is in all."""
    calls, made = 0, list[Step]()
    for move in draw(st.lists(st.sampled_from("123456789"), unique=True, max_size=4)):
        work, nap = draw(st.integers(0, 6)), draw(st.integers(0, 400))
        calls += work
        made += [works(work), sleeps(nap * US), says(move, draw(st.integers(1, 9)))]
    return made, calls


@st.composite
def panels(draw: st.DrawFn) -> list[type[Advisor]]:
    """Draw Advisors of all tiers that neither decide at once nor look at anything."""
    return [
        advisor(f"A{n}", *draw(steps())[0], tier=draw(st.integers(1, 3)), rank=n)
        for n in range(draw(st.integers(1, 4)))
    ]


AMOUNTS = st.integers(1, 3_000).map(lambda us: f"{us}us") | st.integers(1, 20).map(
    lambda calls: f"{calls}calls"
)
NAMES = st.sampled_from(["", "A0=", "tier1=", "tier2=", "tier3=", "decision=", "contest="])
TEXTS = st.lists(st.builds(lambda name, amount: name + amount, NAMES, AMOUNTS), max_size=4)


def comments(decision: Decision) -> set[tuple[str, str, int]]:
    """Return everything that was said."""
    return {
        (comment.advisor, move, comment.strength)
        for each in decision.testimonies
        for move, comment in each.comments.items()
    }


@given(
    advisors=panels(),
    texts=TEXTS,
    name=NAMES,
    amounts=st.tuples(st.integers(1, 3_000), st.integers(1, 3_000)),
)
def test_a_larger_budget_never_loses_comments(
    advisors: list[type[Advisor]], texts: list[str], name: str, amounts: tuple[int, int]
) -> None:
    """Where all start at once, whichever limit is raised, in time or in work, all that was said still is."""
    for unit, factor in (("us", 1), ("calls", 100)):
        small, large = (
            decided(advisors, budgets=[*texts, f"{name}{1 + amount // factor}{unit}"])
            for amount in sorted(amounts)
        )
        assert comments(small) <= comments(large)


@given(advisors=panels(), texts=TEXTS, amounts=st.tuples(st.integers(1, 9_000), st.integers(1, 9_000)))
@SCHEDULED
def test_a_longer_decision_never_loses_comments(
    schedule: str, advisors: list[type[Advisor]], texts: list[str], amounts: tuple[int, int]
) -> None:
    """In every schedule."""
    small, large = (
        decided(advisors, budgets=[*texts, f"decision={amount}us"], schedule=schedule)
        for amount in sorted(amounts)
    )
    assert comments(small) <= comments(large)


@given(advisors=panels(), texts=TEXTS, processors=st.sampled_from([None, 1, 2]))
@SCHEDULED
def test_nobody_exceeds_a_limit(
    schedule: str, advisors: list[type[Advisor]], texts: list[str], processors: int | None
) -> None:
    """Time and work stay within every budget, and the limit that fired is the one that was least."""
    budgets = Budgets.parse(texts)
    decision = decided(advisors, budgets=texts, schedule=schedule, processors=processors)
    limits: dict[str, dict[str, int]] = decision.settings.get("limits", {})
    seats = len(decision.testimonies)
    for each in decision.testimonies:
        tier = [other for other in decision.testimonies if other.tier == each.tier]
        began = min((other.started_ns for other in tier if other.state is not State.NOT_STARTED), default=0)
        times = {"budget": each.started_ns + each.budget_ns}
        calls = {"work": each.budget_work} if each.budget_work is not None else {}
        for name, start, number in (
            ("tier", began, len(tier)),
            ("decision", 0, seats),
            ("contest", 0, seats),
        ):
            limit = limits.get(f"tier{each.tier}" if name == "tier" else name, {})
            times |= {name: start + limit["ns"]} if "ns" in limit else {}
            calls |= {name: -(-limit["work"] // number)} if "work" in limit else {}
        assert all(each.ended_ns <= end for end in times.values())
        assert all(each.work <= most for most in calls.values())
        if each.state is State.TIMED_OUT:
            least_time = min(times.values())
            assert (each.limit in times and times[each.limit] == least_time == each.ended_ns) or (
                each.limit in calls and each.work >= min(calls.values()) - 1
            )
        elif each.state is State.NOT_STARTED:
            assert each.limit in {"tier", "decision", "contest"}
            assert not each.comments
        else:
            assert each.limit == ""
    assert budgets.limits.decision.ns is None or decision.landed_ns <= budgets.limits.decision.ns
    assert {each.limit for each in decision.testimonies} <= {"", *LIMITS}


@given(advisors=panels(), texts=TEXTS, seed=st.integers(0, 9))
def test_schedules_agree_where_no_limit_fires(
    advisors: list[type[Advisor]], texts: list[str], seed: int
) -> None:
    """The same move, tally and account, whatever limits there are."""
    made = [decided(advisors, budgets=texts, schedule=schedule, seed=seed) for schedule in SCHEDULES]
    if not any(any(fired(each).values()) for each in made):
        assert len({(each.move, each.by, str(each.tally), str(each.removed)) for each in made}) == 1


@given(advisors=panels(), texts=TEXTS)
@SCHEDULED
def test_limits_come_out_the_same_every_time(
    schedule: str, advisors: list[type[Advisor]], texts: list[str]
) -> None:
    """Whatever order trio runs its tasks in."""
    first, second = (decided(advisors, budgets=texts, schedule=schedule, processors=2) for _ in range(2))
    assert first == second
