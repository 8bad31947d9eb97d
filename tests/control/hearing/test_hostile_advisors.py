"""Hostile Advisors: what they do harms nobody else, wherever they run, by any clock, schedule and tier.

The whole cross would be 2,268 cases. These are pairwise: each hostile Advisor meets each placement, schedule,
clock and tier, and so do these among themselves. Inline, where it could hold up everybody, each meets both
clocks.
"""

import re
import time
from pathlib import Path

import pytest
import trio

from agents import Streams
from blackboard import Decision, State, TraceWriter, decisions_of, read_trace
from control import SCHEDULES, Budgets, Panel, Settings, decide
from tests.hostile import FICKLE, HOSTILE
from tests.placed import HOSTILE_CLASSES, HOSTILE_TIERS, POLITE
from tests.support import (
    CLOCKS,
    MS,
    advisor,
    clock_of,
    decided,
    heard,
    kept_waiting_ns,
    pairwise,
    played,
    strengths,
    tic_tac_toe,
)

PLACES = (("inline", "virtual"), ("inline", "wall"), ("thread", ""), ("process", ""))
"""Where an Advisor runs, and by which clock, unless either will do."""
LIMIT_MS = 50
"""The hostile Advisor's budget; the others have time enough, and are done at once."""
GRACE_MS = 20
"""What a decision may land later than that."""
pytestmark = pytest.mark.usefixtures("leaves_no_process")


def cases() -> list[tuple[str, str, str, str, int]]:
    """Return what an Advisor does, where, under which schedule, by which clock, and in which tier."""
    rows = pairwise(HOSTILE, PLACES, SCHEDULES, HOSTILE_TIERS, CLOCKS)
    return [
        (what, placement, schedule, clock or either, tier)
        for what, (placement, clock), schedule, tier, either in rows
    ]


def hearing(what: str, placement: str, schedule: str, clock: str, tier: int, *, limit_ms: int) -> Decision:
    """Decide with a hostile Advisor among three polite ones."""
    hostile = HOSTILE_CLASSES[what, tier]
    panel = Panel.of(
        [hostile, *POLITE[:3]],
        budgets=Budgets.parse(["5s", f"{hostile.name}={limit_ms}ms"]),
        placements={hostile.name: placement},
    )
    settings, streams = Settings(schedule=schedule), Streams(5)

    async def make() -> Decision:
        return await decide(tic_tac_toe(), played(""), panel, settings=settings, streams=streams)

    return trio.run(make, clock=clock_of(clock))


def in_time(what: str, placement: str, schedule: str, clock: str, tier: int) -> Decision:
    """Decide, and see that it took no longer than the one budget that somebody may use up.

    For elsewhere a process has to start as well, so that in real time there is no telling how long it takes.
    """
    if placement != "inline" and clock == "wall":
        limit_ms = 500 if HOSTILE[what].state is State.TIMED_OUT else 5000
        return hearing(what, placement, schedule, clock, tier, limit_ms=limit_ms)
    begin, waited = time.perf_counter_ns(), kept_waiting_ns()
    decision = hearing(what, placement, schedule, clock, tier, limit_ms=LIMIT_MS)
    if clock == "wall":  # what a busy machine takes away from any program is not an Advisor's doing
        held_up = kept_waiting_ns() - waited
        assert time.perf_counter_ns() - begin - held_up <= (LIMIT_MS + GRACE_MS) * MS
    else:
        assert decision.landed_ns <= (LIMIT_MS + GRACE_MS) * MS
    return decision


@pytest.mark.filterwarnings("ignore:Async generator:ResourceWarning")  # of the one that leaves a generator
@pytest.mark.parametrize(("what", "placement", "schedule", "clock", "tier"), cases())
def test_a_hostile_advisor_harms_nobody_but_itself(
    what: str, placement: str, schedule: str, clock: str, tier: int, *, tmp_path: Path
) -> None:
    """Whatever an Advisor does is recorded as its own fault, and the decision lands, in time, with a move.

    Its valid posts from before stand and count; the posts of the others are untouched, also where it is at
    the head of tier 1. On the virtual clock all is as it is inline. What the trace holds is what was decided.
    """
    name = HOSTILE_CLASSES[what, tier].name
    decision = in_time(what, placement, schedule, clock, tier)
    check_account(decision, what, name, {"1": 0 if tier == 1 else 9})
    assert strengths(heard(decision, "Before")) == {"2": 8, "3": 3}
    assert strengths(heard(decision, "Witness")) == {"2": 6, "5": 7}
    assert {heard(decision, each.name).state for each in POLITE[:3]} == {State.FINISHED}
    if tier == 1:
        assert decision.removed == {"1": name, "4": "Judge"}
        assert decision.move == "2"
    else:
        assert decision.removed == {"4": "Judge"}
        assert decision.tally["1"] == 9 + 5 + 5
        assert decision.move in ("1", "2")
    check_written(decision, tmp_path)
    if placement != "inline" and clock == "virtual":
        check_same(decision, in_time(what, "inline", schedule, clock, tier), name, what)


def check_account(decision: Decision, what: str, name: str, first: dict[str, int]) -> None:
    """See that the fault is recorded, and that what was valid before it stands."""
    case, testimony = HOSTILE[what], heard(decision, name)
    assert (testimony.state, case.reason in testimony.reason) == (case.state, True), testimony
    assert len(testimony.reason) <= 200
    assert testimony.reason.isprintable()
    said = strengths(testimony)
    assert {move: said[move] for move in first} == first
    assert "9" not in said
    assert len(testimony.plans) == case.plans


def check_same(other: Decision, inline: Decision, name: str, what: str) -> None:
    """See that what happened elsewhere is what happens inline, at the same time."""
    mine, theirs = heard(other, name), heard(inline, name)
    for each in (mine, theirs):
        each.reason = re.sub("0x[0-9a-f]+.*", "", each.reason)  # where an object is, and what comes behind it
    if what == "hides behind a shield":  # elsewhere it cannot
        assert [each.ended_ns - each.started_ns for each in (mine, theirs)] == [50 * MS, 60 * MS]
        mine.ended_ns = theirs.ended_ns
    assert mine == theirs
    assert [each for each in other.testimonies if each.advisor != name] == [
        each for each in inline.testimonies if each.advisor != name
    ]
    assert other.move == inline.move


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
