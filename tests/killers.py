"""Advisors that kill or stop those above them; each is told where to find them by nothing but the system."""

import os
import signal
import time
from pathlib import Path

from agents import Advisor, Deliberation
from tests.placed import placed
from tests.support import Step, does, says, sleeps

LAUNCHER_CODE = '''
import os, signal, time
def parent_of(pid):
    with open(f"/proc/{pid}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])
def is_ours(pid):
    with open(f"/proc/{pid}/cmdline", "rb") as file:
        return b"agents.remote.launcher" in file.read()
def launcher():
    """Find the topmost process above this one, or below it, that starts others."""
    pid, found = os.getpid(), 0
    while pid > 1:
        pid = parent_of(pid)
        if pid and is_ours(pid):
            found = pid
    below = [int(each) for each in os.listdir("/proc") if each.isdecimal()]
    return found or next(each for each in below if each_parent(each) == os.getpid() and is_ours(each))
def each_parent(pid):
    try:
        return parent_of(pid)
    except OSError:
        return 0
def stray():
    """Leave a process behind that kills whoever becomes its parent, as long as that is one of ours."""
    if os.fork() == 0:
        os.setsid()
        parent = os.getpid()
        if os.fork() == 0:
            until = time.monotonic() + 10
            try:
                while time.monotonic() < until:
                    if os.getppid() != parent:
                        parent = os.getppid()
                        if not is_ours(parent):
                            break
                        os.kill(parent, signal.SIGKILL)
            finally:
                os._exit(0)
        os._exit(0)
'''
"""What a program may do, written so that it needs nothing of this package."""

KILLERS: dict[str, str] = {
    "kills its parent": "os.kill(os.getppid(), signal.SIGKILL)",
    "kills its parent's group": "os.killpg(os.getpgid(os.getppid()), signal.SIGKILL)",
    "breaks its parent": "os.kill(os.getppid(), signal.SIGSEGV)",
    "kills the launcher": "os.kill(launcher(), signal.SIGKILL)",
    "kills whoever is its parent": "stray()",
}
"""By what they do."""

NUISANCES: dict[str, str] = {
    f"sends {name} to its parent": f"os.kill(os.getppid(), signal.{name})"
    for name in ("SIGSTOP", "SIGTERM", "SIGINT", "SIGHUP")
}
"""What is sent, and does no harm to anybody."""


def doing(code: str) -> Step:
    """Run a few lines, and wait for what comes of them."""

    def act(think: Deliberation) -> None:
        del think
        exec(f"{LAUNCHER_CODE}\n{code}", {})  # noqa: S102  # our own

    return does(act)


def _wait_for_the_end(think: Deliberation) -> None:
    """Wait to be ended, in a process; a thread has nothing to fear."""
    del think
    if b"agents.remote.launcher" in Path("/proc/self/cmdline").read_bytes():
        time.sleep(60)


def found_here(name: str, *steps: Step) -> type[Advisor]:
    """Make an Advisor that another process finds in this module."""
    made = placed(name, *steps, __module__=__name__)
    globals()[name] = made
    return made


def ends_by(number: signal.Signals) -> Step:
    """Send a signal to itself."""
    return does(lambda _: os.kill(os.getpid(), number))


KILLING = {
    what: found_here(f"Killer{n}", doing(code), does(_wait_for_the_end))
    for n, (what, code) in enumerate(KILLERS.items())
}
SIGNALLING = {
    what: found_here(f"Nuisance{n}", doing(code), says("1", 4))
    for n, (what, code) in enumerate(NUISANCES.items())
}
SELF_KILLERS = {
    number.name: found_here(f"Suicide{number.name}", ends_by(number))
    for number in (signal.SIGKILL, signal.SIGTERM)
}
INNOCENT = found_here("Innocent", says("2", 8), sleeps(300_000_000), says("3", 9))
