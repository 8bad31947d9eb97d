"""Packing: many whole numbers side by side in one, so that all are added or compared at once."""

import struct
from collections.abc import Sequence

_WORD = struct.calcsize("<Q")


class Packing:
    """A fixed number of values from 0 to the largest possible, each in as many bytes."""

    def __init__(self, number: int, largest: int) -> None:
        """Make a packing; sums of packed numbers must not exceed the largest value either."""
        self.width = max(_WORD, largest.bit_length() // 8 + 1)
        """How many bytes a value has; its highest bit is never set."""
        self.bits = 8 * self.width * number
        """How many bits all values have together."""
        self._size = self.width * number
        self._mask = (1 << 8 * self.width) - 1
        self._shift = 8 * self.width - 1
        self._tops = int.from_bytes((bytes(self.width - 1) + b"\x80") * number, "little")
        """The highest bit of each value."""
        self._ones = self._tops >> self._shift
        self._words = struct.Struct(f"<{number}Q") if self.width == _WORD else None

    def pack(self, values: Sequence[int]) -> int:
        """Pack values side by side, the first lowest."""
        if self._words is not None:
            return int.from_bytes(self._words.pack(*values), "little")
        return int.from_bytes(b"".join(each.to_bytes(self.width, "little") for each in values), "little")

    def unpack(self, packed: int) -> tuple[int, ...]:
        """Return the values of a packed number."""
        written = packed.to_bytes(self._size, "little")
        if self._words is not None:
            return self._words.unpack(written)
        starts = range(0, self._size, self.width)
        return tuple(int.from_bytes(written[i : i + self.width], "little") for i in starts)

    def at(self, packed: int, place: int) -> int:
        """Return one of the values."""
        return packed >> 8 * self.width * place & self._mask

    def lowest(self, packed: int) -> bytes:
        """Return the lowest byte of each value."""
        return packed.to_bytes(self._size, "little")[:: self.width]

    def ordered(self, one: int, other: int) -> tuple[int, int]:
        """Return the smaller of each two values, and the larger of each two."""
        greater = (one | self._tops) - other & self._tops
        where = greater - (greater >> self._shift)
        differing = (one ^ other) & where
        return one ^ differing, other ^ differing

    def risen(self, old: int, new: int) -> int:
        """Return 2 for each value that has risen, 1 for each unchanged, and 0 for each that has fallen."""
        rise = (new | self._tops) - old
        not_less, more = rise & self._tops, rise - self._ones & self._tops
        return (not_less + more) >> self._shift
