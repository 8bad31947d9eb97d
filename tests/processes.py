"""What tests of processes share: which there are, and waiting for them."""

import gc
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from agents.remote.processes import LAUNCHER, REAPER

WAIT_S = 10.0
"""How long a test waits for something that ought to happen at once."""


def processes_below(pid: int) -> set[int]:
    """Return the numbers of every process that descends from this one, as the system sees it."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(path.parent.name)] = int(fields[1])
    found: set[int] = set()
    while more := {
        each for each, parent in parents.items() if parent in (found | {pid}) and each not in found
    }:
        found |= more
    return found


def is_alive(pid: int) -> bool:
    """Is there such a process, whoever its parent is, that has not ended?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kept_waiting_s(pid: int) -> float:
    """Return how many seconds the threads of a process were ready to run while others had the processors."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text(encoding="ascii").split()[1]) for thread in threads) / 1e9


def eventually(holds: Callable[[], bool]) -> bool:
    """Wait for something that ought to happen at once."""
    until = time.monotonic() + WAIT_S
    while not holds() and time.monotonic() < until:
        time.sleep(0.005)
    return holds()


@contextmanager
def leaving_no_process() -> Iterator[None]:
    """See that what is done meanwhile leaves no process behind but the launcher, which has nothing to do.

    What is here before cannot have to do with it, and is not looked through for garbage afterwards: after
    thousands of tests that takes half a second each time.
    """
    gc.collect()
    gc.freeze()
    before = processes_below(os.getpid())
    yield

    def left() -> set[int]:
        found = processes_below(os.getpid()) - before
        launcher = LAUNCHER._process  # seen after the others: the reaper may just have started another one
        return found - {launcher.pid if launcher else 0}

    def are_gone() -> bool:
        gc.collect()  # panels that are gone end what ran for them, once nobody looks at them any more
        REAPER.wait()
        return not left()

    assert not left() or are_gone() or eventually(are_gone), f"processes {left()} are left"
