"""Patterns: the men on the locations that a template marks, under any symmetry of the board.

A pattern is written by one of its places, always the same one: `1=X 9=X`, `4=. 5=.`; X is Player, O is
Opponent, and a dot is an empty location. Men are bit sets, so one step compares a place, and patterns are
looked up by their men: the number of known patterns makes no difference.
"""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from agents.sight.lines import join_names
from games import BadOption, Board, Game, HoyleError, Role, templates_of
from games.board_shapes import is_flat
from games.notation import MARKS, MEANINGS

Sides: TypeAlias = tuple[int, int]
"""Where the men of Player and those of Opponent stand, as bit sets."""
Found: TypeAlias = Mapping[str, Sequence[int]]
"""Patterns by their texts, each with the places in which it was found, as bit sets."""

NINE_TEMPLATES = ((0, 1), (0, 4), (1, 4), (0, 2), (0, 8), (1, 7), (0, 1, 2), (0, 4, 8), (1, 4, 7))
"""Figure 7 of the paper: the locations 12, 15, 25, 13, 19, 28, 123, 159 and 258 of a board, row by row."""
RESULTS = ("won", "drawn", "lost")
"""How a contest may end for Hoyle."""
_ROWS = 3


@attrs.frozen
class Sight:
    """A way to see a board: in which places, and whether men and empty locations may mix there."""

    board: Board
    places: tuple[int, ...]
    """The placements of all templates as bit sets, each once."""
    is_mixed: bool
    """Whether a place that is neither all empty nor all occupied is a pattern too."""

    def patterns(self, sides: Sides) -> Iterator[str]:
        """Yield the pattern of each place; a pattern in several places is repeated."""
        player, opponent = sides
        men = player | opponent
        for place in self.places:
            if self.is_mixed or men & place in (0, place):
                yield text_of(self.board, place, player & place, opponent & place)

    def misfit(self, text: str) -> str:
        """Return why a text is not a pattern of this board; "" if it is."""
        try:
            place, player, opponent = read_pattern(self.board, text)
        except HoyleError as error:
            return str(error)
        is_plain = (player | opponent) in (0, place)
        if place not in self.places or not (self.is_mixed or is_plain):
            return "no template of the board fits it"
        written = text_of(self.board, place, player, opponent)
        return "" if written == text else f"it is written {written!r}"


@functools.lru_cache(maxsize=64)
def sight_by_hand(board: Board) -> Sight | None:
    """See the nine templates of the paper, which are for boards of three rows of three; None on others."""
    rows = rows_of_three(board)
    if rows is None:
        return None
    shapes = [[rows[i] for i in template] for template in NINE_TEMPLATES]
    images = ([symmetry[i] for i in shape] for shape in shapes for symmetry in board.symmetries())
    return Sight(board, _places(images), is_mixed=True)


@functools.lru_cache(maxsize=64)
def sight_by_lines(board: Board) -> Sight | None:
    """See the templates that the lines of a board form; None on boards in space."""
    if not is_flat(board):
        return None
    found = (placement for template in templates_of(board) for placement in template.placements)
    return Sight(board, _places(found), is_mixed=False)


def rows_of_three(board: Board) -> tuple[int, ...] | None:
    """Return the locations of a board row by row, if it has three equally spaced rows of three."""
    order = sorted(range(len(board)), key=lambda i: (board.locations[i].y, board.locations[i].x))
    places = [board.locations[i].coordinates for i in order]
    x, y, z = places[0]
    step = places[1][0] - x if len(places) > 1 else 0
    wanted = [(x + step * column, y + step * row, z) for row in range(_ROWS) for column in range(_ROWS)]
    return tuple(order) if step and places == wanted else None


def _places(shapes: Iterable[Iterable[int]]) -> tuple[int, ...]:
    return tuple(sorted({sum(1 << i for i in shape) for shape in shapes}))


def sides_of(game: Game[Any], position: Any) -> Sides:
    """Return where the men of both roles stand."""
    return game.standing(position, Role.PLAYER), game.standing(position, Role.OPPONENT)


# How a pattern is written.


@functools.lru_cache(maxsize=1 << 16)
def text_of(board: Board, place: int, player: int, opponent: int) -> str:
    """Return the pattern of some locations as text, the same for all images under symmetries."""
    marks = {i: _mark(1 << i, player, opponent) for i in range(len(board)) if place >> i & 1}
    images = (sorted((way[i], mark) for i, mark in marks.items()) for way in board.symmetries())
    return " ".join(f"{board.locations[i].name}={mark}" for i, mark in min(images))


