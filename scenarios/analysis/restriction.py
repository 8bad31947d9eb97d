"""Conditions: the part of an experiment in which axes have certain levels, such as `budget.default=1ms`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import attrs
import numpy as np

from control import Allowance
from games import BadOption, UnknownName
from scenarios.analysis.setting_names import shown_value
from scenarios.experiment.records import Records

Conditions: TypeAlias = Mapping[str, Sequence[str]]
"""The levels that are kept, by axis."""


def read_conditions(texts: Iterable[str]) -> dict[str, list[str]]:
    """Read `AXIS=LEVEL`, several times if need be; several levels of one axis are alternatives."""
    found: dict[str, list[str]] = {}
    for text in texts:
        axis, is_given, level = text.partition("=")
        if not is_given or not axis:
            raise BadOption(f"invalid condition {text!r}; write AXIS=LEVEL, such as budget.default=1ms")
        found.setdefault(axis, []).append(level)
    return found


def restrict(records: Records, conditions: Conditions) -> Records:
    """Return the part of the records whose cells have one of these levels on each of these axes."""
    kept = {
        axis: {find_level(records, axis, level) for level in levels} for axis, levels in conditions.items()
    }
    cells = {
        cell: labels
        for cell, labels in records.cells.items()
        if all(labels.get(axis) in levels for axis, levels in kept.items())
    }
    if not cells:
        wanted = " and ".join(f"{axis}={level}" for axis, levels in conditions.items() for level in levels)
        raise BadOption(f"no cell has {wanted}; drop one of these conditions")
    return _of_cells(records, cells) if kept else records


def find_level(records: Records, axis: str, level: str) -> str:
    """Return the label of a level; an amount may be written in another way, such as `0.5 ms` for `500us`."""
    if axis not in records.axes:
        raise UnknownName.of("axis", axis, records.axes, f"there are {', '.join(records.axes) or 'none'}")
    labels = records.axes[axis]
    same = [label for label in labels if label == level] or [
        label for label in labels if shown_value(label) == shown_value(level) or _is_equal(label, level)
    ]
    if not same:
        raise UnknownName.of(f"level of {axis}", level, labels, f"there are {', '.join(labels)}")
    return same[0]


def _is_equal(label: str, level: str) -> bool:
    """Return whether two texts are the same amount."""
    try:
        return Allowance.parse(label) == Allowance.parse(level.replace(" ", ""))
    except BadOption:
        return False


def _of_cells(records: Records, cells: Mapping[int, Mapping[str, str]]) -> Records:
    """Return the records of some cells. Their order and their numbers stay the same."""
    axes = {
        axis: tuple(label for label in labels if any(have.get(axis) == label for have in cells.values()))
        for axis, labels in records.axes.items()
    }
    is_kept = np.isin(records.contests["cell"], list(cells))
    before = np.concatenate([[0], np.cumsum(is_kept)])
    return attrs.evolve(
        records,
        cells=cells,
        specs={cell: spec for cell, spec in records.specs.items() if cell in cells},
        runs=[row for row in records.runs if row.cell in cells],
        phases=[row for row in records.phases if row.cell in cells],
        advisors=[row for row in records.advisors if row.cell in cells],
        votes=[row for row in records.votes if row.cell in cells],
        traces=[row for row in records.traces if row.cell in cells],
        learned=[row for row in records.learned if row.cell in cells],
        contests=records.contests[is_kept],
        axes=axes,
        ended={cell: rows for cell, rows in records.ended.items() if cell in cells},
        slices={
            key: slice(int(before[where.start]), int(before[where.stop]))
            for key, where in records.slices.items()
            if key[0] in cells
        },
        seated={key: each for key, each in records.seated.items() if key[0] in cells},
        attendance={key: each for key, each in records.attendance.items() if key[0] in cells},
        left_out={key: count for key, count in records.left_out.items() if key[0] in cells},
        only={**records.only, **{axis: axes[axis] for axis in axes if axes[axis] != records.axes[axis]}},
    )
