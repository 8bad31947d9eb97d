"""Retrograde analysis: from the ends of contests back to their beginning."""

from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[Any]
"""An array of any integer type."""

Flags: TypeAlias = npt.NDArray[np.bool_]

NEVER = np.iinfo(np.int16).max
"""A number of plies that no result has."""

DRAWN = 0
"""A draw. Other results are the plies to the end plus one, positive if the mover wins, else negative."""


@attrs.frozen
class Graph:
    """Places, the steps between them, and what is known about each place without following its steps."""

    sources: Numbers
    targets: Numbers
    turns: Flags
    """Whether the mover changes, for each step."""
    wins_at: Numbers
    """For each place, in how many plies its mover can win outside the graph, or NEVER."""
    loses_at: Numbers
    """For each place, how many plies its mover can delay a loss outside the graph."""
    holds: Flags
    """For each place, whether its mover certainly has a draw."""

    @property
    def size(self) -> int:
        """Return the number of places."""
        return len(self.holds)


def resolve(graph: Graph) -> Numbers:
    """Return the result of every place: the shortest win or the longest loss; endless cycles draw."""
    search = _Search(graph)
    while search.advance():
        pass
    return search.results


class _Search:
    """One analysis, which moves a ply further from the end with each step."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        order = np.argsort(graph.targets, kind="stable")
        self._sources, self._turns = graph.sources[order], graph.turns[order]
        arriving = np.bincount(graph.targets, minlength=graph.size)
        self._starts = np.concatenate(([0], np.cumsum(arriving)))
        self._left = np.bincount(graph.sources, minlength=graph.size)
        """For each place, the number of steps from it that are not yet known to be bad."""
        self._helpless = ~graph.holds & (graph.wins_at == NEVER)
        """Whether a place has no win or draw outside the graph."""
        self._ply = 0
        self._fresh: Numbers = np.empty(0, np.int64)
        self.results: Numbers = np.zeros(graph.size, np.int16)

    def _mark_decided(self, places: Numbers, sign: int) -> Numbers:
        """Set the result of those places that have none yet, this many plies from the end."""
        places = places[self.results[places] == DRAWN]
        self.results[places] = sign * (self._ply + 1)
        return places

    def advance(self) -> bool:
        """Decide the places that are this many plies from the end; return False once none can be decided."""
        graph = self._graph
        elsewhere = np.flatnonzero(graph.wins_at == self._ply)
        won = self._mark_decided(np.unique(np.concatenate((elsewhere, self._follow()))), 1)
        doomed = (self.results == DRAWN) & (self._left == 0) & self._helpless
        lost = self._mark_decided(np.flatnonzero(doomed & (graph.loses_at <= self._ply)), -1)
        self._fresh = np.concatenate((won, lost))
        self._ply += 1
        return bool(len(self._fresh)) or self._is_waiting(doomed)

    def _is_waiting(self, doomed: Flags) -> bool:
        open_wins = (self.results == DRAWN) & (self._graph.wins_at != NEVER)
        return bool(np.any(open_wins | (doomed & (self.results == DRAWN))))

    def _follow(self) -> Numbers:
        """Go one step back from the places decided last; return the places that win by this step."""
        starts = self._starts[self._fresh]
        counts = self._starts[self._fresh + 1] - starts
        firsts = np.cumsum(counts) - counts
        steps = np.repeat(starts - firsts, counts) + np.arange(counts.sum())
        sources = self._sources[steps]
        wins_there = np.repeat(self.results[self._fresh] > DRAWN, counts)
        good = wins_there != self._turns[steps]
        self._left -= np.bincount(sources[~good], minlength=self._graph.size)
        winners: Numbers = sources[good]
        return winners
