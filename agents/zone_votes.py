"""What expressions about zones say of moves: those that change them for the better, and for the worse."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from agents.zones import EXPRESSIONS, Expression, Terrain, Values, sides_of
from blackboard import Entry
from games import Game, Move, Role

STRENGTHS: Mapping[int, int] = {-2: 2, -1: 3, 1: 7, 2: 8}
"""How strongly a single expression speaks, by what it gains for us and takes from them."""

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
    """Return what of the item `active_zones` counts in a stage."""
    known = ((EXPRESSIONS.get(text), entry) for text, entry in active.items())
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
    found = []
    ours, theirs = all(map(bool, (before[0], after[0]))), all(map(bool, (before[1], after[1])))
    for each in leanings:
        kind, within = each.place
        gain = 0
        if ours:
            gain += _sign(after[0][kind][within] - before[0][kind][within])
        if theirs:
            gain -= _sign(after[1][kind][within] - before[1][kind][within])
        found.append(gain * each.direction)
    return found


def opinions(leanings: Iterable[Leaning], before: View, afters: Mapping[Move, View]) -> list[dict[Move, int]]:
    """Return what each of these would say of moves, were it an Advisor; of some it says nothing."""
    several = list(leanings)
    by_move = {move: gains(several, before, after) for move, after in afters.items()}
    return [
        {move: STRENGTHS[found[number]] for move, found in by_move.items() if found[number]}
        for number in range(len(several))
    ]


def _sign(change: int) -> int:
    return (change > 0) - (change < 0)
