"""Contestants that know the solved game. Hoyle never does: no Advisor and no learner may import this."""

import functools
import re
from abc import abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from agents.contestants.chances import uniform
from agents.contestants.contestant import Contestant
from agents.session.streams import Streams, pick
from agents.sums import running_sum
from games import BadOption, Game, Move

if TYPE_CHECKING:
    from games.solving.solution import Solution

_WHOLE = re.compile(r"[1-9]\d{0,8}", re.ASCII)
REPLIES = 2
"""How many replies ahead an expert sets traps."""


class SolvingContestant(Contestant):
    """Knows the solution of the game it is made for."""

    def __init__(self, game: Game[Any]) -> None:
        self._solution = solution_of(game)

    @classmethod
    def made_for(cls, game: Game[Any], argument: str = "") -> Self:
        """Make the contestant for a game."""
        return cls(game, **cls.read_argument(argument))


class PerfectContestant(SolvingContestant):
    """Plays any correct move, each equally likely; in a won position only those that shorten the win.

    With a number after the colon it knows at most that many of them in a position. They are drawn once for
    each run and position: they are the same in every contest of the run, and a larger number adds to a
    smaller one's.
    """

    name = "perfect"

    def __init__(self, game: Game[Any], choices: int | None = None) -> None:
        super().__init__(game)
        self._choices = choices
        if choices is not None:
            self.name = f"perfect:{choices}"

    @classmethod
    def read_argument(cls, argument: str) -> Mapping[str, Any]:
        """Read the largest number of choices, if given."""
        if not argument:
            return {}
        if not _WHOLE.fullmatch(argument):
            remedy = f"use {cls.name}:K for at most K choices in a position, with K from 1"
            raise BadOption(f"contestant {cls.name!r} was given {argument[:20]!r}; {remedy}")
        return {"choices": int(argument)}

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return a correct move."""
        moves = self._solution.correct_moves(position)
        if self._choices is not None and self._choices < len(moves):
            stream = streams.whole_run.stream("perfect", game.format_position(position))
            known = sorted(moves, key=lambda _: stream.random())[: self._choices]
            moves = tuple(move for move in moves if move in known)
        return pick(streams.stream("perfect"), moves)

    def odds(self, game: Game[Any], position: Any) -> dict[Move, Fraction]:  # noqa: ARG002  # the solution knows its game
        """Return how likely each move is."""
        if self._choices is not None:
            raise BadOption(f"contestant {self.name!r} has other choices in every run; let it play instead")
        return uniform(self._solution.correct_moves(position))


class ExpertContestant(SolvingContestant):
    """Plays correct moves, but only those that are at least as hard to answer as the average of them.

    The hardness of a move is the probability that a random opponent errs within two replies, while the expert
    continues with any correct move.
    """

    name = "expert"

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self._strong_moves = functools.lru_cache(maxsize=100_000)(self._find_strong_moves)

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # the solution knows its game
        """Return a strong move."""
        return pick(streams.stream("expert"), self._strong_moves(position))

    def odds(self, game: Game[Any], position: Any) -> dict[Move, Fraction]:  # noqa: ARG002  # as above
        """Return how likely each move is."""
        return uniform(self._strong_moves(position))

    def _find_strong_moves(self, position: Any) -> tuple[Move, ...]:
        correct = self._solution.correct_moves(position)
        if len(correct) == 1:
            return correct
        game = self._solution.game
        hardness = [self._hardness(game.play(position, move), REPLIES) for move in correct]
        mean = running_sum(hardness) / len(hardness)
        return tuple(move for move, hard in zip(correct, hardness, strict=True) if hard >= mean - 1e-9)

    def _hardness(self, position: Any, replies: int) -> float:
        """Return the probability that a random reply here, or the next one, is an error."""
        game, moves = self._solution.game, self._solution.game.legal_moves(position)
        if not moves or not replies:
            return 0.0
        correct = self._solution.correct_moves(position)
        later = 0.0
        if replies > 1:
            later = running_sum(
                self._later_hardness(game.play(position, reply), replies - 1) for reply in correct
            )
        return (len(moves) - len(correct) + later) / len(moves)

    def _later_hardness(self, position: Any, replies: int) -> float:
        moves = self._solution.correct_moves(position)
        if not moves:
            return 0.0
        game = self._solution.game
        return running_sum(self._hardness(game.play(position, move), replies) for move in moves) / len(moves)


class ErringContestant(PerfectContestant):
    """Plays another move part of the time, otherwise a correct one."""

    def __init__(self, game: Game[Any], part: float) -> None:
        super().__init__(game)
        self.name = f"{type(self).name}:{100 * part:g}"
        self._part = part

    @classmethod
    def read_argument(cls, argument: str) -> Mapping[str, Any]:
        """Read the part of the time, in per cent."""
        try:
            percent = float(argument)
        except ValueError:
            percent = -1
        if not 0 <= percent <= 100:  # noqa: PLR2004  # all of it
            raise BadOption(
                f"contestant {cls.name!r} was given {argument!r}; use {cls.name}:X with X from 0 to 100"
            )
        return {"part": percent / 100}

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return one of the other moves, or a correct one."""
        stream = streams.stream(type(self).name)
        if stream.random() >= self._part:
            return await super().choose(game, position, streams)
        return pick(stream, self.other_moves(game, position))

    def odds(self, game: Game[Any], position: Any) -> dict[Move, Fraction]:
        """Return how likely each move is, over both ways of choosing."""
        part = Fraction(str(self._part))
        correct, other = super().odds(game, position), uniform(self.other_moves(game, position))
        return {
            move: (1 - part) * correct.get(move, 0) + part * other.get(move, 0)
            for move in game.legal_moves(position)
        }

    @abstractmethod
    def other_moves(self, game: Game[Any], position: Any) -> tuple[Move, ...]:
        """Return the moves to choose from in that part of the time."""


