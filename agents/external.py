"""Advisors in any language: a program that speaks JSON, one object a line, on its stdin and stdout.

docs/agents.md has the protocol, with examples. What a program does wrong is its own failure: it is recorded,
the program is ended, and a new one is ready for the next decision.
"""

import contextlib
import json
import os
import re
import select
import shlex
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import trio

from agents.advisor import Advisor, Proxy, check_declaration
from agents.deliberation import Deliberation, Question
from agents.failures import Failure, one_line
from agents.processes import LAST_WORDS_S, LAUNCHER, MB, UNDERTAKER, ending, kill
from games import BadOption, BadPosition, Game, IllegalMove, draw_text

PROTOCOL = 1
LONGEST_LINE = 1_000_000
"""Bytes in a line, in either direction."""
START_S = 5.0
"""How long a program may take to say that it is ready, before anybody's time starts."""
PATIENCE_S = 10.0
"""How long, in real time, the virtual clock waits for a line."""
MOST_SPARES = 2
"""Programs that one Advisor keeps ready."""
TAIL = 4096
"""Bytes of a program's stderr that are kept."""
PAUSE_S = 0.01
"""Between two readings of stderr: a program that floods it is to hold up nobody."""
NS_PER_MS = 1_000_000
ORACLE = ("play", "legal_moves", "outcome")


class ExternalAdvisor(Proxy):
    """Asks a program. make_external makes the classes."""

    command: ClassVar[tuple[str, ...]] = ()
    patience_s: ClassVar[float] = PATIENCE_S
    start_s: ClassVar[float] = START_S

    def __init__(self) -> None:
        self._spares: list[Program] = []
        self._is_slow = False
        weakref.finalize(self, _end_later, self._spares).atexit = False

    async def prepare(self, question: Question) -> None:
        """Have a program ready that knows the game, before anybody's time starts."""
        if not LAUNCHER.is_ready:
            await trio.to_thread.run_sync(LAUNCHER.wait_ready)
        while self._spares and self._spares[-1].is_gone():
            self._spares.pop().end()
        with contextlib.suppress(Failure):
            if not self._spares:
                self._spares.append(self._started(question.game))
            program = self._spares[-1]
            program.greet(question.game)
            if not self._is_slow:
                await self._wait_ready(program)

    async def _wait_ready(self, program: "Program") -> None:
        """Wait for it to start, but not for ever, and not a second time for one that says nothing."""
        with trio.CancelScope() as scope:
            timer = threading.Timer(self.start_s, _cancel, [trio.lowlevel.current_trio_token(), scope])
            timer.daemon = True
            timer.start()
            try:
                await program.wait_ready()
            finally:
                timer.cancel()
        self._is_slow = scope.cancelled_caught

    def close(self) -> None:
        """End the programs."""
        while self._spares:
            self._spares.pop().end()

    async def advise(self, think: Deliberation) -> None:
        """Ask the program, and post what it says."""
        program = self._spares.pop() if self._spares else self._started(think._question.game)
        try:
            await Inquiry(program, think, self.patience_s).run()
        finally:
            self._put_back(program, think._question.game)

    def _started(self, game: Game[Any]) -> "Program":
        return Program(self.command, self.name, game, self.memory_mb * MB)

    def _put_back(self, program: "Program", game: Game[Any]) -> None:
        if program.is_idle:
            self._keep(program)
            return
        program.stop()
        reference = weakref.ref(self)

        def then(has_stopped: bool) -> None:
            external = reference()
            if external is None:
                program.end()
            elif has_stopped:
                external._keep(program)
            elif len(external._spares) < MOST_SPARES:
                with contextlib.suppress(Failure):
                    external._spares.append(external._started(game))

        UNDERTAKER.take(program, then)

    def _keep(self, program: "Program") -> None:
        if len(self._spares) < MOST_SPARES:
            self._spares.append(program)
        else:
            program.end()


