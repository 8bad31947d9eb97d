"""Stepping games: a few men each, placed in turn or set up, that step from location to location."""

import itertools
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import attrs

from games.board import Board, Line
from games.errors import BadPosition
from games.families.men import MenGame, Position, members, set_of, sides
from games.game import Men, Move, Outcome, Role
from games.notation import MARKS, PASS, read_cells


@attrs.frozen(cache_hash=True, weakref_slot=False)
class SteppingPosition(Position):
    """Where men stand, the mover, and how long the rule for the first moves holds."""

    early: int = 0
    """How many more moves that rule holds; men in hand follow from the board."""


@attrs.frozen
class Step:
    """One way from a location to another."""

    start: int
    end: int
    over: int | None = None
    """The location to jump over, where a man must stand."""
    beside: tuple[int, ...] = ()
    """Locations of which an enemy must stand on at least one; empty if the step has no such condition."""


def slides(board: Board) -> tuple[Step, ...]:
    """Return the steps along a line to a neighbour."""
    return tuple(Step(i, j) for i in range(len(board)) for j in board.neighbours(i))


def jumps(board: Board) -> tuple[Step, ...]:
    """Return the jumps along a line over a neighbour."""
    triples = {triple for line in board.lines for triple in zip(line, line[1:], line[2:], strict=False)}
    both_ways = triples | {triple[::-1] for triple in triples}
    return tuple(Step(start, end, over) for start, over, end in sorted(both_ways))


def leaps(board: Board) -> tuple[Step, ...]:
    """Return the steps from anywhere to anywhere."""
    return tuple(Step(i, j) for i, j in itertools.permutations(range(len(board)), 2))


