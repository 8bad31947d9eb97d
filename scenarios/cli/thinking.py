"""A spinner and a clock on stderr while a contestant thinks, if the terminal can draw them."""

import threading
import time
from typing import Final

from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

from games import shown_line
from scenarios.cli.live_progress import LiveProgress
from scenarios.cli.screen import Screen

PATIENCE_S: Final = 0.4
"""Faster moves show no spinner."""


class Thinking:
    """Shows which contestant thinks, and for how long. Callers end it before they print anything else."""

    def __init__(self, console: Screen | None = None, *, patience_s: float = PATIENCE_S) -> None:
        self._console = console or Screen(stderr=True)
        self._patience_s = patience_s
        self._turn = threading.Lock()
        self._timer: threading.Timer | None = None
        self._shown: LiveProgress | None = None

    def begin(self, who: str) -> None:
        """Show the spinner after a short delay."""
        if not self._console.is_terminal or self._console.is_dumb_terminal:
            return
        self._timer = threading.Timer(self._patience_s, self._show, [who, time.monotonic()])
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """Remove the spinner, or cancel it if it is not shown yet."""
        with self._turn:
            if self._timer:
                self._timer.cancel()
                self._timer = None
            if self._shown:
                self._shown.stop()
                self._shown = None

    def _show(self, who: str, began: float) -> None:
        with self._turn:
            if self._timer is not threading.current_thread():
                return
            columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
            self._shown = LiveProgress(*columns, console=self._console, get_time=time.monotonic)
            task = self._shown.add_task(shown_line(f"{who} is thinking"), total=None)
            self._shown.tasks[task].start_time = began
            self._shown.start()
