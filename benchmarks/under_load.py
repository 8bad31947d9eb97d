"""Is a win in one found on the wall clock, whatever else the machine and the other Advisors do?

    python benchmarks/under_load.py [DECISIONS]

Programs keep both processors busy for 20 % to 100 % of the time. Meanwhile so many decisions are made, under
each schedule, in which Victory has a win: in tic-tac-toe with the bundled Advisors and one more that asks the
rules for 400 ms, in tier 3 and then in tier 1 behind Victory, and in qubic with the bundled Advisors. Victory
has to decide every one.
"""

import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import trio

from agents import Advisor, Deliberation, Streams, get_advisors
from control import SCHEDULES, Panel, Settings, decide
from games import make_game

DECISIONS = 200
PROCESSORS = 2
LOADS = (20, 40, 60, 80, 100)
"""How much of the time the load runs, in per cent."""
SLICE_S = 0.01
ASKING_S = 0.4


class Asking(Advisor):
    """Ask the rules for a long time, to no purpose."""

    budget_ms = 1000

    async def advise(self, think: Deliberation) -> None:
        """Play a move again and again."""
        end = time.perf_counter() + ASKING_S
        while time.perf_counter() < end:
            think.play(think.moves[0])


class Hurrying(Asking):
    """The same in tier 1, behind Victory."""

    tier = 1
    rank = 99


CASES: Sequence[tuple[str, str, Sequence[type[Advisor]]]] = (
    ("tic-tac-toe", "1 4 3 5", (Asking,)),
    ("tic-tac-toe", "1 4 3 5", (Hurrying,)),
    ("qubic", "1 17 2 22 3 27", ()),
)


def main() -> None:
    """Print a row for each load, case and schedule."""
    decisions = int(sys.argv[1]) if len(sys.argv) > 1 else DECISIONS
    print(f"{'load':>5}  {'game':<12} {'beside':<9} {'schedule':<12} {'decided by':<22} {'longest wait':>12}")
    settings = [(load, case, schedule) for load in LOADS for case in CASES for schedule in SCHEDULES]
    each = -(-decisions // len(settings))
    total: Counter[str] = Counter()
    for load in LOADS:
        with _busy(load):
            for name, moves, more in CASES:
                for schedule in SCHEDULES:
                    deciders, longest = _decided(name, moves, more, schedule, each)
                    total += deciders
                    who = ", ".join(f"{by} {count}" for by, count in deciders.items())
                    beside = ", ".join(advisor.name for advisor in more) or "-"
                    row = f"{load:>4}%  {name:<12} {beside:<9} {schedule:<12} {who:<22}"
                    print(f"{row} {longest / 1e6:>9.3f} ms", flush=True)
    print("in all: " + ", ".join(f"{by} {count}" for by, count in total.items()))


def _decided(
    name: str, moves: str, more: Sequence[type[Advisor]], schedule: str, times: int
) -> tuple[Counter[str], int]:
    """Decide so often; return who did, and how long anybody waited for its turn at worst."""
    game = make_game(name)
    position = game.initial()
    for move in moves.split():
        position = game.play(position, move)
    panel, settings = Panel.of([*get_advisors(), *more]), Settings(schedule=schedule)
    deciders: Counter[str] = Counter()
    longest = 0

    async def ask() -> None:
        nonlocal longest
        for number in range(times):
            made = await decide(game, position, panel, settings=settings, streams=Streams(number))
            deciders[made.by] += 1
            longest = max(longest, made.validity.waited_ns if made.validity else 0)

    trio.run(ask)
    return deciders, longest


@contextmanager
def _busy(percent: int) -> Iterator[None]:
    """Keep every processor busy for a part of the time."""
    context = multiprocessing.get_context("spawn")
    burners = [context.Process(target=_burn, args=(percent,), daemon=True) for _ in range(PROCESSORS)]
    for each in burners:
        each.start()
    try:
        yield
    finally:
        for each in burners:
            each.kill()
            each.join()


def _burn(percent: int) -> None:
    while True:
        end = time.perf_counter() + SLICE_S * percent / 100
        while time.perf_counter() < end:
            pass
        time.sleep(SLICE_S * (100 - percent) / 100)


if __name__ == "__main__":
    main()
