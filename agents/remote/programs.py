"""A running program: the lines to and from it, and how it ends."""

import contextlib
import json
import os
import shlex
import time
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import trio

from agents.remote.drains import Drain
from agents.remote.last_words import telling_line
from agents.remote.polling import is_readable
from agents.remote.process_endings import ProcessEnding
from agents.remote.processes import LAUNCHER
from agents.session.failures import Failure, one_line
from games import BadOption, BadPosition, Game, IllegalMove, Move, Outcome, draw_text

PROTOCOL = 1
LONGEST_LINE = 1_000_000
"""Bytes in a line, in either direction."""
TAIL = 16384
"""How many bytes of a program's stderr are kept."""
COMMENTS, MOVE = "comments", "move"
"""What a program is asked for: an Advisor's comments and plans, or a contestant's move."""
TOO_EARLY = "sent a message before it was asked"
ORACLE = ("play", "legal_moves", "outcome")
"""What a program may ask of the rules."""
LONGEST_DRAIN_S = 1.0
"""How long reading the rest of stderr may take on a busy machine, once a program has ended."""


class _Stderr:
    """Keeps the end of what a program writes on stderr."""

    def __init__(self, fd: int) -> None:
        self._tail = b""
        self._drain = Drain(fd, self._take)

    def _take(self, data: bytes) -> None:
        self._tail = (self._tail + data)[-TAIL:]

    def last_words(self, seconds: float) -> str:
        """Return the line that says why the program ended; wait at most this many seconds for its end."""
        self._drain.wait(seconds)
        return telling_line(self._tail.decode(errors="replace"))


class Program:
    """A running program, and the lines to and from it."""

    def __init__(
        self, command: Sequence[str], name: str, game: Game[Any], memory: int, *, wants: str = COMMENTS
    ) -> None:
        self.is_idle = True
        self.is_ready = False
        """It has read the description of the game."""
        self.number = 0
        """The number of the present question, or of the last one."""
        self._name = name
        self._wants = wants
        self._game: Game[Any] | None = None
        self._buffer = bytearray()
        self._ending: ProcessEnding | None = None
        self._fault: Failure | None = None
        self._is_at_end = False
        """Its stdout is closed."""
        (theirs_in, self._in), (self._out, theirs_out), (err, theirs_err) = _pipes(3)
        for fd in (self._in, self._out):
            os.set_blocking(fd, False)
        theirs = [theirs_in, theirs_out, theirs_err]
        try:
            self._pid = LAUNCHER.start(theirs, command=list(command), memory=memory)
        except (Failure, OSError):
            for fd in (self._in, self._out, err):
                os.close(fd)
            raise
        finally:
            for fd in theirs:
                os.close(fd)
        self._stderr = _Stderr(err)
        self._backlog = bytearray()
        self.greet(game)

    # The lines to it.

    def greet(self, game: Game[Any]) -> None:
        """Send it the description of the game unless it has it already."""
        if game is not self._game:
            self._game = game
            self.is_ready = False
            self._say(hello(game, self._name, self._wants))
            self._flush()

    def stop(self) -> None:
        """Ask it to stop."""
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
        """Send what can be sent; return whether something is left."""
        if self._ending is not None:  # its pipe is closed, and the number may have been reused
            self._backlog.clear()
        try:
            while self._backlog:
                sent = os.write(self._in, self._backlog)
                del self._backlog[:sent]
        except BlockingIOError:
            return True
        except OSError:
            self._backlog.clear()
        return False

    # The lines from it.

    def is_gone(self) -> bool:
        """Return whether it ended between two questions, or is bound to, with its parents."""
        if not LAUNCHER.is_guarded(self._pid):
            return True
        while not self._is_over() and is_readable(self._out, 0):
            self._read()
            if len(self._buffer) > LONGEST_LINE:
                return True
        return self._is_over()

    def _is_over(self) -> bool:
        return self._fault is not None or self._is_at_end or self._ending is not None

    async def wait_ready(self) -> None:
        """Wait until it is ready; any other message is a fault."""
        while not self.is_ready:
            message = await self.hear()
            if message["type"] != "ready":
                self._fault = Failure(TOO_EARLY)
                return
            self.is_ready = True

    async def hear(self) -> dict[str, Any]:
        """Wait for a message; Failure if it cannot be read, or if no more can arrive."""
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
            if self._fault is not None:
                raise type(self._fault)(str(self._fault))
            return None
        if end < 0 or end > LONGEST_LINE:
            raise Failure(f"sent a line longer than {LONGEST_LINE} bytes")
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _read(self) -> None:
        """Read what it has written; nothing counts that is read after it lost a parent."""
        try:
            data = os.read(self._out, 1 << 16)
        except BlockingIOError:
            return
        if data and LAUNCHER.is_guarded(self._pid):
            self._buffer += data
        else:
            self._is_at_end = True

    def _last_words(self) -> Failure:
        """Return how it ended, with the line on stderr that says why; this may take a moment."""
        ending = self._end(is_about_to_end=True)
        line = self._stderr.last_words(LONGEST_DRAIN_S)
        return ending.failure(line, what="program", line="stdout")

    def has_stopped(self, seconds: float) -> bool:
        """Wait for it to report that it is done; this may run in any thread."""
        until = time.perf_counter() + seconds
        with contextlib.suppress(Failure, OSError, ValueError):
            while not self.is_idle:
                while (line := self._line()) is not None:
                    self.note(parsed(line))
                left = until - time.perf_counter()
                if self.is_idle or self._is_over() or left < 0 or not is_readable(self._out, left):
                    break
                self._read()
        return self.is_usable

    @property
    def is_usable(self) -> bool:
        """Whether it can take another question."""
        return self.is_idle and not self._is_over()

    def note(self, message: Mapping[str, Any]) -> None:
        """Note whether a message ends the present question."""
        if message["type"] == "done" and message.get("id") == self.number:
            self.is_idle = True

    def end(self) -> None:
        """Kill it with all processes that it started."""
        if self._ending is None:
            LAUNCHER.kill(self._pid)
            self._end()

    def _end(self, *, is_about_to_end: bool = False) -> ProcessEnding:
        if self._ending is None:
            self._ending = LAUNCHER.end(self._pid, is_about_to_end=is_about_to_end)
            for fd in (self._in, self._out):
                os.close(fd)
        return self._ending


