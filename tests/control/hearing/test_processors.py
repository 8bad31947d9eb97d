"""Processors that Advisors share in virtual time."""

import trio
import trio.testing

from control.hearing.processors import Processors


async def test_processors_without_number_are_free_for_all() -> None:
    """Where everybody has one, nobody waits and nothing is handed out."""
    processors = Processors(None)
    for order in range(100):
        await processors.acquire(order)
    assert not processors.grant()
    processors.release(1)


async def test_processors_go_to_the_first_in_order() -> None:
    """Who waits is served by tier, rank and name, not by the time of asking."""
    processors = Processors(1)
    served: list[int] = []

    async def want(order: int) -> None:
        await processors.acquire(order)
        served.append(order)

    async with trio.open_nursery() as nursery:
        for order in (3, 1, 2):
            nursery.start_soon(want, order)
        await trio.testing.wait_all_tasks_blocked()
        while len(served) < 3:
            assert processors.grant()
            await trio.testing.wait_all_tasks_blocked()
            assert not processors.grant()
            processors.release(served[-1])
    assert served == [1, 2, 3]


async def test_who_stops_waiting_is_not_served() -> None:
    """A cancelled wait leaves the queue, and the processor goes to the next."""
    processors = Processors(1)
    served: list[int] = []

    async def want(order: int, scope: trio.CancelScope) -> None:
        with scope:
            await processors.acquire(order)
            served.append(order)

    scopes = [trio.CancelScope(), trio.CancelScope()]
    async with trio.open_nursery() as nursery:
        for order, scope in enumerate(scopes):
            nursery.start_soon(want, order, scope)
        await trio.testing.wait_all_tasks_blocked()
        scopes[0].cancel()
        await trio.testing.wait_all_tasks_blocked()
        assert processors.grant()
    assert served == [1]


async def test_what_is_not_held_cannot_be_given_up() -> None:
    """Releasing twice makes no processor out of nothing."""
    processors = Processors(1)
    processors.release(7)
    processors.release(7)

    async def want(order: int) -> None:
        await processors.acquire(order)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(want, 1)
        nursery.start_soon(want, 2)
        await trio.testing.wait_all_tasks_blocked()
        assert processors.grant()
        assert not processors.grant()
        nursery.cancel_scope.cancel()
