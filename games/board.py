"""A board: its locations, its predrawn lines, and its geometry."""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

import attrs

from games.errors import BadOption, UnknownName

Line: TypeAlias = tuple[int, ...]
"""A predrawn straight line: its locations in order, counted from 0."""

Symmetry: TypeAlias = tuple[int, ...]
"""Symmetry: location i goes to location symmetry[i]."""

Style: TypeAlias = Literal["cells", "points"]
"""Men stand in cells, as in tic-tac-toe, or on points joined by lines, as in morris."""

Coordinates: TypeAlias = tuple[float, float, float]

_SHORTEST = 2


def _tidy(at: float) -> float:
    """Round off floating-point errors, and turn -0.0 into 0.0."""
    return round(at, 6) + 0.0


@attrs.frozen
class Location:
    """One place on the board."""

    name: str
    x: float = attrs.field(converter=_tidy)
    y: float = attrs.field(converter=_tidy)
    """Grows downwards, as people read."""
    z: float = attrs.field(default=0.0, converter=_tidy)
    """The layer, on boards that have several."""

    @property
    def coordinates(self) -> Coordinates:
        """Return x, y and z."""
        return self.x, self.y, self.z


def _locations(given: Iterable[Location]) -> tuple[Location, ...]:
    return tuple(given)


def _lines(given: Iterable[Iterable[int]]) -> tuple[Line, ...]:
    return tuple(tuple(line) for line in given)


@attrs.frozen(cache_hash=True)
class Board:
    """The locations where men can stand, and the lines that join them."""

    locations: tuple[Location, ...] = attrs.field(converter=_locations)
    lines: tuple[Line, ...] = attrs.field(converter=_lines)
    """Consecutive locations of a line are neighbours."""
    style: Style = "cells"

    def __attrs_post_init__(self) -> None:
        size = len(self.locations)
        if not size:
            raise BadOption("a board needs at least one location")
        if len(self._indices) < size or len({each.coordinates for each in self.locations}) < size:
            raise BadOption("two locations of the board have the same name or place; make each unique")
        for line in self.lines:
            if len(set(line)) != len(line) or not set(line) <= set(range(size)):
                raise BadOption(f"line {line} is not possible; use distinct locations from 0 to {size - 1}")

    def __len__(self) -> int:
        return len(self.locations)

    def index(self, name: str) -> int:
        """Return the index of the location with this name."""
        try:
            return self._indices[name]
        except KeyError:
            names = ", ".join(self._indices)
            raise UnknownName.of("location", name, self._indices, f"the board has {names}") from None

    def find(self, name: str) -> int | None:
        """Return the index of the location with this name, or None if there is none."""
        return self._indices.get(name)

    def neighbours(self, index: int) -> tuple[int, ...]:
        """Return the locations one step along a line from this location, in order."""
        return self._neighbours[index]

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the rotations and reflections that keep locations and lines, the identity first."""
        return self._symmetries

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {location.name: i for i, location in enumerate(self.locations)}

    @cached_property
    def _neighbours(self) -> tuple[tuple[int, ...], ...]:
        found: list[set[int]] = [set() for _ in self.locations]
        for line in self.lines:
            for here, there in itertools.pairwise(line):
                found[here].add(there)
                found[there].add(here)
        return tuple(tuple(sorted(each)) for each in found)

    @cached_property
    def _symmetries(self) -> tuple[Symmetry, ...]:
        lines = {frozenset(line) for line in self.lines}
        return tuple(
            symmetry
            for symmetry in _location_symmetries([location.coordinates for location in self.locations])
            if lines == {frozenset(symmetry[i] for i in line) for line in self.lines}
        )


def _location_symmetries(places: Sequence[Coordinates]) -> Iterable[Symmetry]:
    """Return every distinct symmetry of the bounding box that maps these places onto themselves.

    Axes are permuted and reversed in every way, both as given and after an eighth of a turn: 8 symmetries for
    a square, 16 for an octagon, 48 for a cube.
    """
    middles = [(min(along) + max(along)) / 2 for along in zip(*places, strict=True)]
    x, y, z = ([place[axis] - middles[axis] for place in places] for axis in range(3))
    straight = list(zip(x, y, z, strict=True))
    turned = [((a - b) * math.sqrt(0.5), (a + b) * math.sqrt(0.5), c) for a, b, c in straight]
    indices = {_rough(place): i for i, place in enumerate(straight)}
    found: dict[Symmetry, None] = {}
    for centred in (straight, turned):
        for axes in itertools.permutations(range(3)):
            for signs in itertools.product((1, -1), repeat=3):
                ways = list(zip(axes, signs, strict=True))
                images = [_rough(place[axis] * sign for axis, sign in ways) for place in centred]
                if set(images) == set(indices):
                    found[tuple(indices[image] for image in images)] = None
    return found


def _rough(place: Iterable[float]) -> tuple[float, ...]:
    """Round off the last digits, which a rotation changes."""
    return tuple(round(at, 4) + 0.0 for at in place)


def grid(width: int, height: int, depth: int = 1, *, lines: Iterable[Line], style: Style = "cells") -> Board:
    """Make a board of rows, columns and layers; names count from 1, row by row in reading order."""
    corners = itertools.product(range(depth), range(height), range(width))
    locations = tuple(Location(str(n), x, y, z) for n, (z, y, x) in enumerate(corners, start=1))
    return Board(locations, lines, style)


def straight_lines(width: int, height: int, depth: int = 1, *, length: int) -> tuple[Line, ...]:
    """Return every straight line of this length on a grid: rows, columns, then diagonals of all kinds."""
    if length < _SHORTEST:
        raise BadOption(f"a line of length {length} is not possible; use at least two locations")
    shape = (width, height, depth)
    starts = [(x, y, z) for z in range(depth) for y in range(height) for x in range(width)]
    return tuple(
        tuple(x + width * (y + height * z) for x, y, z in walk)
        for step in _directions()
        for start in starts
        if _inside((walk := _walk(start, step, length))[-1], shape)
    )


def _directions() -> Iterator[tuple[int, int, int]]:
    """Yield one direction of each opposite pair, straight ones first."""
    steps = [(x, y, z) for z, y, x in itertools.product((0, 1, -1), repeat=3)]
    forward = [step for step in steps if step[::-1] > (0, 0, 0)]
    return iter(sorted(forward, key=lambda step: sum(map(abs, step))))


def _walk(start: tuple[int, int, int], step: tuple[int, int, int], length: int) -> list[tuple[int, int, int]]:
    (x, y, z), (dx, dy, dz) = start, step
    return [(x + i * dx, y + i * dy, z + i * dz) for i in range(length)]


def _inside(place: tuple[int, int, int], shape: tuple[int, int, int]) -> bool:
    return all(0 <= at < size for at, size in zip(place, shape, strict=True))
