"""Which cells of the grid are shown together: as a rule a panel for each game, a series for each setting."""

import math
from collections.abc import Iterator, Mapping, Sequence

import attrs

from scenarios.analysis.grid_axes import GAME, varied_axes
from scenarios.analysis.setting_names import NO_LABEL, has_word, name_label
from scenarios.experiment.records import Records
from scenarios.report.charts import MOST_SERIES, Look
from scenarios.report.filters import Filters

__all__ = [
    "NO_LABEL",
    "CellGroup",
    "Member",
    "has_word",
    "look_at",
    "make_groups",
    "name_among",
    "name_cell",
    "name_label",
]


@attrs.frozen
class Member:
    """A cell, and what it is called within its group."""

    label: str
    cell: int
    name: str
    """What it is called where no group is near."""
    look: Look = attrs.field(factory=Look)
    """The same for a setting wherever it is drawn."""
    of: str = ""
    """Which settings it has, for the page's filter."""


@attrs.frozen
class CellGroup:
    """Cells that are shown together."""

    title: str
    members: Sequence[Member]
    of: str = ""
    """Which settings all of them have, for the page's filter."""


def make_groups(records: Records) -> list[CellGroup]:
    """Divide the cells: by game where there are several and something else varies, else by the first axis."""
    varied = varied_axes(records.cells)
    outer = _outer(varied)
    inner = [axis for axis in varied if axis != outer]
    filters = Filters.of_records(records)
    groups: dict[str, list[Member]] = {}
    for cell, labels in records.cells.items():
        label = ", ".join(name_label(axis, labels.get(axis, "")) for axis in inner)
        title = name_label(outer, labels.get(outer, "")) if outer else ""
        name = _name(labels, varied)
        look = _look(records, labels, inner)
        groups.setdefault(title, []).append(Member(label or name, cell, name, look, filters.of(labels)))
    return [group for title, members in groups.items() for group in _chunks(title, members)]


def look_at(records: Records, axis: str, label: str) -> Look:
    """Return how a setting of one axis is drawn, by its place there."""
    place = _place(records, axis, label)
    return Look(place, place)


def _look(records: Records, labels: Mapping[str, str], inner: Sequence[str]) -> Look:
    """Let the first axis say the colour, and others the dash; where there is but one it says both."""
    if not inner:
        return Look()
    first, *rest = inner
    if not rest:
        return look_at(records, first, labels.get(first, ""))
    kinds = dict.fromkeys(_labels(each, rest) for each in records.cells.values())
    return Look(_place(records, first, labels.get(first, "")), list(kinds).index(_labels(labels, rest)))


def _labels(labels: Mapping[str, str], axes: Sequence[str]) -> tuple[str, ...]:
    return tuple(labels.get(axis, "") for axis in axes)


def _place(records: Records, axis: str, label: str) -> int:
    known = list(records.axes.get(axis, ()))
    return known.index(label) if label in known else len(known)


def name_cell(records: Records, cell: int) -> str:
    """Name a cell by its labels, as far as they vary."""
    return name_among(records.cells, cell)


def name_among(cells: Mapping[int, Mapping[str, str]], cell: int) -> str:
    """Name a cell by the labels that tell it from others."""
    return _name(cells.get(cell, {}), varied_axes(cells))


def _name(labels: Mapping[str, str], varied: Sequence[str]) -> str:
    named = [name_label(axis, labels.get(axis, "")) for axis in varied]
    return ", ".join(named) or labels.get(GAME, "") or "all contests"


def _outer(varied: Sequence[str]) -> str:
    """Pick the axis that makes the groups; none, if there is but one."""
    if len(varied) < 2:  # noqa: PLR2004  # one axis fits into one group
        return ""
    return GAME if GAME in varied else varied[0]


def _chunks(title: str, members: Sequence[Member]) -> Iterator[CellGroup]:
    """Divide what is too much for one group, and say from where to where each part goes."""
    count = math.ceil(len(members) / MOST_SERIES)
    size = math.ceil(len(members) / count)
    for i in range(0, len(members), size):
        together = members[i : i + size]
        part = f"{together[0].label} to {together[-1].label}" if count > 1 else ""
        yield CellGroup(": ".join(filter(None, (title, part))), together, _common(together))


def _common(members: Sequence[Member]) -> str:
    """Return what all members have in common."""
    keys = [member.of.split() for member in members]
    return " ".join(key for key in keys[0] if all(key in each for each in keys))
