"""When a vote lands although some of its voters still think."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import Advisor, get_advisors
from agents.learners.lead_ratios import BARS, Settling, settling_key
from blackboard import Decision, Knowledge, State, decisions_of, events_of
from control import PARADIGMS, Changes, Settings, get_paradigm, redecide
from control.voting.paradigms import Paradigm, strengths
from games import BadOption, BadPlugin, make_game
from tests.support import CLOCKS, MS, advisor, decided, says, sleeps, tic_tac_toe, wandered

BOUNDED = [name for name in PARADIGMS if PARADIGMS.find(name).certain is not None]
FOR_THE_MIDDLE = [advisor(f"Quick{n}", says("5", 10), tier=3) for n in range(3)]
SLOW = advisor("Slow", sleeps(50 * MS), says("1", 10), tier=3, budget_ms=1000)


def settled(*advisors: type[Advisor], settle: str = "certain", **more: Any) -> Decision:
    """Decide, and land when that is settled."""
    if "paradigm" in more:
        more["paradigm"] = get_paradigm(more["paradigm"])
    return decided(advisors, settle=settle, **more)


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_vote_lands_when_nothing_can_change_it(clock: str) -> None:
    """Slow is cancelled, as by a verdict of tier 1, and the decision says so."""
    decision = settled(*FOR_THE_MIDDLE, SLOW, clock=clock)
    assert decision.move == "5"
    assert decision.landed_ns < 40 * MS
    assert decision.testimonies[-1].state is State.CANCELLED
    assert decision.why.endswith("No comment from Slow could have changed that.")
    assert decision.settings["settle"] == "certain"


@pytest.mark.parametrize("schedule", ["speculative", "tiered", "serial"])
def test_it_waits_for_the_tiers_above(schedule: str) -> None:
    """Somebody in tier 1 may still decide, however clear the vote is."""
    late = advisor("Late", sleeps(20 * MS), says("9", 10), tier=1, rank=1)
    decision = settled(late, *FOR_THE_MIDDLE, SLOW, schedule=schedule)
    assert (decision.move, decision.tier) == ("9", 1)


def test_those_who_never_start_are_not_waited_for_either() -> None:
    """On the serial schedule the last ones are not even asked."""
    decision = settled(*FOR_THE_MIDDLE, SLOW, schedule="serial")
    assert decision.testimonies[-1].state is State.NOT_STARTED
    assert decision.landed_ns < MS


def test_what_somebody_declares_that_it_cannot_say_is_not_waited_for() -> None:
    """One that only supports can raise others, and lower nothing."""
    two, last = FOR_THE_MIDDLE[:2], advisor("Last", sleeps(50 * MS), says("1", 9), tier=3, budget_ms=1000)
    kind = advisor("Kind", sleeps(50 * MS), says("1", 9), tier=3, budget_ms=1000, opposes=False)
    assert settled(*two, last).landed_ns > 40 * MS
    assert settled(*two, kind).landed_ns < MS


def test_a_paradigm_that_cannot_tell_listens_to_all_and_says_so() -> None:
    """Nothing is certain where a move is drawn."""
    decision = settled(*FOR_THE_MIDDLE, SLOW, paradigm="softmax:0.1")
    assert decision.landed_ns > 40 * MS
    assert "does not support certainty" in decision.why


def test_where_all_are_heard_nothing_is_told() -> None:
    """Records of decisions that heard everybody are as they always were."""
    decision = settled(*FOR_THE_MIDDLE, SLOW, settle="all")
    assert "settle" not in decision.settings


def test_somebody_elses_paradigm_may_be_wrong() -> None:
    """It is named, whatever it does."""

    def fails(*_: object) -> str:
        raise ValueError("no idea")

    for certain, said in (
        (fails, "failed in `certain`: ValueError: no idea"),
        (lambda *_: "x", "certain of 'x'"),
    ):
        paradigm = Paradigm("odd", "odd", strengths, certain=certain)
        with pytest.raises(BadPlugin, match=said):
            decided([*FOR_THE_MIDDLE, SLOW], paradigm=paradigm, settle="certain")


@pytest.mark.parametrize("value", ["never", "likely", "likely:0.5", "likely:1", "likely:x", "certain:1", 5])
def test_what_is_no_way_to_settle_is_refused(value: object) -> None:
    """With what there is."""
    with pytest.raises(BadOption, match=r"it must be all, certain, or likely:P"):
        Settings(settle=value)  # type: ignore[arg-type]  # that is what is tried


@pytest.mark.parametrize("name", BOUNDED)
@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**32), plies=st.integers(0, 12), schedule=st.sampled_from(["speculative", "serial"])
)
def test_certain_never_changes_a_move(name: str, seed: int, plies: int, schedule: str) -> None:
    """The whole panel, in positions of a small game and a larger one."""
    game = make_game("tic-tac-toe" if seed % 2 else "five-mens-morris")
    position = wandered(game, seed, plies % 5 if seed % 2 else plies)
    both = [
        settled(
            *get_advisors(("tutorial",)),
            settle=settle,
            game=game,
            position=position,
            seed=seed,
            paradigm=name,
            schedule=schedule,
        )
        for settle in ("all", "certain")
    ]
    assert both[0].move == both[1].move
    assert both[1].landed_ns <= both[0].landed_ns


# What was learned.


def knows(bar: float, **effects: float) -> Knowledge:
    """Know from 1,000 votes that with such a lead ratio nothing changes, and below it everything does."""
    changed = tuple(0 if each >= bar else 1000 for each in BARS)
    known = Settling(
        1000, changed, (0,) * len(BARS), {name: (1000, 1000 * each) for name, each in effects.items()}
    )
    return Knowledge.of(tic_tac_toe(), {"settling": {settling_key("1", None): known.entry()}})


def test_a_vote_lands_when_the_leader_is_likely_to_stay() -> None:
    """By how much Slow has been wont to move votes."""
    quick = {each.name: 1.0 for each in FOR_THE_MIDDLE}
    two = FOR_THE_MIDDLE[:2]
    calm = settled(*two, SLOW, settle="likely:0.95", knowledge=knows(2.2, **quick, Slow=4.0))
    wild = settled(*two, SLOW, settle="likely:0.95", knowledge=knows(2.2, **quick, Slow=400.0))
    assert calm.landed_ns < MS
    assert calm.why.endswith("It did not wait for Slow, because such a lead seldom changes.")
    assert wild.landed_ns > 40 * MS
    assert calm.move == wild.move == "5"


def test_without_knowledge_of_an_advisor_nobody_can_say_how_likely_anything_is() -> None:
    """All are heard, and the decision says why."""
    quick = {each.name: 1.0 for each in FOR_THE_MIDDLE}
    assert (
        settled(*FOR_THE_MIDDLE, SLOW, settle="likely:0.9", knowledge=knows(1, **quick)).landed_ns > 40 * MS
    )
    decision = settled(*FOR_THE_MIDDLE, SLOW, settle="likely:0.9")
    words = "All were heard, because nothing has been learned about when a leader stays."
    assert decision.why.endswith(words)


# Decided again.


def again(decision: Decision, **changes: Any) -> Any:
    """Decide a decision again from its record, as a trace keeps it."""
    (read,) = decisions_of(events_of(decision))
    return redecide(read, Changes(**changes))


@pytest.mark.parametrize("settle", ["certain", "likely:0.95"])
def test_with_nothing_changed_a_settled_decision_is_as_it_was(settle: str) -> None:
    """Those that were not waited for raise no doubt."""
    known = knows(2.2, Quick0=1.0, Quick1=1.0, Quick2=1.0, Slow=4.0)
    decision = settled(*FOR_THE_MIDDLE, SLOW, settle=settle, knowledge=known)
    found = again(decision)
    assert found.is_certain
    assert events_of(found.decision) == events_of(decision)


def test_a_record_of_all_tells_when_it_would_have_been_settled() -> None:
    """And what it would have come to."""
    decision = settled(*FOR_THE_MIDDLE, SLOW, settle="all")
    found = again(decision, settle="certain")
    assert found.is_certain
    assert events_of(found.decision) == events_of(settled(*FOR_THE_MIDDLE, SLOW))


def test_a_settled_record_does_not_tell_what_the_others_would_have_said() -> None:
    """They are named."""
    found = again(settled(*FOR_THE_MIDDLE, SLOW), settle="all")
    assert found.doubts == ("Slow",)


def test_what_is_likely_needs_what_was_learned() -> None:
    """A record of another way tells nothing of it."""
    decision = settled(*FOR_THE_MIDDLE, SLOW, settle="all")
    with pytest.raises(BadOption, match=r"settle likely:0\.9 needs knowledge"):
        again(decision, settle="likely:0.9")
    known = knows(2.2, Quick0=1.0, Quick1=1.0, Quick2=1.0, Slow=4.0)
    found = again(decision, settle="likely:0.9", knowledge=known)
    assert events_of(found.decision) == events_of(
        settled(*FOR_THE_MIDDLE, SLOW, settle="likely:0.9", knowledge=known)
    )
