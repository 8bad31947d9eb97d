"""Catalogues: tables of names, facts and a sentence; if they do not fit, one entry below the other."""

from collections.abc import Collection, Iterator, Sequence

import attrs
from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

GAP = 2
"""The width of the gap between columns."""
MUCH_ROOM, LITTLE_ROOM = 48, 28
"""Columns for sentences: with less than much, facts are wrapped; with less than little, there is no table."""
INDENT = 2


@attrs.frozen
class Catalogue:
    """Entries under headings. The last column contains sentences. No word is ever cut."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Text]]
    name: str
    """The heading of the column with the names of entries."""
    wrapped: Collection[str] = ()
    """Headings of other columns that may wrap."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Lay the catalogue out in the available width."""
        widths = self._widths(options.max_width)
        if widths is None:
            yield from self._entries()
            return
        table = Table(box=None, pad_edge=False)
        for heading, width in zip(self.headings, widths, strict=True):
            table.add_column(heading, width=width)
        for row in self.rows:
            table.add_row(*row)
        yield table

    def _widths(self, width: int) -> list[int] | None:
        """Return the width of each column; None if words would be cut."""
        columns = [[Text(heading), *cells] for heading, *cells in zip(self.headings, *self.rows, strict=True)]
        whole = [max(cell.cell_len for cell in column) for column in columns]
        words = [max(_widest_word(cell) for cell in column) for column in columns]
        least = [
            word if heading in self.wrapped else all_of_it
            for heading, word, all_of_it in zip(self.headings, words, whole, strict=True)
        ]
        for facts, room in ((whole[:-1], MUCH_ROOM), (least[:-1], LITTLE_ROOM)):
            left = width - sum(facts) - GAP * len(facts)
            if left >= max(words[-1], min(whole[-1], room)):
                return [*facts, min(left, whole[-1])]
        return None

    def _entries(self) -> Iterator[RenderableType]:
        """Yield for each entry its name, then the facts with their headings, and below them the sentence."""
        for row in self.rows:
            named = dict(zip(self.headings, row, strict=True))
            name, sentence = named.pop(self.name), named.pop(self.headings[-1])
            facts = ", ".join(f"{heading} {fact.plain}" for heading, fact in named.items() if fact.plain)
            head = Text.assemble((name.plain, "bold"), f": {facts}" if facts else "")
            yield head
            yield Padding(sentence, (0, 0, 0, INDENT))


def _widest_word(text: Text) -> int:
    return max((Text(word).cell_len for word in text.plain.split()), default=0)
