"""The axes of a grid: which it takes to tell cells apart, and which cells differ in one of them alone."""

from collections.abc import Iterator, Mapping, Sequence

from scenarios.experiment.records import Records

GAME = "game"
"""The axis that is no setting: what is measured of one game does not compare with another."""


def varied_axes(cells: Mapping[int, Mapping[str, str]]) -> list[str]:
    """List the axes that it takes to tell cells apart; of those that go together, the first."""
    axes = list(dict.fromkeys(axis for labels in cells.values() for axis in labels))
    kinds = _kinds(cells, axes)
    for axis in reversed(axes):
        fewer = [each for each in axes if each != axis]
        if _kinds(cells, fewer) == kinds:
            axes = fewer
    return axes


def _kinds(cells: Mapping[int, Mapping[str, str]], axes: Sequence[str]) -> int:
    """Count the cells that can be told apart by these axes."""
    return len({tuple(labels.get(axis) for axis in axes) for labels in cells.values()})


def pairs_along(records: Records, axis: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield two cells that differ in one axis alone, and their labels there, in the order of the axis."""
    labels = records.axes[axis]
    rest = [each for each in varied_axes(records.cells) if each != axis]
    places = {
        (have.get(axis, ""), *(have.get(each) for each in rest)): cell for cell, have in records.cells.items()
    }
    for (at, *where), cell in places.items():
        for label in labels[labels.index(at) + 1 :] if at in labels else ():
            if (label, *where) in places:
                yield cell, places[label, *where], str(at), label


def twins_along(records: Records, axis: str) -> Iterator[tuple[int, int, str]]:
    """Yield each cell with the first label of an axis, one that differs in that alone, and its label."""
    for cell, other, at, label in pairs_along(records, axis):
        if at == records.axes[axis][0]:
            yield cell, other, label
