"""Deadlines in real time on any clock of trio, since programs run in real time."""

import contextlib
import threading
from collections.abc import Iterator

import trio


@contextlib.contextmanager
def real_deadline(seconds: float) -> Iterator[trio.CancelScope]:
    """Cancel the block after this many seconds; the scope records whether that was necessary."""
    with trio.CancelScope() as scope:
        timer = threading.Timer(seconds, _cancel, [trio.lowlevel.current_trio_token(), scope])
        timer.daemon = True
        timer.start()
        try:
            yield scope
        finally:
            timer.cancel()


def _cancel(token: trio.lowlevel.TrioToken, scope: trio.CancelScope) -> None:
    """Cancel from another thread."""
    with contextlib.suppress(trio.RunFinishedError):
        token.run_sync_soon(scope.cancel)
