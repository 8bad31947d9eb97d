"""Contestants in any language: a program that is asked for moves by the protocol of docs/agents.md.

A program loses the contest if it is late, ends, or sends anything that is not a legal move. It is then ended,
and started again for the next contest, unless only the move was wrong.
"""

import json
import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import attrs
import trio

from agents.contestants.contestant import Contestant, Forfeit, check_contestant_declaration
from agents.remote.processes import MB
from agents.remote.programs import MOVE, ORACLE, TOO_EARLY, Program, answer, asked_about, words_of
from agents.remote.real_deadlines import real_deadline
from agents.remote.spares import warm
from agents.session.failures import Failure, Killed, one_line
from agents.session.streams import Streams
from games import BadOption, Game, Move, Outcome

PROGRAM = "program"
LIMIT_S = 5.0
"""How long a program may take for a move, by default: in real time, on either clock."""
LONGEST_S = 86_400.0
MEMORY_MB = 1024
START_S = 5.0
"""How long it may take to report that it is ready, before any contestant's time starts."""
EXAMPLE = "program:python3 bot.py or program:limit=2s,command=python3 bot.py"
_TIME = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(ms|s|min)", re.ASCII)
_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0}


@attrs.frozen
class ProgramCall:
    """The text after `program:`, a command with optional options before it."""

    command: tuple[str, ...]
    options: Mapping[str, str] = attrs.field(factory=dict)

    @classmethod
    def parse(cls, argument: str) -> "ProgramCall":
        """Read `python3 bot.py`, or `limit=2s,memory=500,command=python3 bot.py`."""
        head, equals, words = argument.partition("command=")
        pairs = [part.strip() for part in head.split(",") if part.strip()]
        if not equals or not all(re.match(r"\w+=", pair) for pair in pairs):
            return cls(tuple(words_of(argument, _who(argument))))
        options: dict[str, str] = {}
        for pair in pairs:
            key, _, value = pair.partition("=")
            if key not in _READ:
                known = ", ".join(_READ)
                raise BadOption(f"{_who(argument)} has {key!r}; there are {known}, and command last")
            if key in options:
                raise BadOption(f"{_who(argument)} has {key} twice; give it once")
            options[key] = value
        return cls(tuple(words_of(words, _who(argument))), options)

    def __str__(self) -> str:
        """Return the text from which this can be read."""
        command = shlex.join(self.command)
        options = "".join(f"{key}={value}," for key, value in self.options.items())
        return f"{options}command={command}" if options else command

    def arguments(self) -> dict[str, Any]:
        """Return the keyword arguments of the contestant."""
        read = {key: _READ[key](str(self), value) for key, value in self.options.items()}
        return {"command": self.command, **{_NAMES[key]: value for key, value in read.items()}}


def _who(argument: str) -> str:
    return f"contestant {f'{PROGRAM}:{argument}'!r:.80}"


def _limit(argument: str, value: str) -> float:
    match = _TIME.fullmatch(value)
    seconds = float(match[1]) * _SECONDS[match[2]] if match else 0.0
    if not 0 < seconds <= LONGEST_S:
        raise BadOption(f"{_who(argument)} has limit {value!r:.40}; use a time, such as 2s or 500ms")
    return seconds


def _memory(argument: str, value: str) -> int:
    if not value.isdecimal() or not value.isascii() or not 0 < int(value[:9]) == int(value):
        raise BadOption(f"{_who(argument)} has memory {value!r:.40}; use a number of MB, such as 500")
    return int(value)


_READ: Mapping[str, Callable[[str, str], Any]] = {"limit": _limit, "memory": _memory}
_NAMES = {"limit": "limit_s", "memory": "memory_mb"}


def found_beside(text: str, folder: Path) -> str:
    """Return a contestant's name, with full paths for the files of this folder that its command names."""
    return _changed(text, lambda word: beside(word, folder))


def program_words(text: str) -> tuple[str, ...]:
    """Return the words of a program contestant's command; () for other contestants."""
    name, _, argument = text.partition(":")
    return ProgramCall.parse(argument).command if name == PROGRAM else ()


def without_folders(text: str) -> str:
    """Return a contestant's name without the folders of its files, as it is shown."""
    return _changed(text, lambda word: Path(word).name if Path(word).is_absolute() else word)


def _changed(text: str, change: Callable[[str], str]) -> str:
    name, colon, argument = text.partition(":")
    if name != PROGRAM or not colon:
        return text
    try:
        call = ProgramCall.parse(argument)
    except BadOption:
        return text  # the error is raised when the name is used
    command = tuple(map(change, call.command))
    return text if command == call.command else f"{PROGRAM}:{attrs.evolve(call, command=command)}"


def beside(word: str, folder: Path) -> str:
    """Return the path of the file in this folder that a word names, or else the word."""
    file = folder / word
    return os.path.abspath(file) if word and file.is_file() else word  # noqa: PTH100  # keep links, e.g. of a venv


