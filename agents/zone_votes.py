"""What expressions about zones say of moves: those that change them for the better, and for the worse."""

import functools
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from agents.zones import EXPRESSIONS, PER_TYPE, Expression, Terrain, Values, sides_of
from blackboard import NEUTRAL, Entry
from games import Game, Role

STRENGTHS: Mapping[int, int] = {-2: 2, -1: 3, 1: 7, 2: 8}
"""How strongly a single expression speaks, by what it gains for us and takes from them."""

_UNCHANGED = (0,) * PER_TYPE

View: TypeAlias = tuple[Sequence[Values], Sequence[Values]]
"""The values of a position by type: ours, and theirs; none for a role without men."""


@attrs.frozen
class Leaning:
    """An expression, and whether more of it or less is good for the owner."""

    expression: Expression
    direction: int
    """1 if more is good, -1 if less is."""
    weight: int = 1
    place: tuple[int, int] = attrs.field(
        init=False, repr=False, default=attrs.Factory(lambda self: self.expression.place, takes_self=True)
    )
    """Where its value stands: of which type, and where among the values of that."""

    @property
    def told(self) -> str:
        """What is good, in words."""
        return self.expression.told(self.direction)


def leanings_in(active: Mapping[str, Entry], stage: str) -> list[Leaning]:
    """Return what of the item `active_zones` counts in a stage, in the order of names."""
    known = ((EXPRESSIONS.get(text), active[text]) for text in sorted(active))
    return [Leaning(each, *entry) for each, entry in known if each is not None and each.stage == stage]


def view_of(terrain: Terrain, game: Game[Any], position: Any, role: Role) -> View:
    """Look at a position from the side of one role."""
    mine, theirs = sides_of(game, position, role)
    return terrain.by_type(mine, theirs), terrain.by_type(theirs, mine)


def gains(leanings: Iterable[Leaning], before: View, after: View) -> list[int]:
    """Return what a move changes for the better, by each of these: from -2 to 2.

    What is good for us counts one, and what is good for them takes one away. A value that there is only
    before the move, or only after it, has not changed.
    """
    several = list(leanings)
    changed = {kind: _changed(kind, before, after) for kind in {each.place[0] for each in several}}
    return [changed[kind][within] * each.direction for each in several for kind, within in (each.place,)]


def opinions(leanings: Iterable[Leaning], before: View, afters: Iterable[View]) -> list[tuple[int, ...]]:
    """Return how strongly each of these would speak of moves, were it an Advisor; 5 is silence."""
    several, views = list(leanings), list(afters)
    columns = {
        kind: list(zip(*(_changed(kind, before, after) for after in views), strict=True))
        for kind in {each.place[0] for each in several}
    }
    strengths = functools.cache(_strengths)
    return [
        strengths(columns[kind][within], each.direction) for each in several for kind, within in (each.place,)
    ]


def _strengths(changes: Sequence[int], direction: int) -> tuple[int, ...]:
    return tuple(STRENGTHS.get(each * direction, NEUTRAL) for each in changes)


def _changed(kind: int, before: View, after: View) -> Sequence[int]:
    """Return by how much values of a type have risen: ours, less theirs."""
    ours, theirs = (
        _signs(old[kind], new[kind]) if old and new else _UNCHANGED
        for old, new in zip(before, after, strict=True)
    )
    return ours if theirs is _UNCHANGED else list(map(operator.sub, ours, theirs))


def _signs(old: Values, new: Values) -> Sequence[int]:
    """Return which values have risen (1), and which have fallen (-1)."""
    if old == new:
        return _UNCHANGED
    return list(map(operator.sub, map(operator.gt, new, old), map(operator.lt, new, old)))
