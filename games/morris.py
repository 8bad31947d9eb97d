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

_blank = object.__new__
"""Makes a position with nothing in it, in half the time that it takes to make one with everything."""


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
        self._steps = self._tables.steps
        self._place = self._tables.placing.list_quiet if rules.bonus else self._tables.placing.list
        self._slide = self._tables.sliding.list
        self._fly = self._tables.flying.list if self._tables.flying else self._slide
        self._flying = rules.flying
        self._size = len(rules.board)
        self._everywhere = (1 << self._size) - 1
        self._start = MorrisPosition(0, 0, rules.men, rules.men, Role.PLAYER)

    @property
    def mills(self) -> tuple[Line, ...]:
        """The lines that capture for whoever fills them; they do not win."""
        return self._tables.mills.lines

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
        after = _blank(MorrisPosition)
        after.game = None
        if position.mover is _PLAYER:
            after.player = position.player ^ source ^ target
            after.opponent = position.opponent ^ captured
            after.player_hand = position.player_hand if source else position.player_hand - 1
            after.opponent_hand = position.opponent_hand
            after.mover = _OPPONENT
        else:
            after.player = position.player ^ captured
            after.opponent = position.opponent ^ source ^ target
            after.player_hand = position.player_hand
            after.opponent_hand = position.opponent_hand if source else position.opponent_hand - 1
            after.mover = _PLAYER
        return after

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
        return self._tables.mills.exposed(men)

    def fills(self, men: int, target: int) -> bool:
        """Would a man on the target fill a mill, together with these men?"""
        return self._tables.mills.fills(men, target)

    def _study(self, position: MorrisPosition) -> None:
        """Work out legal moves and outcome, and leave them with the position."""
        player, opponent = position.player, position.opponent
        position.game = self
        position.outcome = None
        if (player.bit_count() < MILL or opponent.bit_count() < MILL) and self._has_ended(position):
            position.moves = ()
            return
        if position.mover is _PLAYER:
            mine, theirs, hand = player, opponent, position.player_hand
        else:
            mine, theirs, hand = opponent, player, position.opponent_hand
        free = self._everywhere ^ player ^ opponent
        if hand:
            position.moves = moves = self._place(mine, theirs, free)
        elif self._flying and mine.bit_count() == MILL:
            position.moves = moves = self._fly(mine, theirs, free)
        else:
            position.moves = moves = self._slide(mine, theirs, free)
        if not moves:
            position.outcome = self._when_blocked(position)

    def _has_ended(self, position: MorrisPosition) -> bool:
        """See whether a role has too few men left, and say who has won."""
        for role in Role:
            if position.strength(role) < MILL:
                position.outcome = Outcome.win_for(role.other)
                return True
        return False

    def _when_blocked(self, position: MorrisPosition) -> Outcome:
        """Judge that no move is left: a loss, or a draw where the men fill the board."""
        if (position.player | position.opponent).bit_count() == self._size:
            return Outcome.DRAW
        return Outcome.win_for(position.mover.other)


class BonusMorrisGame(MorrisGame):
    """Morris where a mill gives another turn, and captures only when made by sliding."""

    def play(self, position: MorrisPosition, move: Move) -> MorrisPosition:
        """Answer the position after a move, with the same mover if that filled a mill and can go on."""
        after = super().play(position, move)
        source, target, _ = self._steps[move]
        mover = position.mover
        if not self._tables.mills.fills(after.men(mover) ^ target, target):
            return after
        again = self.passed(after)
        if source == 0:
            return again if again.hand(mover) else after
        return again if self.legal_moves(again) else after


def make_morris(rules: MorrisRules) -> MorrisGame:
    """Make the game that these rules describe."""
    return BonusMorrisGame(rules) if rules.bonus else MorrisGame(rules)
