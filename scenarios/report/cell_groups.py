"""Which cells of the grid are shown together: as a rule a group for each game, a series for each setting."""

import math
from collections.abc import Iterator, Mapping, Sequence

import attrs

from scenarios.analysis.grid_axes import GAME, varied_axes
from scenarios.experiment.records import Records
from scenarios.report.charts import MOST_SERIES

NO_LABEL = "(no label)"


@attrs.frozen
class Member:
    """A cell, and what it is called within its group."""

    label: str
    cell: int
    name: str
    """What it is called where no group is near."""


@attrs.frozen
class CellGroup:
    """Cells that are shown together."""

    title: str
    members: Sequence[Member]


def make_groups(records: Records) -> list[CellGroup]:
    """Divide the cells: by game where there are several and something else varies, else by the first axis."""
    varied = varied_axes(records.cells)
    outer = _outer(varied)
    inner = [axis for axis in varied if axis != outer]
    by = f"by {inner[0]}" if len(inner) == 1 and _is_bare(records, inner[0]) else ""
    groups: dict[str, list[Member]] = {}
    for cell, labels in records.cells.items():
        named = [name_label(axis, labels.get(axis, "")) for axis in inner]
        label = labels[inner[0]] if by else ", ".join(named)
        title = ", ".join(filter(None, (outer and name_label(outer, labels.get(outer, "")), by)))
        name = _name(labels, varied)
        groups.setdefault(title, []).append(Member(label or name, cell, name))
    return [group for title, members in groups.items() for group in _chunks(title, members)]


def _is_bare(records: Records, axis: str) -> bool:
    """Do all labels of an axis speak for themselves, so that it is named once, in the title?"""
    return axis != GAME and all(has_word(labels.get(axis, "")) for labels in records.cells.values())


def has_word(label: str) -> bool:
    """Is a label more than a number, so that it can stand alone?"""
    return any(map(str.isalpha, label))


def name_cell(records: Records, cell: int) -> str:
    """Name a cell by its labels, as far as they vary."""
    return _name(records.cells.get(cell, {}), varied_axes(records.cells))


def _name(labels: Mapping[str, str], varied: Sequence[str]) -> str:
    named = [name_label(axis, labels.get(axis, "")) for axis in varied]
    return ", ".join(named) or labels.get(GAME, "") or "all contests"


def name_label(axis: str, label: str) -> str:
    """Write a label so that it speaks for itself."""
    label = label or NO_LABEL
    return label if axis == GAME else f"{axis} {label}"


def _outer(varied: Sequence[str]) -> str:
    """Pick the axis that makes the groups; none, if there is but one."""
    if len(varied) < 2:  # noqa: PLR2004  # one axis fits into one group
        return ""
    return GAME if GAME in varied else varied[0]


def _chunks(title: str, members: Sequence[Member]) -> Iterator[CellGroup]:
    """Divide what is too much for one group."""
    count = math.ceil(len(members) / MOST_SERIES)
    size = math.ceil(len(members) / count)
    for i in range(count):
        of = f"({i + 1} of {count})" if count > 1 else ""
        yield CellGroup(f"{title} {of}".strip(), members[i * size : (i + 1) * size])