def _cancel(token: trio.lowlevel.TrioToken, scope: trio.CancelScope) -> None:
    """Cancel from another thread: what is measured here is real time, on whatever clock trio runs."""
    with contextlib.suppress(trio.RunFinishedError):
        token.run_sync_soon(scope.cancel)


def _end_later(programs: list["Program"]) -> None:
    for program in programs:
        UNDERTAKER.take(program, lambda _, program=program: program.end())  # type: ignore[misc]  # mypy cannot read the default


class _Stderr:
    """What a program writes on stderr: all is read, or the program would have to wait; the end is kept."""

    def __init__(self, fd: int) -> None:
        self._tail = b""
        self._thread = threading.Thread(target=self._drain, args=[fd], daemon=True, name="hoyle stderr")
        self._thread.start()

    def _drain(self, fd: int) -> None:
        with open(fd, "rb", buffering=0) as pipe:
            while data := pipe.read(1 << 16):
                self._tail = (self._tail + data)[-TAIL:]
                time.sleep(PAUSE_S)

    def last_line(self, seconds: float) -> str:
        """Answer the last line, once the program has ended; wait so long for it at most."""
        self._thread.join(seconds)
        lines = self._tail.decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""


class Program:
    """A program that runs, and the lines to and from it."""

    def __init__(self, command: Sequence[str], name: str, game: Game[Any], memory: int) -> None:
        self.is_idle = True
        self.is_ready = False
        """It has read about the game."""
        self.number = 0
        """Of the question at hand, or of the last one."""
        self._name = name
        self._game: Game[Any] | None = None
        self._buffer = bytearray()
        self._code: int | None = None
        self._fault = ""
        self._is_at_end = False
        """Its stdout is closed."""
        theirs_in, self._in = os.pipe()
        self._out, theirs_out = os.pipe()
        err, theirs_err = os.pipe()
        for fd in (self._in, self._out):
            os.set_blocking(fd, False)
        theirs = [theirs_in, theirs_out, theirs_err]
        try:
            self._pid = LAUNCHER.start(theirs, command=list(command), memory=memory)
        except Failure:
            for fd in (self._in, self._out, err):
                os.close(fd)
            raise
        finally:
            for fd in theirs:
                os.close(fd)
        self._stderr = _Stderr(err)
        self._backlog = bytearray()
        self.greet(game)

    # What is said to it.

    def greet(self, game: Game[Any]) -> None:
        """Tell it about the game, unless it knows it already."""
        if game is not self._game:
            self._game = game
            self.is_ready = False
            self._say(hello(game, self._name))
            self._flush()

    def stop(self) -> None:
        """Tell it that no more is wanted."""
        self._say({"type": "stop", "id": self.number})
        self._flush()

    def _say(self, message: Mapping[str, Any]) -> None:
        self._backlog += json.dumps(message, ensure_ascii=True).encode() + b"\n"

    async def say(self, message: Mapping[str, Any]) -> None:
        """Send a line."""
        self._say(message)
        while self._flush():
            await trio.lowlevel.wait_writable(self._in)

    def _flush(self) -> bool:
        try:
            while self._backlog:
                sent = os.write(self._in, self._backlog)
                del self._backlog[:sent]
        except BlockingIOError:
            return True
        except OSError:
            self._backlog.clear()
        return False

    # What it says.

    def is_gone(self) -> bool:
        """Did it end while nobody asked it anything?"""
        while not self._is_over() and select.select([self._out], [], [], 0)[0]:
            self._read()
            if len(self._buffer) > LONGEST_LINE:
                return True
        return self._is_over()

    def _is_over(self) -> bool:
        return bool(self._fault) or self._is_at_end or self._code is not None

    async def wait_ready(self) -> None:
        """Wait for it to say that it is ready; anything else it says comes too early."""
        while not self.is_ready:
            message = await self.hear()
            if message["type"] != "ready":
                self._fault = "spoke before it was asked"
                return
            self.is_ready = True

    async def hear(self) -> dict[str, Any]:
        """Wait for a line; Failure if it is none that can be read, or if no more can come."""
        while (line := self._line()) is None:
            if self._is_at_end:
                self._fault = await trio.to_thread.run_sync(self._last_words)
            else:
                await trio.lowlevel.wait_readable(self._out)
                self._read()
        return parsed(line)

    def _line(self) -> bytes | None:
        end = self._buffer.find(b"\n")
        if end < 0 and len(self._buffer) <= LONGEST_LINE:
            if self._fault:
                raise Failure(self._fault)
            return None
        if end < 0 or end > LONGEST_LINE:
            raise Failure(f"sent a line longer than {LONGEST_LINE} bytes")
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _read(self) -> None:
        try:
            data = os.read(self._out, 1 << 16)
        except BlockingIOError:
            return
        self._buffer += data
        self._is_at_end |= not data

    def _last_words(self) -> str:
        """Say how it ended, with the last line that it wrote on stderr; this may take a moment."""
        self._end(is_ending=True)
        line = self._stderr.last_line(LAST_WORDS_S)
        how = ending(self._code or 0).replace("its process", "its program").replace("its line", "its stdout")
        return one_line(f"{how}: {line}" if line else how)

    def has_stopped(self, seconds: float) -> bool:
        """Wait so long for it to say that it is done, in whatever thread this is."""
        until = time.perf_counter() + seconds
        with contextlib.suppress(Failure, OSError, ValueError):
            while not self.is_idle:
                while (line := self._line()) is not None:
                    self.heed(parsed(line))
                left = until - time.perf_counter()
                if (
                    self.is_idle
                    or self._is_at_end
                    or left < 0
                    or not select.select([self._out], [], [], left)[0]
                ):
                    break
                self._read()
        return self.is_idle and not self._is_over()

    def heed(self, message: Mapping[str, Any]) -> None:
        """See whether the question at hand is done with."""
        if message["type"] == "done" and message.get("id") == self.number:
            self.is_idle = True

    def end(self) -> None:
        """Kill it, with all that it started."""
        if self._code is None:
            kill(self._pid)
            self._end()

    def _end(self, *, is_ending: bool = False) -> None:
        if self._code is None:
            self._code = LAUNCHER.end(self._pid, is_ending=is_ending)
            for fd in (self._in, self._out):
                os.close(fd)


