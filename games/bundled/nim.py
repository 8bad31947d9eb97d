"""Nim: take matches from heaps; taking the last match loses or wins."""

from collections.abc import Iterator, Sequence

import attrs

from games.board import Board, Location
from games.errors import BadOption, BadPosition
from games.families.studied import StudiedGame, StudiedPosition
from games.game import Move, Outcome, Role
from games.notation import MARKS, MEANINGS
from games.options import one_of, whole_number

_MOST_PILES = 20
_HIGHEST_PILE = 100


@attrs.frozen(cache_hash=True, weakref_slot=False)
class NimPosition(StudiedPosition):
    """How many matches are left in each heap, and the mover."""

    heaps: tuple[int, ...]
    mover: Role


class Nim(StudiedGame[NimPosition]):
    """Take matches from one heap; taking the last one loses, or wins.

    The board has a location for each match. Its name is the move that takes this match and all behind it.
    """

    name = "nim"
    title = "Nim"
    family = "nim"

    def __init__(self, *, piles: str = "1,3,5,7", last: str = "loses", most: str = "any") -> None:
        super().__init__()
        heaps = _read_piles(piles)
        self._last_loses = one_of("last", last, ("loses", "wins")) == "loses"
        self._most = _read_most(most)
        self.options = {"piles": piles, "last": last, "most": most}
        how_many = "as many matches as you like" if most == "any" else f"1 to {most} matches"
        self.rules = f"Take {how_many} from one heap. The role that takes the last match {last}."
        self.board = _rows(heaps)
        self._start = NimPosition(heaps, Role.PLAYER)

    def initial(self) -> NimPosition:
        """Return the position with all matches on the table."""
        return self._start

    def mover(self, position: NimPosition) -> Role:
        """Return the role to move."""
        return position.mover

    def cells(self, position: NimPosition) -> tuple[Role | None, ...]:
        """Return each match that was taken as Opponent's, whichever role took it; free cells show moves."""
        pairs = zip(self._start.heaps, position.heaps, strict=True)
        return tuple(Role.OPPONENT if i >= left else None for full, left in pairs for i in range(full))

    def passed(self, position: NimPosition) -> NimPosition:
        """Return the same position with the other role to move."""
        return self._met(NimPosition(position.heaps, position.mover.other))

    def image(self, position: NimPosition, symmetry: Sequence[int]) -> NimPosition:
        """Exchange whole heaps: the board has no other symmetries."""
        heaps = list(position.heaps)
        for heap, first in enumerate(self._firsts()):
            there = self.board.locations[symmetry[first]].name.split(":")[0]
            heaps[int(there) - 1] = position.heaps[heap]
        return self._met(NimPosition(tuple(heaps), position.mover))

    def format_position(self, position: NimPosition) -> str:
        """Write how many matches each heap has left, then the mover: `1 3 5 7 X`."""
        return f"{' '.join(map(str, position.heaps))} {MARKS[position.mover]}"

    def parse_position(self, text: str) -> NimPosition:
        """Read how many matches each heap has left, and the mover."""
        *counts, mark = text.split() or [""]
        if mark not in MEANINGS:
            raise BadPosition(f"position {text!r} does not say who moves; end it with X or O")
        full = self._start.heaps
        if len(counts) != len(full) or not all(map(_is_number, counts)):
            raise BadPosition(
                f"position {text!r} is incomplete; give {len(full)} numbers, one per heap, then X or O"
            )
        heaps = tuple(map(int, counts))
        taken = [most - left for most, left in zip(full, heaps, strict=True)]
        if min(taken) < 0:
            raise BadPosition(
                f"position {text!r} has too many matches; the heaps start with {' '.join(map(str, full))}"
            )
        mover = MEANINGS[mark]
        if sum(taken) in (0, 1) and mover is not Role(sum(taken)):
            raise BadPosition(
                f"position {text!r} has the wrong mover; by its matches, {MARKS[mover.other]} moves"
            )
        return self._met(NimPosition(heaps, mover))

    def _firsts(self) -> Iterator[int]:
        """Yield the first location of each heap."""
        return _first_locations(self._start.heaps)

    def _judge(self, position: NimPosition) -> Outcome | None:
        if any(position.heaps):
            return None
        return Outcome.win_for(position.mover if self._last_loses else position.mover.other)

    def _list_moves(self, position: NimPosition) -> tuple[Move, ...]:
        return tuple(
            f"{heap}:{count}"
            for heap, left in enumerate(position.heaps, start=1)
            for count in range(1, min(left, self._most) + 1)
        )

    def _after(self, position: NimPosition, move: Move) -> NimPosition:
        heap, count = map(int, move.split(":"))
        heaps = list(position.heaps)
        heaps[heap - 1] -= count
        return NimPosition(tuple(heaps), position.mover.other)

    def _why_not(self, position: NimPosition, move: Move) -> str:
        heap, colon, count = move.partition(":")
        if not colon or not (_is_number(heap) and _is_number(count)):
            return "a move is heap:count"
        if heap not in map(str, range(1, len(position.heaps) + 1)):
            return f"there is no heap {heap}"
        left = position.heaps[int(heap) - 1]
        if left and self._most < left:
            return f"take 1 to {self._most}"
        return f"heap {heap} has {left} left"


def _is_number(text: str) -> bool:
    """Return whether this text can be a number of matches."""
    return text.isascii() and text.isdigit() and len(text) <= len(str(_HIGHEST_PILE))


def _read_piles(text: str) -> tuple[int, ...]:
    """Read the initial heaps, separated by commas or blanks."""
    piles = text.replace(",", " ").split()
    if not 1 <= len(piles) <= _MOST_PILES:
        raise BadOption(f"option piles is {text!r}; use 1 to {_MOST_PILES} numbers, such as 1,3,5,7")
    return tuple(whole_number("piles", each, highest=_HIGHEST_PILE) for each in piles)


def _read_most(text: str) -> int:
    """Read how many matches may be taken at once."""
    if text == "any":
        return _HIGHEST_PILE
    return whole_number("most", text, highest=_HIGHEST_PILE, remedy="any or ")


def _first_locations(heaps: Sequence[int]) -> Iterator[int]:
    return (sum(heaps[:i]) for i in range(len(heaps)))


def _rows(heaps: Sequence[int]) -> Board:
    """Make a board with a row for each heap, and a line through the first match of each."""
    places = [(y, x) for y, size in enumerate(heaps) for x in range(size)]
    locations = [Location(f"{y + 1}:{x + 1}", x, y) for y, x in places]
    return Board(locations, [tuple(_first_locations(heaps))])
