"""How browsers get in: one through a private file, others by addresses that the terminal prints."""

import os
import sys
import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Final

import trio

from scenarios.view.security import Keys, forwarding_page

NAME: Final = "open.html"
READ_AT_ONCE: Final = 4096
BACKGROUND_S: Final = 0.5
"""Seconds between looks whether a command in the background is in the foreground again."""


async def open_browser(keys: Keys, failed: Callable[[str], None]) -> None:
    """Open the page in a browser; remove the file that leads there once the browser has the cookie.

    Other users of the machine can read command lines, so the browser gets the name of a file that only this
    user can read, and the file has the one-time address. Call `failed` with the reason if none is opened.
    """
    token = keys.issue()
    async with trio.open_nursery() as nursery:
        try:
            with tempfile.TemporaryDirectory(prefix="hoyle-view-") as folder:  # its mode is 0700
                file = Path(folder) / NAME
                file.touch(mode=0o600, exist_ok=False)
                file.write_text(forwarding_page(keys.address(token)), encoding="utf-8")
                nursery.start_soon(_start, file.as_uri(), failed, nursery.cancel_scope)
                await keys.wait_exchanged(token)
            nursery.cancel_scope.cancel()  # some browsers run until users close them
        except OSError as error:
            failed(f"its file cannot be written: {error.strerror}")


async def _start(address: str, failed: Callable[[str], None], waiting: trio.CancelScope) -> None:
    if not await trio.to_thread.run_sync(webbrowser.open, address, abandon_on_cancel=True):
        failed("none was found")
        waiting.cancel()


def is_at_terminal() -> bool:
    """Return whether users can press Enter here."""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


async def on_enter(pressed: Callable[[], None]) -> None:
    """Call `pressed` each time users press Enter, until the terminal is gone or they press Ctrl-D."""
    terminal = sys.stdin.fileno()
    while True:
        await trio.lowlevel.wait_readable(terminal)
        if not _is_in_foreground(terminal):
            await trio.sleep(BACKGROUND_S)
            continue
        try:
            typed = os.read(terminal, READ_AT_ONCE)
        except OSError:
            return
        if not typed:
            return
        pressed()


def _is_in_foreground(terminal: int) -> bool:
    """Return whether what users type is for this program; one in the background is stopped if it reads."""
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:  # it is not the terminal that controls this program, so nothing stops it
        return True
