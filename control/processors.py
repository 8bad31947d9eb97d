"""Processors that Advisors share in virtual time."""

from collections import Counter

import attrs
import trio


@attrs.define(eq=False)
class _Waiter:
    order: int
    task: trio.lowlevel.Task


class Processors:
    """So many of them, or one for everybody.

    A stretch of thinking runs from one await on the blackboard to the next without interruption; then the
    processor goes to the first of those who wait, by tier, rank and name.
    """

    def __init__(self, count: int | None) -> None:
        self._free = count
        self._held: Counter[int] = Counter()
        self._waiting: list[_Waiter] = []

    async def acquire(self, order: int) -> None:
        """Wait for a processor."""
        if self._free is None:
            return
        waiter = _Waiter(order, trio.lowlevel.current_task())
        self._waiting.append(waiter)

        def abort(_: object) -> trio.lowlevel.Abort:
            self._waiting.remove(waiter)
            return trio.lowlevel.Abort.SUCCEEDED

        await trio.lowlevel.wait_task_rescheduled(abort)

    def release(self, order: int) -> None:
        """Give up a processor, if one is held."""
        if self._free is not None and self._held[order]:
            self._held[order] -= 1
            self._free += 1

    async def yield_turn(self, order: int) -> None:
        """Let whoever waits have a turn first."""
        self.release(order)
        await self.acquire(order)

    def grant(self) -> bool:
        """Hand out what is free; say whether anyone got one."""
        if not self._free or not self._waiting:
            return False
        self._waiting.sort(key=lambda waiter: waiter.order)
        granted, self._waiting = self._waiting[: self._free], self._waiting[self._free :]
        self._free -= len(granted)
        for waiter in granted:
            self._held[waiter.order] += 1
            trio.lowlevel.reschedule(waiter.task)
        return bool(granted)
