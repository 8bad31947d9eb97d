"""Which cells of the grid are shown together: as a rule a panel for each game, a series for each setting."""

import math
from collections.abc import Iterator, Mapping, Sequence

import attrs

from scenarios.analysis.grid_axes import GAME, varied_axes
from scenarios.analysis.setting_names import NO_LABEL, has_word, name_label, name_labels
from scenarios.experiment.records import Records
from scenarios.language.scenario import CellSpec
from scenarios.report.charts import MOST_SERIES, Look
from scenarios.report.filters import Filters

__all__ = [
    "ALIKE_NOTE",
    "ALL_ALIKE",
    "NO_LABEL",
    "CellGroup",
    "Member",
    "alike_so_far",
    "has_word",
    "look_at",
    "make_groups",
    "name_among",
    "name_cell",
    "name_label",
    "name_labels",
]


_VIRTUAL = "virtual"
ALL_ALIKE = "all settings, alike so far"
"""What cells are called together of which none differs yet from any other."""
ALIKE_NOTE = " Settings that differ in a later phase alone are shown as one."
"""Below charts where some are."""


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
    alike: tuple[int, ...] = ()
    """Further cells that did the same so far, and are shown with it."""


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
        label = name_labels((axis, labels.get(axis, "")) for axis in inner)
        title = name_label(outer, labels.get(outer, "")) if outer else ""
        name = _name(labels, varied)
        look = _look(records, labels, inner)
        groups.setdefault(title, []).append(Member(label or name, cell, name, look, filters.of(labels)))
    return [group for title, members in groups.items() for group in _chunks(title, members)]


def alike_so_far(records: Records, group: CellGroup, phase: str) -> list[Member]:
    """Return the members of a group as a phase shows them: one for those that differ in later phases alone.

    In virtual time such cells did the very same until then. On the wall clock each was measured by itself.
    """
    together: dict[int, list[Member]] = {}
    for member in group.members:
        first = next((cell for cell in together if _is_alike(records, cell, member.cell, phase)), member.cell)
        together.setdefault(first, []).append(member)
    return [_merged(records, group, members) for members in together.values()]


def _is_alike(records: Records, cell: int, other: int, phase: str) -> bool:
    """Do two cells differ in nothing that comes before the end of a phase?"""
    ours, theirs = (_until(records, each, phase) for each in (cell, other))
    runs = [[row.run for row in records.ended_phases(each, phase)] for each in (cell, other)]
    return ours is not None and ours == theirs and runs[0] == runs[1]


def _until(records: Records, cell: int, phase: str) -> CellSpec | None:
    """Return what a cell is without its labels and later phases; None if it is not known, or on the wall."""
    spec = records.specs.get(cell)
    if spec is None or spec.clock.clock != _VIRTUAL:
        return None
    names = [each.name for each in spec.phases]
    if phase not in names:
        return None
    return attrs.evolve(spec, labels={}, phases=spec.phases[: names.index(phase) + 1])


def _merged(records: Records, group: CellGroup, members: Sequence[Member]) -> Member:
    first = members[0]
    if len(members) == 1:
        return first
    return attrs.evolve(
        first,
        label=_in_common(records, group, members),
        of=_common(members),
        alike=tuple(each.cell for each in members[1:]),
    )


def _in_common(records: Records, group: CellGroup, members: Sequence[Member]) -> str:
    """Name what members have in common, if that tells them from the others; else each of them."""
    if len(members) == len(group.members):
        return ALL_ALIKE
    labels = [records.cells[each.cell].items() for each in members]
    common = [pair for pair in labels[0] if all(pair in each for each in labels)]
    others = [each for each in group.members if each not in members]
    told = [
        (axis, label)
        for axis, label in common
        if any(records.cells[each.cell].get(axis) != label for each in others)
    ]
    shared = [each for each in others if all(pair in records.cells[each.cell].items() for pair in told)]
    return name_labels(told) if told and not shared else "; ".join(each.label for each in members)


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
    named = name_labels((axis, labels.get(axis, "")) for axis in varied)
    return named or labels.get(GAME, "") or "all contests"


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
