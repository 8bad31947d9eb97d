"""The axes of a grid: which it takes to tell cells apart, and which cells differ in one of them alone."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from scenarios.experiment.records import Records

GAME = "game"
"""The axis that is no setting: what is measured of one game does not compare with another."""
OPTIONS = "options"
"""The axes that are variants of a game's rules begin so."""
MOST_SPLITS = 6
"""More parts than this, for the settings that a table does not name, nobody would read."""


def varied_axes(cells: Mapping[int, Mapping[str, str]], named: Collection[str] = ()) -> list[str]:
    """List the axes that it takes to tell cells apart; of those that go together, the first.

    Of axes that are named all are kept, and none that goes together with them.
    """
    axes = list(dict.fromkeys(axis for labels in cells.values() for axis in labels))
    kinds = _kinds(cells, axes)
    for axis in reversed([each for each in axes if each not in named]):
        fewer = [each for each in axes if each != axis]
        if _kinds(cells, fewer) == kinds:
            axes = fewer
    return axes


def unnamed_axes(records: Records, named: Collection[str]) -> list[str]:
    """List the axes in which cells still differ that have the same labels on those that are named."""
    return [axis for axis in varied_axes(records.cells, named) if axis not in named]


def split_readably(
    records: Records, axes: Sequence[str], most: int = MOST_SPLITS
) -> tuple[list[str], list[str]]:
    """Divide axes into those whose every label is shown by itself, and those that are averaged over.

    Games always are shown, since what is measured of one does not compare with another; of the others as many
    as do not make more than so many parts.
    """
    shown, parts = [axis for axis in axes if axis == GAME], 1
    for axis in axes:
        if axis != GAME and parts * len(records.axes.get(axis, ())) <= most:
            parts *= len(records.axes.get(axis, ()))
            shown.append(axis)
    return [axis for axis in axes if axis in shown], [axis for axis in axes if axis not in shown]


def _kinds(cells: Mapping[int, Mapping[str, str]], axes: Sequence[str]) -> int:
    """Count the cells that can be told apart by these axes."""
    return len({tuple(labels.get(axis) for axis in axes) for labels in cells.values()})


def pairs_along(records: Records, axis: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield two cells that differ in one axis alone, and their labels there, in the order of the axis.

    Variants may be of several games: such cells are not compared, unless games are what is asked about.
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
    """Are two cells of one game, by the same rules? Those of which that is not known are taken to be."""
    ours, theirs = records.specs.get(cell), records.specs.get(other)
    if axis.partition(".")[0] in (GAME, OPTIONS) or ours is None or theirs is None:
        return True
    return (ours.game, ours.options) == (theirs.game, theirs.options)


def twins_along(records: Records, axis: str) -> Iterator[tuple[int, int, str]]:
    """Yield each cell with the first label of an axis, one that differs in that alone, and its label."""
    for cell, other, at, label in pairs_along(records, axis):
        if at == records.axes[axis][0]:
            yield cell, other, label
