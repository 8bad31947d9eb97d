"""Search: a contestant for games too large to solve, which looks as far ahead as its limit allows.

Alpha-beta with iterative deepening. The shorter a win the better, and the longer a loss; between these lie
the estimates of the evaluation.
"""

import contextlib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

import attrs
import trio

from agents.contestants.contestant import Contestant
from agents.contestants.evaluation import CAPTURE, Evaluation, evaluation_of
from agents.session.streams import Streams
from games import BadOption, Game, Move, Outcome, Role

WON = 1_000_000
"""The value of a contest won now; each ply until then subtracts 1."""
DRAWN = 0
PROVEN = WON - 10_000
"""Beyond this a value is no estimate: one role can force a win."""
DEEPEST = 80
"""The deepest look ahead; no contest lasts longer."""
FOREVER = 10_000
"""The depth of a value that holds at any depth, because it contains no estimate."""
PAUSE = 0.003
"""Seconds after which other tasks may run."""
REMEMBERED = 1 << 16
"""How many positions each half of the table holds."""

_LIMIT = re.compile(r"(\d{1,12}(?:\.\d{1,12})?)(s|ms|nodes)", re.ASCII)
_LONGEST = 1e9
_KILLERS = 2


def _check_seconds(_: object, __: object, value: float | None) -> None:
    if value is not None and not 0 < value <= _LONGEST:
        raise BadOption(f"search cannot think for {value:g} seconds; use more than 0, such as search:0.2s")


def _check_nodes(_: object, __: object, value: int | None) -> None:
    if value is not None and value < 1:
        raise BadOption(f"search cannot think for {value} nodes; use at least 1, such as search:5000nodes")


@attrs.frozen
class Limit:
    """How much a search may do for one move; the first limit reached ends it."""

    seconds: float | None = attrs.field(default=None, validator=_check_seconds)
    nodes: int | None = attrs.field(default=None, validator=_check_nodes)
    """Positions to look at. With this limit alone, a seed always gives the same move."""

    def __attrs_post_init__(self) -> None:
        if self.seconds is None and self.nodes is None:
            raise BadOption("search needs a limit; give it seconds or nodes")

    @classmethod
    def parse(cls, text: str) -> "Limit":
        """Read `0.2s`, `200ms` or `5000nodes`."""
        match = _LIMIT.fullmatch(text)
        if not match or (match[2] == "nodes" and not match[1].isdigit()):
            raise BadOption(f"search cannot think for {text[:20]!r}; use a limit such as 0.2s or 5000nodes")
        number, unit = match[1], match[2]
        if unit == "nodes":
            return cls(nodes=int(number))
        return cls(seconds=float(number) / (1000 if unit == "ms" else 1))


