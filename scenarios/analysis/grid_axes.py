"""The axes of a grid: which axes distinguish cells, and which cells differ in only one of them."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from scenarios.experiment.records import Records

GAME = "game"
"""The axis that is not a setting: measures of different games are not comparable."""
OPTIONS = "options"
"""The first part of axes that vary the rules of a game."""
MOST_SPLITS = 6
"""The most parts into which a table is split by settings that it does not name."""


def varied_axes(cells: Mapping[int, Mapping[str, str]], named: Collection[str] = ()) -> list[str]:
    """Return the axes that distinguish cells; of axes that vary together, the first.

    All axes in `named` are kept, and axes that vary together with them are dropped.
    """
    axes = list(dict.fromkeys(axis for labels in cells.values() for axis in labels))
    kinds = _kinds(cells, axes)
    for axis in reversed([each for each in axes if each not in named]):
        fewer = [each for each in axes if each != axis]
        if _kinds(cells, fewer) == kinds:
            axes = fewer
    return axes


def unnamed_axes(records: Records, named: Collection[str]) -> list[str]:
    """Return the axes in which cells with equal labels on the `named` axes still differ."""
    return [axis for axis in varied_axes(records.cells, named) if axis not in named]


def split_readably(
    records: Records, axes: Sequence[str], most: int = MOST_SPLITS
) -> tuple[list[str], list[str]]:
    """Divide axes into those that are shown label by label and those that are averaged over.

    Games are always shown. Other axes are shown as long as they make at most `most` parts.
    """
    shown, parts = [axis for axis in axes if axis == GAME], 1
    for axis in axes:
        if axis != GAME and parts * len(records.axes.get(axis, ())) <= most:
            parts *= len(records.axes.get(axis, ()))
            shown.append(axis)
    return [axis for axis in axes if axis in shown], [axis for axis in axes if axis not in shown]


def _kinds(cells: Mapping[int, Mapping[str, str]], axes: Sequence[str]) -> int:
    """Return the number of different cells on these axes."""
    return len({tuple(labels.get(axis) for axis in axes) for labels in cells.values()})


def pairs_along(records: Records, axis: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield pairs of cells that differ only in this axis, with their labels, in the order of the axis.

    Variants may belong to different games. Such cells are paired only if the axis is about games.
    """
    labels = records.axes[axis]
    rest = [each for each in varied_axes(records.cells) if each != axis]
    places = {
        (have.get(axis, ""), *(have.get(each) for each in rest)): cell for cell, have in records.cells.items()
    }
    for (at, *where), cell in places.items():
        for label in labels[labels.index(at) + 1 :] if at in labels else ():
            if (label, *where) in places and _is_comparable(records, axis, cell, places[label, *where]):
                yield cell, places[label, *where], str(at), label


def _is_comparable(records: Records, axis: str, cell: int, other: int) -> bool:
    """Return whether two cells have the same game and rules; True if that is unknown."""
    ours, theirs = records.specs.get(cell), records.specs.get(other)
    if axis.partition(".")[0] in (GAME, OPTIONS) or ours is None or theirs is None:
        return True
    return (ours.game, ours.options) == (theirs.game, theirs.options)


def twins_along(records: Records, axis: str) -> Iterator[tuple[int, int, str]]:
    """Yield each cell with the first label of an axis, a cell that differs only there, and its label."""
    for cell, other, at, label in pairs_along(records, axis):
        if at == records.axes[axis][0]:
            yield cell, other, label
