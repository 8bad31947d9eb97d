"""What it costs to see: Shortcut on positions of nine men's morris, and the templates of boards.

    python benchmarks/seeing.py [ROUNDS]

Shortcut is asked in real time, about positions of random contests and about crowded ones: nine men each,
sliding, as they come and with no two of ours beside each other, where it has most to look at. The time of a
decision is the least that a position took in all rounds; shown are the median and the worst over positions.
Templates are found anew in every round, on the board a step aside; the least time of a board counts.
"""

import gc
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import trio

from agents import Streams, pick
from agents.advisors.shortcut import Shortcut
from control import Panel, decide
from games import Board, Game, MorrisPosition, Role, make_game, templates_of

ROUNDS = 15
POSITIONS = 60
LONGEST = 60
"""How many plies a contest goes on."""
MEN = 9
MOST_MS = 2.0
"""The bound on the median of Shortcut."""
MOST_TEMPLATES_MS = 50.0
BOARDS = ("five-mens-morris", "nine-mens-morris", "eleven-mens-morris")
BOUND = "eleven-mens-morris"
"""The board of 24 points with diagonals, which twelve men's morris and nerenchi have too."""

Sample = Callable[[Game[Any], Any], Iterator[Any]]


def main() -> None:
    """Print a row for each kind of position, and for each board."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"{'Shortcut on nine mens morris':<44}{'median':>10}{'worst':>10}{'speaks':>9}")
    for title, sample in SAMPLES.items():
        print(_shortcut_row(title, sample, rounds))
    print(f"\n{'Templates':<44}{'least':>10}")
    for name in BOARDS:
        print(_templates_row(name, rounds))


def _shortcut_row(title: str, sample: Sample, rounds: int) -> str:
    game = make_game("nine-mens-morris")
    positions: list[Any] = []
    drawn = sample(game, Streams(0).stream("sample", title))
    while len(positions) < POSITIONS:
        position = next(drawn)
        if len(game.legal_moves(position)) > 1:
            positions.append(position)
    gc.collect()
    gc.disable()
    asked = [trio.run(_asked, game, positions) for _ in range(rounds)]
    gc.enable()
    least = [min(ms for ms, _ in each) for each in zip(*asked, strict=True)]
    median, spoken = statistics.median(least), sum(count > 0 for _, count in asked[0])
    verdict = f"  below {MOST_MS:g} ms: {'kept' if median < MOST_MS else 'BROKEN'}"
    share = f"{spoken / len(positions):>9.0%}"
    return f"{title:<44}{median:>7.3f} ms{max(least):>7.3f} ms{share}{verdict}"


async def _asked(game: Game[Any], positions: list[Any]) -> list[tuple[float, int]]:
    """Return how many ms Shortcut took for each position, and how many moves it spoke of."""
    panel = Panel.of([Shortcut])
    decisions = [await decide(game, position, panel, streams=Streams(0)) for position in positions]
    told = [decision.testimonies[0] for decision in decisions]
    return [(each.elapsed_ns / 1e6, len(each.comments)) for each in told]


def _of_contests(game: Game[Any], stream: Any) -> Iterator[Any]:
    """Yield positions of random contests, one of each."""
    while True:
        position = game.initial()
        for _ in range(stream.randrange(1, LONGEST)):
            moves = game.legal_moves(position)
            after = game.play(position, pick(stream, moves)) if moves else position
            if not game.legal_moves(after):
                break
            position = after
        yield position


def _crowded(game: Game[Any], stream: Any) -> Iterator[Any]:
    """Yield positions with nine men each, sliding."""
    while True:
        places = list(range(len(game.board)))
        stream.shuffle(places)
        yield _position(places[:MEN], places[MEN : 2 * MEN])


def _crowded_apart(game: Game[Any], stream: Any) -> Iterator[Any]:
    """Yield those in which no two men of ours are neighbours."""
    while True:
        places = list(range(len(game.board)))
        stream.shuffle(places)
        mine: list[int] = []
        for place in places:
            if len(mine) < MEN and not set(game.board.neighbours(place)) & set(mine):
                mine.append(place)
        if len(mine) == MEN:
            yield _position(mine, [place for place in places if place not in mine][:MEN])


def _position(mine: list[int], theirs: list[int]) -> MorrisPosition:
    return MorrisPosition(sum(1 << i for i in mine), sum(1 << i for i in theirs), 0, 0, Role.PLAYER)


SAMPLES: dict[str, Sample] = {
    "positions of random contests": _of_contests,
    "nine men each, sliding": _crowded,
    "nine men each, sliding, ours apart": _crowded_apart,
}


def _templates_row(name: str, rounds: int) -> str:
    least = min(_found_anew(name, shift) for shift in range(1, rounds + 1))
    bound = f"at most {MOST_TEMPLATES_MS:g} ms: {'kept' if least <= MOST_TEMPLATES_MS else 'BROKEN'}"
    verdict = f"{'':>19}  {bound}" if name == BOUND else ""
    return f"{name:<44}{least:>7.3f} ms{verdict}"


def _found_anew(name: str, shift: int) -> float:
    """Return how many ms it takes to find the templates of a board that nobody has looked at before."""
    known = make_game(name).board
    moved = [attrs.evolve(each, x=each.x + shift) for each in known.locations]
    board = Board(moved, known.lines, known.style)
    begun = time.perf_counter()
    templates_of(board)
    return (time.perf_counter() - begun) * 1e3


if __name__ == "__main__":
    main()
