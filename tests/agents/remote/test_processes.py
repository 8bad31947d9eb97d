"""The launcher: whatever becomes of it, what it answers is the answer to what was asked."""

import errno
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agents import Failure
from agents.remote import processes
from agents.remote.frames import pack
from agents.remote.guardian import start_guarded
from agents.remote.process_endings import ProcessEnding
from agents.remote.processes import Launcher
from agents.remote.programs import Program
from tests.processes import eventually, is_alive, processes_below
from tests.support import tic_tac_toe

PROGRAM = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture
def launcher() -> Iterator[Launcher]:
    """Make one for this test alone."""
    made = Launcher()
    yield made
    made.close()


FORKING = """
import os, time
if not os.fork():
    {leave}
    os.write(1, b"%d" % os.getpid())
time.sleep(60)
"""


def started(launcher: Launcher, *words: str) -> int:
    """Start a program that has nothing to do, with these words."""
    with Path(os.devnull).open("r+b") as nothing:
        return launcher.start([nothing.fileno()] * 3, command=[*PROGRAM, *words], memory=1 << 30)


def number_of(launcher: Launcher) -> int:
    """Return the launcher's own process."""
    assert launcher._process is not None
    return launcher._process.pid


def runs(pid: int) -> bool:
    """Is there such a process below this one?"""
    return pid in processes_below(os.getpid())


def test_one_that_answers_too_late_is_replaced(launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its late answer is taken for no other, and what it had started is ended with it."""
    monkeypatch.setattr(processes, "CLOSE_S", 0.05)
    first, late = started(launcher), number_of(launcher)
    assert launcher._control is not None
    launcher._control.settimeout(0.05)
    os.kill(late, signal.SIGSTOP)
    with pytest.raises(Failure, match="the launcher does not answer"):
        started(launcher)
    second = started(launcher)
    assert number_of(launcher) != late
    assert runs(second)
    assert launcher.end(second).code == -signal.SIGKILL
    assert not runs(second)
    assert eventually(lambda: not runs(first))


@pytest.mark.parametrize("count", [1, 10])
def test_a_command_may_be_long(launcher: Launcher, count: int) -> None:
    """Its files come with its first bytes, and the last ones after what the line holds at a time."""
    launcher.wait_ready()
    assert launcher._control is not None
    launcher._control.settimeout(5)
    assert runs(started(launcher, *["x" * 100_000] * count))
    assert runs(started(launcher))
    assert launcher.losses == 0


def test_one_that_died_is_replaced(launcher: Launcher) -> None:
    """The program that was asked for is started by another."""
    first, dead = started(launcher), number_of(launcher)
    os.kill(dead, signal.SIGKILL)
    assert eventually(lambda: not runs(dead))
    assert runs(started(launcher))
    assert eventually(lambda: not runs(first))


def test_a_loss_is_counted_once(launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks while another thread sees to it is told the same as before and after."""
    counts: list[int] = []
    monkeypatch.setattr(processes, "end_orphans", lambda _: counts.append(launcher.losses))
    for _ in range(2):
        launcher.wait_ready()
        assert launcher._process is not None
        launcher._process.kill()
        launcher._process.wait()
        counts.append(launcher.losses)
    launcher.wait_ready()
    assert (counts, launcher.losses) == ([1, 1, 2, 2], 2)


def test_what_died_with_another_waits_for_nobody(launcher: Launcher) -> None:
    """While a thread has a new launcher start, the decision is told at once that its process was lost."""
    first = started(launcher)
    launcher.close()
    endings: list[ProcessEnding] = []
    asking = threading.Thread(target=lambda: endings.append(launcher.end(first)), daemon=True)
    with launcher._lock:
        asking.start()
        asking.join(1)
        assert endings == [ProcessEnding()]


@pytest.mark.parametrize("leave", ["pass", "os.setsid()"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_whom_its_processes_had_forked_are_ended_after_it(
    launcher: Launcher, number: signal.Signals, leave: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else knows of them, once the launcher was killed and their parents died with it."""
    monkeypatch.setattr(processes, "CLOSE_S", 0.05)
    command = [sys.executable, "-c", FORKING.format(leave=leave)]
    ours, theirs = socket.socketpair()
    with ours, theirs:
        parent = launcher.start([theirs.fileno()] * 3, command=command, memory=1 << 30)
        forked = int(ours.recv(20))
    assert is_alive(forked)
    os.kill(number_of(launcher), number)
    launcher.close()
    assert eventually(lambda: not is_alive(parent) and not is_alive(forked))


def refuse(*_: object, **__: object) -> int:
    """Say what the system says when it has no process to give."""
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def start_program() -> None:
    """Start a program, for an Advisor."""
    Program(PROGRAM, "Program", tic_tac_toe(), 1 << 30)


def start_with_guardian() -> None:
    """Start nothing, by a guardian, as the launcher does."""
    start_guarded(lambda: 0, lambda: None)


@pytest.mark.parametrize(
    ("start", "refuser"), [(start_program, (Launcher, "open")), (start_with_guardian, (os, "fork"))]
)
def test_a_start_that_is_refused_leaves_no_file_open(
    start: Callable[[], None], refuser: tuple[object, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither here nor in the launcher: when there is room again, there are files for it too."""
    monkeypatch.setattr(*refuser, refuse)
    before = set(Path("/proc/self/fd").iterdir())
    with pytest.raises(BlockingIOError):
        start()
    assert set(Path("/proc/self/fd").iterdir()) == before


def test_one_whose_asker_is_gone_ends_without_a_word() -> None:
    """Whoever is ended in the middle of a question, by Ctrl-C say, leaves no traceback of the launcher."""
    ours, theirs = socket.socketpair()
    with subprocess.Popen(  # noqa: S603  # our own words
        [sys.executable, "-c", f"from agents.remote.launcher import main; main({theirs.fileno()})"],
        pass_fds=[theirs.fileno()],
        stderr=subprocess.PIPE,
    ) as process:
        theirs.close()
        ours.recv(1 << 16)  # it is ready
        os.kill(process.pid, signal.SIGSTOP)
        ours.sendall(pack({"do": "look"}))
        ours.close()
        os.kill(process.pid, signal.SIGCONT)
        assert process.stderr is not None
        assert (process.stderr.read(), process.wait()) == (b"", 0)
