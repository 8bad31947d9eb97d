"""Processors that Advisors share in virtual time."""

from collections.abc import Mapping
from types import MappingProxyType

import attrs
import trio


@attrs.define(eq=False)
class _Waiter:
    order: int
    task: trio.lowlevel.Task


class Processors:
    """So many of them, or one for everybody.

    An Advisor keeps its processor from when it starts until it ends or waits for others; tasks of its own
    making share the one it has. A free one goes to the first of those who wait, by tier, rank and name.
    """

    def __init__(self, count: int | None, places: Mapping[int, int] = MappingProxyType({})) -> None:
        """Make them; `places` says by order who comes where, if not by order itself."""
        self._free = count
        self._places = places
        self._holders: set[int] = set()
        self._waiting: list[_Waiter] = []

    async def acquire(self, order: int) -> None:
        """Wait for a processor."""
        if self._free is None or order in self._holders:
            return
        waiter = _Waiter(order, trio.lowlevel.current_task())
        self._waiting.append(waiter)

        def abort(_: object) -> trio.lowlevel.Abort:
            self._waiting.remove(waiter)
            return trio.lowlevel.Abort.SUCCEEDED

        await trio.lowlevel.wait_task_rescheduled(abort)

    def release(self, order: int) -> None:
        """Give up a processor, if one is held."""
        if self._free is not None and order in self._holders:
            self._holders.remove(order)
            self._free += 1

    def grant(self) -> bool:
        """Hand out what is free; say whether anyone got one."""
        self._waiting.sort(key=lambda waiter: self._places.get(waiter.order, waiter.order))
        granted = [waiter for waiter in self._waiting if self._takes(waiter.order)]
        for waiter in granted:
            self._waiting.remove(waiter)
            trio.lowlevel.reschedule(waiter.task)
        return bool(granted)

    def _takes(self, order: int) -> bool:
        if self._free and order not in self._holders:
            self._free -= 1
            self._holders.add(order)
        return order in self._holders
