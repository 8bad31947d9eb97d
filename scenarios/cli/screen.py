"""Output to a terminal, without escapes or control characters from other sources."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from agents.session.prints import PRINTS
from games import shown, shown_line


class Screen(Console):
    """A console that prints its own styles, and no other escapes."""

    def __init__(self, **how: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **how)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Clean texts before they are laid out, so that columns stay aligned, and the result after it."""
        _clean(renderable)
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=shown(segment.text))

    def render_str(self, text: str, **how: Any) -> Text:
        """Clean a plain text before its width is measured."""
        return super().render_str(shown(text), **how)


def _clean(part: object) -> None:
    """Clean the texts in a renderable; plain strings are cleaned in render_str."""
    if isinstance(part, Text):
        part.plain = shown(part.plain)
    elif isinstance(part, Group):
        for each in part.renderables:
            _clean(each)
    elif isinstance(part, Table):
        _clean(part.title)
        _clean(part.caption)
        for column in part.columns:
            for each in (column.header, column.footer, *column.cells):
                _clean(each)


def warn(line: str) -> None:
    """Print one line to stderr."""
    PRINTS.say(f"hoyle: {shown_line(line)}")
