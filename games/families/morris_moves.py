"""The legal moves of a morris position: counted at once, and named on demand.

A playout picks one of many moves, and never needs the names of the others.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from games.game import Move

if TYPE_CHECKING:
    from games.families.morris_tables import Flight, Ways


class Moves(Sequence[Move]):
    """The moves of a position as sets of ways; in every respect equal to the tuple of their names.

    One class serves all kinds of ways, because Python runs fastest where it always meets the same class. The
    class has no `__init__`, which halves the time to make an instance. Instances must not be changed once
    made.
    """

    __slots__ = ("closing", "exposed", "flight", "free", "listed", "quiet", "size", "ways")

    ways: "Ways"
    """The kind of ways: placing a man, sliding or flying."""
    quiet: int
    """The open ways that capture nothing."""
    closing: int
    """The open ways that fill a mill and capture a man."""
    exposed: int
    """The men that can be captured; not set if no way closes a mill."""
    size: int
    """How many moves there are."""
    free: int
    """Where flying men can go; not set for other kinds."""
    flight: "Flight"
    """How the men fly."""
    listed: tuple[Move, ...] | None
    """All names, once they are needed."""

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, index: Any) -> Any:
        """Return the name of one move without naming the others; a slice is a tuple.

        To find the n-th bit of a set, clear the bits before it in its binary text, counted from the end.
        """
        try:
            count = self.size
            if 0 <= index < count:
                quiet = self.quiet
                if self.closing:
                    count = quiet.bit_count()
                    if index >= count:
                        return self._capture(index - count)
                ways = self.ways
                if ways.flies:
                    return self._flight(index)
                bits = bin(quiet)
                return ways.from_end[bits.replace("1", "0", count - 1 - index).find("1") - len(bits)]
        except TypeError:
            return self._all()[index]
        return self[index + self.size] if -self.size <= index < 0 else self._all()[index]

    def _flight(self, index: int) -> Move:
        """Return the name of a quiet move of flying men."""
        _, _, men = self.flight
        for from_end, gaps in men:
            targets = self.free & ~gaps if self.closing else self.free
            count = targets.bit_count()
            if index < count:
                bits = bin(targets)
                return from_end[bits.replace("1", "0", count - 1 - index).find("1") - len(bits)]
            index -= count
        raise IndexError(index)

    def _capture(self, index: int) -> Move:
        """Return the name of a capture, counted from the first capture."""
        closing, exposed = self.closing, self.exposed
        count = exposed.bit_count()
        while index >= count:
            closing &= closing - 1
            index -= count
        bits = bin(exposed)
        from_end = self.ways.captures[closing & -closing]
        return from_end[bits.replace("1", "0", count - 1 - index).find("1") - len(bits)]

    def _all(self) -> tuple[Move, ...]:
        """Return the names of all moves, computed once."""
        listed = self.listed
        if listed is None:
            listed = self.ways.named(self.quiet)
            if self.closing:
                listed += self.ways.capturing(self.closing, self.exposed)
            self.listed = listed
        return listed

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all())

    def __reversed__(self) -> Iterator[Move]:
        return reversed(self._all())

    def __contains__(self, move: object) -> bool:
        return move in self._all()

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, Moves) else other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the moves as a tuple."""
        return tuple, (self._all(),)
