"""The launcher: whatever happens to it, each answer belongs to its request."""

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
from tests.processes import eventually, processes_below
from tests.support import tic_tac_toe

PROGRAM = [sys.executable, "-c", "import time; time.sleep(60)"]


@pytest.fixture
def launcher() -> Iterator[Launcher]:
    """Make one for this test alone."""
    made = Launcher()
    yield made
    made.close()


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
    first = number_of(launcher)
    assert runs(started(launcher, *["x" * 100_000] * count))
    assert runs(started(launcher))
    assert number_of(launcher) == first


def test_one_that_was_killed_is_replaced(launcher: Launcher) -> None:
    """The next program is started by another, even while the first one is still dying."""
    for _ in range(5):
        first, killed = started(launcher), number_of(launcher)
        assert launcher.is_guarded(first)
        os.kill(killed, signal.SIGKILL)
        assert not launcher.is_ready
        assert not launcher.is_guarded(first)
        assert runs(second := started(launcher))
        assert number_of(launcher) != killed
        assert eventually(lambda pid=first: not runs(pid))  # type: ignore[misc]  # mypy cannot read the default
        assert launcher.end(first) == ProcessEnding()
        assert launcher.end(second).code == -signal.SIGKILL


def test_ending_what_was_lost_does_not_wait(launcher: Launcher) -> None:
    """While a thread starts a new launcher, `end` returns at once that the process was lost."""
    first = started(launcher)
    launcher.close()
    endings: list[ProcessEnding] = []
    asking = threading.Thread(target=lambda: endings.append(launcher.end(first)), daemon=True)
    with launcher._lock:
        asking.start()
        asking.join(1)
        assert endings == [ProcessEnding()]


def refuse(*_: object, **__: object) -> int:
    """Raise what the system raises when it has no process left."""
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


def test_one_whose_program_has_ended_before_it_was_ready_ends_silently() -> None:
    """A program that ends while its launcher starts leaves no traceback."""
    ours, theirs = socket.socketpair()
    with theirs:
        ours.close()
        done = subprocess.run(  # noqa: S603  # our own words
            [sys.executable, "-c", f"from agents.remote.launcher import main; main({theirs.fileno()})"],
            pass_fds=[theirs.fileno()],
            capture_output=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_one_whose_program_has_ended_ends_silently() -> None:
    """A program that ends in the middle of a request, by Ctrl-C for example, leaves no traceback."""
    ours, theirs = socket.socketpair()
    with subprocess.Popen(  # noqa: S603  # our own words
        [sys.executable, "-c", f"from agents.remote.launcher import main; main({theirs.fileno()})"],
        pass_fds=[theirs.fileno()],
        stderr=subprocess.PIPE,
    ) as process:
        theirs.close()
        ours.recv(1 << 16)  # it is ready
        os.kill(process.pid, signal.SIGSTOP)
        ours.sendall(pack({"do": "end", "pid": 0}))
        ours.close()
        os.kill(process.pid, signal.SIGCONT)
        assert process.stderr is not None
        assert (process.stderr.read(), process.wait()) == (b"", 0)
