"""What flows down to pages: everybody has it, and it is known when."""

from contextlib import aclosing

import trio
from trio.testing import MockClock

from scenarios.view.messages import Channel


def delivered_after(pace_s: tuple[float, ...]) -> float:
    """Return how long it takes until pages that take a message every so often have been sent three."""

    async def page(channel: Channel, pace: float) -> None:
        async with aclosing(channel.events(0)) as events:
            async for _ in events:
                await trio.sleep(pace)

    async def main() -> float:
        channel = Channel()
        channel.start("table", {})
        async with trio.open_nursery() as nursery:
            for pace in pace_s:
                nursery.start_soon(page, channel, pace)
            await trio.testing.wait_all_tasks_blocked()
            channel.send("posed", {})
            channel.send("frame", {})
            begin = trio.current_time()
            await channel.delivered()
            nursery.cancel_scope.cancel()
        return trio.current_time() - begin

    return trio.run(main, clock=MockClock(autojump_threshold=0))


def test_whoever_thinks_can_wait_until_pages_have_the_question() -> None:
    """The slowest page is waited for; where nobody listens, nobody is."""
    assert delivered_after(()) == 0
    assert delivered_after((0.5,)) == 2.0
    assert delivered_after((0.5, 2.0, 0.0)) == 8.0


def test_a_page_that_has_left_is_not_waited_for() -> None:
    """A stream that was closed in the middle of a message owes nobody anything."""

    async def main() -> None:
        channel = Channel()
        channel.start("table", {})
        events = channel.events(0)
        await anext(events)
        await anext(events)
        channel.send("posed", {})
        await events.aclose()
        await channel.delivered()

    trio.run(main, clock=MockClock(autojump_threshold=0))
