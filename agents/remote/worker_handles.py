"""The near end of the line to a worker: a thread or a process in which an Advisor runs."""

import contextlib
import ctypes
import os
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
from agents.remote.drains import drain_lines
from agents.remote.frames import BadFrame, Unpacker, pack
from agents.remote.polling import is_readable
from agents.remote.process_endings import ProcessEnding
from agents.remote.processes import LAUNCHER
from agents.remote.worker import Worker
from agents.session.advisor_session import Question
from agents.session.failures import Failure
from agents.session.prints import PRINTS
from blackboard import Knowledge

THREAD_GRACE_S = 0.005
"""How long a thread may take to stop on request."""


class WorkerHandle:
    """One end of a socket, with a worker at the other."""

    def __init__(self) -> None:
        self.is_idle = True
        """It is not working on a question."""
        self.is_loaded = False
        """It has made its Advisor and a game."""
        self.number = 0
        self.sent = 0
        """How many messages were sent about the present question, not counting the question."""
        self._ours, self._theirs = socket.socketpair()
        self._ours.setblocking(False)
        self._unpacker = Unpacker()
        self._inbox: list[dict[str, Any]] = []
        self._backlog = bytearray()
        self._is_broken = False
        self._fault: Failure | None = None
        """Why no more messages can arrive."""
        self._signalled = -1
        """The question during which it sent a signal to itself or to its parents."""

    # What a question needs.

    async def wait_loaded(self) -> None:
        """Wait until the other end is ready, before the hearing starts."""

    def question(self, question: Question) -> dict[str, Any]:
        """Return what the other end needs to know of a question."""
        raise NotImplementedError

    # The line.

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message, whole or not at all."""
        self._backlog += pack(message)
        while self._flush():
            await trio.lowlevel.wait_writable(self._ours)

    def _flush(self) -> bool:
        """Send what can be sent; return whether something is left."""
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
        """Wait for a message; Failure if none can arrive."""
        while not self._inbox:
            self._check()
            await trio.lowlevel.wait_readable(self._ours)
            self.read()
        return self._inbox.pop(0)

    def read(self) -> None:
        """Take the messages that have arrived; Failure if no more can."""
        try:
            data = self._ours.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        try:
            for message in map(_checked, self._unpacker.feed(data)):
                self.is_loaded |= message["do"] == "loaded"
                self._signalled = message["n"] if message["do"] == "signal" else self._signalled
                self._inbox.append(message)
        except BadFrame as error:
            self._is_broken = True
            self._fault = Failure(f"broke the line of its process: {error}")
        if not self._inbox:
            if not data and self._fault is None:
                self._fault = self.ending()
            self._check()

    def _check(self) -> None:
        if self._fault is not None:
            raise type(self._fault)(str(self._fault))

    def arrived(self) -> list[dict[str, Any]]:
        """Return the messages that have arrived by now, without waiting."""
        with contextlib.suppress(Failure):
            self.read()
        arrived = list(self._inbox)
        self._inbox.clear()
        return arrived

    def is_gone(self) -> bool:
        """Return whether it ended between two questions."""
        try:
            return not self._ours.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def stop(self) -> None:
        """Ask the other end to stop."""
        self._backlog += pack({"do": "stop", "n": self.number})
        self._flush()

    def has_stopped(self, seconds: float) -> bool:
        """Wait for the other end to report that it is done; this may run in any thread."""
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
        """Note whether a message ends the present question."""
        if message["do"] == "done" and message["n"] == self.number:
            self.is_idle = True
            self._is_broken |= message["is_spoiled"]

    def end(self) -> None:
        """End it."""
        self._ours.close()

    def ending(self) -> Failure:
        """Return why no more messages can arrive."""
        return Failure("its line was closed")

    @property
    def is_usable(self) -> bool:
        """Whether it can take another question."""
        return self.is_idle and not self._is_broken


def _checked(message: Any) -> dict[str, Any]:
    """Refuse a message that no worker of ours sends: user code has found the line."""
    if not isinstance(message, dict) or not {"do", "n"} <= message.keys():
        raise BadFrame("an unknown message")
    return message


class ProcessHandle(WorkerHandle):
    """A worker in a process of its own."""

    def __init__(self, origin: Origin, memory: int, question: Question, *, name: str) -> None:
        super().__init__()
        self._game: Any = None
        self._knowledge: Knowledge | None = None
        self._game_origin: list[Any] = origin_of_game(question.game).to_message()
        self._pid = self._started(memory, name)
        self._ending: ProcessEnding | None = None
        load = {
            "do": "load",
            "advisor": origin.to_message(),
            "sys_path": sys.path,
            "game": self._game_origin,
        }
        self._backlog += pack(load)
        self._flush()

    def _started(self, memory: int, name: str) -> int:
        """Start the process; show what it prints under this name."""
        with contextlib.ExitStack() as unless_started, self._theirs:
            unless_started.callback(self._ours.close)
            prints, theirs = os.pipe()
            unless_started.callback(os.close, prints)
            try:
                pid = LAUNCHER.start([self._theirs.fileno(), theirs], memory=memory)
            finally:
                os.close(theirs)
            unless_started.pop_all()
        drain_lines(prints, lambda line: PRINTS.take(name, f"{line}\n"))
        return pid

    async def wait_loaded(self) -> None:
        """Wait until the other end has made the Advisor and the game, or has failed to."""
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
        """Return a question as text, with the knowledge only if it has changed since the last one."""
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
        """Return whether it ended between two questions, or is bound to, with its parents."""
        return not LAUNCHER.is_guarded(self._pid) or super().is_gone()

    def end(self) -> None:
        """Kill it with all processes that it started."""
        if self._ending is None:
            LAUNCHER.kill(self._pid)
            self._ending = LAUNCHER.end(self._pid)
            super().end()

    def ending(self) -> Failure:
        """Return how it ended; a signal that it reported before is its own doing."""
        if self._ending is None:
            self._ending = LAUNCHER.end(self._pid, is_about_to_end=True)
            self._ours.close()
        failure = self._ending.failure()
        return Failure(str(failure)) if self._signalled == self.number else failure


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
        """Prevent `end` from raising in this thread from now on; what it raised before arrives here."""
        with self._gate:
            self._is_over = True

    def question(self, question: Question) -> dict[str, Any]:
        """Hand over the question with a game whose memory is the Advisor's own, as in a process."""
        game = question.game.apart(self._name)
        self._maker.questions.append(attrs.evolve(question, game=game, position=game.meet(question.position)))
        return {}

    def end(self) -> None:
        """Close its line; if it is still spinning, raise an exception in it, which it may suppress."""
        super().end()
        if self.is_idle:
            return
        self._thread.join(THREAD_GRACE_S)
        frame = sys._current_frames().get(self._thread.ident or 0)  # noqa: SLF001  # there is no public way
        if self._is_the_advisors(frame):
            self._raise_in_thread()

    def _is_the_advisors(self, frame: FrameType | None) -> bool:
        """Return whether the thread is in the Advisor's code or in code that it called, and not waiting."""
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
"""Packages in which a thread waits: it uses no processor there, and its loop must stay intact."""


class _Ended(SystemExit):
    """Raised in a thread that does not stop."""


class _Maker:
    """Hands over questions within one process."""

    def __init__(self, advisor: Advisor) -> None:
        self.advisor = advisor
        self.questions: list[Question] = []

    def question(self, message: dict[str, Any]) -> Question:
        """Return the question that was handed over."""
        del message
        return self.questions.pop()