class ProgramContestant(Contestant):
    """Plays what a program answers; make_program makes one with a name of its own."""

    name = PROGRAM
    is_kept = True
    command: ClassVar[tuple[str, ...]] = ()
    limit_s: float = LIMIT_S
    memory_mb: int = MEMORY_MB
    start_s: ClassVar[float] = START_S

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        limit_s: float | None = None,
        memory_mb: int | None = None,
    ) -> None:
        if command is not None:
            self.name = without_folders(f"{PROGRAM}:{ProgramCall(tuple(command))}")
        self._command = tuple(command or self.command)
        self.limit_s = self.limit_s if limit_s is None else limit_s
        self.memory_mb = self.memory_mb if memory_mb is None else memory_mb
        self._program: Program | None = None

    @classmethod
    def read_argument(cls, argument: str) -> Mapping[str, Any]:
        """Read the command, unless the class has one."""
        if cls.command:
            return super().read_argument(argument)
        if not argument.strip():
            raise BadOption(f"contestant {PROGRAM!r} needs a command; write {EXAMPLE}")
        return ProgramCall.parse(argument).arguments()

    def begin(self) -> None:
        """Begin a contest."""
        self.asked = 0

    async def try_out(self, game: Game[Any]) -> None:
        """Start the program; BadOption if it cannot play."""
        try:
            await self._ready(game)
        except Failure as error:
            await self._give_up()
            reason = one_line(str(error))
            raise BadOption(f"contestant {self.name!r} cannot play: {reason}; fix that program") from error

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return the program's move; Forfeit if it sends none or a wrong one."""
        self.asked += 1
        moves = game.legal_moves(position)
        try:
            program = await self._ready(game)
            move = await self._asked_move(program, game, position, streams)
        except Failure as error:
            await self._give_up()
            raise Forfeit(one_line(str(error)), was_killed=isinstance(error, Killed)) from error
        if move not in moves:
            where = game.format_position(position)
            raise Forfeit(one_line(f"chose {move!r:.60}, which is not a legal move at {where!r}"))
        return str(move)

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            program, self._program = self._program, None
            program.end()

    async def _give_up(self) -> None:
        """End a program that cannot be asked again, in a thread, so that nothing waits for it."""
        program, self._program = self._program, None
        if program is not None:
            await trio.to_thread.run_sync(program.end)

    async def _ready(self, game: Game[Any]) -> Program:
        """Return the program once it has the game; start it if it does not run."""
        await warm()
        if self._program is None:
            self._program = self._started(game)
        program = self._program
        program.greet(game)
        if not program.is_ready:
            with real_deadline(self.start_s) as scope:
                await program.wait_ready()
            if scope.cancelled_caught:
                raise Killed(f"did not report that it is ready within {self.start_s:g} s")
            if not program.is_ready:
                raise Failure(TOO_EARLY)
        return program

    def _started(self, game: Game[Any]) -> Program:
        try:
            return Program(self._command, self.name, game, self.memory_mb * MB, wants=MOVE)
        except OSError as error:
            raise Killed(f"cannot be started: {error.strerror}") from error

    async def _asked_move(self, program: Program, game: Game[Any], position: Any, streams: Streams) -> object:
        """Ask for a move, and wait for it."""
        program.number += 1
        question = {
            "type": "position",
            "id": program.number,
            **asked_about(game, position, game.legal_moves(position)),
            "budget_ms": 1000 * self.limit_s,
            "clock": "wall",
            "seed": streams.stream("program").getrandbits(32),
        }
        with real_deadline(self.limit_s):
            await program.say(question)
            while True:
                message = await program.hear()
                match message:
                    case {"type": "move", "move": move, "id": number} if number == program.number:
                        return move
                    case {"type": "ask", "what": str(what)} if what in ORACLE:
                        await program.say(answer(_PlainRules(game), game, position, message))
                    case {"type": "ready"}:
                        pass
                    case {"type": "move"}:
                        raise Failure(
                            f"sent a move without the id of the position, {program.number}: {_short(message)}"
                        )
                    case _:
                        raise Failure(f"sent a line that is not a contestant's message: {_short(message)}")
                await trio.lowlevel.checkpoint()
        raise Failure(f"sent no move within {self.limit_s:g} s")


def _short(message: Mapping[str, Any]) -> str:
    return json.dumps(message)[:80]


@attrs.frozen
class _PlainRules:
    """The rules for a contestant whose limit is real time."""

    game: Game[Any]

    def play(self, move: Move, position: Any) -> Any:
        return self.game.play(position, move)

    def legal_moves(self, position: Any) -> Sequence[Move]:
        return self.game.legal_moves(position)

    def outcome(self, position: Any) -> Outcome | None:
        return self.game.outcome(position)


def make_program(
    command: Sequence[str] | str,
    *,
    name: str,
    limit_s: float = LIMIT_S,
    memory_mb: int = MEMORY_MB,
    summary: str = "",
) -> type[ProgramContestant]:
    """Make a contestant that runs a program, to be registered under a name of its own."""
    words = words_of(command, f"contestant {name!r}")
    if not 0 < limit_s <= LONGEST_S:
        raise BadOption(f"contestant {name!r} has limit_s {limit_s!r}; use a number of seconds above 0")
    declared = {
        "__doc__": summary or f"Plays what the program {words[0]} answers.",
        "name": name,
        "command": tuple(words),
        "limit_s": limit_s,
        "memory_mb": memory_mb,
    }
    made: type[ProgramContestant] = type(
        "".join(re.findall(r"\w", name)) or "Program", (ProgramContestant,), declared
    )
    check_contestant_declaration(made)
    return made
