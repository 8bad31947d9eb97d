"""Groups of cells that are shown together: usually a panel for each game and a series for each setting."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import attrs

from scenarios.analysis.grid_axes import GAME, varied_axes
from scenarios.analysis.ordered_axes import ordered_axis
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
    "in_parts",
    "look_at",
    "make_groups",
    "name_among",
    "name_cell",
    "name_label",
    "name_labels",
]


_VIRTUAL = "virtual"
ALL_ALIKE = "all settings, identical so far"
"""The label of all cells together, while none differs from any other."""
ALIKE_NOTE = " Settings that differ only in a later phase share one line or bar."
"""The note on charts that merge such settings."""


@attrs.frozen
class Member:
    """A cell with its label in its group."""

    label: str
    cell: int
    name: str
    """Its name outside of the group."""
    look: Look = attrs.field(factory=Look)
    """How it is drawn; the same for a setting in all charts."""
    of: str = ""
    """Its settings, as keys for the page's filter."""
    alike: tuple[int, ...] = ()
    """Further cells that are identical so far and are shown with it."""


@attrs.frozen
class CellGroup:
    """Cells that are shown together."""

    title: str
    members: Sequence[Member]
    of: str = ""
    """The settings that all of them share, as keys for the page's filter."""


def make_groups(records: Records) -> list[CellGroup]:
    """Divide the cells by game, and by further axes until no group has more members than readers distinguish.

    The last axis is never divided, so a group is a whole axis at fixed settings.
    """
    varied = varied_axes(records.cells)
    outer = _outer(records, varied)
    inner = [axis for axis in varied if axis not in outer]
    filters = Filters.of_records(records)
    groups: dict[str, list[Member]] = {}
    for cell, labels in records.cells.items():
        label = name_labels((axis, labels.get(axis, "")) for axis in inner)
        title = name_labels((axis, labels.get(axis, "")) for axis in outer)
        name = _name(labels, varied)
        look = _look(records, labels, inner)
        groups.setdefault(title, []).append(Member(label or name, cell, name, look, filters.of(labels)))
    return [CellGroup(title, members, _common(members)) for title, members in groups.items()]


def in_parts(groups: Sequence[CellGroup]) -> list[CellGroup]:
    """Divide groups that are too large for a line chart, and name the first and last member of each part."""
    return [part for group in groups for part in _parts(group)]


def _parts(group: CellGroup) -> Iterator[CellGroup]:
    members, count = group.members, math.ceil(len(group.members) / MOST_SERIES)
    size = math.ceil(len(members) / max(1, count))
    for i in range(0, len(members), size) if count > 1 else ():
        together = members[i : i + size]
        title = f"{together[0].label} to {together[-1].label}"
        yield CellGroup(": ".join(filter(None, (group.title, title))), together, _common(together))
    if count <= 1:
        yield group


def alike_so_far(records: Records, group: CellGroup, phase: str) -> list[Member]:
    """Return the members of a group for a phase, with one member for cells that differ only in later phases.

    In virtual time such cells are identical until then. On the wall clock each is measured separately.
    """
    together: dict[int, list[Member]] = {}
    for member in group.members:
        first = next((cell for cell in together if _is_alike(records, cell, member.cell, phase)), member.cell)
        together.setdefault(first, []).append(member)
    return [_merged(records, group, members) for members in together.values()]


def _is_alike(records: Records, cell: int, other: int, phase: str) -> bool:
    """Return whether two cells are identical until the end of a phase."""
    ours, theirs = (_until(records, each, phase) for each in (cell, other))
    runs = [[row.run for row in records.ended_phases(each, phase)] for each in (cell, other)]
    return ours is not None and ours == theirs and runs[0] == runs[1]


def _until(records: Records, cell: int, phase: str) -> CellSpec | None:
    """Return a cell without its labels and later phases; None if it is unknown or on the wall clock."""
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
    """Name what the members share if that distinguishes them from the others; otherwise name each of them."""
    if len(members) == len(group.members):
        return ALL_ALIKE
    labels = [records.cells[each.cell].items() for each in members]
    common = [pair for pair in labels[0] if all(pair in each for each in labels)]
    others = [each for each in group.members if each not in members]
    distinct = [
        (axis, label)
        for axis, label in common
        if any(records.cells[each.cell].get(axis) != label for each in others)
    ]
    shared = [each for each in others if all(pair in records.cells[each.cell].items() for pair in distinct)]
    return name_labels(distinct) if distinct and not shared else "; ".join(each.label for each in members)


def look_at(records: Records, axis: str, label: str) -> Look:
    """Return how a setting of one axis is drawn, by its place there."""
    place = _place(records, axis, label)
    return Look(place, place)


def _look(records: Records, labels: Mapping[str, str], inner: Sequence[str]) -> Look:
    """Choose the colour by the first axis and the dash by the others; a single axis determines both."""
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
    """Name a cell by the labels that vary."""
    return name_among(records.cells, cell)


def name_among(cells: Mapping[int, Mapping[str, str]], cell: int) -> str:
    """Name a cell by the labels that distinguish it."""
    return _name(cells.get(cell, {}), varied_axes(cells))


def _name(labels: Mapping[str, str], varied: Sequence[str]) -> str:
    named = name_labels((axis, labels.get(axis, "")) for axis in varied)
    return named or labels.get(GAME, "") or "all contests"


def _outer(records: Records, varied: Sequence[str]) -> list[str]:
    """Return the axes that divide the groups; none if only one axis varies.

    An ordered axis comes before the others, so that the settings at each of its levels are side by side.
    """
    if len(varied) < 2:  # noqa: PLR2004  # one axis fits into one group
        return []
    settings = [axis for axis in varied if axis != GAME]
    ordered = [axis for axis in settings if ordered_axis(axis, records.axes.get(axis, ()))]
    ranked = [*ordered, *(axis for axis in settings if axis not in ordered)]
    outer = [GAME] if GAME in varied else ranked[:1]
    for axis in ranked:
        inner = [each for each in settings if each not in outer]
        if len(inner) < 2 or _most(records, outer) <= MOST_SERIES:  # noqa: PLR2004  # the last axis stays whole
            break
        outer = list(dict.fromkeys([*outer, axis]))
    return [axis for axis in varied if axis in outer]


def _most(records: Records, outer: Sequence[str]) -> int:
    """Return the size of the largest group that these axes make."""
    return max(Counter(_labels(labels, outer) for labels in records.cells.values()).values(), default=0)


def _common(members: Sequence[Member]) -> str:
    """Return the keys that all members share."""
    keys = [member.of.split() for member in members]
    return " ".join(key for key in keys[0] if all(key in each for each in keys))
