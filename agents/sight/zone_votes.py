"""The votes of expressions about zones: which moves change them for the better, and which for the worse."""

import functools
import operator
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import attrs

from agents.sight.zones import ALL_TYPES, EXPRESSIONS, Expression, Terrain, men_by_side
from blackboard import NEUTRAL, Entry
from games import Game, Role

STRENGTHS: Mapping[int, int] = {-2: 2, -1: 3, 1: 7, 2: 8}
"""The strength of a single expression, by what it gains for us and takes from them."""

Votes: TypeAlias = list[list[int]]
"""A row for each move, with a number for each expression."""

_CHANGES = range(-2, 3)
"""How far a value may have risen, ours minus theirs; bytes hold a change as its index here."""


class View(NamedTuple):
    """A position from the side of one role: its values and the other's, packed; 0 for a role without men."""

    ours: int
    theirs: int


@attrs.frozen
class Leaning:
    """An expression, and whether more or less of it is good for the owner."""

    expression: Expression
    direction: int
    """1 if more is good, -1 if less is."""
    weight: int = 1

    @property
    def place(self) -> int:
        """Return the index of its value among those of a position."""
        return self.expression.packed_place

    @property
    def describe(self) -> str:
        """Return what is good, in words."""
        return self.expression.describe(self.direction)


class Leanings:
    """Some leanings in order, prepared to vote on many moves."""

    def __init__(self, leanings: Iterable[Leaning]) -> None:
        self._all = tuple(leanings)
        self._changes = operator.itemgetter(*(each.place for each in self._all), 0, 0)
        """Takes the change that each leaning uses, and two unused ones so that it always returns a tuple."""
        self._said = [[change * each.direction * each.weight for change in _CHANGES] for each in self._all]
        """The vote of each leaning by how its value has changed, from the least change on."""
        self.kinds = sum({1 << each.expression.place[0] for each in self._all})
        """The types of zones that they use, as a bit set."""

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Leaning]:
        return iter(self._all)

    def votes(self, changes: bytes) -> list[int]:
        """Return the vote of each leaning on a move, given the changes that it makes."""
        return list(map(operator.getitem, self._said, self._changes(changes)))

    @functools.cached_property
    def most(self) -> int:
        """Return the largest possible sum of all votes on a move."""
        return _CHANGES[-1] * sum(each.weight for each in self._all)

    @functools.cached_property
    def describe(self) -> tuple[str, ...]:
        """Return what each leaning holds to be good, in words."""
        return tuple(each.describe for each in self._all)


def leanings_in(active: Mapping[str, Entry], stage: str) -> Leanings:
    """Return the leanings of the item `active_zones` for a stage, in the order of names.

    An item of knowledge never changes, so its identity is a valid cache key.
    """
    name = id(active), stage
    if name not in _MADE:
        if len(_MADE) >= _MOST_MADE:
            _MADE.clear()
        _MADE[name] = active, _leanings(active, stage)
    return _MADE[name][1]


_MOST_MADE = 64
_MADE: dict[tuple[int, str], tuple[Mapping[str, Entry], Leanings]] = {}
"""Recent leanings; keeping the item here ensures that its identity is not reused."""


def _leanings(active: Mapping[str, Entry], stage: str) -> Leanings:
    known = ((EXPRESSIONS.get(text), entry) for text, entry in sorted(active.items()))
    return Leanings(
        Leaning(each, *entry) for each, entry in known if each is not None and each.stage == stage
    )


def view_of(terrain: Terrain, game: Game[Any], position: Any, role: Role, kinds: int = ALL_TYPES) -> View:
    """Return the view of a position from the side of one role, for some types of zones."""
    mine, theirs = men_by_side(game, position, role)
    return View(terrain.packed(mine, theirs, kinds), terrain.packed(theirs, mine, kinds))


def votes(terrain: Terrain, leanings: Leanings, before: View, afters: Iterable[View]) -> Votes:
    """Return the vote of each leaning on each move: from -2 to 2 times its weight.

    A change that is good for us adds one, and a change that is good for them subtracts one.
    """
    return [leanings.votes(_changes(terrain, before, after)) for after in afters]


def gain(terrain: Terrain, leaning: Leaning, before: View, after: View) -> int:
    """Return how much a move changes one expression for the better, from -2 to 2."""
    at, place = terrain.packing.at, leaning.place
    change = 0
    for sign, old, new in zip((1, -1), before, after, strict=True):
        if old and new:
            was, now = at(old, place), at(new, place)
            change += sign * ((now > was) - (now < was))
    return change * leaning.direction


def opinions(
    terrain: Terrain, leanings: Iterable[Leaning], before: View, afters: Iterable[View]
) -> list[tuple[int, ...]]:
    """Return the strengths with which each of these, as an Advisor, would comment on moves; 5 is silence."""
    columns = list(zip(*(_changes(terrain, before, after) for after in afters), strict=True))
    strengths = functools.cache(_strengths)
    return [strengths(columns[each.place], each.direction) for each in leanings]


def _strengths(changes: Iterable[int], direction: int) -> tuple[int, ...]:
    return tuple(STRENGTHS.get(_CHANGES[each] * direction, NEUTRAL) for each in changes)


def _changes(terrain: Terrain, before: View, after: View) -> bytes:
    """Return for each value the index of its change, ours minus theirs.

    A value that exists only before or only after the move has not changed.
    """
    ours = (before.ours, after.ours) if before.ours and after.ours else (0, 0)
    theirs = (after.theirs, before.theirs) if before.theirs and after.theirs else (0, 0)
    packing = terrain.packing
    return packing.lowest(packing.risen(*ours) + packing.risen(*theirs))
