"""Advisors in any language: a program that exchanges JSON objects, one per line, on its stdin and stdout.

docs/agents.md has the protocol, with examples. A program that does something wrong fails: the failure is
recorded, the program is ended, and a new one is started for the next decision.
"""

import contextlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import trio

from agents.advisor import Advisor, Proxy, check_declaration
from agents.remote.processes import MB
from agents.remote.programs import ORACLE, TOO_EARLY, Program, answer, asked_about, words_of
from agents.remote.real_deadlines import real_deadline
from agents.remote.spares import Spares, warm
from agents.session.advisor_session import AdvisorSession, Question
from agents.session.deliberation import Deliberation
from agents.session.failures import Failure, noting_kills
from games import Game

START_S = 5.0
"""How long a program may take to get ready before the hearing starts without it."""
NS_PER_MS = 1_000_000


class ExternalAdvisor(Proxy):
    """Asks a program. `make_external` makes the classes."""

    command: ClassVar[tuple[str, ...]] = ()
    start_s: ClassVar[float] = START_S

    def __init__(self) -> None:
        self._spares: Spares[Program] = Spares(stand_ins=1)
        self._is_slow = False

    async def prepare(self, question: Question) -> None:
        """Have a program ready that has the description of the game, before the hearing starts."""
        with contextlib.suppress(Failure):
            await self._greeted(question.game)

    async def start(self, game: Game[Any]) -> None:
        """Have a program ready for the first question; Failure if it cannot be started or ends."""
        with self._named():
            await self._greeted(game)

    async def _greeted(self, game: Game[Any]) -> None:
        await warm()
        program = self._spares.first(self._starter(game))
        program.greet(game)
        if not self._is_slow:
            await self._wait_ready(program)

    async def _wait_ready(self, program: Program) -> None:
        """Wait for it to get ready within `start_s`, and never again after it was too slow."""
        with real_deadline(self.start_s) as scope:
            await program.wait_ready()
        self._is_slow = scope.cancelled_caught

    async def try_out(self, game: Game[Any]) -> None:
        """Start the program once; Failure if it ends or sends another message before it is ready."""
        await warm()
        with self._named():
            await self._tried(self._starter(game)())

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        """Add the command to a failure."""
        try:
            yield
        except Failure as error:
            raise type(error)(f"program {self.command[0]!r}: {error}") from error

    async def _tried(self, program: Program) -> None:
        try:
            with trio.move_on_after(self.start_s) as scope:
                await program.wait_ready()
            if not program.is_ready and not scope.cancelled_caught:
                raise Failure(TOO_EARLY)
        finally:
            await trio.to_thread.run_sync(program.end)

    def close(self) -> None:
        """End the programs."""
        self._spares.close()

    async def pass_on(self, session: AdvisorSession) -> None:
        """Ask the program and post its comments and plans."""
        start = self._starter(session.question.game)
        with noting_kills(session.testimony):
            program = self._spares.take(start)
            await self._ask(program, session, start)

    async def _ask(self, program: Program, session: AdvisorSession, start: Callable[[], Program]) -> None:
        try:
            await Inquiry(program, session).run()
        finally:
            self._spares.put_back(program, start)

    def _starter(self, game: Game[Any]) -> Callable[[], Program]:
        """Return a function that starts the program, without a reference to this proxy."""
        return partial(Program, self.command, self.name, game, self.memory_mb * MB)


class Inquiry:
    """One question to a program."""

    def __init__(self, program: Program, session: AdvisorSession) -> None:
        self._program = program
        self._session = session
        self._think = Deliberation(session)
        self._hold = session.hold()
        self._is_virtual = session.clock == "virtual"
        self._done = (0, 0, 0)
        """The number of oracle calls, comments and plans so far."""

    async def run(self) -> None:
        """Ask, and act on each line, until the program is done."""
        program, session = self._program, self._session
        program.greet(session.question.game)
        program.number += 1
        program.is_idle = False
        session.testimony.looked = True  # the question has the budget in it
        try:
            self._hold.take()
            await program.say(position(session, program.number))
            while not program.is_idle:
                await self._take(await self._heard())
        finally:
            self._hold.release()

    async def _heard(self) -> dict[str, Any]:
        """Return the next line; the virtual clock waits, and lines without effect do not prolong that."""
        testimony = self._session.testimony
        done = (testimony.work, len(testimony.comments), len(testimony.plans))
        self._hold.take(is_next=done != self._done)
        self._done = done
        message = await self._program.hear()
        self._hold.release()
        self._check_ready(message)
        return message

    def _check_ready(self, message: Mapping[str, Any]) -> None:
        """Refuse a message from before the program was ready, as `wait_ready` does if it arrives in time."""
        self._program.is_ready |= message["type"] == "ready"
        if self._is_virtual and not self._program.is_ready:
            raise Failure(TOO_EARLY)

    async def _take(self, message: dict[str, Any]) -> None:
        think = self._think
        if message["type"] == "done":
            self._program.note(message)
        if "spent_ms" in message:
            self._session.spend_own_ms(message["spent_ms"])
        match message:
            case {"type": "comment", "move": move, "strength": strength}:
                await think.comment(move, strength, message.get("reason", ""))
            case {"type": "plan", "moves": moves}:
                await think.plan(moves, message.get("purpose", ""), message.get("strength", 5))
            case {"type": "ask", "what": str(what)} if what in ORACLE:
                await trio.lowlevel.checkpoint()
                game = self._session.question.game
                await self._program.say(answer(think, game, think.position, message))
            case {"type": "ready"}:
                await trio.lowlevel.checkpoint()
            case {"type": "done"}:
                await trio.lowlevel.checkpoint()
            case _:
                raise Failure(f"sent a line that is no message: {json.dumps(message)[:80]}")


def position(session: AdvisorSession, number: int) -> dict[str, Any]:
    """Return a question as the program reads it."""
    question = session.question
    return {
        "type": "position",
        "id": number,
        **asked_about(question.game, question.position, question.moves),
        "budget_ms": session.testimony.budget_ns / NS_PER_MS,
        "clock": session.clock,
        "seed": question.streams.stream("advisor", session.testimony.advisor).getrandbits(32),
    }


def make_external(
    command: Sequence[str] | str,
    *,
    name: str,
    tier: int = 3,
    rank: float | None = None,
    budget_ms: float = 200,
    makes_plans: bool = True,
    memory_mb: int = Advisor.memory_mb,
    summary: str = "",
) -> type[ExternalAdvisor]:
    """Make an Advisor of a program."""
    words = words_of(command, f"Advisor {name!r}")
    declared = {
        "__doc__": summary or f"Ask the program {words[0]}.",
        "name": name,
        "tier": tier,
        "rank": rank,
        "budget_ms": budget_ms,
        "makes_plans": makes_plans,
        "command": tuple(words),
        "memory_mb": memory_mb,
    }
    made: type[ExternalAdvisor] = type(
        "".join(re.findall(r"\w", name)) or "External", (ExternalAdvisor,), declared
    )
    check_declaration(made)
    return made
