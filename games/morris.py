"""The family of morris: men are placed, then slide; a mill captures."""

from collections.abc import Sequence
from typing import Any

import attrs

from games.board import Board, Line
from games.game import Game, Move, Outcome, Role
from games.men import members, set_of
from games.morris_notation import read_position, why_not
from games.morris_tables import MILL, Tables
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
    """How many each role has."""
    flying: bool = False
    """Whoever is down to three men may move them anywhere."""
    bonus: bool = False
    """A mill gives another turn, and captures only when made by sliding (nerenchi)."""
    options: tuple[tuple[str, str], ...] = ()


@attrs.define(unsafe_hash=True)
class MorrisPosition:
    """Who stands where, how many men are in hand, and who moves; the study is no part of its value.

    Nobody changes a position. It is not frozen because a frozen one takes three times as long to make.
    """

    player: int
    """A bit set: bit i says that Player stands on location i."""
    opponent: int
    """The same for Opponent."""
    player_hand: int
    """How many men Player has yet to place."""
    opponent_hand: int
    mover: Role
    game: "MorrisGame | None" = attrs.field(default=None, init=False, eq=False, repr=False)
    """Which game has studied it: worked out what follows."""
    moves: tuple[Move, ...] = attrs.field(init=False, eq=False, repr=False)
    outcome: Outcome | None = attrs.field(init=False, eq=False, repr=False)

    def men(self, role: Role) -> int:
        """Answer one side's bit set."""
        return self.opponent if role else self.player

    def hand(self, role: Role) -> int:
        """Answer how many men one side has yet to place."""
        return self.opponent_hand if role else self.player_hand

    def strength(self, role: Role) -> int:
        """Answer how many men one side has, on the board and in hand."""
        return self.men(role).bit_count() + self.hand(role)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process without the study."""
        return type(self), (self.player, self.opponent, self.player_hand, self.opponent_hand, self.mover)


class MorrisGame(Game[MorrisPosition]):
    """Place your men, then slide them; filling a mill captures, and two men are too few."""

    family = "morris"

    def __init__(self, rules: MorrisRules) -> None:
        self.name = rules.name
        self.title = rules.title
        self.rules = rules.text
        self.board = rules.board
        self.options = dict(rules.options)
        self.parameters = rules
        self._tables = Tables(rules.board, flying=rules.flying)
        self._sliding = self._tables.sliding
        self._steps = self._tables.steps
        self._flying = rules.flying
        self._size = len(rules.board)
        self._everywhere = (1 << self._size) - 1
        self._start = MorrisPosition(0, 0, rules.men, rules.men, Role.PLAYER)

    @property
    def mills(self) -> tuple[Line, ...]:
        """The lines that capture for whoever fills them; they do not win."""
        return self._tables.mills

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to another process as the rules alone."""
        return type(self), (self.parameters,)

    def initial(self) -> MorrisPosition:
        """Start from an empty board, with all men in hand."""
        return self._start

    def mover(self, position: MorrisPosition) -> Role:
        """Whose turn it is."""
        return position.mover

    def legal_moves(self, position: MorrisPosition) -> tuple[Move, ...]:
        """Every move allowed here, always in the same order; none once the contest is over."""
        if position.game is not self:
            self._study(position)
        return position.moves

    def outcome(self, position: MorrisPosition) -> Outcome | None:
        """How the contest has ended, or None while it goes on."""
        if position.game is not self:
            self._study(position)
        return position.outcome

    def play(self, position: MorrisPosition, move: Move) -> MorrisPosition:
        """Answer the position after a move; IllegalMove if the rules do not allow it."""
        if position.game is not self:
            self._study(position)
        if move not in position.moves:
            why = "the contest is over" if position.outcome else why_not(self, position, move)
            raise refusal(move, why, position.moves)
        source, target, captured = self._steps[move]
        if position.mover is _PLAYER:
            return MorrisPosition(
                position.player ^ source ^ target,
                position.opponent ^ captured,
                position.player_hand if source else position.player_hand - 1,
                position.opponent_hand,
                _OPPONENT,
            )
        return MorrisPosition(
            position.player ^ captured,
            position.opponent ^ source ^ target,
            position.player_hand,
            position.opponent_hand if source else position.opponent_hand - 1,
            _PLAYER,
        )

    def cells(self, position: MorrisPosition) -> tuple[Role | None, ...]:
        """Answer whose man stands on each location, in the board's order."""
        cells: list[Role | None] = [None] * self._size
        for role in Role:
            for i in members(position.men(role)):
                cells[i] = role
        return tuple(cells)

    def passed(self, position: MorrisPosition) -> MorrisPosition:
        """Answer the same position with the other role to move."""
        return attrs.evolve(position, mover=position.mover.other)

    def image(self, position: MorrisPosition, symmetry: Sequence[int]) -> MorrisPosition:
        """Move the man on location i to location symmetry[i], all men at once."""
        player, opponent = (set_of(symmetry[i] for i in members(position.men(role))) for role in Role)
        return attrs.evolve(position, player=player, opponent=opponent)

    def format_position(self, position: MorrisPosition) -> str:
        """Write one character a location, who moves, and the men in hand: `X..O............ X 4 4`."""
        hands = f"{position.player_hand} {position.opponent_hand}"
        return f"{write_cells(self.cells(position), position.mover)} {hands}"

    def parse_position(self, text: str) -> MorrisPosition:
        """Read a position; without hands no men are in hand, and the mover may be left out with them."""
        return MorrisPosition(*read_position(self.parameters, text))

    def exposed(self, men: int) -> int:
        """Answer which of these men can be captured: those in no mill, or all if every man is in one."""
        return self._tables.exposed(men)

    def fills(self, men: int, target: int) -> bool:
        """Would a man on the target fill a mill, together with these men?"""
        return self._tables.fills(men, target)

    def _study(self, position: MorrisPosition) -> None:
        """Work out legal moves and outcome, and leave them with the position."""
        player, player_hand = position.player, position.player_hand
        opponent, opponent_hand = position.opponent, position.opponent_hand
        moves: tuple[Move, ...] = ()
        outcome = None
        if player_hand < MILL and player_hand + player.bit_count() < MILL:
            outcome = Outcome.OPPONENT
        elif opponent_hand < MILL and opponent_hand + opponent.bit_count() < MILL:
            outcome = Outcome.PLAYER
        else:
            if position.mover is _PLAYER:
                moves = self._list_moves(player, opponent, player_hand)
            else:
                moves = self._list_moves(opponent, player, opponent_hand)
            if not moves:
                outcome = self._when_blocked(position)
        position.moves = moves
        position.outcome = outcome
        position.game = self

    def _when_blocked(self, position: MorrisPosition) -> Outcome:
        """Judge that no move is left: a loss, or a draw where the men fill the board."""
        if (position.player | position.opponent).bit_count() == self._size:
            return Outcome.DRAW
        return Outcome.win_for(position.mover.other)

    def _list_moves(self, mine: int, theirs: int, hand: int) -> tuple[Move, ...]:
        free = self._everywhere ^ mine ^ theirs
        if hand:
            ways = self._tables.placing
            quiet = free
        else:
            ways = self._sliding
            if self._flying and mine.bit_count() == MILL:
                ways = self._tables.flying
            quiet = ways.open(mine, free)
        closing = quiet & ways.closing(mine)
        if closing and theirs:
            return self._tables.with_captures(ways, quiet ^ closing, closing, theirs)
        return ways.names(quiet)


class BonusMorrisGame(MorrisGame):
    """Morris where a mill gives another turn, and captures only when made by sliding."""

    def play(self, position: MorrisPosition, move: Move) -> MorrisPosition:
        """Answer the position after a move, with the same mover if that filled a mill and can go on."""
        after = super().play(position, move)
        source, target, _ = self._steps[move]
        mover = position.mover
        if not self._tables.fills(after.men(mover) ^ target, target):
            return after
        again = self.passed(after)
        if source == 0:
            return again if again.hand(mover) else after
        return again if self.legal_moves(again) else after

    def _list_moves(self, mine: int, theirs: int, hand: int) -> tuple[Move, ...]:
        if hand:
            return self._tables.placing.names(self._everywhere ^ mine ^ theirs)
        return super()._list_moves(mine, theirs, hand)


def make_morris(rules: MorrisRules) -> MorrisGame:
    """Make the game that these rules describe."""
    return BonusMorrisGame(rules) if rules.bonus else MorrisGame(rules)
