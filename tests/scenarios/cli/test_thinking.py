"""A spinner and the clock while somebody thinks."""

import io
import os
import select
import subprocess
import sys
import threading

import pytest

from scenarios.cli.screen import Screen
from scenarios.cli.thinking import Thinking
from tests.scenarios.conftest import Hoyle


class Seen(io.StringIO):
    """A terminal that tells when something is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.has_news = threading.Event()

    def write(self, text: str) -> int:
        """Write, and tell."""
        self.has_news.set()
        return super().write(text)


def test_who_thinks_is_shown_with_the_clock() -> None:
    """And when it is over, nothing of it is left to be drawn."""
    seen = Seen()
    thinking = Thinking(Screen(file=seen, force_terminal=True, width=80), patience_s=0)
    thinking.begin("Search \x1b[31m")
    assert seen.has_news.wait(10)
    thinking.end()
    thinking.end()
    assert "Search" in seen.getvalue()
    assert "is thinking" in seen.getvalue()
    assert "0:00:0" in seen.getvalue()
    assert "\x1b[31m is thinking" not in seen.getvalue()
    assert "\x1b[?25h" in seen.getvalue()


def test_one_who_moves_at_once_is_not_seen() -> None:
    """Nothing is drawn before patience is at an end."""
    seen = Seen()
    thinking = Thinking(Screen(file=seen, force_terminal=True, width=80), patience_s=60)
    thinking.begin("Search")
    thinking.end()
    assert seen.getvalue() == ""


@pytest.mark.parametrize(
    "how", [{"force_terminal": False}, {"force_terminal": True, "_environ": {"TERM": "dumb"}}]
)
def test_nothing_is_drawn_elsewhere(how: dict[str, object]) -> None:
    """In a pipe, or on a terminal that cannot."""
    seen = Seen()
    thinking = Thinking(Screen(file=seen, **how), patience_s=0)
    thinking.begin("Search")
    thinking.end()
    assert seen.getvalue() == ""


def test_a_pipe_gets_moves_alone(hoyle: Hoyle) -> None:
    """However long search thinks, stderr stays empty."""
    answer = hoyle("play", "tic-tac-toe", "--me", "search:0.5s", "--against", "random")
    assert (answer.code, answer.err) == (0, "")


def test_on_a_terminal_search_is_seen_thinking() -> None:
    """In a real contest, on a real terminal, until a person who is asked for a move leaves."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    words = ["play", "nine-mens-morris", "--as", "opponent", "--against", "search:1.5s"]
    child = subprocess.Popen(  # noqa: S603  # our own command
        [sys.executable, "-m", "hoyle", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(theirs)
    child.communicate(b"quit\n", timeout=60)
    drawn = b""
    while select.select([ours], [], [], 0)[0]:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        drawn += part
    os.close(ours)
    assert b"Search is thinking" in drawn
    assert b"0:00:01" in drawn
