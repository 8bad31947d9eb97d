"""Zones: the tutorial's Figure 8.5, what a zone is in general, and values against plain fractions."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.sight.zones import (
    EXPRESSIONS,
    FEATURES,
    ORDER,
    STAGES,
    STATISTICS,
    TYPES,
    Expression,
    Terrain,
    Zone,
    men_by_side,
    names_in,
    stage_of,
    terrain_for,
    terrain_of,
)
from games import Board, Location, Role, grid, make_game
from tests.support import each_case, played, wandered

FIVE = make_game("five-mens-morris")
GAMES = [
    make_game(name)
    for name in (
        *("five-mens-morris", "six-mens-morris", "nine-mens-morris", "eleven-mens-morris"),
        *("twelve-mens-morris", "nerenchi", "achi"),
    )
]
LONGEST = 60
"""How many plies a contest of these tests goes on at most."""

Locations: TypeAlias = frozenset[int]


def on(board: Board) -> Terrain:
    """Return a board with lines as zones see it."""
    terrain = terrain_of(board)
    assert terrain is not None
    return terrain


def bits(locations: Iterable[int]) -> int:
    """Make a bit set."""
    return sum(1 << i for i in locations)


def named(names: str) -> int:
    """Make a bit set of locations by their names, which count from 1."""
    return bits(int(name) - 1 for name in names.split())


def unpacked(locations: int) -> Locations:
    """Return what a bit set holds."""
    return frozenset(i for i in range(locations.bit_length()) if locations >> i & 1)


# An independent reading: sets, breadth first, and plain fractions.


class Reference:
    """Zones and values of a board of points, by their definitions."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.near = [set(board.neighbours(i)) for i in range(len(board))]

    def distances(self, start: Iterable[int], through: Locations) -> dict[int, int]:
        """Return how many steps it takes from the start to each location that can be reached so."""
        found = dict.fromkeys(start, 0)
        pending = list(found)
        for here in pending:
            for there in sorted(self.near[here] & through - found.keys()):
                found[there] = found[here] + 1
                pending.append(there)
        return found

    def within(self, men: Locations, empty: Locations, slides: float) -> Locations:
        """Return the empty locations within so many slides of these men."""
        return frozenset(i for i, steps in self.distances(men, empty).items() if 0 < steps <= slides)

    def added(self, mine: Locations, theirs: Locations) -> Mapping[str, Locations]:
        """Return the table of the empty locations that each type adds."""
        empty = frozenset(range(len(self.board))) - mine - theirs
        ever = float("inf")
        return {
            "one-step": self.within(mine, empty, 1),
            "two-step": self.within(mine, empty, 2),
            "multi-step": self.within(mine, empty, ever),
            "piece-bounded": empty - self.within(theirs, empty, ever),
            "private": self.within(mine, empty, 1) - self.within(theirs, empty, 1),
            "extended-private": self.within(mine, empty, 2) - self.within(theirs, empty, 2),
        }

    def zones(self, mine: Locations, theirs: Locations) -> dict[str, set[Locations]]:
        """Return the connected parts that hold a man, by type."""
        return {
            kind: {frozenset(self.distances([man], mine | more)) for man in mine}
            for kind, more in self.added(mine, theirs).items()
        }

    def features(self, zone: Locations, mine: Locations) -> dict[str, Fraction]:
        """Measure one zone."""
        places = [self.board.locations[i].coordinates for i in sorted(zone)]
        inside = [len(line) for line in self.board.lines if set(line) <= zone]
        paths = [steps for i in zone for steps in self.distances([i], zone).values()]
        return {
            "men": Fraction(len(zone & mine)),
            "locations": Fraction(len(zone)),
            "density": Fraction(len(zone & mine), len(zone)),
            "compactness": _compactness(places),
            "lines": Fraction(len(inside)),
            "short": Fraction(sum(length == 2 for length in inside)),
            "long": Fraction(sum(length >= 3 for length in inside)),
            "path": Fraction(max(paths)),
            "number": Fraction(1),
        }

    def values(self, mine: Locations, theirs: Locations) -> list[Fraction]:
        """Return all values of a position for the role of these men, in their order."""
        rows = {
            kind: [self.features(zone, mine) for zone in zones]
            for kind, zones in self.zones(mine, theirs).items()
        }
        found = []
        for kind, feature, statistic in ORDER:
            several = [row[feature] for row in rows[kind]]
            total = sum(several, Fraction(0))
            mean = total / len(several)
            found.append(
                {"least": min(several), "most": max(several), "mean": mean, "total": total}[statistic]
            )
        return found


