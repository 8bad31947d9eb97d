"""A progress display, above which everything else that is printed appears."""

from contextlib import ExitStack
from typing import Any

from rich.progress import Progress, ProgressColumn
from rich.text import Text

from agents.session.prints import PRINTS
from scenarios.cli.screen import Screen


class LiveProgress(Progress):
    """A progress display that vanishes at its end; warnings and what user code prints appear above it."""

    def __init__(self, *columns: ProgressColumn, console: Screen, **how: Any) -> None:
        super().__init__(
            *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False, **how
        )
        self._shown_above = ExitStack()

    def start(self) -> None:
        """Show it."""
        super().start()
        if not self.disable:
            self._shown_above.enter_context(PRINTS.shown_by(self._show))

    def stop(self) -> None:
        """Remove it."""
        self._shown_above.close()
        super().stop()

    def _show(self, line: str) -> None:
        self.console.print(Text(line), soft_wrap=True)
