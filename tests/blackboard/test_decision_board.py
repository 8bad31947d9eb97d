"""The blackboard: it stores, orders and wakes."""

import trio
import trio.testing

from blackboard import Blackboard, Comment, Plan
from blackboard import testimony as records


def board() -> Blackboard:
    """Make a board on which three Advisors have written."""
    first = records.Testimony("First", 1, 1, 0)
    first.comments = {"1": Comment("First", "1", 6, ns=30), "2": Comment("First", "2", 6, ns=10)}
    second = records.Testimony("Second", 3, 0, 0)
    second.comments = {"1": Comment("Second", "1", 6, ns=10), "3": Comment("Second", "3", 6, ns=20)}
    second.plans = (Plan("Second", ("1",), "", ns=5), Plan("Second", ("2",), "", ns=9))
    third = records.Testimony("Third", 3, 0, 0)
    third.plans = (Plan("Third", ("3",), "", ns=5),)
    return Blackboard([first, second, third])


def test_comments_are_in_the_order_of_posting() -> None:
    """By time, and at one instant by tier, rank and name."""
    told = [(comment.advisor, comment.move) for comment in board().comments()]
    assert told == [("First", "2"), ("Second", "1"), ("Second", "3"), ("First", "1")]


def test_plans_are_there_of_all_or_of_some() -> None:
    """Author by author, whenever they were posted: what a reader sees does not hang on the time."""
    made = board()
    assert [plan.moves for plan in made.plans(made.testimonies)] == [("1",), ("2",), ("3",)]
    assert [plan.moves for plan in made.plans(made.testimonies[2:])] == [("3",)]


async def test_those_who_wait_are_woken_when_it_holds() -> None:
    """A waiter sleeps until somebody wakes the board and what it waits for is so."""
    made = board()
    log: list[str] = []

    async def wait() -> None:
        await made.wait_until(lambda: made.is_closed, order=1)
        log.append("woken")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()
        assert not made.wake()
        made.is_closed = True
        assert made.wake()
        assert not made.wake()
    assert log == ["woken"]


async def test_a_cancelled_waiter_is_forgotten() -> None:
    """Nobody is woken who is no longer there."""
    made = board()
    with trio.move_on_after(0):
        await made.wait_until(lambda: True, order=1)
    assert not made.waiting
    assert not made.wake()
