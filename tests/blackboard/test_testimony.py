"""What is said in one decision."""

import attrs
import pytest

from blackboard import Comment, Plan, State
from blackboard import testimony as records


def test_what_was_said_cannot_be_changed() -> None:
    """Comments and plans are values: equal if they say the same, and nobody can alter one that is posted."""
    comment, plan = Comment("A", "1", 7), Plan("A", ("1", "2"), "why")
    assert comment == Comment("A", "1", 7)
    assert len({comment, Comment("A", "1", 7), Comment("A", "1", 8)}) == 2
    assert len({plan, Plan("A", ("1", "2"), "why")}) == 1
    with pytest.raises(attrs.exceptions.FrozenAttributeError):
        comment.strength = 10
    with pytest.raises(attrs.exceptions.FrozenAttributeError):
        plan.moves = ()


def test_three_states_mean_that_an_advisor_was_heard_out() -> None:
    """What the finished, the failed and the late have said may count; the others have not had their say."""
    assert {state for state in State if state.is_heard_out} == {State.FINISHED, State.FAILED, State.TIMED_OUT}


def test_time_used_and_time_overrun() -> None:
    """Elapsed is from start to end; an overrun is what went past the budget, and never negative."""
    testimony = records.Testimony("A", 1, 1, budget_ns=50, started_ns=10, ended_ns=70)
    assert (testimony.elapsed_ns, testimony.overrun_ns) == (60, 10)
    assert attrs.evolve(testimony, ended_ns=40).overrun_ns == 0
