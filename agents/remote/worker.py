"""The far end of a line: it answers questions that arrive on a socket.

The same code serves in a process and in a thread. A second thread reads the socket, so that messages arrive
while the Advisor thinks; in a process, it ends the process when the line is closed.
"""

import contextlib
import io
import os
import queue
import socket
import sys
import threading
import warnings
from collections.abc import Callable, Collection
from typing import Any, TextIO

import trio
from trio._core._run import GLOBAL_RUN_CONTEXT  # the running loop; there is no public way to it

from agents.advisor import TIERS, Advisor, allowed
from agents.plugins.origins import Origin, class_at, game_at
from agents.remote.frames import Unpacker, pack
from agents.remote.process_endings import is_killed
from agents.remote.remote_session import SESSIONS, RemoteSession
from agents.session.advisor_session import Question, ran_out
from agents.session.deliberation import Deliberation
from agents.session.failures import described, is_from_outside
from agents.session.prints import SPEAKER
from agents.session.streams import Streams
from blackboard import Knowledge, Testimony
from games import Game, Role

SWITCH_S = 0.0005
"""How soon, in a process, the thread that reads gets to run while an Advisor thinks."""
LINE_LOST = 1
"""The exit code of a process whose code has closed the line."""


def serve_process(fd: int, parents: Collection[int]) -> None:
    """Serve as a process of its own, on this socket; it must not outlive its guardian and the launcher."""
    sys.setswitchinterval(SWITCH_S)
    os.register_at_fork(after_in_child=_leave_loop)
    sys.stdout, sys.stderr = _unbuffered(1), _unbuffered(2)
    with socket.socket(fileno=fd) as sock:
        worker = Worker(sock, Maker(), on_end=lambda: os._exit(0), parents=parents)
        sys.addaudithook(_SignalWatch(worker.report_signal, parents))
        worker.serve()


def _leave_loop() -> None:
    """End trio's loop in a fork: the kernel would share events between both, and the process miss some."""
    manager = getattr(getattr(GLOBAL_RUN_CONTEXT, "runner", None), "io_manager", None)
    epoll = getattr(manager, "_epoll", None)
    if epoll is not None:
        warnings.filterwarnings("ignore", "Trio guest run got abandoned")
        epoll.close()


def _unbuffered(fd: int) -> TextIO:
    """Return a text stream of which nothing is lost when the process is killed."""
    raw: Any = io.FileIO(fd, "w", closefd=False)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="replace", write_through=True)


class _SignalWatch:
    """Reports, before it is sent, a signal that code of this process sends to itself or to its parents."""

    def __init__(self, report: Callable[[], None], parents: Collection[int]) -> None:
        self._report = report
        own = {os.getpid(), *parents}
        self._targets = {0, *own, *(-pid for pid in own)}

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if event in ("os.kill", "os.killpg") and args[0] in self._targets and args[1]:  # 0 only asks
            self._report()


class Maker:
    """Makes the Advisor, the game and the questions in another process."""

    def __init__(self) -> None:
        self._advisor: Advisor | None = None
        self._origin: list[Any] = []
        self._game: Game[Any] | None = None
        self._knowledge: Knowledge | None = None

    def load(self, message: dict[str, Any]) -> None:
        """Make the Advisor, and the game unless it exists already."""
        if message["sys_path"] is not None:
            sys.path[:] = message["sys_path"]
        self._advisor = class_at(Origin(*message["advisor"]))()
        self.prepare(message)

    def prepare(self, message: dict[str, Any]) -> None:
        """Make the game unless it exists already."""
        if message["game"] != self._origin:
            self._game = game_at(Origin(*message["game"]))
            self._origin = message["game"]

    @property
    def advisor(self) -> Advisor:
        """The Advisor that was loaded."""
        if self._advisor is None:
            raise LookupError("no Advisor was loaded")
        return self._advisor

    def question(self, message: dict[str, Any]) -> Question:
        """Put the question together."""
        self.prepare(message)
        if message["knowledge"] is not None:
            self._knowledge = Knowledge.from_bytes(message["knowledge"])
        if self._game is None or self._knowledge is None:
            raise LookupError("no game was loaded")
        return Question(
            self._game,
            self._game.parse_position(message["position"]),
            Role(message["mover"]),
            tuple(message["moves"]),
            self._knowledge,
            Streams(message["seed"], tuple(message["stream"])),
        )