def words_of(command: Sequence[str] | str, who: str) -> list[str]:
    """Return the program and its arguments; BadOption if the command is not valid."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise BadOption(f"{who} has the command {command!r}: {error}") from None
    if not words or not words[0] or not all(map(_is_word, words)):
        raise BadOption(f"{who} has the command {command!r}; a command is a program and its arguments")
    return words


def _is_word(word: object) -> bool:
    """Return whether it can be passed to a program as an argument."""
    try:
        return isinstance(word, str) and "\0" not in word and word.encode() is not None
    except UnicodeEncodeError:
        return False


def _pipes(count: int) -> list[tuple[int, int]]:
    """Make this many pipes, or none."""
    made: list[tuple[int, int]] = []
    try:
        while len(made) < count:
            made.append(os.pipe())
    except OSError:
        for fd in (fd for pair in made for fd in pair):
            os.close(fd)
        raise
    return made


def parsed(line: bytes) -> dict[str, Any]:
    """Parse a line that a program sent; Failure if it is no JSON object with a type."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Failure(one_line(f"sent a line that is no message: {line[:80].decode(errors='replace')}"))
    return message


def hello(game: Game[Any], name: str, wants: str = COMMENTS) -> dict[str, Any]:
    """Return the first line for a program, which is repeated when the game changes."""
    board = game.board
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "name": name,
        "wants": wants,
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


def asked_about(game: Game[Any], position: Any, moves: Sequence[Move]) -> dict[str, Any]:
    """Describe a position that a program is asked about, and the moves there."""
    cells = game.cells(position)
    return {
        "position": game.format_position(position),
        "cells": [None if cell is None else cell.title for cell in cells],
        "picture": draw_text(game.board, cells),
        "mover": game.mover(position).title,
        "moves": list(moves),
    }


class Rules(Protocol):
    """Answers questions about the rules; the calls may be metered."""

    def play(self, move: Move, position: Any) -> Any:
        """Return the position after a move."""

    def legal_moves(self, position: Any) -> Sequence[Move]:
        """Return the moves that are legal in a position."""

    def outcome(self, position: Any) -> Outcome | None:
        """Return the outcome of a contest in a position, or None if it goes on."""


def answer(rules: Rules, game: Game[Any], here: Any, message: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a program's question about the rules, here or in a position that it names."""
    what, text, move = message["what"], message.get("position"), message.get("move")
    reply: dict[str, Any] = {"type": "answer", "what": what}
    try:
        place = here if text is None else game.parse_position(str(text))
        if what == "play":
            return {**reply, "position": game.format_position(rules.play(str(move), place))}
        if what == "legal_moves":
            return {**reply, "moves": list(rules.legal_moves(place))}
        outcome = rules.outcome(place)
    except (IllegalMove, BadPosition) as error:
        return {**reply, "error": str(error)}
    return {**reply, "outcome": None if outcome is None else outcome.value}
