"""Patsy, which uses patterns: small arrangements of men with which contests were won, drawn or lost.

It has two versions, of which one takes part. Patsy-1 sees nine templates on boards of three rows of three,
Patsy-2 those that the lines of any board in the plane form.
"""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

import attrs

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.session.streams import pick
from agents.sight.patterns import (
    Found,
    PatternIndex,
    See,
    describe_pattern,
    index_of,
    sides_of,
    sight_by_hand,
    sight_by_lines,
    usual_result,
)
from blackboard import Entry
from games import Board, Game, Move, Outcome, Role

STRENGTH = 7
"""The strength of Patsy's recommendations; the papers do not give it."""
WORTH: Mapping[str, int] = {"won": 2, "drawn": 1, "lost": -2}
"""What a pattern adds to the score of a position, by how contests with it end for the mover."""
NAMED = 3
"""How many patterns a reason names at most."""


@attrs.frozen
class Shown:
    """The known patterns that a position shows, with the worth of each."""

    worth: Mapping[str, int]
    held: int
    """How many patterns are known in all."""

    @property
    def score(self) -> float:
        """Return the sum of all worths, divided by the number of known patterns."""
        return self.total / self.held

    @property
    def total(self) -> int:
        """Return the sum of all worths."""
        return sum(self.worth.values())

    def reason(self) -> str:
        """Return the score, and the patterns that weigh most, in words."""
        first = sorted(self.worth, key=lambda text: (-abs(self.worth[text]), text))
        names = [f"{describe_pattern(text)} ({self.worth[text]:+})" for text in first[:NAMED]]
        more = len(first) - NAMED
        names += [f"{more} more"] if more > 0 else []
        return f"scores {self.score:+.2f} by {'; '.join(names) or 'no pattern'}"


class Patsy(Advisor):
    """Prefer positions with patterns that contests were won with to those with patterns of lost ones."""

    supports: ClassVar[bool] = True
    opposes: ClassVar[bool] = False
    sees: ClassVar[See]
    """Returns what it sees on a board, or None."""
    where: ClassVar[str]
    """The boards that it is for, in words."""

    async def advise(self, think: Deliberation) -> None:
        """Score the positions that moves lead to, and recommend the best."""
        board = think.game.board
        held = think.knowledge.item(self.knowledge[0])
        if not held or type(self).sees(board) is None:
            return
        shown = {move: self._shown(think, board, held, move) for move in think.moves}
        best = max(each.total for each in shown.values())
        if all(each.total == best for each in shown.values()):
            return
        for move in self._chosen(think, [move for move, each in shown.items() if each.total == best]):
            await think.comment(move, STRENGTH, shown[move].reason())

    def _shown(self, think: Deliberation, board: Board, held: Mapping[str, Entry], move: Move) -> Shown:
        index = index_of(board, tuple(held))
        found = index.found(sides_of(think.game, think.play(move)))
        worth = {text: self._worth(held[text], think.mover) for text in self._counting(index, found)}
        return Shown(worth, len(held))

    def _worth(self, entry: Entry, mover: Role) -> int:
        """Return what a pattern is worth to the role that moves into it."""
        raise NotImplementedError

    def _counting(self, index: PatternIndex, found: Found) -> Collection[str]:
        """Return which of the patterns that a position shows are to count."""
        del index
        return found.keys()

    def _chosen(self, think: Deliberation, best: list[Move]) -> Collection[Move]:
        """Return which of the best moves to recommend."""
        del think
        return best

    @classmethod
    def suits(cls, game: Game[Any]) -> str:
        """Return why it cannot see a board; "" if it can."""
        return "" if cls.sees(game.board) is not None else cls.where


class Patsy1(Patsy):
    """Move to positions with the best patterns of nine templates, on boards of three rows of three."""

    name = "Patsy-1"
    knowledge = ("patsy_1",)
    excludes = ("Patsy-2",)
    sees = staticmethod(sight_by_hand)
    where = "it is for boards of three rows of three; Patsy-2 sees this one"

    def _worth(self, entry: Entry, mover: Role) -> int:
        del mover
        return WORTH.get(usual_result(entry), 0)

    def _chosen(self, think: Deliberation, best: list[Move]) -> Collection[Move]:
        return best if len(best) == 1 else [pick(think.random, best)]


class Patsy2(Patsy):
    """Move to positions with the best patterns of the templates that the lines of a board form."""

    name = "Patsy-2"
    knowledge = ("patsy_2",)
    excludes = ("Patsy-1",)
    sees = staticmethod(sight_by_lines)
    where = "it is for boards in the plane, and this one has several layers"

    def _worth(self, entry: Entry, mover: Role) -> int:
        winner = Outcome(entry["response"]).winner
        return WORTH["drawn" if winner is None else "won" if winner is mover else "lost"]

    def _counting(self, index: PatternIndex, found: Found) -> Collection[str]:
        return index.without_parts(found)
