"""Advisors that sleep for known times, on the wall clock."""

import trio

from agents import Advisor, Deliberation


class Alarm(Advisor):
    """Insist on the first move after a while."""

    tier = 1
    rank = 1
    budget_ms = 3000

    async def advise(self, think: Deliberation) -> None:
        """Sleep for 700 ms."""
        await trio.sleep(0.7)
        await think.comment(think.moves[0], 10, "it rings")


class Early(Advisor):
    """Say something soon, and be done."""

    tier = 3
    budget_ms = 3000

    async def advise(self, think: Deliberation) -> None:
        """Sleep for 100 ms twice."""
        for move in think.moves[:2]:
            await trio.sleep(0.1)
            await think.comment(move, 7, "<img src=x onerror=document.title='hit'> \u202eback")


class Late(Advisor):
    """Speak every 150 ms, for ever."""

    tier = 3
    budget_ms = 3000

    async def advise(self, think: Deliberation) -> None:
        """Go on until cancelled."""
        for move in think.moves:
            await trio.sleep(0.15)
            await think.comment(move, 4, "not yet")


class Never(Advisor):
    """Say nothing."""

    tier = 3
    budget_ms = 3000

    async def advise(self, think: Deliberation) -> None:
        """Sleep for long."""
        del think
        await trio.sleep(2)
