"""Solving: the value of every position of a game, and the moves that keep it.

For contestants and judges only. No Advisor and no learner may import this: they would know instead of learn.
"""

import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

import attrs

from games.errors import BadFile, BadPosition
from games.families.morris import MorrisGame
from games.game import Game, Move, Outcome, Role
from games.solving.morris_solver import can_rank, rank_positions, ranked_table
from games.solving.outcome_tables import (
    Arrays,
    Counts,
    OutcomeTable,
    SolvingProgress,
    list_positions,
    listed_table,
)
from games.solving.solution_cache import cache_path
from games.solving.solution_files import read_solution, write_solution

Value: TypeAlias = Literal["win", "draw", "loss"]
"""What a position is worth to its mover."""

Notice: TypeAlias = Callable[[str], None]
"""Called with one line about a problem that does no harm."""


@attrs.frozen(eq=False)
class Solution:
    """A solved game."""

    game: Game[Any]
    outcome: Outcome
    """The outcome if neither role errs."""
    counts: Counts
    """The reachable positions, by their value for the mover."""
    seconds: float
    """How long solving took."""
    table: OutcomeTable = attrs.field(repr=False)

    @property
    def positions(self) -> int:
        """Return how many positions a contest can reach, including the first and the last."""
        return self.counts.positions

    def value(self, position: Any) -> Value:
        """Return what a position is worth to its mover."""
        return _value(self.table.look(position))

    def distance(self, position: Any) -> int | None:
        """Return the plies to the end: the shortest win or the longest loss; None in a draw."""
        result = self.table.look(position)
        return abs(result) - 1 if result else None

    def correct_moves(self, position: Any) -> tuple[Move, ...]:
        """Return the moves that keep the mover's value; in a won position only those that shorten the win."""
        best = self.table.look(position)
        results = self._results(position)
        if best > 0:
            found = tuple(move for move, result in results if result == best)
        else:
            found = tuple(move for move, result in results if _value(result) == _value(best))
        if results and not found:
            text = self.game.format_position(position)
            raise BadFile(
                f"the solution of {self.game.name} contradicts itself in {text!r};"
                f" hoyle solve {self.game.name} --fresh solves it again"
            )
        return found

    def best_line(self, position: Any = None) -> tuple[Move, ...]:
        """Return a best line of play: to the end or, in a draw, until a position repeats."""
        position = self.game.initial() if position is None else position
        line: list[Move] = []
        met = set()
        while position not in met and (results := self._results(position)):
            met.add(position)
            line.append(max(results, key=lambda each: _worth(each[1]))[0])
            position = self.game.play(position, line[-1])
        return tuple(line)

    def _results(self, position: Any) -> list[tuple[Move, int]]:
        """Return each move with the result that this position would have if it were the only move."""
        game = self.game
        mover = game.mover(position)
        found = []
        for move in game.legal_moves(position):
            after = game.play(position, move)
            result = self.table.look(after)
            sign = -1 if game.mover(after) is not mover else 1
            found.append((move, sign * result + _sign(sign * result)))
        return found


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _value(result: int) -> Value:
    return "win" if result > 0 else "loss" if result < 0 else "draw"


def _worth(result: int) -> float:
    """Order results from the mover's view: late losses before early ones, early wins before late ones."""
    return 1 / result if result else 0.0


def solve(
    game: Game[Any],
    *,
    progress: SolvingProgress | None = None,
    notice: Notice | None = None,
    cache: Path | None = None,
    fresh: bool = False,
) -> Solution:
    """Solve a game, or load its solution from the cache; TooLarge if it has too many positions.

    `notice` is called if a cached file cannot be used or written; neither does harm.
    """
    path = cache_path(game, cache)
    if not fresh and path.exists():
        try:
            return load_solution(game, path)
        except BadFile as error:
            _tell(notice, f"{error}; solving again")
    solution = _solved(game, progress or (lambda _done, _total, _what: None))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_solution(solution, path)
    except (BadFile, OSError) as error:
        _tell(notice, f"cannot save the solution of {game.name}: {error}")
    return solution


def load_solution(game: Game[Any], path: Path) -> Solution:
    """Read the solution of this game from a file; BadFile if it is damaged, foreign or of another version."""
    summary, arrays = read_solution(game, path)
    table = _table(game, arrays)
    solution = None if table is None else _summed_up(game, summary, table)
    if solution is None:
        raise BadFile(f"{str(path)!r} is not a complete solution of {game.name}: its parts do not match")
    return solution


def _summed_up(game: Game[Any], summary: Mapping[str, Any], table: OutcomeTable) -> Solution | None:
    """Combine a summary and a table; None if they are not of the same solution."""
    match summary:
        case {"counts": [int(win), int(loss), int(draw)], "outcome": str(said), "seconds": float(seconds)}:
            counts = Counts(win, loss, draw)
            is_sound = min(win, loss, draw) >= 0 and 0 <= seconds < math.inf and table.can_have(counts)
            try:
                outcome = _outcome(game, table)
            except BadPosition:
                return None
            return (
                Solution(game, outcome, counts, seconds, table)
                if is_sound and outcome.value == said
                else None
            )
    return None


def save_solution(solution: Solution, path: Path) -> None:
    """Write a solution to a file, whole or not at all; BadFile if that fails."""
    summary = {
        "counts": attrs.astuple(solution.counts),
        "outcome": solution.outcome.value,
        "seconds": solution.seconds,
    }
    write_solution(solution.game, path, summary, solution.table.arrays())


def _solved(game: Game[Any], progress: SolvingProgress) -> Solution:
    start = time.perf_counter()
    table: OutcomeTable
    if isinstance(game, MorrisGame) and can_rank(game):
        table, counts = rank_positions(game, progress)
    else:
        table, counts = list_positions(game, progress)
    return Solution(game, _outcome(game, table), counts, time.perf_counter() - start, table)


def _outcome(game: Game[Any], table: OutcomeTable) -> Outcome:
    """Look up the outcome of the game; BadPosition if the table lacks the first position."""
    mover = game.mover(game.initial())
    value = _value(table.look(game.initial()))
    winner: dict[Value, Role] = {"win": mover, "loss": mover.other}
    return Outcome.win_for(winner[value]) if value in winner else Outcome.DRAW


def _table(game: Game[Any], arrays: Arrays) -> OutcomeTable | None:
    """Rebuild the table of a game from saved arrays; None if they are not such a table."""
    if isinstance(game, MorrisGame) and can_rank(game):
        return ranked_table(game, arrays)
    return listed_table(game, arrays)


def _tell(notice: Notice | None, line: str) -> None:
    if notice:
        notice(line)
