"""What an Advisor's time hangs on: itself, or also who has thought before it?

    python benchmarks/own_time.py [REPEATS]

Every Advisor thinks about a position of a game that nobody has asked anything yet, and about the same after
all the others have thought about it, on the wall clock. The ratio of the two times, each the least of so
many, is 1 if nothing that others worked out is of use to it. Just before that it thinks about the position in
a game apart, so that the processor knows its code. Who takes next to no time is left out.
"""

import gc
import sys
from collections.abc import Sequence
from typing import Any

import trio

from agents import Advisor, Streams, get_advisors
from blackboard import Testimony
from control import Panel, decide
from games import Game, make_game

REPEATS = 60
CASES = (("tic-tac-toe", "1 2", 1), ("achi", "1 2 3 5", 1), ("qubic", "1 17 2 22 3", 12))
"""A game, the moves to a position, and by how much less often it is asked, since it takes long."""
BOUND = 1.1
LEAST_NS = 20_000
"""Less than this is mostly the time it takes to start."""


def main() -> None:
    """Print a row for each game and Advisor."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else REPEATS
    print(f"{'game':<13}{'Advisor':<15}{'calls':>7}{'alone':>12}{'after all':>12}   ratio  bound")
    for name, moves, part in CASES:
        for advisor in get_advisors():
            row = _compared(name, moves, advisor, -(-repeats // part))
            if row is not None:
                print(row, flush=True)


def _compared(name: str, moves: str, advisor: type[Advisor], repeats: int) -> str | None:
    others = [each for each in get_advisors() if each is not advisor]
    _asked(name, moves, others, advisor)
    alone: list[Testimony] = []
    after: list[Testimony] = []
    gc.collect()
    gc.disable()
    for _ in range(repeats):
        alone.append(_asked(name, moves, [], advisor))
        after.append(_asked(name, moves, others, advisor))
    gc.enable()
    one, other = (min(each.elapsed_ns for each in made) for made in (alone, after))
    if min(one, other) < LEAST_NS:
        return None
    ratio = one / other
    verdict = "kept" if max(ratio, 1 / ratio) <= BOUND else "BROKEN"
    times = f"{one / 1000:>9.1f} µs{other / 1000:>9.1f} µs"
    return f"{name:<13}{advisor.name:<15}{alone[0].work:>7}{times}{ratio:>8.2f}{BOUND:>7g}  {verdict}"


def _asked(name: str, moves: str, before: Sequence[type[Advisor]], advisor: type[Advisor]) -> Testimony:
    """Ask an Advisor about a position of a new game, after these have been asked."""

    async def ask() -> Testimony:
        game, twin = make_game(name), make_game(name)
        for each in before:
            await _thought(game, moves, each)
        await _thought(twin, moves, advisor)
        return await _thought(game, moves, advisor)

    return trio.run(ask)


async def _thought(game: Game[Any], moves: str, advisor: type[Advisor]) -> Testimony:
    position = game.initial()
    for move in moves.split():
        position = game.play(position, move)
    return (await decide(game, position, Panel.of([advisor]), streams=Streams(0))).testimonies[0]


if __name__ == "__main__":
    main()
