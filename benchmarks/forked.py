"""Run something in a child of this process: as separate as a program, but everything is imported already."""

import gc
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import attrs

from scenarios.cli.main import main

HANG_S = 120
"""Seconds after which a command counts as hung; they are long because the machine may be busy."""
BAD_INPUT, CRASHED = 2, 70
"""Exit codes: of a command whose input is refused, and of a child that raised an exception."""


@attrs.frozen
class Ended:
    """How a child ended, and what it printed."""

    code: int
    """The exit code, or a negative signal number, as in `subprocess`."""
    out: str
    err: str

    @property
    def fault(self) -> str:
        """Return what no command may do: hang, crash, print a traceback, or explain bad input badly."""
        if self.code == -signal.SIGALRM:
            return f"hung for {HANG_S} s"
        if self.code not in (0, 1, 2):
            return f"ended with {self.code}: {self.err.strip()[-300:]}"
        for phrase in ("Traceback (most recent", "this is a bug in Hoyle"):
            if phrase in self.err:
                return f"printed {phrase!r}: {self.err.strip()[-300:]}"
        if self.code == BAD_INPUT and len(self.err.strip().splitlines()) != 1:
            return f"refused in several lines or none: {self.err[-300:]!r}"
        return ""


def forked(action: Callable[[], int]) -> Ended:
    """Run a function in a child process, and return how it ended; its result is the exit code."""
    gc.freeze()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        pid = os.fork()
        if pid == 0:
            _be_a_child(action, out.fileno(), err.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        printed = []
        for file in (out, err):
            file.seek(0)
            printed.append(file.read().decode(errors="replace"))
    return Ended(code, *printed)


def _be_a_child(action: Callable[[], int], out: int, err: int) -> NoReturn:
    code = CRASHED
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(HANG_S)
        for number, (name, file) in enumerate((("stdout", out), ("stderr", err)), start=1):
            os.dup2(file, number)
            setattr(sys, name, os.fdopen(number, "w", encoding="utf-8", closefd=False))
        code = action()
    except BaseException:  # noqa: BLE001  # it must not go on as a second parent
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)


def hoyle(*words: object, folder: Path | None = None) -> Ended:
    """Run the command line; solutions are cached in `folder`, and a terminal is never asked."""

    def command() -> int:
        if folder is not None:
            os.environ["HOYLE_CACHE"] = str(folder)
        sys.argv = ["hoyle", *map(str, words)]
        try:
            main()
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else int(end.code is not None)

    return forked(command)