def _mark(bit: int, player: int, opponent: int) -> str:
    return MARKS[Role.PLAYER if player & bit else Role.OPPONENT if opponent & bit else None]


def read_pattern(board: Board, text: str) -> tuple[int, int, int]:
    """Read the text of a pattern: the place, and where Player's and Opponent's men stand in it."""
    sides = {"X": 0, "O": 0, ".": 0}
    for part in text.split(" "):
        name, _, mark = part.rpartition("=")
        if mark not in sides:
            raise BadOption(f"{part!r:.60} names no mark; write 1=X, 1=O or 1=.")
        bit = 1 << board.index(name)
        if bit & sum(sides.values()):
            raise BadOption(f"location {name} is given twice; give it once")
        sides[mark] |= bit
    return sum(sides.values()), sides["X"], sides["O"]


def drawn(board: Board, text: str) -> tuple[list[Role | None], list[int]]:
    """Return a pattern as the men on a board, and the locations that it is about."""
    place, player, opponent = read_pattern(board, text)
    marked = [i for i in range(len(board)) if place >> i & 1]
    return [MEANINGS.get(_mark(1 << i, player, opponent)) for i in range(len(board))], marked


def describe_pattern(text: str) -> str:
    """Describe a pattern: `X on 1 and 9, 5 empty`."""
    names: dict[str, list[str]] = {}
    for part in text.split(" "):
        name, _, mark = part.rpartition("=")
        names.setdefault(mark, []).append(name)
    empty = MARKS[None]
    return ", ".join(
        f"{join_names(found)} empty" if mark == empty else f"{mark} on {join_names(found)}"
        for mark, found in names.items()
    )


def exchanged(board: Board, text: str) -> str:
    """Return the same pattern with the men of both roles exchanged."""
    place, player, opponent = read_pattern(board, text)
    return text_of(board, place, opponent, player)


def usual_result(counts: Mapping[str, int]) -> str:
    """Return the most frequent result of a pattern: won, drawn or lost; "" if two are equally frequent."""
    first, second, _ = sorted(RESULTS, key=lambda result: -counts[result])
    return first if counts[first] > counts[second] else ""


# Finding known patterns.


@attrs.frozen
class PatternIndex:
    """Some patterns, by where they can lie and by the men there."""

    _by_place: Mapping[int, Mapping[Sides, str]]
    _around: Mapping[int, frozenset[int]] = attrs.field(init=False, repr=False)
    """For each place, the larger places that it is part of."""

    @_around.default
    def _find_around(self) -> Mapping[int, frozenset[int]]:
        return _larger_places(tuple(sorted(self._by_place)))

    def found(self, sides: Sides) -> dict[str, list[int]]:
        """Return the patterns that a position shows, with their places."""
        player, opponent = sides
        found: dict[str, list[int]] = {}
        for place, known in self._by_place.items():
            text = known.get((player & place, opponent & place))
            if text is not None:
                found.setdefault(text, []).append(place)
        return found

    def without_parts(self, found: Found) -> set[str]:
        """Return the patterns that do not lie only within the places of other patterns that were found."""
        places = set(itertools.chain.from_iterable(found.values()))
        around = self._around
        return {text for text, lie in found.items() if any(places.isdisjoint(around[place]) for place in lie)}


@functools.lru_cache(maxsize=64)
def _larger_places(places: tuple[int, ...]) -> Mapping[int, frozenset[int]]:
    """Return, for each of these places, the other places that it is part of."""
    return {
        place: frozenset(other for other in places if place & other == place != other) for place in places
    }


@functools.lru_cache(maxsize=64)
def index_of(board: Board, texts: tuple[str, ...]) -> PatternIndex:
    """Return the index of these patterns, in all their places."""
    by_place: dict[int, dict[Sides, str]] = {}
    for text in texts:
        masks = read_pattern(board, text)
        for way in board.symmetries():
            place, player, opponent = (_image(mask, way) for mask in masks)
            by_place.setdefault(place, {})[player, opponent] = text
    return PatternIndex(by_place)


def _image(mask: int, way: Sequence[int]) -> int:
    return sum(1 << to for i, to in enumerate(way) if mask >> i & 1)


See: TypeAlias = Callable[[Board], Sight | None]
"""Returns how a board is seen, or None if it cannot be."""
