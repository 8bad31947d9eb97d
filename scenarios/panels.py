"""Which cells of the grid are shown together: as a rule a panel for each game, a series for each setting."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from scenarios.charts import MOST_SERIES
from scenarios.records import Records

GAME = "game"


@attrs.frozen
class Member:
    """A cell, and what it is called within its panel."""

    label: str
    cell: int


@attrs.frozen
class Panel:
    """Cells that are shown together."""

    title: str
    members: Sequence[Member]


def make_panels(records: Records) -> list[Panel]:
    """Divide the cells: by game where there are several and something else varies, else by the first axis."""
    varied = _varied(records.cells)
    outer = _outer(varied)
    groups: dict[str, list[Member]] = {}
    for cell, labels in records.cells.items():
        inner = [axis for axis in varied if axis != outer]
        title = name_label(outer, labels.get(outer, "")) if outer else ""
        named = ", ".join(name_label(axis, labels.get(axis, "")) for axis in inner)
        groups.setdefault(title, []).append(Member(named or labels.get(GAME, "") or "all contests", cell))
    return [panel for title, members in groups.items() for panel in _chunks(title, members)]


def name_cell(records: Records, cell: int) -> str:
    """Name a cell by its labels, as far as they vary."""
    labels, varied = records.cells.get(cell, {}), _varied(records.cells)
    return ", ".join(name_label(axis, labels.get(axis, "")) for axis in varied) or f"cell {cell}"


def name_label(axis: str, label: str) -> str:
    """Write a label so that it speaks for itself."""
    return (label or "(no label)") if axis == GAME else f"{axis} {label}"


def _varied(cells: Mapping[int, Mapping[str, str]]) -> list[str]:
    """List the axes on which cells differ."""
    axes = dict.fromkeys(axis for labels in cells.values() for axis in labels)
    return [axis for axis in axes if len({labels.get(axis) for labels in cells.values()}) > 1]


def _outer(varied: Sequence[str]) -> str:
    """Pick the axis that makes the panels; none, if there is but one."""
    if len(varied) < 2:  # noqa: PLR2004  # one axis fits into one panel
        return ""
    return GAME if GAME in varied else varied[0]


def _chunks(title: str, members: Sequence[Member]) -> Iterator[Panel]:
    """Divide what is too much for one panel."""
    parts = [members[i : i + MOST_SERIES] for i in range(0, len(members), MOST_SERIES)]
    for i, part in enumerate(parts, 1):
        of = f" ({i} of {len(parts)})" if len(parts) > 1 else ""
        yield Panel(f"{title}{of}".strip(), part)