class SteppingGame(MenGame[SteppingPosition]):
    """Place men in turn, then step with one; a line of one's own colour wins at once."""

    family = "stepping"
    writes_captures = True

    def __init__(
        self,
        *,
        name: str,
        title: str,
        rules: str,
        board: Board,
        men: int,
        steps: Iterable[Step],
        if_stuck: Iterable[Step] = (),
        winning_lines: Iterable[Line] = (),
        start: tuple[Collection[int], Collection[int]] | None = None,
        blocked: str = "loses",
        closed: Collection[int] = (),
        closed_until: int = 0,
        early: int | None = None,
        options: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Make a member of the family.

        Each role has `men` men, which stand on the locations of `start` or are placed first. Steps of
        `if_stuck` are for a mover who has no others. A `blocked` mover loses, passes or draws. Locations of
        `closed` may not be used for placing until `closed_until` men stand. What a step has to be `beside`
        matters for the first `early` moves, or always.
        """
        super().__init__(
            name=name, title=title, rules=rules, board=board, lines=winning_lines, options=options
        )
        self.winning_lines = self._lines
        self._men = men
        self._ways, self._ways_if_stuck = _ways(steps, board), _ways(if_stuck, board)
        self._flips = {way.move: way.flip for way in itertools.chain(*self._ways, *self._ways_if_stuck)}
        self._blocked = blocked
        self._closed, self._closed_until = set_of(closed), closed_until
        self._places_men = start is None
        self._early = early
        player, opponent = map(set_of, start or ((), ()))
        self._start = SteppingPosition(player, opponent, Role.PLAYER, early or 0)

    def initial(self) -> SteppingPosition:
        """Return the start: all men in hand, or set up."""
        return self._start

    def _write(self, position: SteppingPosition) -> str:
        """Write the position and, if it holds, the remaining length of the rule for the first moves."""
        text = super()._write(position)
        return f"{text} {position.early}" if position.early else text

    def parse_position(self, text: str) -> SteppingPosition:
        """Read a position with as many men as a contest can have; the mover may be left out while placing."""
        words, early = text.split(), 0
        if self._early and len(words) > 1 and words[-1] in map(str, range(1, self._early + 1)):
            early = int(words.pop())
        cells, mover = read_cells(" ".join(words), len(self.board))
        player, opponent = sides(cells)
        mover = self._read_mover(text, player.bit_count(), opponent.bit_count(), mover)
        position = SteppingPosition(player, opponent, mover, early)
        self._check_lines(text, position)
        return self._met(position)

    def _read_mover(self, text: str, player: int, opponent: int, mover: Role | None) -> Role:
        """Check the number of men, and return the mover."""
        if player == opponent == self._men:
            if mover is None:
                raise BadPosition(f"position {text!r} does not say who moves; end it with X or O")
            return mover
        if not self._places_men:
            counts = f"{player} X and {opponent} O"
            raise BadPosition(f"position {text!r} has {counts}; each has {self._men} men")
        if max(player, opponent) > self._men or player - opponent not in (0, 1):
            counts = f"{player} X and {opponent} O"
            remedy = f"up to {self._men} each are placed in turn, X first"
            raise BadPosition(f"position {text!r} has {counts}; {remedy}")
        due = Role(player - opponent)
        if mover not in (None, due):
            raise BadPosition(f"position {text!r} has {MARKS[due]} to move, by the count of its men")
        return due

    def stage(self, position: SteppingPosition) -> str:
        """Say `placing` while the mover has men in hand, then `sliding`."""
        return "placing" if self.men(position, position.mover).hand else "sliding"

    def men(self, position: SteppingPosition, role: Role) -> Men:
        """Count one role's men, on the board and in hand."""
        standing = position.men(role).bit_count()
        return Men(standing, self._men - standing)

    def _judge(self, position: SteppingPosition) -> Outcome | None:
        owner = self._owner(position)
        if owner is not None:
            return Outcome.win_for(owner)
        if self._choices(position):
            return None
        if self._blocked == "loses":
            return Outcome.win_for(position.mover.other)
        other = attrs.evolve(position, mover=position.mover.other)
        return None if self._blocked == "passes" and self._choices(other) else Outcome.DRAW

    def _list_moves(self, position: SteppingPosition) -> tuple[Move, ...]:
        return self._choices(position) or (PASS,)

    def _choices(self, position: SteppingPosition) -> tuple[Move, ...]:
        """Return every legal move except a pass."""
        mine, theirs = position.men(position.mover), position.men(position.mover.other)
        if mine.bit_count() < self._men:
            taken = mine | theirs | self._closed_now(position)
            return tuple(name for name, bit in self._bits.items() if not taken & bit)
        watched = self._early is None or position.early > 0
        return _open(self._ways, mine, theirs, watched) or _open(self._ways_if_stuck, mine, theirs, watched)

    def _closed_now(self, position: SteppingPosition) -> int:
        standing = (position.player | position.opponent).bit_count()
        return self._closed if standing < self._closed_until else 0

    def _after(self, position: SteppingPosition, move: Move) -> SteppingPosition:
        flip = self._bits.get(move) or self._flips.get(move, 0)
        player, opponent, early = position.player, position.opponent, max(0, position.early - 1)
        if position.mover is Role.PLAYER:
            return SteppingPosition(player ^ flip, opponent, Role.OPPONENT, early)
        return SteppingPosition(player, opponent ^ flip, Role.PLAYER, early)

    def _why_not(self, position: SteppingPosition, move: Move) -> str:
        mine, taken = position.men(position.mover), position.player | position.opponent
        places = mine.bit_count() < self._men
        if not places and move in self._flips:
            start, end = (self._bits[name] for name in move.split("-"))
            if not start & mine:
                return f"{MARKS[position.mover]} has no man on {move.split('-')[0]}"
            return f"location {move.split('-')[1]} is taken" if end & taken else "the rules forbid it here"
        if not places:
            return "no step has that form"
        if move not in self._bits:
            return "no location has that name"
        return f"location {move} is taken" if self._bits[move] & taken else f"{move} is closed for now"


@attrs.frozen
class _Way:
    """A step as bit sets."""

    move: Move
    end: int
    over: int
    beside: int
    flip: int
    """The start and the end, which change when a man goes this way."""

    @classmethod
    def of(cls, step: Step, board: Board) -> "_Way":
        move = f"{board.locations[step.start].name}-{board.locations[step.end].name}"
        over = 0 if step.over is None else 1 << step.over
        return cls(move, 1 << step.end, over, set_of(step.beside), set_of((step.start, step.end)))


_Ways: TypeAlias = tuple[tuple[_Way, ...], ...]
"""The ways from each location, in order."""


def _ways(steps: Iterable[Step], board: Board) -> _Ways:
    found: list[list[_Way]] = [[] for _ in board.locations]
    for step in sorted(steps, key=lambda step: (step.start, step.end)):
        found[step.start].append(_Way.of(step, board))
    return tuple(map(tuple, found))


def _open(ways: _Ways, mine: int, theirs: int, watched: bool) -> tuple[Move, ...]:
    """Return the moves that are possible; the condition `beside` applies if `watched`."""
    taken = mine | theirs
    return tuple(
        way.move
        for start in members(mine)
        for way in ways[start]
        if not way.end & taken
        and way.over & taken == way.over
        and not (watched and way.beside and not way.beside & theirs)
    )
