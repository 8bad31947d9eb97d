"""What tests of processes share: which there are, and waiting for them."""

import time
from collections.abc import Callable
from pathlib import Path

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


def eventually(holds: Callable[[], bool]) -> bool:
    """Wait for something that ought to happen at once."""
    until = time.monotonic() + WAIT_S
    while not holds() and time.monotonic() < until:
        time.sleep(0.005)
    return holds()
