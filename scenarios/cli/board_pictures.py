"""Boards in a terminal: as wide as there is room, with what matters in brackets."""

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
    """Who stands where, the marks bold, the empty locations faint; layers that do not fit go below."""

    board: Board
    cells: Sequence[Role | None]
    marked: Sequence[int] = ()
    """The locations in brackets, which show without colour too."""
    style: str = "bold"
    """How brackets and the names in them are written; marks have their own colours."""

    def within(self, width: int | None) -> Text:
        """Draw it for a terminal of a width."""
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
        """All of it, as wide as it is."""
        return self.within(None).plain

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Draw it for the width that there is."""
        yield self.within(options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Say how wide it is."""
        width = max(map(len, self.within(options.max_width).plain.splitlines()), default=0)
        return Measurement(width, width)


def board_picture(game: Game[Any], position: Any, *, changed: Sequence[int] = ()) -> BoardPicture:
    """Draw a position; what the last move changed is in brackets."""
    return BoardPicture(game.board, game.cells(position), changed, LAST_MOVE)


def part_picture(game: Game[Any], cells: Sequence[Role | None], marked: Sequence[int]) -> BoardPicture:
    """Draw who stands on a part of the board, its locations in brackets."""
    return BoardPicture(game.board, cells, marked)
