"""Zones: connected regions of a board that one role holds, and what can be measured of them.

A zone is made of men of its owner and of empty locations that these can reach by sliding along drawn lines;
six types differ in which. Each zone has nine features, and over all zones of a role a feature has its least,
its most, its mean and its total: 216 values of a position for each role, and as many expressions for each of
the stages that a game has.

Sets of locations are bit sets, and values are whole numbers over a denominator of their own, so that whether
one has changed is never a matter of rounding.
"""

import functools
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from agents.covers import men_of
from games import Board, Game, Role

TYPES = ("one-step", "two-step", "multi-step", "piece-bounded", "private", "extended-private")
FEATURES = ("men", "locations", "density", "compactness", "lines", "short", "long", "path", "number")
STATISTICS = ("least", "most", "mean", "total")
STAGES = ("placing", "sliding")
PER_TYPE = len(FEATURES) * len(STATISTICS)
"""Values of one type of zones."""
PER_STAGE = PER_TYPE * len(TYPES)
"""Values of one position, for one role."""

Values: TypeAlias = tuple[int, ...]
"""What is measured, each in the units that its terrain tells."""

_SHORT = 2
"""Locations on a short line; longer ones are long."""
_FINE = 1_000_000
"""The denominator of compactness where coordinates are no small whole numbers."""
_LARGEST = 100
"""The widest board whose coordinates count as small whole numbers."""
_REMEMBERED = 1 << 15
"""How many sets of locations are remembered of each board."""
_MEASURED = 1 << 14
"""For how many of them all values are, which takes a kilobyte each."""
_POSITIONS = 1 << 12
"""How many positions are, as one role sees them."""


_NOUNS = {
    "men": ("men", "more", "fewer"),
    "locations": ("locations", "more", "fewer"),
    "density": ("density", "higher", "lower"),
    "compactness": ("compactness", "higher", "lower"),
    "lines": ("lines", "more", "fewer"),
    "short": ("lines of two", "more", "fewer"),
    "long": ("lines of three or more", "more", "fewer"),
    "path": ("paths", "longer", "shorter"),
    "number": ("zones", "more", "fewer"),
}
_HOW = {
    "least": "at the least in",
    "most": "at the most in",
    "mean": "on average in",
    "total": "together in",
}


class Expression(NamedTuple):
    """One thing to measure: of which zones, what, and of all of them together how; and in which stage."""

    stage: str
    """Empty in games without stages."""
    kind: str
    feature: str
    statistic: str

    @property
    def text(self) -> str:
        """Its name, such as `sliding two-step locations mean`."""
        return _name(self)

    @property
    def place(self) -> tuple[int, int]:
        """Where its value stands: of which type, and where among the values of that."""
        return _place(self.kind, self.feature, self.statistic)

    def told(self, direction: int) -> str:
        """Say in words what it is to have more of it, or less."""
        noun, *ways = _NOUNS[self.feature]
        way = ways[direction < 0]
        stage = f", {self.stage}" if self.stage else ""
        if self.feature == "number":
            return f"{way} {self.kind} zones{stage}"
        return f"{way} {noun} {_HOW[self.statistic]} one's {self.kind} zones{stage}"


@functools.cache
def _name(words: Iterable[str]) -> str:
    return " ".join(filter(None, words))


@functools.cache
def _place(kind: str, feature: str, statistic: str) -> tuple[int, int]:
    within = FEATURES.index(feature) * len(STATISTICS) + STATISTICS.index(statistic)
    return TYPES.index(kind), within


ORDER = tuple(itertools.product(TYPES, FEATURES, STATISTICS))
"""What each value of a position is, in order."""
EXPRESSIONS: Mapping[str, Expression] = {
    each.text: each for each in (Expression(stage, *what) for stage in ("", *STAGES) for what in ORDER)
}
"""Every expression by its name: 216 of games without stages, and 216 of each stage."""


class Zone(NamedTuple):
    """A zone: its locations and those with a man of its owner, as bit sets."""

    locations: int
    men: int


class Shape(NamedTuple):
    """What can be measured of a set of locations, whoever stands there."""

    locations: int
    compactness: int
    """In units of the terrain."""
    lines: int
    short: int
    long: int
    path: int
    """Steps of the longest of the shortest paths inside."""


