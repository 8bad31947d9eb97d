"""The blackboard of one decision."""

from collections.abc import Callable, Sequence
from typing import Any

import attrs
import trio

from blackboard.testimony import Comment, Plan, Testimony


@attrs.define(eq=False)
class Waiter:
    """Somebody who waits for something to hold of the board."""

    order: int
    ready: Callable[[], bool]
    task: trio.lowlevel.Task


class Blackboard:
    """What has been said so far. It stores, orders and wakes; it decides nothing."""

    def __init__(self, testimonies: Sequence[Testimony]) -> None:
        self.testimonies = testimonies
        self.is_closed = False
        """A decision has landed, and nothing more may be written."""
        self.waiting: list[Waiter] = []

    def comments(self) -> list[Comment]:
        """Every comment posted so far, by time, then by tier, rank and name."""
        said = [comment for testimony in self.testimonies for comment in testimony.comments.values()]
        return sorted(said, key=lambda comment: comment.ns)

    def plans(self, authors: Sequence[Testimony]) -> list[Plan]:
        """Every plan posted so far by these authors, author by author."""
        return [plan for author in authors for plan in author.plans]

    async def wait_until(self, ready: Callable[[], bool], *, order: int) -> None:
        """Sleep until somebody wakes the board and `ready` holds; `order` says who is woken first."""
        waiter = Waiter(order, ready, trio.lowlevel.current_task())
        self.waiting.append(waiter)

        def abort(_: Any) -> trio.lowlevel.Abort:
            self.waiting.remove(waiter)
            return trio.lowlevel.Abort.SUCCEEDED

        await trio.lowlevel.wait_task_rescheduled(abort)

    def wake(self) -> bool:
        """Wake those whose wait is over; say whether there were any."""
        woken = [waiter for waiter in self.waiting if waiter.ready()]
        for waiter in sorted(woken, key=lambda each: each.order):
            self.waiting.remove(waiter)
            trio.lowlevel.reschedule(waiter.task)
        return bool(woken)
