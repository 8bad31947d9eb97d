"""How every command answers: a document or a view."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from scenarios.cli.screen import Screen

_stdout = [sys.stdout]
"""Where answers go, whatever stands for stdout meanwhile."""
_DELETE, _ESCAPED = "\x7f", "\\u007f"
"""The one control character that JSON in ASCII leaves as it is."""


@contextmanager
def nothing_but_the_answer(*, is_json: bool) -> Iterator[None]:
    """Send to stderr what a loaded file or an Advisor prints, if stdout is for one document."""
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
    """Print the JSON document and nothing else, or the view: something laid out, or long lines.

    A view that takes time or imports to build is passed as a function, which is called only if it is shown.
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
