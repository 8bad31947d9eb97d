"""Solve the morris games: whole arrays of positions at once, one space after another.

A space holds the positions with given numbers of men in hand and on the board, from the mover's view.
Captures lead only to fewer men, and placing to fewer in hand; so the spaces are solved from few men upwards,
the spaces in which men slide first.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import attrs
import numpy as np

from games.errors import BadPosition
from games.families.morris import MorrisGame, MorrisPosition
from games.solving.morris_index import WIDEST, SetIndex
from games.solving.morris_spaces import ArrayRules, Space, spaces_of
from games.solving.outcome_tables import Arrays, Counts, SolvingProgress, too_large
from games.solving.retrograde import NEVER, Graph, Numbers, resolve

_LOST = -1
"""The result of a contest that the mover has just lost."""

_TOP = 1 << 14
"""More than any result."""

_ROLES = (1, 2)
"""The bits that mark which role can be the mover of a reachable position."""


def can_rank(game: MorrisGame) -> bool:
    """Return whether this engine can solve the game; TooLarge if no engine can."""
    rules = game.parameters
    if len(rules.board) > WIDEST:
        raise too_large(game, f"its board has {len(rules.board)} locations, and the limit is {WIDEST}")
    return not rules.bonus and 2 * rules.men < len(rules.board)


@attrs.frozen(eq=False)
class RankedTable:
    """Results by the number of a position, one space at a time."""

    game: MorrisGame
    index: SetIndex
    results: Mapping[Space, Numbers]

    def look(self, position: MorrisPosition) -> int:
        """Return the result of a position; BadPosition if no contest reaches it."""
        mover, other = position.mover, position.mover.other
        mine, theirs = position.men(mover), position.men(other)
        space = Space(position.hand(mover), position.hand(other), mine.bit_count(), theirs.bit_count())
        if space not in self.results:
            text = self.game.format_position(position)
            raise BadPosition(
                f"position {text!r} is not in the solution: no contest of {self.game.name} reaches it"
            )
        ways = self.index.ways(space.mine, space.theirs)
        return int(self.results[space][self.index.number(np.array(mine), np.array(theirs), ways)])

    def arrays(self) -> Arrays:
        """Return all results, space after space."""
        return {"results": np.concatenate([self.results[space] for space in _order(self.game)])}

    def can_have(self, counts: Counts) -> bool:
        """Return whether there are any positions; finding the reachable ones again would be slow."""
        return counts.positions > 0


def _order(game: MorrisGame) -> list[Space]:
    sliding, placing = spaces_of(game.parameters.men)
    return sliding + placing


def ranked_table(game: MorrisGame, arrays: Arrays) -> RankedTable | None:
    """Rebuild a table from saved arrays; None if they are not a table."""
    index = SetIndex(game.board)
    results, at = {}, 0
    total = sum(index.size(space.mine, space.theirs) for space in _order(game))
    found = arrays.get("results")
    if found is None or found.dtype != np.int16 or len(found) != total:
        return None
    for space in _order(game):
        size = index.size(space.mine, space.theirs)
        results[space] = found[at : at + size]
        at += size
    return RankedTable(game, index, results)


def rank_positions(game: MorrisGame, progress: SolvingProgress) -> tuple[RankedTable, Counts]:
    """Solve a morris game on a small board."""
    index, rules = SetIndex(game.board), ArrayRules(game)
    spaces = _order(game)
    meter = _Meter(2 * len(spaces), progress)
    results = _Settling(index, rules, spaces, meter).results
    movers = _Reaching(index, rules, spaces, meter).movers
    return RankedTable(game, index, results), _counts(index, results, movers)


@attrs.define
class _Meter:
    """Reports the progress of the work."""

    total: int
    progress: SolvingProgress
    done: int = 0

    def tick(self, what: str) -> None:
        """Report that work on the next space begins."""
        self.progress(self.done, self.total, what)
        self.done += 1


def _counts(index: SetIndex, results: Mapping[Space, Numbers], movers: Mapping[Space, Numbers]) -> Counts:
    """Count the reachable positions by value; a number counts once for each member of its class."""
    totals = {1: 0, -1: 0, 0: 0}
    for space, bits in movers.items():
        weights = np.repeat(index.weights(space.mine), index.ways(space.mine, space.theirs))
        times = weights * ((bits & 1) + (bits >> 1))
        signs = np.sign(results[space])
        for sign in totals:
            totals[sign] += int(times[signs == sign].sum())
    return Counts(win=totals[1], loss=totals[-1], draw=totals[0])


Arrivals: TypeAlias = Iterator[tuple[Space, Numbers, Numbers]]
"""The space that some moves lead to, the positions they start from, and the numbers they lead to."""


class _Walker:
    """Computes where moves lead."""

    def __init__(self, index: SetIndex, rules: ArrayRules, spaces: list[Space], meter: _Meter) -> None:
        self._index = index
        self._rules = rules
        self._spaces = spaces
        self._meter = meter

    def _size(self, space: Space) -> int:
        return self._index.size(space.mine, space.theirs)

    def _arrivals(self, space: Space, mine: Numbers, theirs: Numbers) -> Arrivals:
        for captures, starts, next_mine, next_theirs in self._rules.moves(space, mine, theirs):
            after = space.next(captures=captures)
            ways = self._index.ways(after.mine, after.theirs)
            yield after, starts, self._index.number(next_mine, next_theirs, ways)


class _Settling(_Walker):
    """Computes the results of all spaces, from few men upwards."""

    def __init__(self, index: SetIndex, rules: ArrayRules, spaces: list[Space], meter: _Meter) -> None:
        super().__init__(index, rules, spaces, meter)
        self.results: dict[Space, Numbers] = {}
        for space in spaces:
            meter.tick("results")
            if space.is_over:
                self.results[space] = np.full(self._size(space), _LOST, np.int16)
            elif space.hand:
                self.results[space] = self._placed(space)
            elif space not in self.results:
                self._slide(space)

    def _placed(self, space: Space) -> Numbers:
        """Look one move ahead: placing never repeats a position."""
        best = np.full(self._size(space), -2 * _TOP, np.int32)
        for after, starts, numbers in self._arrivals(space, *self._index.pairs(space.mine, space.theirs)):
            worth = _worth(_before(self.results[after][numbers]))
            best[starts] = np.maximum(best[starts], worth)
        return _worth(best).astype(np.int16)

    def _slide(self, space: Space) -> None:
        """Solve a space in which men slide, together with the same space for the other role."""
        sizes = {each: self._size(each) for each in dict.fromkeys((space, space.next(captures=False)))}
        offsets = dict(zip(sizes, (0, self._size(space)), strict=False))
        total = sum(sizes.values())
        wins_at, loses_at = np.full(total, NEVER, np.int16), np.zeros(total, np.int16)
        holds = np.zeros(total, np.bool_)
        sources, targets = [], []
        for here, offset in offsets.items():
            for after, starts, numbers in self._arrivals(here, *self._index.pairs(here.mine, here.theirs)):
                places = starts + offset
                if after in offsets:
                    sources.append(places)
                    targets.append(numbers + offsets[after])
                    continue
                found = _before(self.results[after][numbers])
                plies = np.abs(found) - 1
                wins_at[places] = np.minimum(wins_at[places], np.where(found > 0, plies, NEVER))
                loses_at[places] = np.maximum(loses_at[places], np.where(found < 0, plies, 0))
                holds[places] |= found == 0
        steps = np.concatenate(sources), np.concatenate(targets)
        graph = Graph(*steps, np.ones(len(steps[0]), np.bool_), wins_at, loses_at, holds)
        settled = resolve(graph)
        for each, offset in offsets.items():
            self.results[each] = settled[offset : offset + sizes[each]]


def _before(results: Numbers) -> Numbers:
    """Return the results one ply earlier, for the other role."""
    return -(results + np.sign(results))


def _worth(results: Numbers) -> Numbers:
    """Order results: early wins above late ones, late losses above early ones; the inverse is the same."""
    return np.sign(results) * _TOP - results


class _Reaching(_Walker):
    """Finds which positions a contest can reach from its start, and with which role to move."""

    def __init__(self, index: SetIndex, rules: ArrayRules, spaces: list[Space], meter: _Meter) -> None:
        super().__init__(index, rules, spaces, meter)
        self.movers = {space: np.zeros(self._size(space), np.uint8) for space in spaces}
        self._expanded = {space: movers.copy() for space, movers in self.movers.items()}
        first, *others = reversed(spaces)
        self.movers[first][:] = _ROLES[0]
        for space in (first, *others):
            meter.tick("reachable positions")
            partner = space.next(captures=False)
            while self._expand(space) or (not space.hand and not space.is_over and self._expand(partner)):
                pass

    def _expand(self, space: Space) -> bool:
        """Follow every move from newly reached positions; return False if there were none."""
        movers = self.movers[space]
        if not self._fresh(space).size:
            return False
        mine, theirs = self._index.pairs(space.mine, space.theirs)
        self._add_twins(space, mine, theirs)
        fresh = self._fresh(space)
        self._expanded[space][fresh] = bits = movers[fresh]
        if space.is_over:
            return True
        for after, starts, numbers in self._arrivals(space, mine[fresh], theirs[fresh]):
            for role, other in zip(_ROLES, reversed(_ROLES), strict=True):
                self.movers[after][numbers[bits[starts] & role > 0]] |= np.uint8(other)
        return True

    def _fresh(self, space: Space) -> Numbers:
        return np.flatnonzero(self.movers[space] != self._expanded[space])

    def _add_twins(self, space: Space, mine: Numbers, theirs: Numbers) -> None:
        """Mark the images of reached positions as reached: the first position is its own image."""
        fresh = self._fresh(space)
        bits = self.movers[space][fresh]
        ways = self._index.ways(space.mine, space.theirs)
        for chosen, numbers in self._index.twins(mine[fresh], theirs[fresh], ways):
            for role in _ROLES:
                self.movers[space][numbers[bits[chosen] & role > 0]] |= np.uint8(role)
