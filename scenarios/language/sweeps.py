"""Sweeps: a list where a single value is expected, and the grid that all of them span."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from games import BadOption
from scenarios.language.line_numbers import Path

MOST_CELLS = 10_000


@attrs.frozen
class Choice:
    """The value of one key, or several values to sweep over."""

    values: tuple[Any, ...]
    labels: tuple[str, ...]
    is_sweep: bool = False
    can_sweep: bool = False


@attrs.frozen
class Axis:
    """One dimension of the grid."""

    name: str
    labels: tuple[str, ...]
    points: tuple[Mapping[Path, Any], ...]
    """The values that each label changes."""
    extra: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    """Further labels of each point, by the name of their axis."""


@attrs.frozen
class Cell:
    """One point of the grid: its labels, and the value of every key there."""

    labels: dict[str, str]
    values: dict[Path, Any]

    def under(self, path: Path) -> dict[str, Any]:
        """Return the entries of a table."""
        return {
            str(each[-1]): value
            for each, value in self.values.items()
            if len(each) == len(path) + 1 and each[: len(path)] == path
        }


def sweep_axis(name: str, path: Path, choice: Choice) -> Axis:
    """Make the axis of one key."""
    return Axis(name, choice.labels, tuple({path: value} for value in choice.values))


def grid(choices: Mapping[Path, Choice], axes: Sequence[Axis]) -> Iterator[Cell]:
    """Yield every cell, the last axis changing fastest."""
    fixed = {path: choice.values[0] for path, choice in choices.items()}
    for point in itertools.product(*(range(len(axis.labels)) for axis in axes)):
        labels, values = {}, dict(fixed)
        for axis, place in zip(axes, point, strict=True):
            labels[axis.name] = axis.labels[place]
            labels.update({name: each[place] for name, each in axis.extra.items()})
            values.update(axis.points[place])
        yield Cell(labels, values)


def check_size(axes: Sequence[Axis]) -> None:
    """Refuse a grid that is too large to run."""
    cells = math.prod(len(axis.labels) for axis in axes)
    if cells > MOST_CELLS:
        factors = " x ".join(f"{len(axis.labels)} of {axis.name}" for axis in axes)
        raise BadOption(
            f"the grid has {cells:,} cells ({factors}); at most {MOST_CELLS:,} are allowed: sweep over less"
        )


def axis_labels(axes: Sequence[Axis]) -> dict[str, tuple[str, ...]]:
    """Return the labels of each axis in order, further labels included."""
    found: dict[str, tuple[str, ...]] = {}
    for axis in axes:
        found[axis.name] = axis.labels
        found.update({name: tuple(dict.fromkeys(labels)) for name, labels in axis.extra.items()})
    return found
