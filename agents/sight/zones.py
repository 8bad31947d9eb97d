"""Zones: connected regions of a board that one role holds, and their measures.

A zone consists of men of its owner and of empty locations that these can reach by sliding along drawn lines;
there are six types, which differ in the locations they include. Each zone has nine features, and over all
zones of a role a feature has its least, its most, its mean and its total: 216 values of a position for each
role, and as many expressions for each of the stages of a game.

Sets of locations are bit sets, and values are whole numbers over their own denominator, so that rounding
never decides whether a value has changed. All values of a position are packed into one number.
"""

import functools
import itertools
import math
import operator
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from agents.sight.packing import Packing
from games import Board, Game, Role

TYPES = ("one-step", "two-step", "multi-step", "piece-bounded", "private", "extended-private")
ALL_TYPES = (1 << len(TYPES)) - 1
"""The bit set of all types."""
FEATURES = ("men", "locations", "density", "compactness", "lines", "short", "long", "path", "number")
STATISTICS = ("least", "most", "mean", "total")
STAGES = ("placing", "sliding")
PER_TYPE = len(FEATURES) * len(STATISTICS)
"""The number of values of one type of zones."""
PER_STAGE = PER_TYPE * len(TYPES)
"""The number of values of one position, for one role."""

Values: TypeAlias = tuple[int, ...]
"""Measured values, each in the unit that its terrain gives."""

_SHORT = 2
"""The number of locations on a short line; longer lines are long."""
_FINE = 1_000_000
"""The denominator of compactness if coordinates are not small whole numbers."""
_LARGEST = 100
"""The widest board whose coordinates count as small whole numbers."""
_REMEMBERED = 1 << 15
"""How many sets of locations are remembered for each board."""
_MEASURED = 1 << 14
"""For how many of these sets all values are remembered."""
_POSITIONS = 1 << 12
"""How many positions are remembered, as one role sees them: two kilobytes each."""


_SUMMED = 1 << 16
"""How many packed positions can be added up."""


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
    """One thing to measure: the stage, the type of zones, the feature, and the statistic over all zones."""

    stage: str
    """Empty in games without stages."""
    kind: str
    feature: str
    statistic: str

    @property
    def text(self) -> str:
        """Return its name, such as `sliding two-step locations mean`."""
        return _name(self)

    @property
    def place(self) -> tuple[int, int]:
        """Return the index of its type, and the index of its value within the type."""
        return _place(self.kind, self.feature, self.statistic)

    @property
    def packed_place(self) -> int:
        """Return the index of its value among the packed values of a position."""
        return _PACKED[self[1:]]

    def describe(self, direction: int) -> str:
        """Describe what it means to have more of it, or less."""
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
"""The expression of each value of a position, in order."""
_PACKED = {
    (kind, feature, statistic): place
    for place, (kind, statistic, feature) in enumerate(itertools.product(TYPES, STATISTICS, FEATURES))
}
"""The index of each packed value: the values of one statistic are next to each other."""
_in_order = operator.itemgetter(*(_PACKED[what] for what in ORDER))
EXPRESSIONS: Mapping[str, Expression] = {
    each.text: each for each in (Expression(stage, *what) for stage in ("", *STAGES) for what in ORDER)
}
"""Every expression by its name: 216 for games without stages, and 216 for each stage."""


class Zone(NamedTuple):
    """A zone: its locations and those with a man of its owner, as bit sets."""

    locations: int
    men: int