class SearchContestant(Contestant):
    """Plays what alpha-beta finds best within a limit for each move; ties are broken at random."""

    name = "search"

    def __init__(self, *, seconds: float | None = 1.0, nodes: int | None = None) -> None:
        self.limit = Limit(seconds, nodes)
        self._evaluation: Evaluation | None = None

    @classmethod
    def read_argument(cls, argument: str) -> Mapping[str, Any]:
        """Read the text after `search:`, if any: `0.2s`, `200ms` or `5000nodes`."""
        return attrs.asdict(Limit.parse(argument)) if argument else {}

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return the best move that was found in time."""
        if self._evaluation is None or self._evaluation.game is not game:
            self._evaluation = evaluation_of(game)
        stream = streams.stream("search")
        moves = sorted(game.legal_moves(position), key=lambda _: stream.random())
        return (await Search(self._evaluation, self.limit).run(position, moves)).move


class Finding(NamedTuple):
    """What a search has found so far."""

    move: Move
    value: int
    """The value of the position for its mover."""
    depth: int
    """How many plies the last complete look reached."""
    nodes: int


class _Spent(Exception):
    """The limit is reached."""


AT_LEAST, EXACT, AT_MOST = 1, 0, -1


class Remembered(NamedTuple):
    """What the table holds about a position."""

    depth: int
    value: int
    """Counted from this position on."""
    bound: int
    """AT_LEAST, EXACT or AT_MOST: how to read the value."""
    move: Move


class Memory:
    """The positions met lately: when one half is full, the older half is dropped."""

    def __init__(self, room: int = REMEMBERED) -> None:
        self._room = room
        self._new: dict[Any, Remembered] = {}
        self._old: dict[Any, Remembered] = {}

    def __len__(self) -> int:
        return len(self._new) + len(self._old)

    def get(self, position: Any) -> Remembered | None:
        """Return what is known about a position, or None."""
        return self._new.get(position) or self._old.get(position)

    def put(self, position: Any, entry: Remembered) -> None:
        """Store what is known about a position."""
        if len(self._new) >= self._room:
            self._old, self._new = self._new, {}
        self._new[position] = entry


_Child: TypeAlias = tuple[Move, Any, int | None]
"""A move, the position after it, and its value for the mover if it ends the contest or repeats a position."""


class Search:
    """One search from one position."""

    def __init__(self, evaluation: Evaluation, limit: Limit) -> None:
        self._game = evaluation.game
        self._evaluation = evaluation
        self._most_nodes = math.inf if limit.nodes is None else limit.nodes
        self._nodes = 0
        self._guesses = 0
        """How many values were estimates, or valid only for this line of play."""
        now = perf_counter()
        self._end = math.inf if limit.seconds is None else now + limit.seconds
        self._pause_at = min(now + PAUSE, self._end)
        self._table = Memory()
        self._top = 1
        """The depth at the root; the difference to the depth of a position is the plies between them."""
        self._path: set[Any] = set()
        self._killers: list[list[Move]] = [[] for _ in range(DEEPEST)]
        """For each ply, the moves that last caused a cutoff."""
        self._finding = Finding("", DRAWN, 0, 0)

    async def run(self, position: Any, moves: Sequence[Move]) -> Finding:
        """Look ever deeper until the limit, a forced end, or the end of all lines; ties go to the first move.

        Whatever the limit, the result is one of the given moves.
        """
        await trio.lowlevel.checkpoint()
        self._finding = Finding(moves[0], DRAWN, 0, 0)
        if len(moves) > 1:
            with contextlib.suppress(_Spent):
                await self._deepen(position, moves)
        return self._finding._replace(nodes=self._nodes)

    async def _deepen(self, position: Any, moves: Sequence[Move]) -> None:
        self._path.add(position)
        children = self._ranked(position, moves, 1)
        for depth in range(1, DEEPEST + 1):
            self._top, before = depth, self._guesses
            await self._look(position, children, depth)
            if abs(self._finding.value) >= PROVEN or self._guesses == before:
                return
            children.sort(key=lambda child: child[0] != self._finding.move)

    async def _look(self, position: Any, children: list[_Child], depth: int) -> None:
        """Look at every move to this depth, and record each move that is better than all before it."""
        mover = self._game.mover(position)
        best = -WON
        for child in children:
            value = await self._child_value(child, mover, depth, best, WON)
            if value > best:
                best = value
                self._finding = self._finding._replace(move=child[0], value=value)
            if best >= PROVEN:
                break
        self._finding = self._finding._replace(depth=depth)

    async def _value(self, position: Any, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a position for its mover, as far as it lies between alpha and beta."""
        if self._nodes >= self._most_nodes or perf_counter() >= self._pause_at:
            await self._pause()
        entry = self._table.get(position)
        if entry is not None:
            value = self._known(entry, depth, alpha, beta)
            if value is not None:
                return value
        return await self._expand(position, depth, alpha, beta, entry)

    async def _expand(
        self, position: Any, depth: int, alpha: int, beta: int, entry: Remembered | None
    ) -> int:
        """Look at the moves of a position, until one causes a cutoff."""
        before, mover = self._guesses, self._game.mover(position)
        best, best_move, floor = -WON, "", alpha
        self._path.add(position)
        for child in self._children(position, depth, entry):
            value = await self._child_value(child, mover, depth, floor, beta)
            if value > best:
                best, best_move, floor = value, child[0], max(floor, value)
            if best >= beta:
                self._note_killer(best_move, depth)
                break
        self._path.discard(position)
        bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
        holds_to = FOREVER if self._guesses == before else depth
        self._table.put(position, Remembered(holds_to, _from_here(best, self._top - depth), bound, best_move))
        return best

    async def _child_value(self, child: _Child, mover: Role, depth: int, alpha: int, beta: int) -> int:
        """Return the value of a move for the mover; with a floor, first test whether it is exceeded."""
        _, after, value = child
        if value is not None:
            return value
        if depth == 1:
            self._guesses += 1
            return self._worth(after, mover)
        same = self._game.mover(after) is mover
        if alpha > -WON:
            value = await self._after_value(after, depth - 1, alpha, alpha + 1, same)
            if not alpha < value < beta:
                return value
        return await self._after_value(after, depth - 1, alpha, beta, same)

    async def _after_value(self, after: Any, depth: int, alpha: int, beta: int, same: bool) -> int:
        """Return the value of a position for the role that moved last, which may also move now."""
        if same:
            return await self._value(after, depth, alpha, beta)
        return -await self._value(after, depth, -beta, -alpha)

    def _children(self, position: Any, depth: int, entry: Remembered | None) -> Iterator[_Child]:
        """Yield the moves, likely good ones first; a move is made only when it is needed, if possible."""
        moves = list(self._game.legal_moves(position))
        if entry is not None:
            moves.remove(entry.move)
            yield self._child(position, entry.move, depth)
        if depth > 1:
            yield from self._ranked(position, moves, depth)
            return
        killers = self._killers[self._top - depth]
        moves.sort(key=lambda move: (move not in killers, CAPTURE not in move))
        for move in moves:
            yield self._child(position, move, depth)

    def _ranked(self, position: Any, moves: Sequence[Move], depth: int) -> list[_Child]:
        """Make every move, and sort by what looks best: wins come first."""
        mover = self._game.mover(position)
        ranked = []
        for move in moves:
            child = self._child(position, move, depth)
            ranked.append((self._worth(child[1], mover) if child[2] is None else child[2], child))
        ranked.sort(key=lambda each: each[0], reverse=True)
        return [child for _, child in ranked]

    def _child(self, position: Any, move: Move, depth: int) -> _Child:
        """Make a move, and return its value if it ends the contest or repeats a position of this line."""
        self._nodes += 1
        game = self._game
        after = game.play(position, move)
        outcome = game.outcome(after)
        if outcome is not None:
            return move, after, _final(outcome, game.mover(position), self._top - depth + 1)
        if after in self._path:
            self._guesses += 1
            return move, after, DRAWN
        return move, after, None

    def _worth(self, position: Any, role: Role) -> int:
        """Return the evaluation from one role's view."""
        value = self._evaluation.value(position)
        return -value if role else value

    def _known(self, entry: Remembered, depth: int, alpha: int, beta: int) -> int | None:
        """Return the value of a position from the table, if it is deep and exact enough here."""
        is_proven = abs(entry.value) >= PROVEN
        if entry.depth < depth and not is_proven:
            return None
        value = _from_root(entry.value, self._top - depth)
        if not (entry.bound == EXACT or (value >= beta if entry.bound == AT_LEAST else value <= alpha)):
            return None
        if entry.depth < FOREVER and not is_proven:
            self._guesses += 1
        return value

    def _note_killer(self, move: Move, depth: int) -> None:
        ply = self._top - depth
        if move not in self._killers[ply]:
            self._killers[ply] = [move, *self._killers[ply][: _KILLERS - 1]]

    async def _pause(self) -> None:
        """Let other tasks run, unless the limit is reached."""
        if self._nodes >= self._most_nodes or perf_counter() >= self._end:
            raise _Spent
        await trio.lowlevel.checkpoint()
        self._pause_at = min(perf_counter() + PAUSE, self._end)


def _final(outcome: Outcome, role: Role, ply: int) -> int:
    """Return the value for a role of an end this many plies from the root."""
    if outcome.winner is None:
        return DRAWN
    return WON - ply if outcome.winner is role else ply - WON


def _from_here(value: int, ply: int) -> int:
    """Count the plies to a win from a position instead of from the root."""
    return value + ply if value >= PROVEN else value - ply if value <= -PROVEN else value


def _from_root(value: int, ply: int) -> int:
    """Count the plies to a win from the root instead of from a position."""
    return value - ply if value >= PROVEN else value + ply if value <= -PROVEN else value
