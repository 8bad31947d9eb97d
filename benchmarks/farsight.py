"""What Farsight's time buys: how many errors it tells, and how fast it looks ahead.

Run it with `python benchmarks/farsight.py [POSITIONS]`, by default 100 of each stage. Positions come from
contests of five men's morris in which three of ten moves are made at random and the others are correct; in
each of them some move keeps a draw or a win, and some move loses, by the solution. The virtual clock makes
the shares the same on every machine. Speed is a ratio, taken round by round in one run.
"""

import random
import statistics
import sys
import time
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

import trio
from rich.console import Console
from rich.table import Table

from agents import Streams, pick
from agents.advisors.farsight import Farsight
from blackboard import Testimony
from control import Budgets, Panel, VirtualClock, decide
from games import Move, make_game
from games.solving.solution import Solution, solve

GAME = make_game("five-mens-morris")
SEED = 1
SLIPS = 0.3
"""How often a move is made at random."""
TAKEN = 0.3
"""How often a position that would do is taken: a contest should not tell the same story many times."""
LONGEST = 60
BUDGETS = ("20ms", "50ms", "100ms", "200ms", "500ms", "1s", "2s")
ROUNDS = 15
USUAL = "200ms"
MS = 1000

Worths: TypeAlias = Mapping[Move, int]
"""What each move is worth to its mover: -1 for a loss, 0 for a draw, 1 for a win."""
_WORTHS = {"loss": -1, "draw": 0, "win": 1}


def worths(solution: Solution, position: Any) -> Worths:
    """Return what each move is worth to its mover."""
    found = {}
    for move in GAME.legal_moves(position):
        after = GAME.play(position, move)
        sign = 1 if GAME.mover(after) is GAME.mover(position) else -1
        found[move] = sign * _WORTHS[solution.value(after)]
    return found


def sample(solution: Solution, stage: str, count: int) -> list[tuple[Any, Worths]]:
    """Return so many positions of a stage, each once, with what their moves are worth."""
    stream = random.Random(SEED)  # noqa: S311  # play, not secrets
    found: dict[Any, Worths] = {}
    while len(found) < count:
        for position, values in _contest(solution, stream):
            is_telling = min(values.values()) < 0 <= max(values.values())
            if is_telling and GAME.stage(position) == stage and stream.random() < TAKEN:
                found[position] = values
    return list(found.items())[:count]


def _contest(solution: Solution, stream: random.Random) -> Iterator[tuple[Any, Worths]]:
    """Yield the positions of a contest with some errors."""
    position = GAME.initial()
    for _ in range(LONGEST):
        values = worths(solution, position)
        if not values:
            return
        yield position, values
        correct = [move for move, value in values.items() if value == max(values.values())]
        move = pick(stream, tuple(values) if stream.random() < SLIPS else correct)
        position = GAME.play(position, move)


def ask(position: Any, budget: str) -> Testimony:
    """Hear Farsight alone."""
    panel = Panel.of([Farsight], budgets=Budgets.parse([budget]))
    decision = trio.run(partial(decide, GAME, position, panel, streams=Streams(SEED)), clock=VirtualClock())
    (testimony,) = decision.testimonies
    return testimony


def shares_table(solution: Solution, count: int) -> Iterator[tuple[str, ...]]:
    """Yield how many of the losing moves are opposed, and how many of the sound ones."""
    for stage in ("placing", "sliding"):
        positions = sample(solution, stage, count)
        for budget in BUDGETS:
            told: list[tuple[bool, bool]] = []
            seconds = []
            for position, values in positions:
                start = time.process_time()
                said = ask(position, budget).comments
                seconds.append(time.process_time() - start)
                told += [(value < 0, move in said) for move, value in values.items()]
            errors = [is_opposed for is_error, is_opposed in told if is_error]
            sound = [is_opposed for is_error, is_opposed in told if not is_error]
            yield (
                stage,
                budget,
                f"{sum(errors)} of {len(errors)}",
                f"{statistics.mean(errors):.0%}",
                f"{sum(sound)} of {len(sound)}",
                f"{statistics.mean(sound):.1%}",
                f"{statistics.median(seconds) * MS:.1f}",
            )


def speed_table(solution: Solution) -> Iterator[tuple[str, ...]]:
    """Yield calls of the rules a second: by Farsight, and by somebody who only makes moves."""
    for stage in ("placing", "sliding"):
        positions = [position for position, _ in sample(solution, stage, ROUNDS)]
        rates = [(_rate_of_farsight(position), _rate_of_play(position)) for position in positions]
        looking, bare = (statistics.median(column) for column in zip(*rates, strict=True))
        ratio = statistics.median(one / other for one, other in rates)
        yield stage, f"{looking:,.0f}", f"{bare:,.0f}", f"{ratio:.2f}"


def _rate_of_farsight(position: Any) -> float:
    """Time a whole decision, and return its calls of the rules a second."""
    start = time.process_time()
    work = ask(position, USUAL).work
    return work / (time.process_time() - start)


def _rate_of_play(position: Any, calls: int = 2000) -> float:
    """Ask for moves and make them, two calls a position, as a tree is walked through."""
    stream = random.Random(SEED)  # noqa: S311  # as above
    start, here = time.process_time(), position
    for _ in range(calls // 2):
        moves = tuple(GAME.legal_moves(here))
        here = GAME.play(here, pick(stream, moves)) if moves else position
    return calls / (time.process_time() - start)


def show(title: str, headings: str, rows: Iterator[tuple[str, ...]]) -> None:
    """Print a table."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in headings.split(" | "):
        table.add_column(heading)
    for row in rows:
        table.add_row(*row)
    Console(width=120).print(table, "")


def main() -> None:
    """Print the tables."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    solution = solve(GAME)
    title = f"Calls of the rules a second, Farsight with {USUAL}; a whole decision is timed"
    show(title, "stage | Farsight | bare play | ratio", speed_table(solution))
    title = f"Five men's morris, {count} positions of each stage: moves that Farsight opposes"
    headings = "stage | virtual budget | losing moves | share | sound moves | share | processor ms a decision"
    show(title, headings, shares_table(solution, count))


if __name__ == "__main__":
    main()