def _compactness(places: Sequence[Sequence[float]]) -> Fraction:
    """The smaller of height by width and width by height, on a board without layers."""
    width, height = (Fraction(max(along) - min(along)) for along in list(zip(*places, strict=True))[:2])
    if not width and not height:
        return Fraction(1)
    return min(height / width, width / height) if width and height else Fraction(0)


Case: TypeAlias = tuple[Board, Locations, Locations]
"""A board, the men of the owner and those of the other."""


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw a board with men on it, as they fall or as a contest leaves them; the owner has one at least."""
    game = draw(st.sampled_from(GAMES))
    if draw(st.booleans()):
        position = wandered(game, draw(st.integers(0, 10_000)), draw(st.integers(1, LONGEST)))
        cells = list(game.cells(position))
    else:
        who = st.sampled_from((None, *Role))
        size = len(game.board)
        cells = draw(st.lists(who, min_size=size, max_size=size).filter(any_men))
    owner = draw(st.sampled_from([role for role in Role if role in cells]))
    sides = [frozenset(i for i, cell in enumerate(cells) if cell is role) for role in (owner, owner.other)]
    return game.board, sides[0], sides[1]


def any_men(cells: Iterable[Role | None]) -> bool:
    """Is anybody on the board?"""
    return any(cell is not None for cell in cells)


def zones_of(case: Case) -> dict[str, list[Locations]]:
    """Return the zones of the owner as sets, by type."""
    board, mine, theirs = case
    zones = on(board).zones(bits(mine), bits(theirs))
    return {kind: [unpacked(zone.locations) for zone in several] for kind, several in zones.items()}


# The figure.

BLACK, WHITE = named("1 3 7 8 12"), named("4 13 14 16")
FIGURE = {
    "one-step": ["1 2 3 7 8 10 11 12 15"],
    "two-step": ["1 2 3 5 7 8 9 10 11 12 15"],
    "multi-step": ["1 2 3 5 6 7 8 9 10 11 12 15"],
    "piece-bounded": ["1 7 8 11 12", "3"],
    "private": ["1 2 3 7 8 11 12"],
    "extended-private": ["1 7 8 11 12", "3"],
}
"""Figure 8.5, rebuilt: black's zones by the names of locations."""
PRINTED = [
    ("one-step", {"men": 5, "locations": 9, "density": Fraction(5, 9), "compactness": 1}),
    ("one-step", {"lines": 3, "long": 1, "short": 2, "path": 8}),
    ("two-step", {"men": 5, "locations": 11, "lines": 5, "path": 9}),
    ("multi-step", {"men": 5, "locations": 12, "density": Fraction(5, 12), "compactness": 1}),
    ("multi-step", {"lines": 5, "long": 1, "short": 4, "path": 9}),
    ("private", {"men": 5}),
]
"""What is printed of its zones, where there is only one."""


def value(kind: str, feature: str, statistic: str) -> Fraction:
    """Return one of black's values in the figure."""
    terrain, place = on(FIVE.board), ORDER.index((kind, feature, statistic))
    return Fraction(terrain.values(BLACK, WHITE)[place], terrain.units[place])


@pytest.mark.parametrize("kind", TYPES)
def test_the_zones_of_the_figure(kind: str) -> None:
    """Type by type, in the order of their first men."""
    zones = on(FIVE.board).zones(BLACK, WHITE)[kind]
    assert [" ".join(names_in(FIVE.board, zone.locations)) for zone in zones] == FIGURE[kind]
    assert [zone.men for zone in zones] == [zone.locations & BLACK for zone in zones]


@pytest.mark.parametrize(("kind", "printed"), PRINTED)
def test_the_numbers_of_the_figure(kind: str, printed: Mapping[str, Fraction]) -> None:
    """Of a single zone, least, most, mean and total are one."""
    (zone,) = on(FIVE.board).zones(BLACK, WHITE)[kind]
    exactly = on(FIVE.board).exactly(zone)
    for feature, number in printed.items():
        assert exactly[feature] == number
        assert {value(kind, feature, each) for each in STATISTICS} == {number}


