"""How processes end: the record separates what an Advisor did from what happened to it."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from agents import Streams, all_advisors
from agents.remote.process_endings import (
    GUARDIAN,
    HOYLE,
    ITSELF,
    LAUNCHER,
    OWN_SIGNALS,
    ProcessEnding,
    is_exiting,
    is_killed,
    unstarted,
)
from agents.remote.worker_handles import ProcessHandle
from agents.session.failures import Killed
from blackboard import Decision, State
from control import Budgets, Panel, decide, load_file
from tests.placed import POLITE, RUNAWAYS
from tests.support import CLOCKS, clock_of, heard, played, tic_tac_toe

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("ending", "words", "is_killed"),
    [
        (ProcessEnding(3, ITSELF), "its process ended with exit code 3", False),
        (ProcessEnding(-signal.SIGSEGV, ITSELF), "its process was ended by SIGSEGV", False),
        (ProcessEnding(-signal.SIGKILL, ITSELF), "its process was ended by SIGKILL", True),
        (ProcessEnding(-signal.SIGHUP, ITSELF), "its process was ended by SIGHUP", True),
        (ProcessEnding(-4242, ITSELF), "its process was ended by signal 4242", True),
        (ProcessEnding(-signal.SIGKILL, HOYLE), "its process closed its line", False),
        (
            ProcessEnding(-signal.SIGKILL, GUARDIAN),
            "its process was lost because its guardian was killed",
            True,
        ),
        (ProcessEnding(-signal.SIGKILL, LAUNCHER), "its process was lost because the launcher ended", True),
    ],
)
def test_an_ending_is_put_into_words(ending: ProcessEnding, words: str, is_killed: bool) -> None:
    """They say how it ended, and the kind of failure says whether that was its own doing."""
    failure = ending.failure()
    assert (str(failure), isinstance(failure, Killed)) == (words, is_killed)


def test_every_signal_is_one_or_the_other() -> None:
    """What the system sends for a mistake is the process's own; what is left may come from anywhere."""
    for number in signal.Signals:
        failure = ProcessEnding(-number, ITSELF).failure("the last line", what="program")
        assert str(failure) == f"its program was ended by {number.name}: the last line"
        assert isinstance(failure, Killed) == (number not in OWN_SIGNALS)


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE])
def test_no_room_for_a_process_is_nobodys_fault(number: int) -> None:
    """But a program that is not there, or may not be run, is."""
    assert isinstance(unstarted({"error": "x", "errno": number}), Killed)
    for other in (errno.ENOENT, errno.EACCES, None):
        assert not isinstance(unstarted({"error": "x", "errno": other}), Killed)


def sleeper() -> "subprocess.Popen[bytes]":
    """Start a process that waits, and return once it does."""
    code = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); print(flush=True); signal.pause()"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)  # noqa: S603  # this very Python
    assert process.stdout is not None
    process.stdout.readline()
    return process


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_process_is_killed_as_soon_as_the_signal_is_sent(number: signal.Signals) -> None:
    """The answer is the same before it dies, while it is a zombie, and when it is gone."""
    for _ in range(20):
        with sleeper() as process:
            os.kill(process.pid, signal.SIGHUP)  # it ignores this one
            assert not is_killed(process.pid)
            os.kill(process.pid, number)
            assert is_killed(process.pid)
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
            assert is_killed(process.pid)
        assert is_killed(process.pid)


def test_a_process_that_stops_or_exits_is_not_killed() -> None:
    """A stopped process may continue, and an exit is its own doing."""
    with sleeper() as process:
        os.kill(process.pid, signal.SIGSTOP)
        assert not is_killed(process.pid)
        assert not is_exiting(process.pid)
        process.kill()
    with subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"]) as process:  # this very Python
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert is_exiting(process.pid)
        assert not is_killed(process.pid)


def decided_by(panel: Panel, clock: str) -> Decision:
    """Make one decision."""

    async def make() -> Decision:
        return await decide(tic_tac_toe(), played(""), panel, streams=Streams(3))

    return trio.run(make, clock=clock_of(clock))


@pytest.mark.usefixtures("leaves_no_process")
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_a_process_that_is_killed_from_outside_is_marked(
    by: signal.Signals, clock: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is recorded as failed, with the signal; who asks it again gets its answer."""
    spins, send = RUNAWAYS["spins"][0], ProcessHandle.send

    async def send_and_kill(self: ProcessHandle, message: dict[str, object]) -> None:
        await send(self, message)
        os.kill(self._pid, by)

    panel = Panel.of([spins, POLITE[0]], budgets=Budgets.parse(["20s"]), placements={spins.name: "process"})
    monkeypatch.setattr(ProcessHandle, "send", send_and_kill)
    testimony = heard(decided_by(panel, clock), spins.name)
    assert (testimony.state, testimony.was_killed) == (State.FAILED, True)
    assert testimony.reason == f"its process was ended by {by.name}"
    panel.close()


LOADING = """
import ctypes, os
from agents import Advisor

class Loading(Advisor):
    placement = "process"

    def __init__(self):
        with open("/proc/self/cmdline") as file:
            if "agents.remote.launcher" in file.read():
                {what}

    async def advise(self, think):
        await think.comment("1", 9)
"""


@pytest.mark.usefixtures("registries")
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize(
    ("what", "reason", "was_killed"),
    [
        ("os._exit(3)", "its process ended with exit code 3", False),
        ("ctypes.CDLL(None).kill(os.getpid(), 9)", "its process was ended by SIGKILL", True),
    ],
)
def test_a_process_that_ends_while_it_is_loaded_is_told_as_such(
    what: str, reason: str, was_killed: bool, clock: str, tmp_path: Path
) -> None:
    """Before anybody's time starts, too, the record says how it ended."""
    path = tmp_path / "loading.py"
    path.write_text(LOADING.format(what=what))
    load_file(path)
    panel = Panel.of([all_advisors()["Loading"]])
    testimony = heard(decided_by(panel, clock), "Loading")
    assert (testimony.state, testimony.reason) == (State.FAILED, reason)
    assert testimony.was_killed is was_killed
    panel.close()


SHORT = """
import os, resource, sys, trio
from agents import make_external
from agents.remote.processes import LAUNCHER
from control import Panel, VirtualClock, decide
from games import make_game
from tests.placed import POLITE

program = make_external([sys.executable, "docs/agents/counter.py"], name="Counter", budget_ms=20_000)
panel = Panel.of([POLITE[0], program], placements={"Before": "process"})
game = make_game("tic-tac-toe")

async def main():
    await decide(game, game.initial(), panel)
    panel.close()
    if sys.argv[2] == "lost":
        LAUNCHER.close()
    most = max(map(int, os.listdir("/proc/self/fd")))
    kept = [os.dup(0) for _ in range(most)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    decision = await decide(game, game.initial(), panel)
    for each in decision.testimonies:
        print(each.advisor, each.state.value, each.was_killed, each.reason)

trio.run(main, clock=VirtualClock() if sys.argv[1] == "virtual" else None)
"""


@pytest.mark.parametrize("launcher", ["there", "lost"])
@pytest.mark.parametrize("clock", CLOCKS)
def test_no_file_for_a_process_is_told_as_such(clock: str, launcher: str) -> None:
    """Those who cannot be started fail in one line, by nobody's fault, and the decision is made."""
    done = subprocess.run(  # noqa: S603  # this very Python
        [sys.executable, "-c", SHORT, clock, launcher],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    why = "failed True cannot be started: Too many open files"
    assert done.stdout == f"Before {why}\nCounter {why}\n"