class Worker:
    """One line to a hearing, and the Advisor at this end of it."""

    def __init__(
        self,
        sock: socket.socket,
        maker: Any,
        *,
        on_end: Callable[[], None],
        parents: Collection[int] = (),
    ) -> None:
        self.is_stopped = False
        self._sock = sock
        self._maker = maker
        self._on_end = on_end
        self._parents = parents
        self._inbox: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._number = 0
        """The number of the present question, or of the last one."""
        self._run: tuple[trio.lowlevel.TrioToken, RemoteSession] | None = None
        self._lock = threading.Lock()
        self._pid = os.getpid()
        self._unloaded = ""

    def serve(self) -> None:
        """Return until the other end is closed."""
        threading.Thread(target=self._read, daemon=True, name="hoyle reader").start()
        while (message := self._inbox.get()) is not None:
            if message["do"] == "load":
                self._load(message)
            else:
                self._answer(message)
            if os.getpid() != self._pid:
                os._exit(0)

    def send(self, do: str, **more: Any) -> None:
        """Send a message about the present question; a fork, or a process without parents, exits instead.

        Each message may charge the Advisor, so none is sent after a parent was killed: what is recorded does
        not depend on how soon the process dies.
        """
        if os.getpid() != self._pid or any(map(is_killed, self._parents)):
            os._exit(0)
        try:
            self._sock.sendall(pack({"do": do, "n": self._number, **more}))
        except OSError:
            if self._parents:
                os._exit(LINE_LOST)

    def report_signal(self) -> None:
        """Report that code of this process, or of a fork, is about to send a signal."""
        with contextlib.suppress(OSError):
            self._sock.sendall(pack({"do": "signal", "n": self._number}))

    # The thread that reads.

    def _read(self) -> None:
        unpacker = Unpacker()
        with contextlib.suppress(OSError):
            while data := self._sock.recv(1 << 16):
                for message in unpacker.feed(data):
                    self._take(message)
        self.is_stopped = True
        self._on_end()
        self._stop()
        self._inbox.put(None)

    def _take(self, message: dict[str, Any]) -> None:
        if message["do"] in ("load", "ask"):
            self.is_stopped = False
            self._inbox.put(message)
        elif message["do"] == "stop":
            self._stop()
        else:
            self._soon(lambda session: session.deliver(message), message["n"])

    def _stop(self) -> None:
        """Accept no more posts from now on; the Advisor is cancelled when its loop next runs."""
        self.is_stopped = True
        with self._lock:
            if self._run is not None:
                self._run[1].board.is_closed = True
        self._soon(lambda session: session.scope.cancel(), self._number)

    def _soon(self, action: Callable[[RemoteSession], None], number: int) -> None:
        """Call this in the Advisor's own loop if that is still running."""
        with self._lock:
            if self._run is not None and number == self._number:
                token, session = self._run
                with contextlib.suppress(trio.RunFinishedError):
                    token.run_sync_soon(action, session)

    # The thread that thinks.

    def _load(self, message: dict[str, Any]) -> None:
        self._unloaded = ""
        try:
            self._maker.load(message)
        except BaseException as error:  # noqa: BLE001  # it runs a user's file
            self._unloaded = f"cannot be loaded in its process: {described(error)}"
        self.send("loaded", error=self._unloaded)

    def _answer(self, message: dict[str, Any]) -> None:
        self._number = message["n"]
        SPEAKER.set(message["name"])
        report: dict[str, Any] = {"error": self._unloaded or None, "is_late": False, "is_spoiled": False}
        session: RemoteSession | None = None
        if not self._unloaded:
            try:
                session = self._session(message)
                trio.run(self._heard, session, report, clock=session.trio_clock)
            except BaseException as error:  # noqa: BLE001  # any error here is the Advisor's own
                report.update(error=report["error"] or described(error), is_spoiled=True)
        with self._lock:
            self._run = None
        send = session.send if session is not None and session.is_begun else self.send
        send("done", **report)

    def _session(self, message: dict[str, Any]) -> RemoteSession:
        testimony = Testimony(message["name"], TIERS[-1], 0, 0, makes_plans=message["makes_plans"])
        testimony.least, testimony.most = allowed(self._maker.advisor)
        return SESSIONS[message["terms"]["clock"]](
            self, self._maker.question(message), testimony, message["terms"]
        )

    async def _heard(self, session: RemoteSession, report: dict[str, Any]) -> None:
        self._begin(session)
        try:
            with session.scope:
                try:
                    await self._maker.advisor.advise(Deliberation(session))
                except BaseException as error:  # any error of an Advisor is its own failure
                    if is_from_outside(error):
                        raise
                    report["is_late"] = ran_out(error)
                    report["error"] = described(error)
        except BaseException as error:  # noqa: BLE001  # it has left trio's own scopes in disorder
            report.update(error=described(error), is_spoiled=True)
        forgotten = session.forgotten()
        report["error"] = report["error"] or forgotten or None
        report["is_late"] |= session.scope.cancelled_caught
        report["is_spent"] = session.is_spent
        session.is_over = True

    def _begin(self, session: RemoteSession) -> None:
        session.start()
        session.is_begun = True
        with self._lock:
            self._run = (trio.lowlevel.current_trio_token(), session)
        if self.is_stopped:
            session.board.is_closed = True
            session.scope.cancel()