class Terrain:
    """A board with everything about zones that is computed once."""

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
        self.units = self._units()
        """The divisor of each value of a position."""
        largest = max(self.units) * (size + len(lines)) * _SUMMED
        self._features, self.packing = Packing(len(FEATURES), largest), Packing(PER_STAGE, largest)
        """How the features of a zone and the values of a position are packed."""
        bits = self._features.bits
        self._of_one = 1 | 1 << bits | self._parts << 2 * bits | 1 << 3 * bits
        """The factor that turns the features of a type's only zone into the values of the type."""
        self._of_a_man = [self._features.pack(self._man_in(number)) for number in range(1, size + 1)]
        """What a man adds to the features of a zone, indexed by its number of locations minus one."""
        self._next_to = functools.lru_cache(_REMEMBERED)(self._find_next_to)
        self._connected = functools.lru_cache(_REMEMBERED)(self._find_connected)
        self._row = functools.lru_cache(_REMEMBERED)(self._find_row)
        self._measured = functools.lru_cache(_MEASURED)(self._measure)
        self.packed = functools.lru_cache(_POSITIONS)(self._pack)

    # Finding zones.

    def grounds(self, mine: int, theirs: int) -> tuple[int, ...]:
        """Return, by type, the locations of a role's zones, with parts that may hold no man."""
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
        return {
            kind: [Zone(part, part & mine) for part in self._parts_of(ground, mine)]
            for kind, ground in zip(TYPES, grounds, strict=True)
        }

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
        """Return the neighbours of these locations."""
        beside, found = self._beside, 0
        while locations:
            location = locations & -locations
            locations ^= location
            found |= beside[location]
        return found

    def _parts_of(self, ground: int, mine: int) -> list[int]:
        """Return the connected parts of a set of locations that hold a man, first the first man's part."""
        return [part for part in self._connected(ground) if part & mine]

    def _find_connected(self, ground: int) -> tuple[int, ...]:
        """Return the connected parts of a set of locations."""
        found, left = [], ground
        while left:
            part = fresh = left & -left
            while fresh:
                fresh = self._next_to(fresh) & ground & ~part
                part |= fresh
            found.append(part)
            left &= ~part
        return tuple(found)

    # Measuring zones.

    def values(self, mine: int, theirs: int) -> Values:
        """Return all values of a position for the role of these men; it must have some."""
        return self.unpacked(self.packed(mine, theirs, ALL_TYPES))

    def unpacked(self, packed: int) -> Values:
        """Return packed values, or sums of them, as a tuple."""
        values: Values = _in_order(self.packing.unpack(packed))
        return values

    def by_type(self, mine: int, theirs: int) -> list[Values]:
        """Return all values of a position for the role of these men, by type; [] if it has no men."""
        values = self.values(mine, theirs) if mine else ()
        return [values[start : start + PER_TYPE] for start in range(0, len(values), PER_TYPE)]

    def features(self, zone: Zone) -> Values:
        """Return the features of one zone; density and compactness in units."""
        bare, of_a_man = self._row(zone.locations)
        return self._features.unpack(bare + zone.men.bit_count() * of_a_man)

    def exactly(self, zone: Zone) -> dict[str, Fraction]:
        """Return the exact features of one zone, by name."""
        pairs = zip(FEATURES, self.features(zone), self.units[::4], strict=False)
        return {name: Fraction(value, unit) for name, value, unit in pairs}

    def _pack(self, mine: int, theirs: int, kinds: int) -> int:
        """Return the packed values of a position for the role of these men; 0 if it has none.

        `kinds` is a bit set of types; the values of other types are not computed, and are 0.
        """
        found, shift = 0, 0
        for kind, ground in enumerate(self.grounds(mine, theirs) if mine else ()):
            if kinds >> kind & 1:
                found |= self._measured(ground, mine) << shift
            shift += len(STATISTICS) * self._features.bits
        return found

    def _measure(self, ground: int, mine: int) -> int:
        """Return the values of one type, packed: least, most, mean and total, feature by feature."""
        ordered, bits = self._features.ordered, self._features.bits
        rows = []
        for part in self._connected(ground):
            if men := part & mine:
                bare, of_a_man = self._row(part)
                rows.append(bare + men.bit_count() * of_a_man)
        if len(rows) == 1:
            return rows[0] * self._of_one
        least, most = ordered(rows[0], rows[1])
        for each in rows[2:]:
            least, most = ordered(least, each)[0], ordered(most, each)[1]
        total = sum(rows)
        mean = total * (self._parts // len(rows))
        return least | (most | (mean | total << bits) << bits) << bits

    def _find_row(self, locations: int) -> tuple[int, int]:
        """Return the features of a zone without its men, packed, and what each man adds."""
        number = locations.bit_count()
        bare = self._features.pack((0, number, 0, *self._shape(locations), 1))
        return bare, self._of_a_man[number - 1]

    def _man_in(self, locations: int) -> Values:
        """Return what a man adds to the features of a zone with this many locations."""
        of_features = {"men": 1, "density": self._parts // locations}
        return tuple(of_features.get(feature, 0) for feature in FEATURES)

    def _shape(self, locations: int) -> Values:
        """Return compactness, the numbers of lines, short lines and long lines, and the longest path."""
        inside = [length for line, length in self._lines if line & locations == line]
        short = inside.count(_SHORT)
        extents = []
        for along in self._along:
            here = [at for at, there in along if there & locations]
            extents.append(here[-1] - here[0])
        compactness = _compactness(extents, self._fineness)
        return compactness, len(inside), short, len(inside) - short, self._path(locations)

    def _path(self, locations: int) -> int:
        """Return the number of steps between the two locations that are farthest apart.

        If no location is farther than n steps from one of them, none is farther than n + d from another that
        is d steps away from it. So after a look from the edge and one from the middle, few locations are
        left; none if all lie along one path.
        """
        longest, most = 0, locations.bit_count() - 1
        left = start = locations
        is_at_edge = False
        while left and longest < most:
            rings = self._rings(start, locations)
            steps = len(rings) - 1
            longest = max(longest, steps)
            for ring in rings[: longest - steps + 1]:
                left &= ~ring
            start = rings[steps // 2 if is_at_edge else steps] & left or left
            is_at_edge = True
        return longest

    def _rings(self, start: int, locations: int) -> list[int]:
        """Return these locations by their distance in steps from the first of `start`."""
        rings, reached = [], 0
        fresh = start & -start
        while fresh:
            rings.append(fresh)
            reached |= fresh
            fresh = self._next_to(fresh) & locations & ~reached
        return rings

    def _units(self) -> Values:
        of_features = {"density": self._parts, "compactness": self._fineness}
        return tuple(
            of_features.get(feature, 1) * (self._parts if statistic == "mean" else 1)
            for _, feature, statistic in ORDER
        )


@functools.lru_cache(maxsize=64)
def terrain_of(board: Board) -> Terrain | None:
    """Return the terrain of a board; None if it has no lines to slide along."""
    return Terrain(board) if any(_is_drawn(board, line) for line in board.lines) else None


def terrain_for(game: Game[Any], position: Any) -> Terrain | None:
    """Return the terrain of a game's board; None if it has no lines, or the game has no men."""
    return None if game.men(position, Role.PLAYER) is None else terrain_of(game.board)


def stage_of(game: Game[Any], position: Any) -> str:
    """Return the stage of a position; "" in a game without stages."""
    return game.stage(position) or ""


def men_by_side(game: Game[Any], position: Any, role: Role) -> tuple[int, int]:
    """Return the men of a role and those of the other, as bit sets."""
    return game.standing(position, role), game.standing(position, role.other)


def names_in(board: Board, locations: int) -> list[str]:
    """Return the names of a set of locations, in the board's order."""
    return [each.name for i, each in enumerate(board.locations) if locations >> i & 1]


def _is_drawn(board: Board, line: Sequence[int]) -> bool:
    """Return whether men can slide along a line; on a board of cells, only along rows and columns."""
    if board.style != "cells":
        return len(line) > 1
    first, last = (board.locations[i].coordinates for i in (line[0], line[-1]))
    return sum(one != other for one, other in zip(first, last, strict=True)) == 1


def _along(board: Board) -> list[list[int]]:
    """Return the coordinates of all locations by axis as whole numbers, in millionths if some are not whole.

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
    """Return the locations that have each coordinate along an axis, in order."""
    return [(at, sum(1 << i for i, here in enumerate(axis) if here == at)) for at in sorted(set(axis))]


def _fineness(along: Iterable[Sequence[int]]) -> int:
    """Return a denominator of every compactness on a board; millionths if there is no small one."""
    spans = {
        abs(one - other) for axis in along for one, other in itertools.combinations(sorted(set(axis)), 2)
    }
    return _FINE if max(spans) > _LARGEST else math.lcm(*spans)


def _compactness(extents: Iterable[int], fineness: int) -> int:
    """Return the smaller of height by width and width by height: 1 for a single location, 0 for a row.

    In space the two widest extents count.
    """
    width, height, *_ = sorted(extents, reverse=True)
    return fineness * height // width if width else fineness
