"""Drains: threads that read what a process writes, so that it never blocks for long."""

import atexit
import codecs
import contextlib
import threading
import time
from collections.abc import Callable

from agents.session.prints import LONGEST_LINE

PAUSE_S = 0.01
"""The wait between two reads, so that a process that floods its pipe does not hold up others."""
LAST_WORDS_S = 0.2
"""How long the end of this process waits for what its processes have written."""
_OPEN: set["Drain"] = set()


class Drain:
    """Reads everything from a pipe, and closes it at its end."""

    def __init__(self, fd: int, take: Callable[[bytes], None]) -> None:
        """Start to read; `take` receives the data, and b"" at the end."""
        self._thread = threading.Thread(target=self._read, args=[fd, take], daemon=True, name="hoyle drain")
        _OPEN.add(self)
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait for the end of the pipe."""
        self._thread.join(seconds)

    def _read(self, fd: int, take: Callable[[bytes], None]) -> None:
        try:
            with open(fd, "rb", buffering=0) as pipe, contextlib.suppress(OSError):
                while data := pipe.read(1 << 16):
                    take(data)
                    time.sleep(PAUSE_S)
            take(b"")
        finally:
            _OPEN.discard(self)


def drain_lines(fd: int, hear: Callable[[str], None]) -> Drain:
    """Read lines from a pipe; a very long one arrives in pieces."""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    rest = ""

    def take(data: bytes) -> None:
        nonlocal rest
        *lines, rest = (rest + decoder.decode(data)).split("\n")
        if rest and (not data or len(rest) > LONGEST_LINE):
            lines, rest = [*lines, rest], ""
        for line in lines:
            hear(line)

    return Drain(fd, take)


@atexit.register
def wait_for_last_words() -> None:
    """Wait a moment for what processes that have ended wrote last."""
    until = time.monotonic() + LAST_WORDS_S
    for drain in list(_OPEN):
        drain.wait(max(0.0, until - time.monotonic()))
