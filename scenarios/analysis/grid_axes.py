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


def twins_along(records: Records, axis: str) -> Iterator[tuple[int, int, str]]:
    """Yield each cell with the first label of an axis, one that differs in that alone, and its label."""
    first, *others = records.axes[axis]
    rest = [each for each in varied_axes(records.cells) if each != axis]
    places = {
        (labels.get(axis), *(labels.get(each) for each in rest)): cell
        for cell, labels in records.cells.items()
    }
    for (at, *where), cell in places.items():
        for label in others if at == first else ():
            if (label, *where) in places:
                yield cell, places[label, *where], label