def test_the_statistics_of_the_figure() -> None:
    """Four men and one in the piece-bounded zones; and of two types there are two zones."""
    assert [value("piece-bounded", "men", each) for each in STATISTICS] == [1, 4, Fraction(5, 2), 5]
    totals = {kind: value(kind, "number", "total") for kind in TYPES}
    assert [kind for kind, number in totals.items() if number == 2] == ["piece-bounded", "extended-private"]
    assert set(totals.values()) == {1, 2}


# What zones are, on any board of the family.


@given(cases())
def test_every_man_lies_in_one_zone_of_each_type(case: Case) -> None:
    """And no zone holds a man of the other, nor is without one of its owner."""
    _, mine, theirs = case
    for zones in zones_of(case).values():
        assert sorted(itertools.chain.from_iterable(zone & mine for zone in zones)) == sorted(mine)
        assert all(zone & mine and not zone & theirs for zone in zones)
        assert sum(map(len, zones)) == len(frozenset().union(*zones))


@given(cases())
def test_a_zone_is_connected(case: Case) -> None:
    """From anywhere in it one comes everywhere in it."""
    reference = Reference(case[0])
    for zone in itertools.chain.from_iterable(zones_of(case).values()):
        assert reference.distances([min(zone)], zone).keys() == zone


WITHIN = [
    ("one-step", "two-step"),
    ("two-step", "multi-step"),
    ("private", "one-step"),
    ("extended-private", "two-step"),
]


@pytest.mark.parametrize(("inner", "outer"), WITHIN)
@given(case=cases())
def test_some_types_lie_within_others(case: Case, inner: str, outer: str) -> None:
    """Zone by zone: each lies within one of the wider type."""
    zones = zones_of(case)
    for zone in zones[inner]:
        assert sum(zone <= wider for wider in zones[outer]) == 1


@given(cases())
def test_an_image_has_the_image_of_the_zones(case: Case) -> None:
    """Whatever symmetry of the board a position is turned by; and the same values."""
    board, mine, theirs = case
    terrain, zones = on(board), zones_of(case)
    values = terrain.values(bits(mine), bits(theirs))
    for way in board.symmetries():
        ours, others = (frozenset(way[i] for i in each) for each in (mine, theirs))
        turned = {kind: {frozenset(way[i] for i in zone) for zone in each} for kind, each in zones.items()}
        assert {kind: set(each) for kind, each in zones_of((board, ours, others)).items()} == turned
        assert terrain.values(bits(ours), bits(others)) == values


@given(cases())
def test_zones_and_values_are_those_of_plain_fractions(case: Case) -> None:
    """Whole numbers, which over their units are what sets and fractions give, in the order of values."""
    board, mine, theirs = case
    terrain, reference = on(board), Reference(board)
    zones = zones_of(case)
    assert {kind: set(each) for kind, each in zones.items()} == reference.zones(mine, theirs)
    values = terrain.values(bits(mine), bits(theirs))
    assert all(type(each) is int for each in (*values, *terrain.units))
    assert list(map(Fraction, values, terrain.units)) == reference.values(mine, theirs)


@given(cases())
def test_features_are_those_of_plain_fractions(case: Case) -> None:
    """Zone by zone, as they are shown."""
    board, mine, theirs = case
    for zone in itertools.chain.from_iterable(on(board).zones(bits(mine), bits(theirs)).values()):
        exactly = on(board).exactly(zone)
        assert tuple(exactly) == FEATURES
        assert exactly == Reference(board).features(unpacked(zone.locations), mine)


@given(cases())
def test_values_by_type_are_the_values(case: Case) -> None:
    """In the order of types; of a role without men there are none."""
    board, mine, theirs = case
    by_type = on(board).by_type(bits(mine), bits(theirs))
    assert tuple(itertools.chain(*by_type)) == on(board).values(bits(mine), bits(theirs))
    assert on(board).by_type(0, bits(mine)) == []


# Other boards.


