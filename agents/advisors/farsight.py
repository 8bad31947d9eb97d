"""Farsight: looks as far ahead as its time allows for moves that lose men, and warns of them.

It asks one question about a position: can the other role, in a number of plies, bring us below a number of
men, ours minus theirs? That is alpha-beta with an empty window, and the answer is yes or no. The question is
asked at 2 plies (our move and a reply), then at 4, 6 and so on, each time about all moves that are still
unopposed. Every answer of the rules is remembered until the decision ends.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from games import Game, Move, Role

DEEPEST = 24
"""Plies; in a small game all positions may be known earlier, and looking further costs no calls."""
STEP = 2
"""Plies from one look to the next: each look ends with a reply."""
FIRMNESS = {2: 3, 4: 2}
"""The strength of a warning by the plies it took to find the loss."""
FIRMEST = 1
"""The strength for all deeper looks."""
COUNTED = 3
"""If all moves lose men, this many losses are distinguished: one, two, more, and then the contest."""
CAPTURE = "x"
"""The character in a move for each man that it takes, in games that write captures."""


class Farsight(Advisor):
    """Warn of moves that let the other contestant win men by force, as far ahead as time allows.

    Men count on the board and in hand, ours minus theirs, and a lost or won contest counts as all of them. A
    move is opposed as soon as a complete look shows that it costs more men than the best move does. So if
    every move loses, the one that loses least or last is not opposed. The deeper the look, the firmer the
    warning: others cannot see such a loss, and men that are lost at once are won back more often. It does not
    comment in games without men, and does not foresee draws by repetition.
    """

    supports: ClassVar[bool] = False

    async def advise(self, think: Deliberation) -> None:
        """Oppose the moves that lose men, look by look."""
        if len(think.moves) < 2 or think.game.men(think.position, think.mover) is None:  # noqa: PLR2004  # no choice
            return
        search = _Search(think)
        for plies in range(STEP, DEEPEST + 1, STEP):
            for move in search.losing(plies):
                reason = f"loses men, or the contest, within {plies} plies"
                await think.comment(move, FIRMNESS.get(plies, FIRMEST), reason)
            if search.is_done:
                return


@attrs.define(eq=False)
class _Node:
    """A position, with what is known about it."""

    position: Any
    is_ours: bool
    """Whether it is our turn."""
    balance: int
    """Our men minus theirs."""
    moves: list[Move] | None = None
    """The moves, those likely to decide first; None until the rules are asked."""
    captures: int = 0
    """The most men that one of the moves takes, in a game that writes captures."""
    is_ordered: bool = False
    end: int = 0
    """The result of the contest, if there are no moves."""
    afters: dict[Move, "_Node"] = attrs.field(factory=dict)


class _Search:
    """All that is known in one decision."""

    def __init__(self, think: Deliberation) -> None:
        self._think = think
        self._game: Game[Any] = think.game
        self._us = think.mover
        self._writes_captures = self._game.writes_captures
        self._nodes: dict[Any, _Node] = {}
        self._answers: dict[tuple[_Node, int, int], bool] = {}
        """Answers of the present look: by node, plies to go and bar, whether we fall below the bar."""
        self._merits: tuple[dict[Move, int], dict[Move, int]] = {}, {}
        """How often each move decided: theirs, and ours."""
        self._is_cut = False
        """Whether the present look stopped somewhere before the end of the contest."""
        self._waiting = list(think.moves)
        self._opposed: list[Move] = []
        self._everything = len(self._game.board) + 1
        self._here = self._meet(think.position, self._count(think.position))
        now = self._here.balance
        self._bars = *(now - lost for lost in range(COUNTED)), 1 - self._everything
        """Bars for the case that all moves lose: what we have now, ever less, all but the contest."""

    @property
    def is_done(self) -> bool:
        """Return whether further looks are useless: the last saw everything, or one move is unopposed."""
        return not self._is_cut or len(self._waiting) < 2  # noqa: PLR2004  # it is the best

    def losing(self, plies: int) -> list[Move]:
        """Return the moves, not opposed so far, that cost more men in this many plies than the best."""
        self._answers.clear()
        self._is_cut = False
        found = self._worst(plies - 1)
        self._waiting = [move for move in self._waiting if move not in found]
        self._opposed += found
        return found

    def _worst(self, plies: int) -> list[Move]:
        """Lower the bar until some move holds it; return the moves that do not."""
        for bar in self._bars:
            falling = [
                move for move in self._waiting if self._falls(self._after(self._here, move), plies, bar)
            ]
            if len(falling) < len(self._waiting) or self._is_held(self._opposed, plies, bar):
                return falling
        self._is_cut = False  # all moves lose the contest, and a deeper look cannot change that
        return []

    def _is_held(self, moves: Iterable[Move], plies: int, bar: int) -> bool:
        """Return whether one of the moves keeps us from being brought below the bar."""
        return any(not self._falls(self._after(self._here, move), plies, bar) for move in moves)

    def _falls(self, node: _Node, plies: int, bar: int) -> bool:
        """Return whether the other role can bring us below the bar."""
        if not plies:
            self._is_cut = True
            return node.balance < bar
        question = node, plies, bar
        answer = self._answers.get(question)
        if answer is None:
            moves = self._list(node) if node.moves is None else node.moves
            if not moves:
                answer = node.end < bar
            elif plies == 1 and self._writes_captures:
                self._is_cut = True
                answer = (node.balance + (node.captures if node.is_ours else -node.captures)) < bar
            else:
                answer = self._falls_by_a_move(node, moves, plies, bar)
            self._answers[question] = answer
        return answer

    def _falls_by_a_move(self, node: _Node, moves: list[Move], plies: int, bar: int) -> bool:
        """Try the moves: one of ours suffices to hold the bar, and one of theirs to bring us below it."""
        is_ours = node.is_ours
        if not node.is_ordered:
            self._order(node, moves)
        for move in tuple(moves):  # the same position may recur further ahead, and reorder its moves
            after = node.afters.get(move) or self._after(node, move)
            if self._falls(after, plies - 1, bar) is not is_ours:
                merits = self._merits[is_ours]
                merits[move] = merits.get(move, 0) + 1
                moves.remove(move)
                moves.insert(0, move)
                return not is_ours
        return is_ours

    def _order(self, node: _Node, moves: list[Move]) -> None:
        """Put captures first, then the moves that have decided most often so far."""
        merits = self._merits[node.is_ours]
        moves.sort(key=lambda move: merits.get(move, 0), reverse=True)
        if node.captures:
            moves.sort(key=lambda move: move.count(CAPTURE), reverse=True)
        node.is_ordered = True

    def _list(self, node: _Node) -> list[Move]:
        """Ask for the moves of a position, and for the result if there are none."""
        node.moves = moves = list(self._think.legal_moves(node.position))
        if not moves:
            node.end = self._result(node.position)
        elif self._writes_captures and CAPTURE in "".join(moves):
            node.captures = max(move.count(CAPTURE) for move in moves)
        return moves

    def _result(self, position: Any) -> int:
        """Return the value of the end of a contest: everything, or in a draw what we have now."""
        outcome = self._think.outcome(position)
        winner = None if outcome is None else outcome.winner
        if winner is None:
            return self._here.balance
        return self._everything if winner is self._us else -self._everything

    def _after(self, node: _Node, move: Move) -> _Node:
        """Return the node after a move; the rules are asked only once."""
        after = node.afters.get(move)
        if after is None:
            position = self._think.play(move, node.position)
            after = self._nodes.get(position)
            if after is None:
                after = self._meet(position, self._balance_after(node, move, position))
            node.afters[move] = after
        return after

    def _meet(self, position: Any, balance: int) -> _Node:
        """Make the only node of a position."""
        node = _Node(position, self._game.mover(position) is self._us, balance)
        self._nodes[position] = node
        return node

    def _balance_after(self, node: _Node, move: Move, position: Any) -> int:
        """Return our men minus theirs after a move; if captures are written, the men need not be counted."""
        if not self._writes_captures:
            return self._count(position)
        taken = move.count(CAPTURE)
        return node.balance + taken if node.is_ours else node.balance - taken

    def _count(self, position: Any) -> int:
        """Count our men minus theirs."""
        return self._men(position, self._us) - self._men(position, self._us.other)

    def _men(self, position: Any, role: Role) -> int:
        """Count the men of one role, on the board and in hand."""
        men = self._game.men(position, role)
        return 0 if men is None else men.total
