"""Where an Advisor runs that is not inline: the near end of the line to a worker."""

import contextlib
import ctypes
import socket
import sys
import threading
import time
from types import FrameType
from typing import Any

import attrs
import trio

from agents.advisor import Advisor
from agents.plugins.origins import Origin, origin_of_game
from agents.remote.frames import BadFrame, Unpacker, pack
from agents.remote.polling import is_readable
from agents.remote.process_endings import ProcessEnding
from agents.remote.processes import LAUNCHER
from agents.remote.worker import Worker
from agents.session.advisor_session import Question
from agents.session.failures import Failure
from blackboard import Knowledge

THREAD_GRACE_S = 0.005
"""How long a thread may take to stop when it is told to."""


class WorkerHandle:
    """Where an Advisor runs: one end of a socket, with a worker at the other."""

    def __init__(self) -> None:
        self.is_idle = True
        """It has no question at hand."""
        self.is_loaded = False
        """It knows its Advisor and a game."""
        self.number = 0
        self.sent = 0
        """Messages about the question at hand, the question itself not counted."""
        self._ours, self._theirs = socket.socketpair()
        self._ours.setblocking(False)
        self._unpacker = Unpacker()
        self._inbox: list[dict[str, Any]] = []
        self._backlog = bytearray()
        self._is_broken = False
        self._fault: Failure | None = None
        """Why nothing more can come."""
        self._confessed = -1
        """The question over which it sent a signal to itself."""

    # What a question needs.

    async def wait_loaded(self) -> None:
        """Wait until the other end has what it needs, before anybody's time starts."""

    def question(self, question: Question) -> dict[str, Any]:
        """Write down what the other end cannot know."""
        raise NotImplementedError

    # The line.

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message, whole or not at all."""
        self._backlog += pack(message)
        while self._flush():
            await trio.lowlevel.wait_writable(self._ours)

    def _flush(self) -> bool:
        """Send what can be sent; say whether something is left."""
        try:
            while self._backlog:
                sent = self._ours.send(self._backlog)
                del self._backlog[:sent]
        except BlockingIOError:
            return True
        except OSError:
            self._backlog.clear()
        return False

    async def receive(self) -> dict[str, Any]:
        """Wait for a message; Failure if none can come."""
        while not self._inbox:
            self._check()
            await trio.lowlevel.wait_readable(self._ours)
            self.read()
        return self._inbox.pop(0)

    def read(self) -> None:
        """Take in what has come; Failure if nothing more can."""
        try:
            data = self._ours.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        try:
            for message in map(_checked, self._unpacker.feed(data)):
                self.is_loaded |= message["do"] == "loaded"
                self._confessed = message["n"] if message["do"] == "signal" else self._confessed
                self._inbox.append(message)
        except BadFrame as error:
            self._is_broken = True
            self._fault = Failure(f"spoke out of turn on the line of its process: {error}")
        if not self._inbox:
            if not data and self._fault is None:
                self._fault = self.ending()
            self._check()

    def _check(self) -> None:
        if self._fault is not None:
            raise type(self._fault)(str(self._fault))

    def arrived(self) -> list[dict[str, Any]]:
        """Return what has come by now, without waiting."""
        with contextlib.suppress(Failure):
            self.read()
        arrived = list(self._inbox)
        self._inbox.clear()
        return arrived

    def is_gone(self) -> bool:
        """Did it end while nobody asked it anything?"""
        try:
            return not self._ours.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def stop(self) -> None:
        """Tell the other end that no more is wanted."""
        self._backlog += pack({"do": "stop", "n": self.number})
        self._flush()

    def has_stopped(self, seconds: float) -> bool:
        """Wait so long for the other end to say that it is done, in whatever thread this is."""
        until = time.perf_counter() + seconds
        while not self.is_idle and not self._is_broken and self._ours.fileno() >= 0:
            left = until - time.perf_counter()
            if left < 0 or not is_readable(self._ours.fileno(), left):
                return False
            try:
                self.read()
            except Failure:
                return False
            for message in self._inbox:
                self.note(message)
            self._inbox.clear()
        return self.is_usable

    def note(self, message: dict[str, Any]) -> None:
        """See whether the question at hand is done with."""
        if message["do"] == "done" and message["n"] == self.number:
            self.is_idle = True
            self._is_broken |= message["is_spoiled"]

    def end(self) -> None:
        """End it."""
        self._ours.close()

    def ending(self) -> Failure:
        """Say why nothing comes any more."""
        return Failure("its line was closed")

    @property
    def is_usable(self) -> bool:
        """Can it take another question?"""
        return self.is_idle and not self._is_broken


def _checked(message: Any) -> dict[str, Any]:
    """Refuse what no worker of ours would say: somebody's code has found the line."""
    if not isinstance(message, dict) or not {"do", "n"} <= message.keys():
        raise BadFrame("a message of no kind")
    return message


