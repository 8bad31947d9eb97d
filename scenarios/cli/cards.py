"""Cards: small pictures of positions with text beside them, as many in a row as fit."""

from collections.abc import Iterable, Iterator, Sequence

import attrs
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from scenarios.cli.board_pictures import BoardPicture

GAP = 2
BETWEEN = 3
"""The widths of the gaps between a picture and its text, and between cards."""
ROOM_FOR_WORDS = 24


@attrs.frozen
class Card:
    """A picture, if there is one, and lines of text."""

    picture: Text | BoardPicture | None
    lines: Sequence[RenderableType]

    def within(self, width: int) -> "_Drawn":
        """Return the card with its picture drawn for a width."""
        drawn = self.picture.within(width) if isinstance(self.picture, BoardPicture) else self.picture
        return _Drawn(drawn, self.lines)


@attrs.frozen
class _Drawn:
    """A card whose picture is a text."""

    picture: Text | None
    lines: Sequence[RenderableType]


@attrs.frozen
class Cards:
    """Cards in rows."""

    cards: Sequence[Card]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Lay the cards out in the available width."""
        cards = [card.within(options.max_width) for card in self.cards]
        pictures = max((_width(card.picture) for card in cards), default=0)
        needed = (pictures + GAP if pictures else 0) + ROOM_FOR_WORDS
        if needed > options.max_width:
            yield from _stacked(cards)
            return
        fitting = (options.max_width + BETWEEN) // (needed + BETWEEN) if pictures else 1
        in_a_row = max(1, min(fitting, len(cards)))
        width = (options.max_width + BETWEEN) // in_a_row - BETWEEN
        for start in range(0, len(cards), in_a_row):
            row = cards[start : start + in_a_row]
            grid = Table.grid(padding=(0, BETWEEN, 0, 0))
            for _ in row:
                grid.add_column(width=width, overflow="fold")
            grid.add_row(*(_laid_out(card, pictures, width) for card in row))
            yield grid
            if pictures:
                yield Text()


def _stacked(cards: Iterable[_Drawn]) -> Iterator[RenderableType]:
    """Put the text under the pictures, if both do not fit side by side."""
    for card in cards:
        yield from _parts(card)
        yield Text()


def _laid_out(card: _Drawn, pictures: int, width: int) -> RenderableType:
    if card.picture is None or not pictures:
        return Group(*card.lines)
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(width=pictures, no_wrap=True)
    grid.add_column(width=width - pictures - GAP, overflow="fold")
    grid.add_row(card.picture, Group(*card.lines))
    return grid


def _parts(card: _Drawn) -> Iterable[RenderableType]:
    return [*([card.picture] if card.picture else []), *card.lines]


def _width(picture: Text | None) -> int:
    return max((line.cell_len for line in picture.split("\n")), default=0) if picture else 0
