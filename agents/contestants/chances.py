"""Chances: how often one contestant beats another, computed instead of played.

This works for games in which no position repeats, and contestants that know how likely each of their moves
is.
"""

from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

import attrs

from agents.contestants.contestant import Contestant, RandomContestant
from games import BadOption, Game, Move, Outcome, Role


@runtime_checkable
class Mixed(Protocol):
    """A contestant that knows how likely each of its moves is."""

    def odds(self, game: Game[Any], position: Any) -> dict[Move, Fraction]:
        """Return how likely each move is; the sum is 1."""


@attrs.frozen
class Chances:
    """How likely a contestant wins, draws and loses."""

    win: Fraction
    draw: Fraction
    loss: Fraction

    def __add__(self, other: "Chances") -> "Chances":
        return Chances(self.win + other.win, self.draw + other.draw, self.loss + other.loss)

    def times(self, weight: Fraction) -> "Chances":
        """Return the chances multiplied by a weight."""
        return Chances(weight * self.win, weight * self.draw, weight * self.loss)


NONE = Chances(Fraction(0), Fraction(0), Fraction(0))


def uniform(moves: tuple[Move, ...]) -> dict[Move, Fraction]:
    """Return equal chances for these moves."""
    return dict.fromkeys(moves, Fraction(1, max(1, len(moves))))


def odds_of(contestant: Contestant, game: Game[Any], position: Any) -> dict[Move, Fraction]:
    """Return how likely each move of a contestant is; BadOption if the contestant does not know."""
    if isinstance(contestant, Mixed):
        return contestant.odds(game, position)
    if isinstance(contestant, RandomContestant):
        return uniform(tuple(game.legal_moves(position)))
    raise BadOption(
        f"contestant {contestant.name!r} does not know how likely its moves are; let it play instead"
    )


def chances_in_turn(game: Game[Any], one: Contestant, other: Contestant) -> Chances:
    """Return the chances of one contestant against the other if they alternate in the roles."""
    half = Fraction(1, 2)
    return chances(game, Role.PLAYER, one, other).times(half) + chances(
        game, Role.OPPONENT, one, other
    ).times(half)


def chances(game: Game[Any], role: Role, one: Contestant, other: Contestant) -> Chances:
    """Return the chances of one contestant in a role; BadOption if a position can repeat."""
    return _Walk(game, {role: one, role.other: other}, role).chances(game.initial())


class _Walk:
    """Walks through everything that can happen between two contestants, each position once."""

    def __init__(self, game: Game[Any], seats: dict[Role, Contestant], role: Role) -> None:
        self._game = game
        self._seats = seats
        self._role = role
        self._known: dict[Any, Chances | None] = {}
        """None while a position is being computed."""

    def chances(self, position: Any) -> Chances:
        """Return the chances from this position on."""
        if position in self._known:
            known = self._known[position]
            if known is None:
                raise BadOption(
                    f"chances in {self._game.name} cannot be computed because positions repeat; play instead"
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
