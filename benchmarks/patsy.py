"""What it costs to go by patterns: matching one position against many, and a whole decision of Patsy-2.

    python benchmarks/patsy.py [ROUNDS]

Positions are those of random contests of nine men's morris. Thirty patterns, as many as Patsy holds, are
drawn from what such positions show. A thousand are more than any board here has: they are made up, of two to
four locations anywhere on the board, which is harder, for hardly two of them have a place in common.
The places of patterns are worked out before, as they are once for a knowledge; how long that takes is shown
as well. The time of a position is the least of all rounds; shown are the median and the worst over positions.
"""

import gc
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import trio

from agents import Streams, pick
from agents.advisors.patsy import Patsy2
from agents.sight.patterns import Sides, index_of, sides_of, sight_by_lines, text_of
from blackboard import Knowledge
from control import Panel, decide
from games import Game, make_game

ROUNDS = 15
POSITIONS = 60
LONGEST = 60
"""How many plies a contest goes on."""
HELD = (30, 1000)
"""How many patterns are known: Patsy's own bound, and the one of this benchmark."""
MOST_MS = 1.0
"""The bound on matching one position against 1,000 patterns."""
GAME = "nine-mens-morris"


def main() -> None:
    """Print a row for each number of patterns: places, matching, and a decision where Patsy may hold them."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    game = make_game(GAME)
    positions = _positions(game)
    print(f"{'Patsy-2 on nine mens morris':<44}{'median':>10}{'worst':>10}")
    for number in HELD:
        for row in _matching_rows(game, positions, _patterns(game, number), rounds):
            print(row)
    print(_row(f"a decision with {HELD[0]} patterns", _decisions(game, positions, rounds)))


def _matching_rows(
    game: Game[Any], positions: list[Any], texts: tuple[str, ...], rounds: int
) -> Iterator[str]:
    """Yield what it takes to work out the places of patterns, and to match a position against them."""
    index_of.cache_clear()
    begun = time.perf_counter()
    index = index_of(game.board, texts)
    yield _row(f"places of {len(texts):,} patterns, once", [(time.perf_counter() - begun) * 1e3])
    sides = [sides_of(game, position) for position in positions]
    least = _least(lambda each: index.without_parts(index.found(each)), sides, rounds)
    bound = f"  below {MOST_MS:g} ms: {'kept' if max(least) < MOST_MS else 'BROKEN'}"
    is_bound = len(texts) == HELD[-1]
    yield _row(f"one position against {len(texts):,} patterns", least) + (bound if is_bound else "")


def _positions(game: Game[Any]) -> list[Any]:
    """Return positions of random contests in which there is a choice."""
    found = (each for each in _wandered(game) if len(game.legal_moves(each)) > 1)
    return [next(found) for _ in range(POSITIONS)]


def _wandered(game: Game[Any]) -> Iterator[Any]:
    stream = Streams(0).stream("sample")
    while True:
        position = game.initial()
        for _ in range(stream.randrange(1, LONGEST)):
            moves = game.legal_moves(position)
            position = game.play(position, pick(stream, moves)) if moves else position
        yield position


def _patterns(game: Game[Any], number: int) -> tuple[str, ...]:
    """Return so many patterns that positions show, or that are made up if Patsy never holds so many."""
    sight = sight_by_lines(game.board)
    if sight is None or number > HELD[0]:
        return _made_up(game, number)
    found: dict[str, None] = {}
    for position in _positions(game):
        found |= dict.fromkeys(sorted(sight.patterns(sides_of(game, position))))
    return tuple(found)[:number]


def _made_up(game: Game[Any], number: int) -> tuple[str, ...]:
    """Return so many patterns of locations and men drawn at random."""
    stream = Streams(0).stream("made up")
    found: dict[str, None] = {}
    while len(found) < number:
        bits = [1 << i for i in stream.sample(range(len(game.board)), stream.randrange(2, 5))]
        sides = [stream.randrange(3) for _ in bits]
        player, opponent = (
            sum(bit for bit, side in zip(bits, sides, strict=True) if side == who) for who in (1, 2)
        )
        found[text_of(game.board, sum(bits), player, opponent)] = None
    return tuple(found)


def _least(work: Callable[[Sides], object], given: Sequence[Sides], rounds: int) -> list[float]:
    """Return the least ms that each of these took."""
    gc.collect()
    gc.disable()
    taken = [[_ms(work, each) for each in given] for _ in range(rounds)]
    gc.enable()
    return [min(each) for each in zip(*taken, strict=True)]


def _ms(work: Callable[[Sides], object], given: Sides) -> float:
    begun = time.perf_counter()
    work(given)
    return (time.perf_counter() - begun) * 1e3


def _decisions(game: Game[Any], positions: list[Any], rounds: int) -> list[float]:
    """Return the least ms that Patsy-2 took for each position."""
    entry = {"response": "player", "met": 0}
    known = Knowledge.of(game, {"patsy_2": dict.fromkeys(_patterns(game, HELD[0]), entry)})
    asked = [trio.run(_asked, game, positions, known) for _ in range(rounds)]
    return [min(each) for each in zip(*asked, strict=True)]


async def _asked(game: Game[Any], positions: list[Any], known: Knowledge) -> list[float]:
    panel = Panel.of([Patsy2])
    made = [await decide(game, each, panel, knowledge=known, streams=Streams(0)) for each in positions]
    return [decision.testimonies[0].elapsed_ns / 1e6 for decision in made]


def _row(title: str, taken: Sequence[float]) -> str:
    return f"{title:<44}{statistics.median(taken):>7.3f} ms{max(taken):>7.3f} ms"


if __name__ == "__main__":
    main()
