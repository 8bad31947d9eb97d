"""What user code prints: each line goes to stderr with the name of its author, cleaned and limited.

Advisors, learners, games and loaded files may print anything, at any time and from any thread. In a worker
process everything goes through a pipe to the process that started it. There, and for code that runs inline,
`PRINTS` marks the lines, removes control characters, and stops after a fixed number of lines per author.
"""

import contextlib
import io
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from types import FrameType
from typing import Any, Final, TextIO

from games import shown
from games.errors import BESIDE, LOADED

SPEAKER: Final[ContextVar[str]] = ContextVar("SPEAKER", default="")
"""The Advisor or learner that is running."""
MOST_LINES: Final = 100
"""How many lines of one author are shown."""
LONGEST_LINE: Final = 500
"""How many characters of a line are shown."""
NO_MORE: Final = "further output is not shown"

_OURS: Final = frozenset({"hoyle", "games", "blackboard", "agents", "control", "scenarios"})
_DEBUGGERS: Final = frozenset({"bdb", "cmd", "pdb"})
_PRINTERS: Final = frozenset({"click", "rich"})
"""Packages with which Hoyle prints; user code may use them too."""
_HOYLE: Final = "hoyle:"
"""The speaker while `PRINTS` itself prints; no Advisor can have this name."""


def _to_stderr(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


class Prints:
    """Shows what user code prints."""

    def __init__(self) -> None:
        self._show: Callable[[str], None] = _to_stderr
        self.begin()

    def begin(self) -> None:
        """Start as new: for another command, and in a forked process."""
        self._lock = threading.Lock()
        self._counts: dict[str, int] = {}
        self._unfinished: dict[str, str] = {}

    @contextlib.contextmanager
    def shown_by(self, show: Callable[[str], None]) -> Iterator[None]:
        """Show lines by this function, such as above a progress bar."""
        before, self._show = self._show, show
        try:
            yield
        finally:
            self._show = before

    def say(self, line: str) -> None:
        """Show a line of Hoyle's own; if that is impossible, ignore it."""
        token = SPEAKER.set(_HOYLE)
        try:
            with contextlib.suppress(OSError, ValueError, AttributeError):  # stderr may be closed, or None
                self._show(line)
        finally:
            SPEAKER.reset(token)

    def take(self, who: str, text: str) -> None:
        """Show the lines of a text that are complete, and keep the rest."""
        with self._lock:
            if self._counts.get(who, 0) > MOST_LINES:
                return
            *lines, rest = (self._unfinished.pop(who, "") + text).split("\n")
            if len(rest) > LONGEST_LINE:
                lines, rest = [*lines, rest], ""
            if rest:
                self._unfinished[who] = rest
            due = list(self._counted(who, lines))
        for line in due:  # not under the lock: showing a line may run user code, which may print
            self.say(f"{who}: {line}".rstrip())

    def finish(self, who: str | None = None) -> None:
        """Show the incomplete last line of an author, or of all."""
        for each in list(self._unfinished) if who is None else [who]:
            if each in self._unfinished:
                self.take(each, "\n")

    def _counted(self, who: str, lines: list[str]) -> Iterator[str]:
        for line in lines:
            self._counts[who] = count = self._counts.get(who, 0) + 1
            if count > MOST_LINES:
                yield NO_MORE
                return
            line = shown(line[: LONGEST_LINE + 1].rstrip("\r"))  # noqa: PLW2901  # only this is shown
            yield line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 3]}..."


PRINTS: Final = Prints()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=PRINTS.begin)


class UserStream(io.TextIOBase):
    """In place of stdout or stderr: shows through `PRINTS` what user code writes, and passes on the rest."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text, which is shown when its line is complete."""
        who = _author(sys._getframe(1))  # noqa: SLF001  # the code that prints; there is no public way
        if not who:
            return self._stream.write(text)
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        PRINTS.take(who, text)
        return len(text)

    def flush(self) -> None:
        """Show what was written, complete or not."""
        if who := _author(sys._getframe(1)):  # noqa: SLF001  # as above
            PRINTS.finish(who)
        else:
            self._stream.flush()

    def close(self) -> None:
        """Do nothing: the stream behind it belongs to the command, and may be closed already."""

    def fileno(self) -> int:
        """Return the file's number, for processes that user code starts."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Return whether what is written goes to a terminal as it is."""
        return not _author(sys._getframe(1)) and self._stream.isatty()  # noqa: SLF001  # as above

    def writable(self) -> bool:
        """Return True."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]  # an attribute of TextIOBase, which is None there
        """The encoding of the stream."""
        return self._stream.encoding

    @property
    def buffer(self) -> io.BufferedIOBase:
        """A stream of bytes that takes text in UTF-8."""
        return _UserBytes(self)

    @property
    def rich_proxied_file(self) -> TextIO:
        """The stream to which rich writes: the real one, unless user code uses rich."""
        return self if _author(sys._getframe(1)) else self._stream  # type: ignore[return-value]  # noqa: SLF001  # it is a text stream; as above


class _UserBytes(io.BufferedIOBase):
    def __init__(self, stream: UserStream) -> None:
        self._stream = stream

    def write(self, data: Any) -> int:
        raw = bytes(data)
        who = _author(sys._getframe(1)) or "bytes"  # noqa: SLF001  # as above
        PRINTS.take(who, raw.decode(errors="replace"))
        return len(raw)

    def writable(self) -> bool:
        return True


def _author(frame: FrameType | None) -> str:
    """Return whose code prints in this frame; "" if it is Hoyle's."""
    package = _package(frame)
    who = SPEAKER.get()
    if package in _OURS or package in _DEBUGGERS or who == _HOYLE:
        return ""
    return who or _loaded_file(frame) or ("" if package in _PRINTERS else package)


def _package(frame: FrameType | None) -> str:
    return "" if frame is None else str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _loaded_file(frame: FrameType | None) -> str:
    """Return the name of the innermost loaded file whose code is running, or ""."""
    while frame is not None:
        if str(frame.f_globals.get("__name__", "")).startswith((LOADED, BESIDE)):
            return os.path.basename(frame.f_code.co_filename)  # noqa: PTH119  # a Path costs more than the print
        frame = frame.f_back
    return ""


@contextlib.contextmanager
def marked(out: TextIO, err: TextIO) -> Iterator[None]:
    """Mark what user code prints during this block; what Hoyle prints goes to these streams."""
    PRINTS.begin()
    with contextlib.redirect_stdout(UserStream(out)), contextlib.redirect_stderr(UserStream(err)):
        try:
            yield
        finally:
            PRINTS.finish()