class Terrain:
    """A board as zones see it, worked out once."""

    def __init__(self, board: Board) -> None:
        size = len(board)
        lines = [line for line in board.lines if _is_drawn(board, line)]
        beside = [0] * size
        for one, other in (pair for line in lines for pair in itertools.pairwise(line)):
            beside[one] |= 1 << other
            beside[other] |= 1 << one
        self._beside = {1 << i: near for i, near in enumerate(beside)}
        self._lines = [(sum(1 << i for i in line), len(line)) for line in lines]
        along = _along(board)
        self._along = [_by_place(axis) for axis in along]
        self._whole = (1 << size) - 1
        self._parts = math.lcm(*range(1, size + 1))
        """A denominator of every density, and of every mean."""
        self._fineness = _fineness(along)
        self._next_to = functools.lru_cache(_REMEMBERED)(self._find_next_to)
        self.shape = functools.lru_cache(_REMEMBERED)(self._shape)
        self.measured = functools.lru_cache(_MEASURED)(self._measured)
        self.by_type = functools.lru_cache(_POSITIONS)(self._by_type)
        self.units = self._units()
        """By what each value of a position is to be divided."""

    # Which zones there are.

    def grounds(self, mine: int, theirs: int) -> tuple[int, ...]:
        """Return by type where the zones of a role lie, and perhaps more: parts of it may hold no man."""
        empty = self._whole & ~(mine | theirs)
        one, two, many = self._reach(mine, empty)
        their_one, their_two, their_many = self._reach(theirs, empty)
        return (
            mine | one,
            mine | two,
            mine | many,
            mine | empty & ~their_many,
            mine | one & ~their_one,
            mine | two & ~their_two,
        )

    def zones(self, mine: int, theirs: int) -> dict[str, list[Zone]]:
        """Return the zones of a role, by type."""
        grounds = self.grounds(mine, theirs)
        return {kind: self._zones_in(ground, mine) for kind, ground in zip(TYPES, grounds, strict=True)}

    def _reach(self, men: int, empty: int) -> tuple[int, int, int]:
        """Return the empty locations within one slide of these men, within two, and within any number."""
        one = self._next_to(men) & empty
        reached = two = one | self._next_to(one) & empty
        fresh = two & ~one
        while fresh:
            fresh = self._next_to(fresh) & empty & ~reached
            reached |= fresh
        return one, two, reached

    def _find_next_to(self, locations: int) -> int:
        """Return what lies beside any of these locations."""
        beside, found = self._beside, 0
        while locations:
            location = locations & -locations
            locations ^= location
            found |= beside[location]
        return found

    def _zones_in(self, ground: int, mine: int) -> list[Zone]:
        """Return the connected parts of a set of locations that hold a man."""
        found, left = [], mine
        while left:
            part = fresh = left & -left
            while fresh:
                fresh = self._next_to(fresh) & ground & ~part
                part |= fresh
            found.append(Zone(part, part & mine))
            left &= ~part
        return found

    # What is measured of them.

    def values(self, mine: int, theirs: int) -> Values:
        """Return all values of a position for the role of these men; it must have some."""
        return tuple(itertools.chain.from_iterable(self.by_type(mine, theirs)))

    def _by_type(self, mine: int, theirs: int) -> tuple[Values, ...]:
        """Return all values of a position for the role of these men by type; nothing if it has none."""
        return tuple(self.measured(each, mine) for each in self.grounds(mine, theirs)) if mine else ()

    def features(self, zone: Zone) -> Values:
        """Return the features of one zone; density and compactness in units."""
        shape, men = self.shape(zone.locations), zone.men.bit_count()
        density = men * (self._parts // shape.locations)
        return men, shape.locations, density, *shape[1:], 1

    def exactly(self, zone: Zone) -> dict[str, Fraction]:
        """Return the features of one zone by name, as they are."""
        pairs = zip(FEATURES, self.features(zone), self.units[::4], strict=False)
        return {name: Fraction(value, unit) for name, value, unit in pairs}

    def _measured(self, ground: int, mine: int) -> Values:
        """Return the values of one type: feature by feature the least, the most, the mean and the total."""
        rows = [self.features(zone) for zone in self._zones_in(ground, mine)]
        share = self._parts // len(rows)
        found: list[int] = []
        if len(rows) == 1:
            for value in rows[0]:
                found += (value, value, value * share, value)
        else:
            for column in zip(*rows, strict=True):
                total = sum(column)
                found += (min(column), max(column), total * share, total)
        return tuple(found)

    def _shape(self, locations: int) -> Shape:
        inside = [length for line, length in self._lines if line & locations == line]
        short = inside.count(_SHORT)
        extents = []
        for along in self._along:
            here = [at for at, there in along if there & locations]
            extents.append(here[-1] - here[0])
        return Shape(
            locations.bit_count(),
            _compactness(extents, self._fineness),
            len(inside),
            short,
            len(inside) - short,
            self._path(locations),
        )

    def _path(self, locations: int) -> int:
        """Return how many steps the farthest two of these locations are apart."""
        longest, left, next_to = 0, locations, self._next_to
        while left:
            fresh = left & -left
            left ^= fresh
            reached, steps = fresh, 0
            while fresh := next_to(fresh) & locations & ~reached:
                reached |= fresh
                steps += 1
            longest = max(longest, steps)
        return longest

    def _units(self) -> Values:
        of_features = {"density": self._parts, "compactness": self._fineness}
        return tuple(
            of_features.get(feature, 1) * (self._parts if statistic == "mean" else 1)
            for _, feature, statistic in ORDER
        )


@functools.lru_cache(maxsize=64)
def terrain_of(board: Board) -> Terrain | None:
    """Return a board as zones see it; None if it has no lines to slide along."""
    return Terrain(board) if any(_is_drawn(board, line) for line in board.lines) else None


def terrain_for(game: Game[Any], position: Any) -> Terrain | None:
    """Return the board of a game as zones see it; None if it has no lines, or nobody's men stand on it."""
    return None if game.men(position, Role.PLAYER) is None else terrain_of(game.board)


def stage_of(game: Game[Any], position: Any) -> str:
    """Return the stage of a position, nothing in a game without stages."""
    return game.stage(position) or ""


def sides_of(game: Game[Any], position: Any, role: Role) -> tuple[int, int]:
    """Return the men of a role and those of the other, as bit sets."""
    cells = game.cells(position)
    return men_of(cells, role), men_of(cells, role.other)


def names_in(board: Board, locations: int) -> list[str]:
    """Return the names of a set of locations, in the board's order."""
    return [each.name for i, each in enumerate(board.locations) if locations >> i & 1]


def _is_drawn(board: Board, line: Sequence[int]) -> bool:
    """Can one slide along a line? On a board of cells, along rows and columns alone."""
    if board.style != "cells":
        return len(line) > 1
    first, last = (board.locations[i].coordinates for i in (line[0], line[-1]))
    return sum(one != other for one, other in zip(first, last, strict=True)) == 1


def _along(board: Board) -> list[list[int]]:
    """Return the coordinates of all locations as whole numbers by axis: millionths, where some are none.

    There are two axes, and a third on boards in space.
    """
    places = [location.coordinates for location in board.locations]
    is_whole = all(at == int(at) for place in places for at in place)
    axes = [[round(at if is_whole else at * _FINE) for at in along] for along in zip(*places, strict=True)]
    flat, spread = (
        [axis for axis in axes if (min(axis) == max(axis)) is is_flat] for is_flat in (True, False)
    )
    return (spread + flat)[: max(2, len(spread))]


def _by_place(axis: Sequence[int]) -> list[tuple[int, int]]:
    """Return which locations have each coordinate along an axis, in order."""
    return [(at, sum(1 << i for i, here in enumerate(axis) if here == at)) for at in sorted(set(axis))]


def _fineness(along: Iterable[Sequence[int]]) -> int:
    """Return a denominator of every compactness on a board; millionths where there is no small one."""
    spans = {
        abs(one - other) for axis in along for one, other in itertools.combinations(sorted(set(axis)), 2)
    }
    return _FINE if max(spans) > _LARGEST else math.lcm(*spans)


def _compactness(extents: Iterable[int], fineness: int) -> int:
    """Return the smaller of height by width and width by height: 1 of a single location, 0 of a row.

    In space the two widest extents count.
    """
    width, height, *_ = sorted(extents, reverse=True)
    return fineness * height // width if width else fineness
