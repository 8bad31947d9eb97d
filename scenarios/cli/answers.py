"""The answer of a command: a JSON document, or a view."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

import attrs
from rich.console import RenderableType
from rich.text import Text

from agents.session.prints import marked
from scenarios.cli.screen import Screen

STDOUT: Final = 1
STDERR: Final = 2
_DELETE, _ESCAPED = "\x7f", "\\u007f"
"""The only control character that JSON in ASCII does not escape."""


@attrs.define
class _Output:
    """Where the answer of a command goes."""

    stream: TextIO
    has_document: bool = False
    """Whether a JSON document was printed."""


_outputs = [_Output(sys.stdout)]


@contextmanager
def nothing_but_the_answer(*, is_json: bool) -> Iterator[None]:
    """Keep stdout for what Hoyle prints, or for its JSON document; what user code prints goes to stderr.

    An exception that passes notes whether a document was printed before.
    """
    sys.stdout, sys.stderr = _apart(sys.stdout or _nowhere()), sys.stderr or _nowhere()
    output = _Output(sys.stdout)
    _outputs.append(output)
    try:
        with marked(sys.stderr if is_json else sys.stdout, sys.stderr):
            yield
    except BaseException as error:
        vars(error)["has_document"] = output.has_document  # so, because a user's error may be frozen
        raise
    finally:
        _outputs.pop().stream.flush()


def has_document(error: BaseException) -> bool:
    """Return whether a command printed a JSON document before this error."""
    return bool(vars(error).get("has_document"))


def _apart(stream: TextIO) -> TextIO:
    """Return a stream to the same file as stdout, and point the number of stdout at stderr for good.

    Code in C and processes that user code starts write to that number whatever `sys.stdout` is, and C keeps
    some of it until the process ends.
    """
    try:
        if stream.fileno() != STDOUT:
            return stream
        stream.flush()
        copy = os.dup(STDOUT)
        os.dup2(STDERR, STDOUT)
    except (OSError, ValueError):  # no file, as in a notebook; or stderr is closed
        return stream
    buffering = 1 if os.isatty(copy) else -1
    return os.fdopen(copy, "w", buffering, encoding=stream.encoding, errors="replace", closefd=False)


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def print_document(document: Any, stream: TextIO) -> None:
    """Print a JSON document."""
    stream.write(json.dumps(document, indent=2, allow_nan=False).replace(_DELETE, _ESCAPED) + "\n")
    stream.flush()


def answer(
    document: Any,
    view: RenderableType | list[Text] | Callable[[], RenderableType | list[Text]],
    *,
    as_json: bool,
) -> None:
    """Print the JSON document and nothing else, or the view: a layout or long lines.

    Pass a view that is expensive to build as a function; it is called only if the view is printed.
    """
    output = _outputs[-1]
    if as_json:
        output.has_document = True
        print_document(document, output.stream)
        return
    console = Screen(file=output.stream)
    view = view() if callable(view) else view
    if isinstance(view, list):
        for line in view:
            console.print(line, soft_wrap=True)
    else:
        console.print(view, crop=False)