def test_on_a_board_of_cells_rows_and_columns_are_edges() -> None:
    """Diagonals of tic-tac-toe win, but nobody slides along them; nor do they count as lines."""
    board = make_game("tic-tac-toe").board
    steps = {
        man: names_in(board, on(board).zones(named(man), 0)["one-step"][0].locations)
        for man in ("1", "2", "5")
    }
    assert steps == {"1": ["1", "2", "4"], "2": ["1", "2", "3", "5"], "5": ["2", "4", "5", "6", "8"]}
    (whole,) = on(board).zones((1 << 9) - 1, 0)["one-step"]
    assert on(board).exactly(whole)["lines"] == 6
    assert on(board).exactly(whole)["path"] == 4
    achi = on(make_game("achi").board)
    assert achi.exactly(whole)["lines"] == 8
    assert achi.exactly(whole)["path"] == 2


def test_in_space_columns_run_through_layers() -> None:
    """A man in the corner of a cube has three neighbours."""
    board = make_game("tic-tac-toe-3d").board
    (zone,) = on(board).zones(named("1"), 0)["one-step"]
    assert names_in(board, zone.locations) == ["1", "2", "4", "10"]


@pytest.mark.parametrize(
    "board",
    [
        make_game("othello").board,
        Board([Location("1", 0, 0)], []),
        grid(2, 2, lines=[(0, 3), (1, 2)]),
    ],
)
def test_a_board_without_lines_has_no_zones(board: Board) -> None:
    """Nor has one of cells with nothing but diagonals."""
    assert terrain_of(board) is None


@pytest.mark.parametrize(
    ("name", "has_zones"),
    [("nim", False), ("othello", False), ("tic-tac-toe", True), ("achi", True), ("nine-mens-morris", True)],
)
def test_zones_are_of_men(name: str, has_zones: bool) -> None:
    """A line of matches, which are nobody's men, makes none."""
    game = make_game(name)
    assert (terrain_for(game, game.initial()) is not None) is has_zones


def test_a_board_is_looked_at_once() -> None:
    """Games with equal boards share what is known of them."""
    assert terrain_of(make_game("six-mens-morris").board) is on(FIVE.board)


def box(width: int, height: int, depth: int) -> Iterator[int]:
    """Yield the locations of a box in the corner of a board of 4 by 4 by 4."""
    for x, y, z in itertools.product(range(width), range(height), range(depth)):
        yield x + 4 * (y + 4 * z)


@each_case("order", list(itertools.permutations(range(3))))
@each_case(
    ("sides", "compactness"),
    [
        ((1, 1, 1), 1),
        ((4, 1, 1), 0),
        ((3, 2, 1), Fraction(1, 2)),
        ((4, 2, 2), Fraction(1, 3)),
        ((4, 3, 1), Fraction(2, 3)),
        ((4, 3, 2), Fraction(2, 3)),
        ((2, 2, 1), 1),
        ((4, 4, 3), 1),
    ],
)
def test_compactness_in_space_is_that_of_the_two_widest_extents(
    sides: tuple[int, int, int], compactness: Fraction, order: tuple[int, int, int]
) -> None:
    """Whichever way a box of so many locations lies; 1 of a single location, 0 of a row."""
    locations = bits(box(*(sides[i] for i in order)))
    assert on(make_game("qubic").board).exactly(Zone(locations, locations))["compactness"] == compactness


@given(st.lists(st.sampled_from((None, *Role)), min_size=64, max_size=64).filter(any_men))
def test_values_are_exact_on_large_boards_too(cells: list[Role | None]) -> None:
    """Where densities and means have denominators of many digits."""
    terrain = on(make_game("qubic").board)
    role = next(cell for cell in cells if cell is not None)
    mine, theirs = (bits(i for i, cell in enumerate(cells) if cell is each) for each in (role, role.other))
    zones, values = terrain.zones(mine, theirs), terrain.values(mine, theirs)
    for place, (kind, feature, statistic) in enumerate(ORDER):
        several = [terrain.exactly(zone)[feature] for zone in zones[kind]]
        found = Fraction(values[place], terrain.units[place])
        total = sum(several, Fraction(0))
        each = {"least": min(several), "most": max(several), "mean": total / len(several), "total": total}
        assert found == each[statistic]


def test_a_board_that_is_one_row_is_never_compact() -> None:
    """But for a man that is alone."""
    terrain = on(grid(4, 1, lines=[(0, 1, 2, 3)]))
    assert terrain.exactly(Zone(0b0110, 0b0010))["compactness"] == 0
    assert terrain.exactly(Zone(0b0010, 0b0010))["compactness"] == 1


