"""Boards in a terminal: as wide as it allows, with marked locations in brackets."""

from collections.abc import Iterator, Sequence
from typing import Any

import attrs
from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.text import Text

from games import Board, Game, Role, draw_text

LAST_MOVE = "bold yellow"
BRACKETS = r"[(\[]|[)\]]"


@attrs.frozen
class BoardPicture:
    """A position with bold marks and faint empty locations; layers that do not fit go below."""

    board: Board
    cells: Sequence[Role | None]
    marked: Sequence[int] = ()
    """The locations in brackets, which are visible without colour too."""
    style: str = "bold"
    """The style of brackets and of the names in them; marks have their own colours."""

    def within(self, width: int | None) -> Text:
        """Return the board for a terminal of a width."""
        drawn = draw_text(self.board, self.cells, highlight=self.marked, width=width)
        picture = Text(drawn, style="bright_black", no_wrap=True, overflow="ignore")
        picture.highlight_regex(r"\bX\b", "bold cyan")
        picture.highlight_regex(r"\bO\b", "bold magenta")
        if self.marked:
            picture.highlight_regex(BRACKETS, self.style)
            picture.highlight_regex(r"(?<=[(\[])[^])XO]+(?=[])])", self.style)
        return picture

    @property
    def plain(self) -> str:
        """The whole board without styles, at its full width."""
        return self.within(None).plain

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Draw the board for the available width."""
        yield self.within(options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return the width of the board."""
        width = max(map(len, self.within(options.max_width).plain.splitlines()), default=0)
        return Measurement(width, width)


def board_picture(game: Game[Any], position: Any, *, changed: Sequence[int] = ()) -> BoardPicture:
    """Draw a position, with the locations that the last move changed in brackets."""
    return BoardPicture(game.board, game.cells(position), changed, LAST_MOVE)


def part_picture(game: Game[Any], cells: Sequence[Role | None], marked: Sequence[int]) -> BoardPicture:
    """Draw a part of the board, with its locations in brackets."""
    return BoardPicture(game.board, cells, marked)