class Inquiry:
    """One question to a program."""

    def __init__(self, program: Program, think: Deliberation, patience_s: float) -> None:
        self._program = program
        self._think = think
        self._patience_s = patience_s
        self._scope = trio.CancelScope()
        self._hold = think._hold(patience_s, self._scope.cancel)
        self._is_virtual = think._terms()["clock"] != "wall"
        self._done = (0, 0, 0)
        """Calls of the oracle, comments and plans so far."""
        self._until = time.monotonic() + patience_s

    async def run(self) -> None:
        """Ask, and post what comes, until it says that it is done."""
        program, think = self._program, self._think
        program.greet(think._question.game)
        program.number += 1
        program.is_idle = False
        try:
            with self._scope:
                self._hold.take()
                await program.say(position(think, program.number))
                while not program.is_idle:
                    await self._take(await self._heard())
        finally:
            self._hold.release()
        if self._scope.cancelled_caught:
            raise self._impatience()

    def _impatience(self) -> Failure:
        return Failure(f"kept the virtual clock waiting for {self._patience_s:g} s of real time")

    async def _heard(self) -> dict[str, Any]:
        """Wait for a line, and let the virtual clock wait too, but not for lines that say nothing."""
        testimony = self._think._testimony
        done = (testimony.work, len(testimony.comments), len(testimony.plans))
        if done != self._done:
            self._done, self._until = done, time.monotonic() + self._patience_s
        elif self._is_virtual and time.monotonic() > self._until:
            raise self._impatience()
        self._hold.take()
        message = await self._program.hear()
        self._hold.release()
        return message

    async def _take(self, message: dict[str, Any]) -> None:
        think = self._think
        match message:
            case {"type": "comment", "move": move, "strength": strength}:
                await think.comment(move, strength, message.get("reason", ""))
            case {"type": "plan", "moves": moves}:
                await think.plan(moves, message.get("purpose", ""), message.get("strength", 5))
            case {"type": "ask", "what": str(what)} if what in ORACLE:
                await trio.lowlevel.checkpoint()
                await self._program.say(self._answer(what, message))
            case {"type": "ready"}:
                await trio.lowlevel.checkpoint()
            case {"type": "done"}:
                self._program.heed(message)
                await trio.lowlevel.checkpoint()
            case _:
                raise Failure(f"sent a line that is no message: {json.dumps(message)[:80]}")

    def _answer(self, what: str, message: Mapping[str, Any]) -> dict[str, Any]:
        """Ask the rules, on the program's own time."""
        think, game = self._think, self._think._question.game
        text, move = message.get("position"), message.get("move")
        try:
            place = think.position if text is None else game.parse_position(str(text))
            reply: dict[str, Any] = {"type": "answer", "what": what}
            if what == "play":
                return {**reply, "position": game.format_position(think.play(str(move), place))}
            if what == "legal_moves":
                return {**reply, "moves": list(think.legal_moves(place))}
            outcome = think.outcome(place)
        except (IllegalMove, BadPosition) as error:
            return {"type": "answer", "what": what, "error": str(error)}
        return {**reply, "outcome": None if outcome is None else outcome.value}


