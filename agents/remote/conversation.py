"""One question to an Advisor in a thread or a process: the messages and their effects on its session."""

import contextlib
import time
from typing import Any

import attrs
import trio

from agents.advisor import Advisor
from agents.remote.worker_handles import WorkerHandle
from agents.session.advisor_session import NS, AdvisorSession, BadPost, OutOfTime
from agents.session.failures import Failure
from blackboard import Comment, Plan


class Conversation:
    """One question to an Advisor in a thread or a process."""

    def __init__(self, handle: WorkerHandle, session: AdvisorSession, advisor: type[Advisor]) -> None:
        self._handle = handle
        self._session = session
        self._advisor = advisor
        self._hold = session.hold()
        self._timer: trio.CancelScope | None = None
        self._is_virtual = session.clock == "virtual"
        self._begin = time.perf_counter()
        self._done: dict[str, Any] | None = None

    async def run(self) -> None:
        """Ask, and act on each message, until the Advisor is done or its time is up."""
        try:
            await self._ask()
            async with trio.open_nursery() as nursery:
                await self._listen(nursery)
                nursery.cancel_scope.cancel()
        finally:
            self._hold.release()
            if self._done is None and not self._is_virtual:
                self._take_what_was_in_time()
        self._conclude()

    async def _ask(self) -> None:
        session, handle = self._session, self._handle
        handle.number += 1
        handle.sent = 0
        handle.is_idle = False
        self._hold.take()
        await handle.send(
            {
                "do": "ask",
                "n": handle.number,
                "name": session.testimony.advisor,
                "makes_plans": self._advisor.makes_plans,
                "terms": session.terms(),
                **handle.question(session.question),
            }
        )

    async def _listen(self, nursery: trio.Nursery) -> None:
        while self._done is None:
            message = await self._handle.receive()
            if message["n"] == self._handle.number:
                self._session.take_spent(message)
                await self._take(message, nursery)

    async def _take(self, message: dict[str, Any], nursery: trio.Nursery) -> None:
        match message["do"]:
            case "comment":
                await self._post(self._session.take_comment, message)
            case "plan":
                await self._post(self._session.take_plan, message)
            case "fault":
                self._session.refuse(message["fault"])
            case "call":
                nursery.start_soon(self._reply, message)
            case "work":
                self._hold.take()
            case "idle":
                self._idle(message, nursery)
            case "done":
                self._handle.note(message)
                self._done = message

    async def _post(self, take: Any, message: dict[str, Any]) -> None:
        self._write(take, message)
        if not self._is_virtual:
            await trio.lowlevel.checkpoint()

    def _write(self, take: Any, message: dict[str, Any]) -> None:
        """Record a post; in real time it counts from when it was made, not from when it arrived."""
        testimony, ns = self._session.testimony, None
        if not self._is_virtual:
            since = int((message["at"] - self._begin) * NS)
            if since > testimony.budget_ns:
                return
            ns = testimony.started_ns + max(0, since)
        with contextlib.suppress(OutOfTime, BadPost):
            take(*message["post"], ns)

    async def _reply(self, message: dict[str, Any]) -> None:
        reply: dict[str, Any] = {
            "do": "reply",
            "id": message["id"],
            "is_late": False,
            "fault": "",
            "value": None,
        }
        try:
            reply["value"] = await self._answer(message["op"], message["argument"])
        except OutOfTime:
            reply["is_late"] = True
        await self._send(reply)

    async def _answer(self, op: str, argument: Any) -> Any:
        session = self._session
        match op:
            case "pause":
                return await session.pause(argument)
            case "comments":
                return [_comment_row(each) for each in await session.read_comments()]
            case "plans":
                return [_plan_row(each) for each in await session.read_plans()]
            case _:
                plan = await session.next_plan()
                return None if plan is None else _plan_row(plan)

    async def _send(self, message: dict[str, Any]) -> None:
        self._hold.take()
        self._handle.sent += 1
        await self._handle.send({**message, "n": self._handle.number, "instant": self._session.instant()})

    def _idle(self, message: dict[str, Any], nursery: trio.Nursery) -> None:
        """Let the virtual clock go on, since no task can run at the far end before the time it names."""
        if message["seen"] != self._handle.sent:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if message["until"] is not None:
            nursery.start_soon(self._ring, message["until"])
        self._hold.release()

    async def _ring(self, until: float) -> None:
        with trio.CancelScope() as self._timer:
            await trio.sleep_until(until)
            await self._send({"do": "time"})

    def _take_what_was_in_time(self) -> None:
        """Record posts from before the deadline that this process was too busy to read in time."""
        handle, session = self._handle, self._session
        for message in handle.arrived():
            handle.note(message)
            if message["n"] == handle.number and message["do"] in ("comment", "plan"):
                self._write(
                    session.take_comment if message["do"] == "comment" else session.take_plan, message
                )

    def _conclude(self) -> None:
        """Raise what ended the Advisor, if it did not finish."""
        if self._done is not None and self._done.get("is_spent"):
            raise self._session.out_of_work()
        if self._done is not None and self._done["is_late"]:
            raise OutOfTime
        if self._done is not None and self._done["error"]:
            raise Failure(self._done["error"])


def _comment_row(comment: Comment) -> list[Any]:
    return list(attrs.astuple(comment))


def _plan_row(plan: Plan) -> list[Any]:
    return list(attrs.astuple(plan))
