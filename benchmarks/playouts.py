"""What a random playout costs beside OpenSpiel's, as ratios taken in one run.

Run it with `python benchmarks/playouts.py` (it needs the extra `test`, for OpenSpiel). Both play random
contests through their public interface, driven from Python: is it over, which moves are there, pick one, play
it. They are timed in turn, round by round; a time is that of one ply, and the ratio is the median over the
rounds. The first row is the floor: a game without rules, whose answers are constants, in our place. What it
takes, no game in Python can go below: three calls, a random choice, and the loop around them.

Tic-tac-toe comes out close to its bound, above it more often than not. Its three calls run thirty bytecodes
between them, each in the form that Python has specialized; what the floor does not have is three glances at
whose study a position carries, and memory: five thousand positions do not fit the nearest cache.

Nine men's morris stays above its bound. A ply runs some 350 bytecodes of Python 3.11; 75 are the loop and the
choice, 100 study the position, 90 make the move and 65 name it, which is done for the chosen move alone. The
bound leaves room for about 300.
"""

import importlib
import math
import random
import statistics
import time
from collections.abc import Callable
from typing import Any, TypeAlias

import attrs
from rich.console import Console
from rich.table import Table

from games import make_game

pyspiel: Any = importlib.import_module("pyspiel")  # it ships no types

ROUNDS = 15
WARM_UP = 5
"""Rounds that are not timed, in which a game works out its tables, once."""
LONGEST = 200
"""Plies after which a playout stops, as OpenSpiel's nine men's morris does."""

Playouts: TypeAlias = Callable[[int], float]
"""Plays so many contests, and answers the seconds a ply."""


@attrs.frozen
class Row:
    """A game, OpenSpiel's name for it, how many contests make a round, and the bound on the ratio."""

    game: str
    options: dict[str, str]
    spiel: str
    contests: int
    bound: float


FLOOR = Row("no rules", {}, "tic_tac_toe", 2000, math.inf)

ROWS = [
    Row("tic-tac-toe", {}, "tic_tac_toe", 2000, 0.5),
    Row("nine-mens-morris", {"flying": "at-three"}, "nine_mens_morris", 150, 1.5),
    Row("nine-mens-morris", {}, "nine_mens_morris", 150, 1.5),
    Row("othello", {}, "othello", 150, 1.5),
]


class NoRules:
    """A contest of eight plies in which nothing has to be worked out."""

    def initial(self) -> int:
        """Count down from here."""
        return 8

    def outcome(self, position: int) -> str | None:
        """End at zero."""
        return None if position else "over"

    def legal_moves(self, position: int) -> tuple[str, ...]:  # noqa: ARG002  # it is one of the questions
        """Return a few moves, whatever the position."""
        return ("1", "2", "3", "4", "5")

    def play(self, position: int, move: str) -> int:  # noqa: ARG002  # as above
        """Count down."""
        return position - 1


def ours(row: Row) -> Playouts:
    """Play through the public interface of a game."""
    game: Any = NoRules() if row is FLOOR else make_game(row.game, row.options)
    outcome, legal_moves, play = game.outcome, game.legal_moves, game.play
    pick = random.Random(1990).choice  # noqa: S311  # no secret hangs on it

    def playouts(contests: int) -> float:
        plies = 0
        start = time.perf_counter()
        for _ in range(contests):
            position = game.initial()
            last = plies + LONGEST
            while outcome(position) is None and plies < last:
                position = play(position, pick(legal_moves(position)))
                plies += 1
        return (time.perf_counter() - start) / plies

    return playouts


def theirs(row: Row) -> Playouts:
    """Play through OpenSpiel's public interface."""
    game = pyspiel.load_game(row.spiel)
    pick = random.Random(1990).choice  # noqa: S311  # no secret hangs on it

    def playouts(contests: int) -> float:
        plies = 0
        start = time.perf_counter()
        for _ in range(contests):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(pick(state.legal_actions()))
                plies += 1
        return (time.perf_counter() - start) / plies

    return playouts


def compare(row: Row) -> tuple[float, float, float]:
    """Return the seconds a ply of ours, of theirs, and the ratio, each a median."""
    our, their = ours(row), theirs(row)
    our(WARM_UP * row.contests)
    their(row.contests)
    pairs = [(our(row.contests), their(row.contests)) for _ in range(ROUNDS)]
    mine, other = (statistics.median(times) for times in zip(*pairs, strict=True))
    return mine, other, statistics.median(a / b for a, b in pairs)


def main() -> None:
    """Print the table."""
    table = Table(box=None, pad_edge=False)
    table.add_column("random playouts")
    for heading in ("µs a ply", "OpenSpiel", "ratio", "bound", ""):
        table.add_column(heading, justify="right")
    for row in (FLOOR, *ROWS):
        mine, other, ratio = compare(row)
        what = " ".join([row.game, *(f"{key}={value}" for key, value in row.options.items())])
        verdict = "kept" if ratio <= row.bound else "BROKEN"
        judged = ("", "") if row is FLOOR else (f"{row.bound}", verdict)
        table.add_row(what, f"{mine * 1e6:.2f}", f"{other * 1e6:.2f}", f"{ratio:.2f}", *judged)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
