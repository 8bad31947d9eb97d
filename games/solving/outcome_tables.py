"""Tables: the result of every position of a game, and how to find a position in a table."""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias

import attrs
import numpy as np

from games.errors import BadPosition, TooLarge
from games.game import Game, Outcome, Role
from games.solving.estimate import at_least
from games.solving.retrograde import NEVER, Graph, Numbers, resolve

SolvingProgress: TypeAlias = Callable[[int, int, str], None]
"""Called with how much is done, the total, and what is being counted."""

Arrays: TypeAlias = Mapping[str, Numbers]

MOST = 500_000
"""The most positions that are listed one by one; a larger game needs an engine of its own."""

SUSPECT = 10_000
"""Beyond this many positions, the size of the game is estimated before more are listed."""

_FAR = 4
"""A game is refused if its estimated size is this many times too large."""

_OFTEN = 1 << 12
_NONE: Numbers = np.zeros(0, np.bool_)


class OutcomeTable(Protocol):
    """Holds the result of every position, as `games.solving.retrograde` writes it."""

    def look(self, position: Any) -> int:
        """Return the result of a position, from the mover's view."""

    def arrays(self) -> Arrays:
        """Return what a file must hold to rebuild this table."""

    def can_have(self, counts: "Counts") -> bool:
        """Return whether this table can have these counts."""


@attrs.frozen
class Counts:
    """How many positions a contest can reach, by their value for the mover."""

    win: int
    loss: int
    draw: int

    @property
    def positions(self) -> int:
        """Return the sum."""
        return self.win + self.loss + self.draw


@attrs.frozen(eq=False)
class ListedTable:
    """Results by the hash of a position's text: for games whose positions can be listed one by one."""

    game: Game[Any]
    keys: Numbers
    """In ascending order."""
    results: Numbers

    def look(self, position: Any) -> int:
        """Return the result of a position; BadPosition if no contest reaches it."""
        key = _key(self.game, position)
        at = int(np.searchsorted(self.keys, key))
        if at == len(self.keys) or self.keys[at] != key:
            text = self.game.format_position(position)
            raise BadPosition(
                f"position {text!r} is not in the solution: no contest of {self.game.name} reaches it"
            )
        return int(self.results[at])

    def arrays(self) -> Arrays:
        """Return keys and results."""
        return {"keys": self.keys, "results": self.results}

    def can_have(self, counts: Counts) -> bool:
        """Return whether the counts are right; every listed position can be reached."""
        return counts == counts_of(self.results)


def listed_table(game: Game[Any], arrays: Arrays) -> ListedTable | None:
    """Rebuild a table from saved arrays; None if they are not a table."""
    keys, results = arrays.get("keys", _NONE), arrays.get("results", _NONE)
    is_sound = keys.dtype == np.uint64 and results.dtype == np.int16 and len(keys) == len(results)
    if not is_sound or not bool(np.all(keys[:-1] < keys[1:])):
        return None
    return ListedTable(game, keys, results)


def counts_of(results: Numbers) -> Counts:
    """Count results by value."""
    return Counts(*(int(np.count_nonzero(each)) for each in (results > 0, results < 0, results == 0)))


def _key(game: Game[Any], position: Any) -> np.uint64:
    digest = blake2b(game.format_position(position).encode(), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest))


def list_positions(game: Game[Any], progress: SolvingProgress) -> tuple[ListedTable, Counts]:
    """Solve a game by listing every position that a contest can reach."""
    positions, graph = _explore(game, progress)
    results = resolve(graph)
    keys = np.array([_key(game, position) for position in positions], np.uint64)
    order = np.argsort(keys)
    return ListedTable(game, keys[order], results[order]), counts_of(results)


def _explore(game: Game[Any], progress: SolvingProgress) -> tuple[list[Any], Graph]:
    """List the positions breadth first, and the moves between them."""
    positions = [game.initial()]
    places = {positions[0]: 0}
    steps: list[tuple[int, int]] = []
    suspects = True
    for place, position in enumerate(positions):
        if place % _OFTEN == 0:
            progress(place, len(positions), "positions")
        for move in game.legal_moves(position):
            after = game.play(position, move)
            at = places.setdefault(after, len(positions))
            if at == len(positions):
                positions.append(after)
            steps.append((place, at))
        if suspects and len(positions) > SUSPECT:
            suspects = False
            _check_size(game)
        if len(positions) > MOST:
            raise too_large(game, f"it has more than {MOST:,} positions")
    return positions, _graph(game, positions, np.array(steps, np.int64).reshape(-1, 2))


def _check_size(game: Game[Any]) -> None:
    """Refuse a game that is far too large, before time is spent on listing its positions."""
    if at_least(game, _FAR * MOST) >= _FAR * MOST:
        raise too_large(game, f"it has millions of positions, and the limit is {MOST:,}")


def too_large(game: Game[Any], why: str) -> TooLarge:
    """Return the error for a game that cannot be solved, with a contestant that can play it."""
    return TooLarge(
        f"{game.name} is too large to solve: {why}; use `--against search`, which needs no solution"
    )


def _graph(game: Game[Any], positions: list[Any], steps: Numbers) -> Graph:
    movers = np.array([game.mover(position) for position in positions], np.int8)
    ends = [
        _end(game.outcome(position), Role(mover)) for position, mover in zip(positions, movers, strict=True)
    ]
    sources, targets = steps.T
    return Graph(
        sources=sources,
        targets=targets,
        turns=movers[sources] != movers[targets],
        wins_at=np.array([0 if end == "won" else NEVER for end in ends], np.int16),
        loses_at=np.zeros(len(positions), np.int16),
        holds=np.array([end == "drawn" for end in ends]),
    )


def _end(outcome: Outcome | None, mover: Role) -> str:
    """Return how the contest ended for the mover."""
    if outcome is None:
        return ""
    if outcome.winner is None:
        return "drawn"
    return "won" if outcome.winner is mover else "lost"
