"""What a way to vote costs beside the whole decision in which it counts.

    python benchmarks/voting.py [ROUNDS]

The decisions are those of the tutorial's panel in positions of nine men's morris, in real time, in which tier
3 has at least twelve moves to vote on. Each paradigm counts what was said there. A ratio is the median over
rounds of the time that all polls took by that of all decisions.
"""

import statistics
import sys
import time
from typing import Any

import trio

from agents import Streams, get_advisors, pick
from blackboard import LAST_TIER, Decision
from control import PARADIGMS, Panel, Poll, decide
from games import Game, make_game

ROUNDS = 7
POSITIONS = 30
FEWEST_MOVES = 12
MOST = {"schulze": 0.10}
MOST_OF_OTHERS = 0.03


async def main() -> None:
    """Print a row for each paradigm."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    game = make_game("nine-mens-morris")
    panel = Panel.of(get_advisors(["tutorial"]), layout="forr")
    positions = [each async for each in open_positions(game, panel)]
    decided: list[float] = []
    counted: dict[str, list[float]] = {name: [] for name in PARADIGMS}
    decisions: list[Decision] = []
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", end="\r", file=sys.stderr)
        start = time.perf_counter()
        decisions = [await decide(game, each, panel, streams=Streams(number)) for each in positions]
        decided.append(time.perf_counter() - start)
        polls = [poll_of(each) for each in decisions]
        for name, paradigm in PARADIGMS.items():
            start = time.perf_counter()
            for poll in polls:
                paradigm(poll)
            counted[name].append(time.perf_counter() - start)
    voters = statistics.mean(len(poll_of(each).opinions) for each in decisions)
    moves = statistics.mean(len(poll_of(each).moves) for each in decisions)
    ms = 1000 * statistics.median(decided) / len(positions)
    print(f"{len(positions)} positions, {moves:.1f} moves, {voters:.1f} voters, {ms:.2f} ms a decision")
    for name, times in counted.items():
        ratio = statistics.median(one / other for one, other in zip(times, decided, strict=True))
        most = MOST.get(name, MOST_OF_OTHERS)
        kept = "kept" if ratio <= most else "MISSED"
        print(f"{name:>20}  {100 * ratio:5.2f} % of the decision (at most {100 * most:.0f} %: {kept})")


async def open_positions(game: Game[Any], panel: Panel) -> Any:
    """Yield positions of random contests in which tier 3 has many moves to vote on."""
    stream, found = Streams(0).stream("positions"), 0
    while found < POSITIONS:
        position = game.initial()
        for _ in range(int(stream.random() * 16)):
            position = game.play(position, pick(stream, game.legal_moves(position)))
        if len(game.legal_moves(position)) >= FEWEST_MOVES:
            decision = await decide(game, position, panel)
            if decision.tier == LAST_TIER and len(decision.tally) >= FEWEST_MOVES:
                found += 1
                yield position


def poll_of(decision: Decision) -> Poll:
    """Return what tier 3 was asked, with everything that it said."""
    voters = [each for each in decision.testimonies if each.tier == LAST_TIER]
    return Poll(tuple(decision.tally), {each.advisor: each.comments for each in voters})


if __name__ == "__main__":
    trio.run(main)
