"""Forks: two winning lines that cross, so that one move threatens both."""

import functools
import itertools
from collections.abc import Iterator
from typing import Any

import attrs

from agents.sight.lines import Cells, is_open
from games import Game, Line, Role

FURTHEST = 1
"""How many men may be missing besides the man where the lines cross."""


@attrs.frozen
class Crossing:
    """Two winning lines and a location on both."""

    pivot: int
    lines: tuple[Line, Line]

    @property
    def shape(self) -> str:
        """Return the lengths of the lines, the shorter first."""
        return "+".join(map(str, sorted(map(len, self.lines))))


@functools.lru_cache(maxsize=64)
def crossings(lines: tuple[Line, ...]) -> tuple[Crossing, ...]:
    """Return every location where two lines cross, with the two lines."""
    return tuple(
        Crossing(pivot, pair)
        for pair in itertools.combinations(lines, 2)
        for pivot in sorted(set(pair[0]) & set(pair[1]))
    )


def made_by(game: Game[Any], before: Any, after: Any, winner: Role) -> Iterator[Crossing]:
    """Yield the crossings on which a move made two threats at once."""
    old, new = game.cells(before), game.cells(after)
    for crossing in crossings(game.winning_lines):
        if old[crossing.pivot] is None and new[crossing.pivot] is winner:
            missing = [_missing(new, line, winner) for line in crossing.lines]
            if all(each is not None and len(each) == 1 for each in missing) and missing[0] != missing[1]:
                yield crossing


def _missing(cells: Cells, line: Line, role: Role) -> set[int] | None:
    """Return the empty locations of a line; None if it is not open to the role."""
    return {i for i in line if cells[i] is None} if is_open(cells, line, role) else None


@attrs.frozen
class Fork:
    """A fork that a role can still make here."""

    crossing: Crossing
    needed: frozenset[int]
    """Locations of which some have to be taken before the pivot."""
    men: int
    """How many of them."""


def forks_for(game: Game[Any], cells: Cells, role: Role, shapes: set[str]) -> Iterator[Fork]:
    """Yield the forks of these shapes for which a role needs few men."""
    for crossing in crossings(game.winning_lines):
        if cells[crossing.pivot] is None and crossing.shape in shapes:
            missing = [_missing(cells, line, role) for line in crossing.lines]
            if missing[0] is not None and missing[1] is not None:
                rest = [each - {crossing.pivot} for each in (missing[0], missing[1])]
                men = sum(len(each) - 1 for each in rest)
                if all(rest) and men <= FURTHEST and rest[0] != rest[1]:
                    needed = frozenset().union(*(each for each in rest if len(each) > 1))
                    yield Fork(crossing, needed, men)