class ReasonableContestant(ErringContestant):
    """Makes a reasonable move part of the time, otherwise a correct one.

    In the tutorial's words: an immediate win; else a move that avoids a loss in two moves; else any legal
    move.
    """

    name = "reasonable"

    def other_moves(self, game: Game[Any], position: Any) -> tuple[Move, ...]:
        """Return the reasonable moves."""
        return reasonable_moves(game, position)


class FallibleContestant(ErringContestant):
    """Makes any legal move part of the time, otherwise a correct one."""

    name = "fallible"

    def other_moves(self, game: Game[Any], position: Any) -> tuple[Move, ...]:
        """Return all moves."""
        return tuple(game.legal_moves(position))


def reasonable_moves(game: Game[Any], position: Any) -> tuple[Move, ...]:
    """Return the moves that win at once; else those after which no reply wins; else all."""
    me, moves = game.mover(position), game.legal_moves(position)
    afters = {move: game.play(position, move) for move in moves}
    winning = tuple(move for move in moves if _winner(game, afters[move]) is me)
    if winning:
        return winning
    safe = tuple(move for move in moves if not _loses_soon(game, afters[move], me))
    return safe or tuple(moves)


def _loses_soon(game: Game[Any], after: Any, me: Any) -> bool:
    if _winner(game, after) is me.other:
        return True
    return game.mover(after) is not me and any(
        _winner(game, game.play(after, reply)) is me.other for reply in game.legal_moves(after)
    )


def _winner(game: Game[Any], position: Any) -> Any:
    outcome = game.outcome(position)
    return None if outcome is None else outcome.winner


@functools.lru_cache(maxsize=8)
def _solution(name: str, options: tuple[tuple[str, object], ...], game: Game[Any]) -> "Solution":
    from games.solving.solution import solve  # noqa: PLC0415  # loaded only if a contestant needs it

    del name, options
    return solve(game)


def solution_of(game: Game[Any]) -> "Solution":
    """Solve a game once in this process, or load its solution from the cache."""
    return _solution(game.name, tuple(sorted(game.options.items())), game)
