"""Sections of a report that somebody brings: by entry point, from a loaded file, or by hand."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from games import BadPlugin, Registry, in_words, shown_line
from scenarios.experiment.records import Records
from scenarios.report.cell_groups import CellGroup
from scenarios.report.exhibit import Chart, Exhibit

Section: TypeAlias = Callable[[Records, Sequence[CellGroup]], Exhibit]
"""From the results, and the cells as they are shown together, to what a section shows."""


def _section(found: object, label: str) -> Section:
    if not callable(found):
        raise BadPlugin(
            f"{label} is no section; it must be a function of the records and the groups of cells"
        )
    return found


SECTIONS: Registry[Section] = Registry("section", "hoyle.sections", {}, admit=_section)
"""Every section that comes behind the report's own, by name."""


def register_section(name: str, make: Section) -> str:
    """Let reports have another section; a name that is taken is refused. It is left out where it is empty."""
    if not isinstance(name, str) or not name or name != shown_line(name) or set(name) & set(" ,="):
        raise BadPlugin(f"a section is named {name!r}; a name is printable text without blank, comma or =")
    return SECTIONS.register(make, name)


def brought_exhibits(records: Records, groups: Sequence[CellGroup]) -> Iterator[Exhibit]:
    """Make every section that was brought; what goes wrong in one is what it shows."""
    for name in SECTIONS:
        try:
            yield checked_exhibit(SECTIONS[name](records, groups))
        except Exception as error:  # noqa: BLE001  # somebody else's section may do anything
            yield Exhibit(
                f"Section {name}", "This section could not be made.", (), ("why",), [[in_words(error)]]
            )


def checked_exhibit(found: Any) -> Exhibit:
    """Return what a section made if a page can show it; TypeError says why not."""
    if not isinstance(found, Exhibit):
        raise TypeError(f"it made {found!r:.60}, which is no Exhibit")
    texts = [
        found.title,
        found.note,
        *found.head,
        *found.legend,
        *(cell for row in found.rows for cell in row),
    ]
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"it has {text!r:.60} where a text belongs; write str(...)")
    for row in found.rows:
        if len(row) != len(found.head):
            raise TypeError(f"a row has {len(row)} cells, but the head has {len(found.head)}: {row!r:.60}")
    if not all(isinstance(chart, Chart) for chart in found.charts):
        raise TypeError("it has charts that are none; write Chart(title, svg)")
    return found
