"""What expressions about zones say of moves: those that change them for the better, and for the worse."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from agents.zones import EXPRESSIONS, Expression, Terrain, sides_of
from blackboard import NEUTRAL, Entry
from games import Game, Role

STRENGTHS: Mapping[int, int] = {-2: 2, -1: 3, 1: 7, 2: 8}
"""How strongly a single expression speaks, by what it gains for us and takes from them."""


_SAME = 2
"""Stands for no change where none may be negative."""


class View(NamedTuple):
    """A position from the side of one role: its values and the other's, packed; 0 for a role without men."""

    ours: int
    theirs: int


@attrs.frozen
class Leaning:
    """An expression, and whether more of it or less is good for the owner."""

    expression: Expression
    direction: int
    """1 if more is good, -1 if less is."""
    weight: int = 1
    place: int = attrs.field(
        init=False,
        repr=False,
        default=attrs.Factory(lambda self: self.expression.packed_place, takes_self=True),
    )
    """Where its value stands among those of a position."""

    @property
    def told(self) -> str:
        """What is good, in words."""
        return self.expression.told(self.direction)


def leanings_in(active: Mapping[str, Entry], stage: str) -> Sequence[Leaning]:
    """Return what of the item `active_zones` counts in a stage, in the order of names."""
    return _leanings(tuple((text, *entry) for text, entry in active.items()), stage)


@functools.lru_cache(maxsize=64)
def _leanings(active: Iterable[tuple[str, int, int]], stage: str) -> Sequence[Leaning]:
    known = ((EXPRESSIONS.get(text), entry) for text, *entry in sorted(active))
    return tuple(Leaning(each, *entry) for each, entry in known if each is not None and each.stage == stage)


def view_of(terrain: Terrain, game: Game[Any], position: Any, role: Role) -> View:
    """Look at a position from the side of one role."""
    mine, theirs = sides_of(game, position, role)
    return View(terrain.packed(mine, theirs), terrain.packed(theirs, mine))


def gains(
    terrain: Terrain, leanings: Sequence[Leaning], before: View, afters: Iterable[View]
) -> list[list[int]]:
    """Return what each move changes for the better, by each of these: from -2 to 2.

    What is good for us counts one, and what is good for them takes one away.
    """
    places = [(each.place, each.direction) for each in leanings]
    found = (_changes(terrain, before, after) for after in afters)
    return [[(changes[place] - _SAME) * direction for place, direction in places] for changes in found]


def opinions(
    terrain: Terrain, leanings: Iterable[Leaning], before: View, afters: Iterable[View]
) -> list[tuple[int, ...]]:
    """Return how strongly each of these would speak of moves, were it an Advisor; 5 is silence."""
    columns = list(zip(*(_changes(terrain, before, after) for after in afters), strict=True))
    strengths = functools.cache(_strengths)
    return [strengths(columns[each.place], each.direction) for each in leanings]


def _strengths(changes: Iterable[int], direction: int) -> tuple[int, ...]:
    return tuple(STRENGTHS.get((each - _SAME) * direction, NEUTRAL) for each in changes)


def _changes(terrain: Terrain, before: View, after: View) -> bytes:
    """Return for each value how far it has risen, ours less theirs: from 0 to 4, and 2 if it has not.

    A value that there is only before, or only after, has not changed.
    """
    ours = (before.ours, after.ours) if before.ours and after.ours else (0, 0)
    theirs = (after.theirs, before.theirs) if before.theirs and after.theirs else (0, 0)
    packing = terrain.packing
    return packing.lowest(packing.risen(*ours) + packing.risen(*theirs))
