"""The blackboard of one decision."""

from collections.abc import Callable, Sequence
from typing import Any

import attrs
import trio

from blackboard.testimony import Comment, Plan, Testimony


@attrs.define(eq=False)
class Waiter:
    """A task that waits for a condition on the board."""

    order: int
    ready: Callable[[], bool]
    task: trio.lowlevel.Task


class Blackboard:
    """What was posted so far. It stores, orders and wakes; it decides nothing."""

    def __init__(self, testimonies: Sequence[Testimony]) -> None:
        self.testimonies = testimonies
        self.is_closed = False
        """Whether a decision has landed; then nothing more may be posted."""
        self.waiting: list[Waiter] = []

    def comments(self) -> list[Comment]:
        """Return every comment posted so far, by time, then by tier, rank and name."""
        said = [comment for testimony in self.testimonies for comment in testimony.comments.values()]
        return sorted(said, key=lambda comment: comment.ns)

    def plans(self, authors: Sequence[Testimony]) -> list[Plan]:
        """Return every plan posted so far by these authors, author by author."""
        return [plan for author in authors for plan in author.plans]

    async def wait_until(self, ready: Callable[[], bool], *, order: int) -> None:
        """Sleep until the board is woken while `ready` holds; `order` decides which waiters wake first."""
        waiter = Waiter(order, ready, trio.lowlevel.current_task())
        self.waiting.append(waiter)

        def abort(_: Any) -> trio.lowlevel.Abort:
            self.waiting.remove(waiter)
            return trio.lowlevel.Abort.SUCCEEDED

        await trio.lowlevel.wait_task_rescheduled(abort)

    def wake(self) -> bool:
        """Wake the waiters whose condition holds; return whether there were any."""
        woken = [waiter for waiter in self.waiting if waiter.ready()]
        for waiter in sorted(woken, key=lambda each: each.order):
            self.waiting.remove(waiter)
            trio.lowlevel.reschedule(waiter.task)
        return bool(woken)
