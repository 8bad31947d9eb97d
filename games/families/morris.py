"""The family of morris: men are placed, then slide; a mill captures."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import attrs

from games.board import Board, Line
from games.errors import IllegalMove
from games.families.men import members, moved
from games.families.morris_moves import Moves
from games.families.morris_notation import read_position, why_not
from games.families.morris_tables import MILL, Unions, tables_of
from games.game import Game, Men, Move, Outcome, Role
from games.notation import refusal, write_cells

_PLAYER, _OPPONENT = Role


@attrs.frozen(kw_only=True)
class MorrisRules:
    """A member of the family, as data."""

    name: str
    title: str
    text: str
    """The rules in a few sentences."""
    board: Board
    men: int
    """How many men each role has."""
    flying: bool = False
    """A role with three men left may move them to any empty location."""
    bonus: bool = False
    """A mill gives another turn, and captures only when made by sliding (nerenchi)."""
    options: tuple[tuple[str, str], ...] = ()


@attrs.define(unsafe_hash=True, weakref_slot=False)
class MorrisPosition:
    """Where men stand, how many are in hand, and the mover; the study does not affect equality.

    Positions must not be changed. The class is not frozen because that would triple the time to make one.
    """

    player: int
    """Player's men as a bit set: bit i stands for location i."""
    opponent: int
    """Opponent's men, in the same form."""
    player_hand: int
    """How many men Player has yet to place."""
    opponent_hand: int
    mover: Role
    counted_by: object = attrs.field(default=None, init=False, eq=False, repr=False)
    """The mark of the game that counted the men and found enough; if set, the next three fields are too."""
    player_side: int = attrs.field(init=False, eq=False, repr=False)
    """See `Tables`."""
    opponent_side: int = attrs.field(init=False, eq=False, repr=False)
    open: int = attrs.field(init=False, eq=False, repr=False)
    """The ways that enter free locations."""
    studied_by: object = attrs.field(default=None, init=False, eq=False, repr=False)
    """The mark of the game that computed the fields below."""
    moves: Moves = attrs.field(init=False, eq=False, repr=False)
    outcome: Outcome | None = attrs.field(init=False, eq=False, repr=False)

    def men(self, role: Role) -> int:
        """Return the men of one role as a bit set."""
        return self.opponent if role else self.player

    def hand(self, role: Role) -> int:
        """Return how many men one role has yet to place."""
        return self.opponent_hand if role else self.player_hand

    def strength(self, role: Role) -> int:
        """Return how many men one role has, on the board and in hand."""
        return self.men(role).bit_count() + self.hand(role)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the position without the study."""
        return type(self), (self.player, self.opponent, self.player_hand, self.opponent_hand, self.mover)


_blank = partial(object.__new__, MorrisPosition)
"""Make a position without values, in half the time that the constructor takes."""


class MorrisGame(Game[MorrisPosition]):
    """Place your men, then slide them; filling a mill captures, and two men are too few."""

    family = "morris"
    writes_captures = True

    def __init__(self, rules: MorrisRules) -> None:
        self.name = rules.name
        self.title = rules.title
        self.rules = rules.text
        self.board = rules.board
        self.options = dict(rules.options)
        self.parameters = rules
        self._mark = object()
        """The mark left on positions. The game itself would give every holder of a position free rules."""
        self._tables = tables_of(rules.board, flying=rules.flying)
        self._placing = self._tables.placing
        self._sliding = self._tables.sliding
        self._pairs = self._tables.pairs
        self._covered = self._tables.covered
        self._filling = Unions(dict.fromkeys(self._covered.parts, 0)) if rules.bonus else self._covered
        self._entered = self._tables.entered
        self._flights = self._tables.flying
        self._size = len(rules.board)
        self._everywhere = (1 << self._size) - 1
        self._start = MorrisPosition(0, 0, rules.men, rules.men, Role.PLAYER)
        self._none = self._no_moves()

    @property
    def mills(self) -> tuple[Line, ...]:
        """Return the lines that capture for the role that fills them; they do not win."""
        return self._tables.mills.lines

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game as its rules alone."""
        return type(self), (self.parameters,)

    def initial(self) -> MorrisPosition:
        """Return the empty board, with all men in hand."""
        return self._start

    def mover(self, position: MorrisPosition) -> Role:
        """Return the role to move."""
        return position.mover

    def meet(self, position: MorrisPosition) -> MorrisPosition:
        """Return an equal position that the caller does not share, since it is mutable."""
        p = position
        return MorrisPosition(p.player, p.opponent, p.player_hand, p.opponent_hand, p.mover)

    def legal_moves(self, position: MorrisPosition) -> Moves:
        """Return every legal move, always in the same order; none once the contest is over."""
        if position.studied_by is not self._mark:
            self._study(position)
        return position.moves

    def outcome(self, position: MorrisPosition) -> Outcome | None:
        """Return how the contest ended, or None while it goes on."""
        if position.studied_by is self._mark:
            return position.outcome
        if position.counted_by is not self._mark and self._is_over(position):
            return position.outcome
        if position.mover is _PLAYER:
            men, side, hand = position.player, position.player_side, position.player_hand
        else:
            men, side, hand = position.opponent, position.opponent_side, position.opponent_hand
        if hand or (self._flights is not None and men.bit_count() == MILL):
            can_move = (position.player | position.opponent) != self._everywhere
        else:
            can_move = side & position.open != 0  # to ask for a way is much faster than to list the moves
        return None if can_move else self._when_blocked(position)

    def _study(self, position: MorrisPosition) -> None:
        """Work out the moves and the outcome of a position, and keep them with it."""
        if position.counted_by is not self._mark and self._is_over(position):
            return
        if position.mover is _PLAYER:
            men = position.player
            side = position.player_side
            hand = position.player_hand
            theirs = position.opponent
            their_side = position.opponent_side
        else:
            men = position.opponent
            side = position.opponent_side
            hand = position.opponent_hand
            theirs = position.player
            their_side = position.player_side
        moves = Moves()
        if hand:
            moves.ways = self._placing
            quiet = self._everywhere ^ men ^ theirs
            closing = quiet & self._filling[side & self._pairs]
        elif self._flights is not None and men.bit_count() == MILL:
            moves.ways = self._flights.ways
            moves.free = self._everywhere ^ men ^ theirs
            moves.flight = spread, closing, _ = self._flights[men]
            quiet = moves.free * spread
            closing &= quiet
        else:
            moves.ways = self._sliding
            quiet = side & position.open
            closing = quiet & self._entered[side & self._pairs]
        if closing and theirs:
            moves.closing = closing
            full = their_side & their_side << 1 & self._pairs
            moves.exposed = exposed = theirs & ~self._covered[full] or theirs if full else theirs
            moves.quiet = quiet = quiet ^ closing
            moves.size = quiet.bit_count() + closing.bit_count() * exposed.bit_count()
        else:
            moves.closing = 0
            moves.quiet = quiet
            moves.size = quiet.bit_count()
        moves.listed = None
        position.moves = moves
        position.outcome = None if quiet or closing else self._when_blocked(position)
        position.studied_by = self._mark  # set last, so that another thread sees all fields or none

    def play(self, position: MorrisPosition, move: Move) -> MorrisPosition:
        """Return the position after a move; IllegalMove if the rules do not allow it."""
        if position.studied_by is not self._mark:
            self._study(position)
        moves = position.moves
        try:
            way, change, placed, gain, opening, captured, loss = moves.ways.effects[move]
        except (KeyError, TypeError):
            raise self._refusal(position, move) from None
        if not way & (moves.closing if captured else moves.quiet):
            raise self._refusal(position, move)
        after = _blank()
        after.studied_by = None
        after.counted_by = self._mark
        after.open = position.open + opening
        if position.mover is _PLAYER:
            after.player = position.player ^ change
            after.player_side = position.player_side + gain
            after.player_hand = position.player_hand - placed
            after.opponent = position.opponent
            after.opponent_side = position.opponent_side
            after.opponent_hand = position.opponent_hand
            after.mover = _OPPONENT
        else:
            after.player = position.player
            after.player_side = position.player_side
            after.player_hand = position.player_hand
            after.opponent = position.opponent ^ change
            after.opponent_side = position.opponent_side + gain
            after.opponent_hand = position.opponent_hand - placed
            after.mover = _PLAYER
        if captured:
            if not captured & moves.exposed:
                raise self._refusal(position, move)
            _take(after, captured, loss)
        return after

    def _refusal(self, position: MorrisPosition, move: Move) -> IllegalMove:
        why = "the contest is over" if position.outcome else why_not(self, position, move)
        return refusal(move, why, position.moves)

    def _is_over(self, position: MorrisPosition) -> bool:
        """Count the men again, and return whether a role has too few left."""
        position.player_side = self._tables.side(position.player)
        position.opponent_side = self._tables.side(position.opponent)
        position.open = self._tables.open(self._everywhere ^ position.player ^ position.opponent)
        for role in Role:
            if position.strength(role) < MILL:
                position.moves = self._none
                position.outcome = Outcome.win_for(role.other)
                position.studied_by = self._mark
                return True
        position.counted_by = self._mark
        return False

    def _no_moves(self) -> Moves:
        """Make the moves of a contest that is over."""
        none = Moves()
        none.ways = self._placing
        none.quiet = none.closing = none.size = 0
        none.listed = ()
        return none

    def cells(self, position: MorrisPosition) -> tuple[Role | None, ...]:
        """Return whose man stands on each location, in the board's order."""
        cells: list[Role | None] = [None] * self._size
        for role in Role:
            for i in members(position.men(role)):
                cells[i] = role
        return tuple(cells)

    def standing(self, position: MorrisPosition, role: Role) -> int:
        """Return where one role has men, as a bit set."""
        return position.men(role)

    def stage(self, position: MorrisPosition) -> str:
        """Return `placing` while the mover has men in hand, whatever the other role has, then `sliding`."""
        return "placing" if position.hand(position.mover) else "sliding"

    def men(self, position: MorrisPosition, role: Role) -> Men:
        """Count one role's men, on the board and in hand."""
        return Men(position.men(role).bit_count(), position.hand(role))

    def passed(self, position: MorrisPosition) -> MorrisPosition:
        """Return the same position with the other role to move."""
        other = _blank()
        other.player = position.player
        other.opponent = position.opponent
        other.player_hand = position.player_hand
        other.opponent_hand = position.opponent_hand
        other.mover = position.mover.other
        other.studied_by = None
        other.counted_by = position.counted_by
        if position.counted_by is not None:
            other.player_side = position.player_side
            other.opponent_side = position.opponent_side
            other.open = position.open
        return other

    def image(self, position: MorrisPosition, symmetry: Sequence[int]) -> MorrisPosition:
        """Move the man on location i to location symmetry[i], all men at once."""
        player, opponent = moved(position.player, symmetry), moved(position.opponent, symmetry)
        hands = position.player_hand, position.opponent_hand
        return MorrisPosition(player, opponent, *hands, position.mover)

    def format_position(self, position: MorrisPosition) -> str:
        """Write one character per location, the mover, and the men in hand: `X..O............ X 4 4`."""
        hands = f"{position.player_hand} {position.opponent_hand}"
        return f"{write_cells(self.cells(position), position.mover)} {hands}"

    def parse_position(self, text: str) -> MorrisPosition:
        """Read a position. Hands default to no men, and the mover may be left out together with them."""
        return MorrisPosition(*read_position(self.parameters, text))

    def exposed(self, men: int) -> int:
        """Return which of these men can be captured: those in no mill, or all if every man is in one."""
        return self._tables.mills.exposed(men)

    def fills(self, men: int, target: int) -> bool:
        """Return whether a man on the target would fill a mill, together with these men."""
        return self._tables.mills.fills(men, target)

    def _when_blocked(self, position: MorrisPosition) -> Outcome:
        """Return the outcome if no move is left: a loss, or a draw if men fill the board."""
        if (position.player | position.opponent).bit_count() == self._size:
            return Outcome.DRAW
        return Outcome.win_for(position.mover.other)


def _take(position: MorrisPosition, captured: int, loss: int) -> None:
    """Take a man of the mover off the board; if few are left, request a new count."""
    if position.mover is _PLAYER:
        position.player = men = position.player ^ captured
        position.player_side -= loss
    else:
        position.opponent = men = position.opponent ^ captured
        position.opponent_side -= loss
    if men.bit_count() < MILL:
        position.counted_by = None


class BonusMorrisGame(MorrisGame):
    """Morris where a mill gives another turn, and captures only when made by sliding."""

    def play(self, position: MorrisPosition, move: Move) -> MorrisPosition:
        """Return the position after a move; the same mover if it filled a mill and can continue."""
        after = super().play(position, move)
        _, change, placed, *_ = position.moves.ways.effects[move]
        mover = position.mover
        target = change & after.men(mover)
        if not self.fills(after.men(mover) ^ target, target):
            return after
        again = self.passed(after)
        if placed:
            return again if again.hand(mover) else after
        return again if self.legal_moves(again) else after


def make_morris(rules: MorrisRules) -> MorrisGame:
    """Return the game that these rules describe."""
    return BonusMorrisGame(rules) if rules.bonus else MorrisGame(rules)
