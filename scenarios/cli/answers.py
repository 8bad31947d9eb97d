"""The answer of a command: a JSON document, or a view."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from scenarios.cli.screen import Screen

_stdout = [sys.stdout]
"""Where answers go, even while stdout is redirected."""
_DELETE, _ESCAPED = "\x7f", "\\u007f"
"""The only control character that JSON in ASCII does not escape."""


@contextmanager
def nothing_but_the_answer(*, is_json: bool) -> Iterator[None]:
    """If stdout is for one document, send to stderr what a loaded file or an Advisor prints."""
    _stdout.append(sys.stdout)
    try:
        if is_json:
            with redirect_stdout(sys.stderr):
                yield
        else:
            yield
    finally:
        _stdout.pop().flush()


def answer(
    document: Any,
    view: RenderableType | list[Text] | Callable[[], RenderableType | list[Text]],
    *,
    as_json: bool,
) -> None:
    """Print the JSON document and nothing else, or the view: a layout or long lines.

    Pass a view that is expensive to build as a function; it is called only if the view is printed.
    """
    out = _stdout[-1]
    if as_json:
        out.write(json.dumps(document, indent=2, allow_nan=False).replace(_DELETE, _ESCAPED) + "\n")
        out.flush()
        return
    console = Screen(file=out)
    view = view() if callable(view) else view
    if isinstance(view, list):
        for line in view:
            console.print(line, soft_wrap=True)
    else:
        console.print(view, crop=False)
