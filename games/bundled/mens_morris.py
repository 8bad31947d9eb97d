"""The morris games: boards of nested squares, and the members of the family."""

from games.board import Board, Line, Location
from games.families.morris import MorrisGame, MorrisRules, make_morris
from games.options import one_of

_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


def nested_squares(rings: int, *, diagonals: bool = False) -> Board:
    """Make nested squares of eight points each, joined at the middles of the sides and, if asked, corners.

    Lines come ring by ring, then the spokes, then the diagonals.
    """
    sizes = range(rings, 0, -1)
    places = sorted(((x * n, y * n) for x, y in (*_CORNERS, *_SIDES) for n in sizes), key=lambda at: at[::-1])
    indices = {place: i for i, place in enumerate(places)}

    def line(*ways: tuple[int, int, int]) -> Line:
        return tuple(indices[x * n, y * n] for x, y, n in ways)

    lines = [
        line((*start, n), (*middle, n), (*end, n))
        for n in sizes
        for start, middle, end in zip(_CORNERS, _SIDES, (*_CORNERS[1:], _CORNERS[0]), strict=True)
    ]
    directions = (*_SIDES, *_CORNERS) if diagonals else _SIDES
    lines += [line(*((*way, n) for n in sizes)) for way in directions]
    locations = [Location(str(n), x + rings, y + rings) for n, (x, y) in enumerate(places, start=1)]
    return Board(locations, lines, style="points")


_SMALL = nested_squares(2)
_LARGE = nested_squares(3)
_DIAGONAL = nested_squares(3, diagonals=True)
_COMMON = (
    "Place your men in turn, then slide one along a line to a neighbouring empty point. Filling a mill, "
    "three in line, captures one enemy man that is in no mill, or any if all are. Down to two men, or unable "
    "to slide: you lose."
)
_FLYING = " Down to three men, you may move them to any empty point."
_NO_ROOM = " A board filled without a capture is a draw."
_NERENCHI = (
    "The rules are uncertain. Place your men in turn, then slide one along a line to a neighbouring empty "
    "point. A row made while placing gives another placement and captures nothing; a row made by sliding "
    "captures one enemy man, one in no row if possible, and gives another move. Down to two men, or "
    "unable to slide: you lose."
)


def _morris(count: str, men: int, board: Board, flying: str, more: str = "") -> MorrisGame:
    flies = one_of("flying", flying, ("none", "at-three")) == "at-three"
    return make_morris(
        MorrisRules(
            name=f"{count.lower()}-mens-morris",
            title=f"{count} men's morris",
            text=_COMMON + (_FLYING if flies else "") + more,
            board=board,
            men=men,
            flying=flies,
            options=(("flying", flying),),
        )
    )


def five_mens_morris(*, flying: str = "none") -> MorrisGame:
    """Make five men's morris: two squares."""
    return _morris("Five", 5, _SMALL, flying)


def six_mens_morris(*, flying: str = "none") -> MorrisGame:
    """Make six men's morris (akidada): two squares."""
    return _morris("Six", 6, _SMALL, flying)


def nine_mens_morris(*, flying: str = "none") -> MorrisGame:
    """Make nine men's morris: three squares."""
    return _morris("Nine", 9, _LARGE, flying)


def eleven_mens_morris(*, flying: str = "none") -> MorrisGame:
    """Make eleven men's morris: three squares with diagonals."""
    return _morris("Eleven", 11, _DIAGONAL, flying, _NO_ROOM)


def twelve_mens_morris(*, flying: str = "none") -> MorrisGame:
    """Make twelve men's morris (murabaraba): three squares with diagonals."""
    return _morris("Twelve", 12, _DIAGONAL, flying, _NO_ROOM)


def nerenchi() -> MorrisGame:
    """Make nerenchi: eleven men each on three squares with diagonals; a row gives another turn."""
    return make_morris(
        MorrisRules(name="nerenchi", title="Nerenchi", text=_NERENCHI, board=_DIAGONAL, men=11, bonus=True)
    )
