"""Decisions told as events, and put together again."""

import itertools

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import Streams, get_advisors
from blackboard import LIMITS, Comment, Conditions, Decision, Plan, State, Validity, decisions_of, events_of
from blackboard import testimony as records
from control import SCHEDULES
from tests.support import CLOCKS, decided, says
from tests.support import advisor as made_up

MOVES = st.sampled_from("123456789")
TIMES = st.integers(0, 50)
TEXTS = st.text(max_size=5)
ENDED = st.sampled_from([State.FINISHED, State.CANCELLED, State.TIMED_OUT, State.FAILED, State.NOT_STARTED])


@st.composite
def accounts(draw: st.DrawFn, name: str, tier: int, rank: int) -> records.Testimony:
    """Draw what one Advisor did."""
    budget, state = draw(TIMES), draw(ENDED)
    if state is State.NOT_STARTED:
        limit = draw(st.sampled_from(["", "tier", "decision", "contest"]))
        return records.Testimony(name, tier, rank, budget, limit=limit, budget_work=draw(st.none() | TIMES))
    start = draw(TIMES)
    times = sorted(draw(st.lists(TIMES, min_size=5, max_size=5)))
    posts = [start + ns for ns in times[:-1]]
    comments = {
        move: Comment(name, move, draw(st.integers(0, 10)), draw(TEXTS), ns, draw(TIMES))
        for move, ns in zip(draw(st.lists(MOVES, unique=True, max_size=2)), posts, strict=False)
    }
    plans = tuple(
        Plan(
            name,
            tuple(draw(st.lists(TEXTS, min_size=1, max_size=3))),
            draw(TEXTS),
            draw(st.integers(0, 10)),
            ns,
            draw(TIMES),
        )
        for ns in posts[: draw(st.integers(0, 4))]
    )
    reason = draw(TEXTS) if state is State.FAILED else ""
    end = start + times[-1]
    return records.Testimony(
        name,
        tier,
        rank,
        budget,
        state,
        comments,
        plans,
        start,
        end,
        draw(TIMES),
        reason,
        draw(st.sampled_from(LIMITS)) if state is State.TIMED_OUT else "",
        draw(st.none() | TIMES),
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.sampled_from(["", "plans", "comments"])),
        spent_ns=draw(st.just(0) | TIMES),
    )


@st.composite
def decisions(draw: st.DrawFn) -> Decision:
    """Draw any decision."""
    seats = [("Ann", 1, 1), ("Bob", 1, 2), ("Cy", 2, 1), ("Di", 3, 0), ("Ed", 3, 0)]
    return Decision(
        game="g",
        options=draw(st.dictionaries(TEXTS, TEXTS, max_size=2)),
        position=draw(TEXTS),
        mover="Player",
        legal=tuple(draw(st.lists(MOVES, unique=True, min_size=1))),
        move=draw(MOVES),
        tier=draw(st.sampled_from([None, 1, 2, 3])),
        by=draw(TEXTS),
        why=draw(TEXTS),
        tally=draw(st.dictionaries(MOVES, st.integers(-9, 9) | st.floats(allow_nan=False))),
        removed=draw(st.dictionaries(MOVES, TEXTS)),
        testimonies=tuple(draw(accounts(*seat)) for seat in seats[: draw(st.integers(0, 5))]),
        landed_ns=draw(TIMES),
        settings=Conditions.of({"clock": "wall", "weights": {"A": 1.5}, "seed": 1, "stream": ["run", 1]}),
        validity=draw(
            st.none()
            | st.builds(
                Validity, TIMES, st.dictionaries(TEXTS, TIMES), st.none() | st.floats(0, allow_infinity=False)
            )
        ),
    )


@given(made=st.lists(decisions(), max_size=3))
def test_any_decisions_are_put_together_again(made: list[Decision]) -> None:
    """Told as events and read back, decisions are what they were, through msgpack too."""
    events = [event for decision in made for event in events_of(decision)]
    assert list(decisions_of(events)) == made
    assert list(decisions_of([msgpack.unpackb(msgpack.packb(event)) for event in events])) == made


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_real_decisions_are_put_together_again(schedule: str, clock: str) -> None:
    """So are decisions that were made, whatever became of their Advisors."""
    rude = made_up("Rude", says("9", 7), says("9", 7))
    for moves, budget in itertools.product(("", "5 1", "1 4 3 5", "1 2 3 5 4 7 6 9"), ("500us", "1s")):
        advisors = [*get_advisors(), rude]
        decision = decided(
            advisors, moves=moves, budgets=[budget], schedule=schedule, clock=clock, weights={"Wild": 2}
        )
        packed = [msgpack.unpackb(msgpack.packb(event)) for event in events_of(decision)]
        assert list(decisions_of(packed)) == [decision]


@given(decision=decisions())
def test_events_are_in_the_order_of_time(decision: Decision) -> None:
    """First the question, then what happened by time, then the move."""
    posed, *told, landed = events_of(decision)
    assert (posed["event"], landed["event"]) == ("posed", "landed")
    assert [event["ns"] for event in told] == sorted(event["ns"] for event in told)


@given(decision=decisions())
def test_nobody_speaks_before_starting_or_after_ending(decision: Decision) -> None:
    """Among the events of one Advisor the start comes first and the end last."""
    told = events_of(decision)[1:-1]
    for testimony in decision.testimonies:
        kinds = [event["event"] for event in told if event["advisor"] == testimony.advisor]
        assert kinds[-1] == testimony.state.value
        assert kinds[0] == ("not started" if testimony.state is State.NOT_STARTED else "started")


def test_a_decision_that_never_landed_is_left_out() -> None:
    """A row of events that stops half-way makes no decision; those around it are whole."""
    decision = decided(get_advisors())
    events = events_of(decision)
    assert list(decisions_of([*events, *events[:5], *events])) == [decision, decision]
    assert list(decisions_of(events[:-1])) == []
    assert list(decisions_of([])) == []


def test_events_begin_again_with_every_decision() -> None:
    """Who spoke in one decision is not carried over to the next."""
    both = [decided(get_advisors()), decided(get_advisors(["Wild"]), seed=2)]
    events = [event for decision in both for event in events_of(decision)]
    assert list(decisions_of(events)) == both
    assert both[1].settings["seed"] == Streams(2).seed
