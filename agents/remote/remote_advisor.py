"""Proxies of Advisors in threads and processes: the hearing asks them, and they pass the question on."""

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

import trio

from agents.advisor import Advisor, Proxy
from agents.plugins.origins import origin_of_class
from agents.remote.conversation import Conversation
from agents.remote.processes import MB
from agents.remote.spares import MOST_SPARES, Spares, warm
from agents.remote.worker_handles import THREAD_GRACE_S, ProcessHandle, ThreadHandle, WorkerHandle
from agents.session.advisor_session import AdvisorSession, Question
from agents.session.failures import Failure, noting_kills
from agents.session.streams import Streams
from blackboard import Knowledge
from games import Game

START_S = 10.0
"""How long a worker may take to get ready on the wall clock before the hearing starts without it.

On the virtual clock, time stands still until it is ready."""
STUCK = (
    "its thread could not be stopped at the deadline and is still running;"
    ' set placement = "process" to have it ended'
)


class Remote(Proxy):
    """An Advisor at the other end of a line."""

    name = "Remote"

    def __init__(self, advisor: type[Advisor], placement: str) -> None:
        self.advisor = advisor
        self.placement_ = placement
        self._memory = advisor.memory_mb * MB
        self._origin = origin_of_class(advisor) if placement == "process" else None
        self._spares: Spares[WorkerHandle] = Spares(stand_ins=MOST_SPARES)

    def another(self) -> "Remote":
        """Make another proxy of the same Advisor."""
        return Remote(self.advisor, self.placement_)

    async def prepare(self, question: Question) -> None:
        """Have a worker ready with the Advisor and the game, before the hearing starts."""
        if self._origin is not None:
            await warm()
        with contextlib.suppress(Failure), trio.move_on_after(START_S):
            await self._spares.first(self._starter(question)).wait_loaded()

    async def try_out(self, game: Game[Any]) -> None:
        """Make the Advisor and the game in a process once; Failure if that is impossible."""
        if self._origin is None:
            return
        await warm()
        start = game.initial()
        question = Question(game, start, game.mover(start), (), Knowledge.of(game), Streams(0))
        handle = ProcessHandle(self._origin, self._memory, question, name=self.advisor.name)
        try:
            with trio.move_on_after(START_S):
                message = await handle.receive()
                if message.get("error"):
                    raise Failure(str(message["error"]))
        finally:
            await trio.to_thread.run_sync(handle.end)

    def close(self) -> None:
        """End all workers of this Advisor."""
        self._spares.close()

    async def pass_on(self, session: AdvisorSession) -> None:
        """Pass the question to a worker, and its posts to the session."""
        with noting_kills(session.testimony):
            await self._ask(session)

    async def _ask(self, session: AdvisorSession) -> None:
        start = self._starter(session.question)
        handle = self._spares.take(start)
        try:
            await Conversation(handle, session, self.advisor).run()
        finally:
            if isinstance(handle, ThreadHandle) and not handle.is_idle:
                handle.stop()
                if not handle.has_stopped(THREAD_GRACE_S):
                    session.remark = STUCK
            self._spares.put_back(handle, start)

    def _starter(self, question: Question) -> Callable[[], WorkerHandle]:
        """Return a function that starts a worker, without a reference to this proxy."""
        if self._origin is None:
            return partial(ThreadHandle, self.advisor)
        return partial(ProcessHandle, self._origin, self._memory, question, name=self.advisor.name)