class ProcessHandle(WorkerHandle):
    """A worker in a process of its own."""

    def __init__(self, origin: Origin, memory: int, question: Question) -> None:
        super().__init__()
        self._game: Any = None
        self._knowledge: Knowledge | None = None
        self._game_origin: list[Any] = origin_of_game(question.game).to_message()
        self._pid = self._started(memory)
        self._ending: ProcessEnding | None = None
        load = {
            "do": "load",
            "advisor": origin.to_message(),
            "sys_path": sys.path,
            "game": self._game_origin,
        }
        self._backlog += pack(load)
        self._flush()

    def _started(self, memory: int) -> int:
        with self._theirs:
            try:
                return LAUNCHER.start([self._theirs.fileno()], memory=memory)
            except (Failure, OSError):
                self._ours.close()
                raise

    async def wait_loaded(self) -> None:
        """Wait until the Advisor and the game have been made there, or could not be."""
        while not self.is_loaded and self._ours.fileno() >= 0:
            if self._flush():
                await trio.lowlevel.wait_writable(self._ours)
                continue
            await trio.lowlevel.wait_readable(self._ours)
            try:
                self.read()
            except Failure:
                return

    def question(self, question: Question) -> dict[str, Any]:
        """Write it down as text; knowledge only if it is other than the last time."""
        if question.game is not self._game:
            self._game = question.game
            self._game_origin = origin_of_game(question.game).to_message()
        known = None
        if self._knowledge is not question.knowledge and self._knowledge != question.knowledge:
            known = question.knowledge.to_bytes()
        self._knowledge = question.knowledge
        return {
            "game": self._game_origin,
            "position": question.game.format_position(question.position),
            "mover": int(question.mover),
            "moves": question.moves,
            "knowledge": known,
            "seed": question.streams.seed,
            "stream": question.streams.path,
        }

    def is_gone(self) -> bool:
        """Did it end while nobody asked it anything, or is it about to, with the launcher?"""
        return not LAUNCHER.has_started(self._pid) or super().is_gone()

    def end(self) -> None:
        """Kill it, with all that it started."""
        if self._ending is None:
            LAUNCHER.kill(self._pid)
            self._ending = LAUNCHER.end(self._pid)
            super().end()

    def ending(self) -> Failure:
        """Say how it ended: by its own hand, if it said so before."""
        if self._ending is None:
            self._ending = LAUNCHER.end(self._pid, is_ending=True)
            self._ours.close()
        failure = self._ending.failure()
        return Failure(str(failure)) if self._confessed == self.number else failure


class ThreadHandle(WorkerHandle):
    """A worker in a thread of this process."""

    def __init__(self, advisor: type[Advisor]) -> None:
        super().__init__()
        self._maker = _Maker(advisor())
        self._name = advisor.name
        self._module = advisor.__module__
        self._gate = threading.Lock()
        self._is_over = False
        """The thread is past the point where something may be raised in it."""
        self._thread = threading.Thread(target=self._serve, daemon=True, name=f"hoyle {advisor.name}")
        self._thread.start()

    def _serve(self) -> None:
        with contextlib.suppress(_Ended):
            try:
                with self._theirs:
                    Worker(self._theirs, self._maker, on_end=lambda: None).serve()
            finally:
                self._close_gate()

    def _close_gate(self) -> None:
        """Let nothing be raised in this thread from here on; what was raised just before arrives here."""
        with self._gate:
            self._is_over = True

    def question(self, question: Question) -> dict[str, Any]:
        """Hand it over as it is, but for the game's memory, which is the Advisor's own as in a process."""
        game = question.game.apart(self._name)
        self._maker.questions.append(attrs.evolve(question, game=game, position=game.meet(question.position)))
        return {}

    def end(self) -> None:
        """Close its line; if it spins, raise something in it, which ends it unless it is deaf to all."""
        super().end()
        if self.is_idle:
            return
        self._thread.join(THREAD_GRACE_S)
        frame = sys._current_frames().get(self._thread.ident or 0)  # noqa: SLF001  # there is no other way to see it
        if self._is_the_advisors(frame):
            self._raise_in_thread()

    def _is_the_advisors(self, frame: FrameType | None) -> bool:
        """Is the thread in code of the Advisor's own, or in something that called and does not wait?"""
        while frame is not None:
            module = frame.f_globals.get("__name__", "")
            if module == self._module:
                return True
            if module.partition(".")[0] in CALM:
                return False
            frame = frame.f_back
        return False

    def _raise_in_thread(self) -> None:
        if self._gate.acquire(timeout=1):
            try:
                if not self._is_over:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(self._thread.ident or 0), ctypes.py_object(_Ended)
                    )
            finally:
                self._gate.release()


CALM = ("trio", "threading", "selectors", "agents")
"""Where a thread waits; what waits burns no processor, and its loop must not be broken."""


class _Ended(SystemExit):
    """Raised in a thread that would not stop."""


class _Maker:
    """Hands over, within one process, what a question is about."""

    def __init__(self, advisor: Advisor) -> None:
        self.advisor = advisor
        self.questions: list[Question] = []

    def question(self, message: dict[str, Any]) -> Question:
        """Take the question as it is."""
        del message
        return self.questions.pop()
