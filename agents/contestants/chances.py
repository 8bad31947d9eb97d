"""Chances: how often one contestant beats another, worked out instead of played.

For games where no position comes again, and contestants that can say how likely each of their moves is.
"""

from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

import attrs

from agents.contestants.contestant import Contestant, RandomContestant
from games import BadOption, Game, Move, Outcome, Role


@runtime_checkable
class Mixed(Protocol):
    """A contestant whose moves are known, if only by their chances."""

    def odds(self, game: Game[Any], position: Any) -> dict[Move, Fraction]:
        """Return how likely each move is; together they make one."""


@attrs.frozen
class Chances:
    """How likely a contestant wins, draws and loses."""

    win: Fraction
    draw: Fraction
    loss: Fraction

    def __add__(self, other: "Chances") -> "Chances":
        return Chances(self.win + other.win, self.draw + other.draw, self.loss + other.loss)

    def times(self, weight: Fraction) -> "Chances":
        """Return the part of them that comes with this weight."""
        return Chances(weight * self.win, weight * self.draw, weight * self.loss)


NONE = Chances(Fraction(0), Fraction(0), Fraction(0))


def uniform(moves: tuple[Move, ...]) -> dict[Move, Fraction]:
    """Make each of these moves equally likely."""
    return dict.fromkeys(moves, Fraction(1, max(1, len(moves))))


def odds_of(contestant: Contestant, game: Game[Any], position: Any) -> dict[Move, Fraction]:
    """Return how likely each move of a contestant is; BadOption for one that cannot say."""
    if isinstance(contestant, Mixed):
        return contestant.odds(game, position)
    if isinstance(contestant, RandomContestant):
        return uniform(tuple(game.legal_moves(position)))
    raise BadOption(
        f"contestant {contestant.name!r} cannot say how likely its moves are; let it play instead"
    )


def chances_in_turn(game: Game[Any], one: Contestant, other: Contestant) -> Chances:
    """Return one's chances against the other if they take the roles in turn."""
    half = Fraction(1, 2)
    return chances(game, Role.PLAYER, one, other).times(half) + chances(
        game, Role.OPPONENT, one, other
    ).times(half)


def chances(game: Game[Any], role: Role, one: Contestant, other: Contestant) -> Chances:
    """Return one's chances in a role; BadOption where a position can come again."""
    return _Walk(game, {role: one, role.other: other}, role).chances(game.initial())


class _Walk:
    """Goes through everything that can happen between two contestants, each position once."""

    def __init__(self, game: Game[Any], seats: dict[Role, Contestant], role: Role) -> None:
        self._game = game
        self._seats = seats
        self._role = role
        self._known: dict[Any, Chances | None] = {}
        """None while a position is being worked out."""

    def chances(self, position: Any) -> Chances:
        """Return the chances from here on."""
        if position in self._known:
            known = self._known[position]
            if known is None:
                raise BadOption(
                    f"chances in {self._game.name} cannot be worked out: positions come again; play instead"
                )
            return known
        self._known[position] = None
        outcome = self._game.outcome(position)
        self._known[position] = found = self._ahead(position) if outcome is None else self._end(outcome)
        return found

    def _ahead(self, position: Any) -> Chances:
        game = self._game
        found = NONE
        for move, likely in odds_of(self._seats[game.mover(position)], game, position).items():
            if likely:
                found += self.chances(game.play(position, move)).times(likely)
        return found

    def _end(self, outcome: Outcome) -> Chances:
        won, drawn = outcome is Outcome.win_for(self._role), outcome is Outcome.DRAW
        return Chances(Fraction(won), Fraction(drawn), Fraction(not won and not drawn))