def test_compactness_is_rounded_where_coordinates_are_no_whole_numbers() -> None:
    """To millionths, on an octagon; densities and means stay exact."""
    board = make_game("shisima").board
    terrain = on(board)
    for mine in range(1, 1 << len(board), 7):
        for zone in terrain.zones(mine, 0)["one-step"]:
            places = [board.locations[i].coordinates for i in sorted(unpacked(zone.locations))]
            exactly = terrain.exactly(zone)
            assert 0 <= _compactness(places) - exactly["compactness"] < Fraction(3, 1_000_000)
            assert exactly["density"] == Fraction(zone.men.bit_count(), zone.locations.bit_count())


# Expressions, and looking at positions.


def test_there_are_216_expressions_and_432_with_stages() -> None:
    """6 types by 9 features by 4 statistics, and as many for each of two stages; no two are alike."""
    stages = [each.stage for each in EXPRESSIONS.values()]
    assert len(ORDER) == 216
    assert stages.count("") == 216
    assert sum(stages.count(stage) for stage in STAGES) == 432
    assert len(set(EXPRESSIONS.values())) == len(EXPRESSIONS) == 648
    assert all(EXPRESSIONS[each.text] is each for each in EXPRESSIONS.values())


def test_an_expression_knows_where_its_value_stands() -> None:
    """Of which type, and where among the values of that."""
    board = FIVE.board
    by_type, values = on(board).by_type(BLACK, WHITE), on(board).values(BLACK, WHITE)
    for each in EXPRESSIONS.values():
        kind, within = each.place
        assert by_type[kind][within] == values[ORDER.index((each.kind, each.feature, each.statistic))]
        assert ORDER[kind * len(by_type[0]) + within] == (each.kind, each.feature, each.statistic)


@pytest.mark.parametrize(
    ("text", "direction", "told"),
    [
        (
            "sliding two-step locations mean",
            -1,
            "fewer locations on average in one's two-step zones, sliding",
        ),
        ("one-step men total", 1, "more men together in one's one-step zones"),
        ("placing private density most", 1, "higher density at the most in one's private zones, placing"),
        (
            "sliding multi-step compactness least",
            -1,
            "lower compactness at the least in one's multi-step zones, sliding",
        ),
        ("extended-private path most", -1, "shorter paths at the most in one's extended-private zones"),
        ("one-step short total", -1, "fewer lines of two together in one's one-step zones"),
        ("one-step long mean", 1, "more lines of three or more on average in one's one-step zones"),
        ("placing piece-bounded number total", -1, "fewer piece-bounded zones, placing"),
    ],
)
def test_an_expression_is_told_in_words(text: str, direction: int, told: str) -> None:
    """What it is to have more of it, or less."""
    assert EXPRESSIONS[text].text == text
    assert EXPRESSIONS[text].describe(direction) == told


def test_no_two_expressions_are_told_alike() -> None:
    """But the number of zones, of which only the total ever changes."""
    told = [each.describe(1) for each in EXPRESSIONS.values() if each.feature != "number"]
    assert len(set(told)) == len(told)
    numbers = [each for each in EXPRESSIONS.values() if each.feature == "number"]
    assert len({each.describe(1) for each in numbers}) == len(numbers) / len(STATISTICS)


def test_the_stage_of_a_position_may_be_none() -> None:
    """Placing and sliding in games that have both; nothing where there are no stages."""
    assert stage_of(FIVE, FIVE.initial()) == "placing"
    sliding = FIVE.parse_position(FIVE.format_position(wandered(FIVE, 0, 20)))
    assert stage_of(FIVE, sliding) == "sliding"
    game = make_game("tic-tac-toe")
    assert stage_of(game, game.initial()) == ""
    assert Expression("", "one-step", "men", "total").text == "one-step men total"


def test_sides_are_seen_by_role() -> None:
    """First the men of the role, then those of the other."""
    position = played("1 3 7", FIVE)
    assert men_by_side(FIVE, position, Role.PLAYER) == (named("1 7"), named("3"))
    assert men_by_side(FIVE, position, Role.OPPONENT) == (named("3"), named("1 7"))
