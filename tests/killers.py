"""Advisors that kill or signal their guardian or the launcher; they find both through the system alone."""

import os
import signal

from agents import Advisor, Deliberation
from tests.placed import placed
from tests.support import Step, does, says, sleeps

LAUNCHER_CODE = '''
import os, signal
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
'''
"""Functions for the code below, which run in any program."""

GUARDIAN_KILLERS: dict[str, str] = {
    "kills its guardian": "os.kill(os.getppid(), signal.SIGKILL)",
    "kills its guardian's group": "os.killpg(os.getpgid(os.getppid()), signal.SIGKILL)",
    "breaks its guardian": "os.kill(os.getppid(), signal.SIGSEGV)",
    "has a child kill its guardian": 'os.system(f"kill -9 {os.getppid()}")',
}
"""Code by what it does."""
KILLS_THE_LAUNCHER = "os.kill(launcher(), signal.SIGKILL)"

NUISANCES: dict[str, str] = {
    f"sends {name} to its guardian": f"os.kill(os.getppid(), signal.{name})"
    for name in ("SIGSTOP", "SIGTERM", "SIGINT", "SIGHUP")
}
"""Code that sends signals without effect."""


def doing(code: str) -> Step:
    """Run a few lines of code."""

    def act(think: Deliberation) -> None:
        del think
        exec(f"{LAUNCHER_CODE}\n{code}", {})  # noqa: S102  # our own

    return does(act)


def found_here(name: str, *steps: Step) -> type[Advisor]:
    """Make an Advisor that another process finds in this module."""
    made = placed(name, *steps, __module__=__name__)
    globals()[name] = made
    return made


def ends_by(number: signal.Signals) -> Step:
    """Send a signal to itself."""
    return does(lambda _: os.kill(os.getpid(), number))


KILLING = {
    what: found_here(f"Killer{n}", says("1", 9), doing(code), says("2", 9))
    for n, (what, code) in enumerate(GUARDIAN_KILLERS.items())
}
LAUNCHER_KILLER = found_here("LauncherKiller", says("1", 9), doing(KILLS_THE_LAUNCHER), says("2", 9))
SILENT_KILLER = found_here(
    "SilentKiller", says("1", 9), doing(GUARDIAN_KILLERS["kills its guardian"]), sleeps(10_000_000_000)
)
SIGNALLING = {
    what: found_here(f"Nuisance{n}", doing(code), says("1", 4))
    for n, (what, code) in enumerate(NUISANCES.items())
}
SELF_KILLERS = {
    number.name: found_here(f"Suicide{number.name}", ends_by(number))
    for number in (signal.SIGKILL, signal.SIGTERM)
}
INNOCENT = found_here("Innocent", says("2", 8), sleeps(300_000_000), says("3", 9))
