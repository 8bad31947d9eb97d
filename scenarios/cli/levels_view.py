"""The best settings at each level of an ordered axis, in the terminal."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from scenarios.report.contents import Account
from scenarios.report.sections.levels import best_by_level


def levels_view(account: Account) -> list[RenderableType]:
    """Return a table of the best settings for each exhibit that leads the report; empty if there is none."""
    parts: list[RenderableType] = []
    for exhibit in account.leading:
        head, rows = best_by_level(exhibit)
        if rows:
            table = Table(title=exhibit.title, title_justify="left", box=None, pad_edge=False)
            for heading in head:
                table.add_column(heading)
            for row in rows:
                table.add_row(*row)
            parts += [table, Text()]
    return parts