def parsed(line: bytes) -> dict[str, Any]:
    """Read a line that a program sent; Failure if it is no JSON object with a type."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Failure(one_line(f"sent a line that is no message: {line[:80].decode(errors='replace')}"))
    return message


def hello(game: Game[Any], name: str) -> dict[str, Any]:
    """Write the first line that a program gets, and again when the game is another one."""
    board = game.board
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "name": name,
        "game": {
            "name": game.name,
            "title": game.title,
            "options": {k: str(v) for k, v in game.options.items()},
        },
        "rules": game.rules,
        "board": {
            "locations": [
                {"name": each.name, "x": each.x, "y": each.y, "z": each.z} for each in board.locations
            ],
            "lines": [[board.locations[i].name for i in line] for line in board.lines],
            "winning_lines": [[board.locations[i].name for i in line] for line in game.winning_lines],
        },
    }


def position(think: Deliberation, number: int) -> dict[str, Any]:
    """Write a question down."""
    question = think._question
    game, streams = question.game, question.streams
    cells = game.cells(question.position)
    think._testimony.looked = True  # it is told its budget
    return {
        "type": "position",
        "id": number,
        "position": game.format_position(question.position),
        "cells": [None if cell is None else cell.title for cell in cells],
        "picture": draw_text(game.board, cells),
        "mover": question.mover.title,
        "moves": list(question.moves),
        "budget_ms": think._testimony.budget_ns / NS_PER_MS,
        "clock": think._terms()["clock"],
        "seed": streams.stream("advisor", think.name).getrandbits(32),
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
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise BadOption(f"Advisor {name!r} has the command {command!r}: {error}") from None
    if not words or not words[0] or not all(map(_is_word, words)):
        raise BadOption(
            f"Advisor {name!r} has the command {command!r}; a command is a program and its arguments"
        )
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


def _is_word(word: object) -> bool:
    """Can it be an argument of a program, and be sent there?"""
    try:
        return isinstance(word, str) and "\0" not in word and word.encode() is not None
    except UnicodeEncodeError:
        return False


def is_external(advisor: type[Advisor]) -> bool:
    """Is this Advisor a program?"""
    return issubclass(advisor, ExternalAdvisor)
