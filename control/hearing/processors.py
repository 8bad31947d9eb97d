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
    """A number of processors, or one for each Advisor.

    An Advisor keeps its processor from its start until it ends or waits for others; tasks that it starts
    share it. A free processor goes to the first waiting Advisor by tier, rank and name.
    """

    def __init__(self, count: int | None, places: Mapping[int, int] = MappingProxyType({})) -> None:
        """Make them; `places` maps orders to turns if Advisors do not take turns by order."""
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
        """Release the processor, if one is held."""
        if self._free is not None and order in self._holders:
            self._holders.remove(order)
            self._free += 1

    def grant(self) -> bool:
        """Grant the free processors; return whether an Advisor got one."""
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
