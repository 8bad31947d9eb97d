"""Men on locations: what the families of placing and stepping share."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

import attrs

from games.board import Board, Line
from games.errors import BadPosition
from games.families.studied import StudiedGame, StudiedPosition
from games.game import Role
from games.notation import MARKS, write_cells


@attrs.frozen(cache_hash=True, weakref_slot=False)
class Position(StudiedPosition):
    """Where men stand, and the mover."""

    player: int
    """Player's men as a bit set: bit i stands for location i."""
    opponent: int
    """Opponent's men, in the same form."""
    mover: Role

    def men(self, role: Role) -> int:
        """Return the men of one role as a bit set."""
        return self.opponent if role else self.player


M = TypeVar("M", bound=Position)


class MenGame(StudiedGame[M]):
    """Men of two colours on a board, where a filled line ends the contest."""

    def __init__(
        self,
        *,
        name: str,
        title: str,
        rules: str,
        board: Board,
        lines: Iterable[Line],
        options: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__()
        self.name = name
        self.title = title
        self.rules = rules
        self.board = board
        self.options = dict(options)
        self._lines = tuple(lines)
        self._bits = {location.name: 1 << i for i, location in enumerate(board.locations)}
        self._masks = tuple(set_of(line) for line in self._lines)
        self._shortest = min(map(len, self._lines), default=0)

    def mover(self, position: M) -> Role:
        """Return the role to move."""
        return position.mover

    def cells(self, position: M) -> tuple[Role | None, ...]:
        """Return whose man stands on each location, in the board's order."""
        found: tuple[Role | None, ...] = self._noted(position, "cells", self._look)
        return found

    def standing(self, position: M, role: Role) -> int:
        """Return where one role has men, as a bit set."""
        return position.men(role)

    def _look(self, position: M) -> tuple[Role | None, ...]:
        cells: list[Role | None] = [None] * len(self.board)
        for role in Role:
            for i in members(position.men(role)):
                cells[i] = role
        return tuple(cells)

    def passed(self, position: M) -> M:
        """Return the same position with the other role to move."""
        found: M = self._noted(position, "passed", self._pass)
        return found

    def _pass(self, position: M) -> M:
        return self._met(attrs.evolve(position, mover=position.mover.other))

    def image(self, position: M, symmetry: Sequence[int]) -> M:
        """Move the man on location i to location symmetry[i], all men at once."""
        player, opponent = moved(position.player, symmetry), moved(position.opponent, symmetry)
        return self._met(attrs.evolve(position, player=player, opponent=opponent))

    def format_position(self, position: M) -> str:
        """Write one character per location, then the mover: `X.XOO.... X`."""
        return str(self._noted(position, "text", self._write))

    def _write(self, position: M) -> str:
        return write_cells(self.cells(position), position.mover)

    def _check_lines(self, text: str, position: M) -> None:
        """Raise BadPosition if one last move cannot have filled all filled lines."""
        mine, theirs = (self._filled(position.men(role)) for role in (position.mover, position.mover.other))
        if mine and theirs:
            fault = "both have a line"
        elif mine:
            fault = f"play continued after {MARKS[position.mover]} filled a line"
        elif theirs and not set.intersection(*map(set, theirs)):
            fault = "no single move fills all its lines"
        else:
            return
        raise BadPosition(f"position {text!r} cannot be reached: {fault}; the first line ends a contest")

    def _filled(self, men: int) -> list[Line]:
        pairs = zip(self._lines, self._masks, strict=True)
        return [line for line, mask in pairs if men & mask == mask]

    def _owner(self, position: M) -> Role | None:
        """Return the role whose men fill a line, or None."""
        for role, men in ((Role.PLAYER, position.player), (Role.OPPONENT, position.opponent)):
            if men.bit_count() >= self._shortest:
                for mask in self._masks:
                    if men & mask == mask:
                        return role
        return None


def set_of(indices: Iterable[int]) -> int:
    """Make a bit set of locations."""
    return sum(1 << i for i in indices)


def members(men: int) -> Iterator[int]:
    """Yield the locations of a bit set, in order."""
    while men:
        yield (men & -men).bit_length() - 1
        men &= men - 1


def moved(men: int, symmetry: Sequence[int]) -> int:
    """Return the bit set of men after each has moved from its location i to symmetry[i]."""
    there = 0
    while men:
        there |= 1 << symmetry[(men & -men).bit_length() - 1]
        men &= men - 1
    return there


def sides(cells: Sequence[Role | None]) -> tuple[int, int]:
    """Return the bit sets of Player's and of Opponent's men."""
    player, opponent = (set_of(i for i, cell in enumerate(cells) if cell is role) for role in Role)
    return player, opponent
