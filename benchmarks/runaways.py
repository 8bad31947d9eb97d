"""The Advisors of placement.py, where another process finds them without importing the rest."""

import trio

from agents import Advisor, Deliberation


class Spin(Advisor):
    """Say one thing, and never come back."""

    async def advise(self, think: Deliberation) -> None:
        """Comment, and spin without a call of the oracle."""
        await think.comment("5", 7)
        while True:
            pass


class Polite(Advisor):
    """Say one thing, and be done."""

    async def advise(self, think: Deliberation) -> None:
        """Comment once."""
        await think.comment("1", 6)


class Sleeper(Advisor):
    """Wait for something, as one does that asks a server."""

    async def advise(self, think: Deliberation) -> None:
        """Sleep for 50 ms."""
        del think
        await trio.sleep(0.05)
