"""Sections that users add to reports: by entry point, in a loaded file, or with `register_section`."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from games import BadPlugin, Registry, in_words, shown_line
from scenarios.experiment.records import Records
from scenarios.report.cell_groups import CellGroup
from scenarios.report.exhibit import Chart, Exhibit

Section: TypeAlias = Callable[[Records, Sequence[CellGroup]], Exhibit]
"""Takes the results and the groups of cells, and returns what the section shows."""


def _section(found: object, label: str) -> Section:
    if not callable(found):
        raise BadPlugin(
            f"{label} is not a section; a section is a function of the records and the groups of cells"
        )
    return found


SECTIONS: Registry[Section] = Registry("section", "hoyle.sections", {}, admit=_section)
"""The sections that follow the report's own, by name."""


def register_section(name: str, make: Section) -> str:
    """Add a section to reports, which is left out if it is empty. Raise an error if the name is taken."""
    if not isinstance(name, str) or not name or name != shown_line(name) or set(name) & set(" ,="):
        raise BadPlugin(f"invalid section name {name!r}; use printable text without space, comma or =")
    return SECTIONS.register(make, name)


def added_exhibits(records: Records, groups: Sequence[CellGroup]) -> Iterator[Exhibit]:
    """Yield the exhibit of each added section, or an exhibit with the reason if it fails."""
    for name in SECTIONS:
        try:
            yield checked_exhibit(SECTIONS[name](records, groups))
        except Exception as error:  # noqa: BLE001  # a user's section may raise anything
            yield Exhibit(f"Section {name}", "This section failed.", (), ("reason",), [[in_words(error)]])


def checked_exhibit(found: Any) -> Exhibit:
    """Return the exhibit of a section, or raise TypeError if a page cannot show it."""
    if not isinstance(found, Exhibit):
        raise TypeError(f"it returned {found!r:.60} instead of an Exhibit")
    texts = [
        found.title,
        found.note,
        *found.head,
        *found.legend,
        *(cell for row in found.rows for cell in row),
    ]
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"it has {text!r:.60} instead of a text; use str(...)")
    for row in found.rows:
        if len(row) != len(found.head):
            raise TypeError(f"a row has {len(row)} cells, but the head has {len(found.head)}: {row!r:.60}")
    if not all(isinstance(chart, Chart) for chart in found.charts):
        raise TypeError("one of its charts is not a Chart; use Chart(title, svg)")
    return found
