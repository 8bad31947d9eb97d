"""Logged decisions again, from what was logged alone."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from agents import Advisor, Deliberation, get_advisors
from blackboard import Decision, Knowledge, State
from control import (
    PARADIGMS,
    SCHEDULES,
    Budgets,
    Changes,
    get_paradigm,
    pivotal,
    redecide,
)
from games import BadOption
from tests.support import (
    CLOCKS,
    MS,
    US,
    Step,
    advisor,
    decided,
    heard,
    plans,
    says,
    sleeps,
    sleeps_for_ever,
    strengths,
    tic_tac_toe,
    works,
)

SCHEDULED = pytest.mark.parametrize("schedule", SCHEDULES)
STARTS = ("", "5", "5 1", "1 4 3 5", "5 1 9", "1 5 9 2 8 7", "1 2 3 5 4 7 6 9")


def changes(*budgets: str, **others: Any) -> Changes:
    """Write changes in one line."""
    return Changes(budgets=Budgets.parse(budgets), **others)


def made_up(draw: random.Random, number: int) -> type[Advisor]:
    """Make an Advisor that works, sleeps, comments, plans and perhaps fails, all at random."""
    steps: list[Step] = []
    moves = draw.sample("123456789", 4)
    is_planner = draw.random() < 0.2
    tier = draw.choice((1, 2, 3, 3))
    for move in moves[: draw.randrange(5)]:
        strength = draw.choice((0, 10, 3, 7)) if tier < 3 else draw.randrange(11)
        steps += [works(draw.randrange(6)), sleeps(draw.randrange(3) * 100 * US), says(move, strength)]
        if is_planner:
            steps.append(plans(move))
    if draw.random() < 0.15:
        steps.insert(
            draw.randrange(len(steps) + 1), draw.choice((says("0", 5), sleeps_for_ever, looks, reads))
        )
    return advisor(f"A{number}", *steps, tier=tier, rank=number, makes_plans=is_planner)


async def looks(think: Deliberation) -> None:
    """Look at the time."""
    if think.remaining() < 0.001:
        await think.comment(think.moves[-1], 8)


async def reads(think: Deliberation) -> None:
    """Read what others say."""
    if len(await think.comments()) > 2:
        await think.comment(think.moves[-1], 2)


LIMITS = (
    (), (), ("1ms",), ("600us", "A0=2ms"), ("6calls",), ("tier3=900us",), ("decision=1ms",),
    ("decision=1ms", "tier1=300us+9calls"), ("contest=3ms",), ("contest=60calls", "1ms"),
)  # fmt: skip


def at_random(count: int, seed: int, clock: str) -> Iterator[Decision]:
    """Make random decisions of random Advisors, in every schedule, under every kind of limit."""
    draw = random.Random(seed)  # noqa: S311  # play, not secrets
    for _ in range(count):
        yield decided(
            [made_up(draw, number) for number in range(draw.randrange(1, 6))],
            moves=draw.choice(STARTS[:4]),
            budgets=("5ms", *draw.choice(LIMITS)),
            clock=clock,
            seed=draw.randrange(100),
            schedule=draw.choice(list(SCHEDULES)),
            processors=draw.choice((None, None, 1, 2)) if clock == "virtual" else None,
            late=draw.choice(("keep", "drop")),
            silence=draw.choice((5, 0)),
            paradigm=PARADIGMS[draw.choice("1234")],
            weights=draw.choice(({}, {"A1": 2})),
        )


# With nothing changed.


@pytest.mark.parametrize("seed", range(4))
def test_every_decision_is_reproduced_exactly(seed: int) -> None:
    """Thousands of random decisions, in every schedule: same move, tally, account and times, for certain."""
    met = set()
    for decision in at_random(600, seed, "virtual"):
        again = redecide(decision)
        assert again.decision == decision
        assert again.is_certain
        met |= {(each.state, each.limit) for each in decision.testimonies}
    assert {state for state, _ in met} == set(State) - {State.THINKING}
    assert {limit for _, limit in met} == {"", "budget", "work", "tier", "decision", "contest"}


def test_decisions_in_real_time_are_reproduced_exactly() -> None:
    """So are those whose times no clock of ours made."""
    for decision in at_random(150, 9, "wall"):
        again = redecide(decision)
        assert again.decision == decision
        assert again.is_certain


@SCHEDULED
@pytest.mark.parametrize("clock", CLOCKS)
def test_decisions_of_the_bundled_advisors_are_reproduced_exactly(clock: str, schedule: str) -> None:
    """Whoever was cancelled, timed out or never started; forced moves too."""
    for moves in STARTS:
        for budget in ("700us", "1s"):
            decision = decided(get_advisors(), moves=moves, budgets=[budget], clock=clock, schedule=schedule)
            assert redecide(decision).decision == decision


# Examples of each change.


@cache
def vote() -> Decision:
    """Return a vote that is easy to follow."""
    return decided(
        [
            advisor("Loud", works(1), says("1", 9)),
            advisor("Many", works(3), says("2", 7), works(3), says("1", 2)),
            advisor("More", says("2", 6), says("3", 4)),
        ]
    )


def test_another_paradigm_counts_again() -> None:
    """The comments of the record, by another rule."""
    assert vote().tally["2"] == 5 + 7 + 6
    again = redecide(vote(), Changes(paradigm=get_paradigm(2)))
    assert (again.decision.move, again.decision.tally["2"], again.decision.by) == ("2", 2, "paradigm 2")
    assert again.decision.settings["paradigm"] == "2"
    assert again.is_certain


def test_other_weights_count_again() -> None:
    """What is not named keeps its weight."""
    assert vote().move == "2"
    again = redecide(vote(), Changes(weights={"Loud": 3}))
    assert (again.decision.move, again.decision.settings["weights"]) == ("1", {"Loud": 3})


def test_silence_counts_again() -> None:
    """Silence counts 5, or nothing."""
    assert redecide(vote(), Changes(silence=0)).decision.tally["1"] == 9 + 2


def test_without_an_advisor() -> None:
    """What it said is not heard, and it is not in the account."""
    again = redecide(vote(), Changes(without=frozenset({"Many"})))
    assert (again.decision.move, again.decision.tally["1"], again.is_certain) == ("1", 14, True)
    assert [each.advisor for each in again.decision.testimonies] == ["Loud", "More"]


def test_a_shorter_budget_drops_what_came_later() -> None:
    """Posts up to the new deadline stay, and the Advisor has timed out."""
    again = redecide(vote(), changes("Many=400us"))
    many = heard(again.decision, "Many")
    assert (many.state, many.limit, many.ended_ns, strengths(many)) == (
        State.TIMED_OUT,
        "budget",
        400 * US,
        {"2": 7},
    )
    assert again.is_certain
    assert redecide(vote(), changes("300us")).decision.tally["2"] == 5 + 5 + 6


def test_late_posts_are_dropped_or_kept() -> None:
    """As the setting says, also for those whom only the new budget stops."""
    kept = redecide(vote(), changes("Many=400us", late="keep")).decision
    dropped = redecide(vote(), changes("Many=400us", late="drop")).decision
    assert (kept.tally["2"], dropped.tally["2"]) == (5 + 7 + 6, 5 + 5 + 6)


def test_less_work_drops_what_came_after_more() -> None:
    """A post is made after so many calls, so it is known which ones are left."""
    again = redecide(vote(), changes("Many=5calls"))
    many = heard(again.decision, "Many")
    assert (many.limit, many.work, strengths(many), again.is_certain) == ("work", 5, {"2": 7}, True)
    assert redecide(vote(), changes("Many=6calls")).decision.testimonies[1].state is State.FINISHED


def test_when_work_runs_out_is_not_known() -> None:
    """Whoever may have wanted one call more ends earlier now, so those after it may have had more time."""
    dozing = advisor("Dozing", works(1), sleeps_for_ever, tier=1, rank=1)
    busy = advisor("Dozing", works(9), tier=1, rank=1)
    after = advisor("After", works(1), says("1", 7))
    for first in (dozing, busy):
        logged = decided([first, after], budgets=["1s", "decision=190us"], schedule="tiered")
        assert (heard(logged, "Dozing").work, heard(logged, "After").limit) == (1, "decision")
        assert redecide(logged, changes("Dozing=1call")).doubts == ("After",)


def test_a_shorter_decision() -> None:
    """Stops everybody."""
    again = redecide(vote(), changes("decision=320us")).decision
    assert [each.limit for each in again.testimonies] == ["", "decision", ""]
    assert again.landed_ns == 320 * US
    assert again.settings["limits"] == {"decision": {"ns": 320 * US}}


def test_a_longer_budget_is_uncertain_for_whoever_timed_out() -> None:
    """Nobody knows what it would have said."""
    decision = decided(
        [advisor("Slow", says("1", 7), works(99)), advisor("Quick", says("2", 6))], budgets=["1ms"]
    )
    assert redecide(decision, changes("Quick=1s")).is_certain
    assert redecide(decision, changes("Slow=1s")).doubts == ("Slow",)
    assert redecide(decision, changes("Slow=900us")).is_certain


def test_without_the_decider_those_it_cut_off_are_uncertain() -> None:
    """The answer is what is known, and it says whose words are missing."""
    decider = advisor("Decider", works(2), says("1", 10), tier=1, rank=1)
    second = advisor("Second", works(2), says("2", 10), works(5), tier=1, rank=2)
    decision = decided([decider, second, advisor("Voter", works(9), says("3", 9))])
    again = redecide(decision, Changes(without=frozenset({"Decider"})))
    assert (again.decision.move, again.decision.by, again.doubts) == ("2", "Second", ("Second",))
    assert redecide(decision, Changes(paradigm=get_paradigm(3))).is_certain
    assert redecide(decision, Changes(without=frozenset({"Voter"}))).is_certain


def test_who_lands_now_cancels_the_others() -> None:
    """Where the one above comes to nothing, the next in rank lands when both have been heard out."""
    first = advisor("First", works(20), says("1", 10), tier=1, rank=1)
    second = advisor("Second", works(1), says("2", 10), tier=1, rank=2)
    voter = advisor("Voter", says("3", 6), works(10), says("4", 6), works(20))
    decision = decided([first, second, voter])
    again = redecide(decision, changes("First=500us")).decision
    assert (again.move, again.by, again.landed_ns) == ("2", "Second", 500 * US)
    late = heard(again, "Voter")
    assert (late.state, late.ended_ns, strengths(late)) == (State.CANCELLED, 500 * US, {"3": 6})


def test_whoever_looked_at_its_time_is_uncertain_when_that_changes() -> None:
    """With less time it might have said something else."""
    decision = decided([advisor("Looking", says("1", 6), looks)])
    assert redecide(decision, changes("500ms")).doubts == ("Looking",)
    assert redecide(decision, Changes(silence=0)).is_certain


def test_whoever_read_what_changes_is_uncertain() -> None:
    """Comments of anybody, plans of those who make plans."""

    async def follow(think: Deliberation) -> None:
        for plan in await think.plans():
            await think.comment(plan.moves[0], 8)

    maker = advisor("Maker", works(2), plans("1"), works(2), plans("2"), makes_plans=True)
    decision = decided(
        [maker, advisor("Follower", follow), advisor("Other", works(3), says("3", 6)), advisor("R", reads)]
    )
    assert redecide(decision, changes("Maker=300us")).doubts == ("Follower", "R")
    assert redecide(decision, Changes(without=frozenset({"Other"}))).doubts == ("R",)
    assert redecide(decision, Changes(without=frozenset({"R"}))).is_certain


def test_pivotal_is_without_whom_the_move_changes() -> None:
    """Leaving out that one alone."""
    assert pivotal(vote()) == ("Many",)
    assert pivotal(vote(), Changes(weights={"Loud": 3})) == ("Loud",)
    first = advisor("First", says("1", 10), tier=1, rank=1)
    second = advisor("Second", says("2", 10), tier=1, rank=2)
    assert pivotal(decided([first, second])) == ("First",)


def test_a_contests_budget_cannot_be_changed_here() -> None:
    """What it would have left for a decision hangs on the ones before, which would have been others."""
    with pytest.raises(
        BadOption, match=r"^a contest's budget depends on all its decisions, .*decision=50ms$"
    ):
        changes("contest=5s")


# Against deciding again.


@st.composite
def plain(draw: st.DrawFn, number: int) -> type[Advisor]:
    """Draw an Advisor that works, sleeps and comments, and heeds nobody."""
    steps: list[Step] = []
    tier = draw(st.integers(1, 3))
    for move in draw(st.lists(st.sampled_from("123456789"), unique=True, max_size=3)):
        strength = draw(st.sampled_from((0, 3, 7, 10)) if tier < 3 else st.integers(0, 10))
        steps += [
            works(draw(st.integers(0, 5))),
            sleeps(draw(st.integers(0, 3)) * 100 * US),
            says(move, strength),
        ]
    steps += [works(draw(st.integers(0, 5)))]
    return advisor(f"A{number}", *steps, tier=tier, rank=number)


@st.composite
def panels(draw: st.DrawFn) -> list[type[Advisor]]:
    """Draw a few of them."""
    return [draw(plain(number)) for number in range(draw(st.integers(1, 5)))]


AMOUNTS = st.integers(1, 2_500).map("{}us".format) | st.integers(1, 15).map("{}calls".format)
WHOSE = st.sampled_from(["", "A0=", "tier1=", "tier2=", "tier3=", "decision="])
TEXTS = st.lists(st.builds("{}{}".format, WHOSE, AMOUNTS), max_size=3)


def said(decision: Decision) -> dict[str, object]:
    """Return what must be the same."""
    return {
        "move": decision.move,
        "by": decision.by,
        "tier": decision.tier,
        "tally": dict(decision.tally),
        "removed": dict(decision.removed),
        "comments": {
            each.advisor: strengths(each) for each in decision.testimonies if each.state.is_heard_out
        }
        if decision.tier == 3
        else {},
    }


def spelled_out(texts: list[str], advisors: list[type[Advisor]]) -> list[str]:
    """Name everybody in what is for everybody: in a record each has a budget, wherever it came from."""
    everybodys = [text for text in texts if "=" not in text]
    named = [text for text in texts if "=" in text]
    return [*(f"{each.name}={text}" for text in everybodys for each in advisors), *named]


def check(again: Any, really: Decision) -> None:
    """See that what is called certain is so."""
    if again.is_certain:
        assert said(again.decision) == said(really)
        if really.settings["processors"] is None and not any("work" in str(each) for each in amounts(really)):
            assert again.decision.landed_ns == really.landed_ns


def amounts(decision: Decision) -> list[object]:
    """Return what limited the work: when that ran out is not in a record, so the end is not known."""
    own = ["work" for each in decision.testimonies if each.budget_work is not None]
    return [*own, decision.settings.get("limits")]


@examples(max_examples=300)
@given(
    advisors=panels(),
    before=TEXTS,
    after=TEXTS,
    processors=st.sampled_from([None, None, 1, 2]),
    seed=st.integers(0, 3),
)
@SCHEDULED
def test_other_budgets_come_out_as_if_decided_again(  # noqa: PLR0917  # hypothesis draws them
    schedule: str,
    advisors: list[type[Advisor]],
    before: list[str],
    after: list[str],
    processors: int | None,
    seed: int,
) -> None:
    """Whatever limits there were and are, in time or in work, larger or smaller, unless it is uncertain."""
    how: dict[str, Any] = {"schedule": schedule, "processors": processors, "seed": seed}
    logged = decided(advisors, budgets=["20ms", *before], **how)
    again = redecide(logged, changes(*after))
    check(again, decided(advisors, budgets=["20ms", *before, *spelled_out(after, advisors)], **how))


@examples(max_examples=300)
@given(
    advisors=panels(),
    before=TEXTS,
    out=st.sets(st.sampled_from(["A0", "A1", "A2", "A3", "A4"])),
    seed=st.integers(0, 3),
)
@SCHEDULED
def test_without_some_it_comes_out_as_if_decided_again(
    schedule: str, advisors: list[type[Advisor]], before: list[str], out: set[str], seed: int
) -> None:
    """Whoever is left out."""
    logged = decided(advisors, budgets=["20ms", *before], schedule=schedule, seed=seed)
    again = redecide(logged, Changes(without=frozenset(out)))
    stay = [each for each in advisors if each.name not in out]
    texts = [text for text in before if not (text.startswith("A0=") and "A0" in out)]
    check(again, decided(stay, budgets=["20ms", *texts], schedule=schedule, seed=seed))


@given(advisors=panels(), after=TEXTS, seed=st.integers(0, 3))
@SCHEDULED
def test_smaller_budgets_are_certain_where_nothing_was_cut_off(
    schedule: str, advisors: list[type[Advisor]], after: list[str], seed: int
) -> None:
    """If all were heard out, every shorter time can be answered for certain."""
    logged = decided(advisors, budgets=["20ms"], schedule=schedule, seed=seed)
    if logged.tier == 3 and not any("calls" in text for text in after):
        assert redecide(logged, changes(*after)).is_certain


@given(
    advisors=panels(),
    paradigm=st.sampled_from("1234"),
    late=st.sampled_from(["keep", "drop"]),
    seed=st.integers(0, 3),
)
@SCHEDULED
def test_other_counts_come_out_as_if_decided_again(
    schedule: str, advisors: list[type[Advisor]], paradigm: str, late: str, seed: int
) -> None:
    """Paradigm, weights, silence and late posts: where nobody is cut off otherwise, always for certain."""
    logged = decided(advisors, budgets=["1ms"], schedule=schedule, seed=seed)
    again = redecide(logged, Changes(paradigm=PARADIGMS[paradigm], weights={"A0": 3}, silence=0, late=late))
    how: dict[str, Any] = {"paradigm": PARADIGMS[paradigm], "weights": {"A0": 3}, "silence": 0, "late": late}
    really = decided(advisors, budgets=["1ms"], schedule=schedule, seed=seed, **how)
    check(again, really)
    assert again.is_certain or late == "drop"


def test_milliseconds_are_milliseconds() -> None:
    """A check of the checks: a decision is logged with the times that the examples speak of."""
    assert vote().landed_ns == 620 * US < MS


# Paradigms that find their own weights.

KNOWN = Knowledge.of(
    tic_tac_toe(), {"weights": {"Quiet": [9, 10], "Loud": [2, 10], "Other": [3, 10], "Anything": [1, 10]}}
)
VOTERS = (advisor("Quiet", says("1", 7)), advisor("Loud", says("2", 9)), advisor("Other", says("3", 6)))


def test_the_weights_in_force_are_those_of_the_record() -> None:
    """With nothing changed it comes out as it was; without one of them the others keep their weights."""
    decision = decided(VOTERS, paradigm=get_paradigm("pwl"), knowledge=KNOWN)
    assert decision.move == "1"
    again = redecide(decision)
    assert (again.decision, again.is_certain) == (decision, True)
    without = redecide(decision, Changes(without=frozenset({"Quiet"}))).decision
    assert without.move == "2"
    assert without.settings["weights"]["Loud"] == 0.2


def test_another_paradigm_takes_no_weights_that_were_learned() -> None:
    """They belonged to the one that is gone."""
    decision = decided(VOTERS, paradigm=get_paradigm("pwl"), knowledge=KNOWN)
    plain = redecide(decision, Changes(paradigm=get_paradigm("1"))).decision
    assert (plain.move, plain.settings["weights"]) == ("2", {})


def test_a_decision_is_decided_again_by_weights_that_were_learned_since() -> None:
    """From knowledge that is given; without any, all count alike and the decision says so."""
    decision = decided(VOTERS)
    assert decision.move == "2"
    pwl = get_paradigm("pwl")
    again = redecide(decision, Changes(paradigm=pwl, knowledge=KNOWN)).decision
    assert (again.move, again.settings["weights"]) == ("1", {"Quiet": 0.9, "Loud": 0.2, "Other": 0.3})
    alike = redecide(decision, Changes(paradigm=pwl)).decision
    assert (alike.move, "no different weights have been learned" in alike.why) == ("2", True)
    with pytest.raises(BadOption, match="knowledge of achi says nothing of tic-tac-toe"):
        redecide(decision, Changes(paradigm=pwl, knowledge=Knowledge("achi")))
    with pytest.raises(BadOption, match="paradigm pwl has its own"):
        redecide(decision, Changes(paradigm=pwl, weights={"Loud": 3}))


def test_weights_that_somebody_gave_are_none_that_were_learned() -> None:
    """A paradigm that finds its own takes none from the record of one that does not."""
    decision = decided(VOTERS, weights={"Quiet": 0, "Loud": 1, "Other": 9})
    assert decision.move == "3"
    pwl = get_paradigm("pwl")
    again = redecide(decision, Changes(paradigm=pwl, knowledge=KNOWN)).decision
    assert (again.move, again.settings["weights"]) == ("1", {"Quiet": 0.9, "Loud": 0.2, "Other": 0.3})
    assert redecide(decision, Changes(paradigm=get_paradigm("2"))).decision.settings["weights"]["Other"] == 9


def test_knowledge_that_is_given_goes_before_the_record() -> None:
    """Also if the paradigm stays, or it would look as if other weights came to the same."""
    decision = decided(VOTERS, paradigm=get_paradigm("pwl"), knowledge=KNOWN)
    others = KNOWN.with_item("weights", {"Other": [9, 10], "Quiet": [1, 10], "Anything": [3, 10]})
    again = redecide(decision, Changes(knowledge=others)).decision
    assert (again.move, again.settings["weights"]) == ("3", {"Quiet": 0.0, "Loud": 0.0, "Other": 0.9})


def test_what_would_have_no_effect_is_refused() -> None:
    """Knowledge where nobody looks for weights in it, and the time of learners."""
    with pytest.raises(BadOption, match="knowledge is given, but paradigm 1 has no use for it"):
        redecide(decided(VOTERS), Changes(knowledge=KNOWN))
    with pytest.raises(BadOption, match="learner weights has no budget here; no learner runs again"):
        Changes(budgets=Budgets.parse(["weights=1s"]))
