"""What user code prints: who printed it, cleaned and limited."""

import contextvars
import io
import sys
from collections.abc import Iterator

import pytest

from agents.session.prints import (
    LONGEST_LINE,
    MOST_LINES,
    NO_MORE,
    PRINTS,
    SPEAKER,
    Prints,
    UserStream,
    marked,
)


@pytest.fixture
def prints() -> Iterator[tuple[Prints, list[str]]]:
    """Prints, and the lines that they show."""
    made, shown = Prints(), list[str]()
    with made.shown_by(shown.append):
        yield made, shown


def test_lines_have_their_author_and_no_control_characters(prints: tuple[Prints, list[str]]) -> None:
    """A line is shown once it is complete, whatever others print meanwhile."""
    made, shown = prints
    made.take("Loud", "\x1b[31mred\nhalf")
    made.take("Other", "whole\r\n")
    made.take("Loud", " and half\n\nrest")
    made.finish()
    assert shown == ["Loud: \ufffd[31mred", "Other: whole", "Loud: half and half", "Loud:", "Loud: rest"]


def test_each_author_has_a_number_of_lines(prints: tuple[Prints, list[str]]) -> None:
    """After that, one line says that no more is shown; long lines are shortened, even endless ones."""
    made, shown = prints
    for _ in range(MOST_LINES + 50):
        made.take("Loud", "x" * 10_000)
    made.take("Other", "y\n")
    assert len(shown) == MOST_LINES + 2
    assert shown[0] == f"Loud: {'x' * (LONGEST_LINE - 3)}..."
    assert shown[-2:] == [f"Loud: {NO_MORE}", "Other: y"]


def test_hoyle_prints_as_before_and_user_code_is_marked(prints: tuple[Prints, list[str]]) -> None:
    """What neither Hoyle nor a known author prints has the name of its package; bytes are taken too."""
    del prints
    out, err = io.StringIO(), io.StringIO()
    shown: list[str] = []

    def speak() -> None:
        SPEAKER.set("Loud")
        sys.stdout.write("as Loud\n")
        sys.stderr.buffer.write(b"as bytes\n")
        sys.stdout.write("at once")
        sys.stdout.flush()
        assert not sys.stdout.isatty()
        with pytest.raises(TypeError, match="must be str"):
            sys.stdout.write(b"no text")  # type: ignore[arg-type]  # the mistake that is tested

    with marked(out, err), PRINTS.shown_by(shown.append):
        contextvars.copy_context().run(speak)
        sys.stdout.write("as this module\n")
        PRINTS.say("hoyle: a warning")
    package = __name__.partition(".")[0]
    assert shown == [
        "Loud: as Loud",
        "Loud: as bytes",
        "Loud: at once",
        f"{package}: as this module",
        "hoyle: a warning",
    ]
    assert (out.getvalue(), err.getvalue()) == ("", "")


def test_a_closed_stderr_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an Advisor prints never fails, wherever it goes."""
    for closed in (None, io.StringIO()):
        if closed is not None:
            closed.close()
        monkeypatch.setattr(sys, "stderr", closed)
        Prints().take("Loud", "hello\n")


def test_a_stream_that_is_forgotten_does_nothing() -> None:
    """Python closes it then; the stream behind it may be closed already, and no code is running."""
    behind = io.StringIO()
    stream = UserStream(behind)
    behind.close()
    stream.close()
